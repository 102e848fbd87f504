/** Runs the complete service in virtual time with stand-ins of Telegram and Slack, for tests of chats. */
import { expect } from 'vitest';
import { fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import type { PotPlanner } from '../../src/ports/autopilot.ts';
import { type ChatPlatforms, chatPlatforms } from './chat-platforms.ts';
import { fixtureInstrument } from './fixture-feed.ts';
import { SLACK_TOKENS } from './slack-stand-in.ts';
import { type SentMessage, TELEGRAM_TOKEN } from './telegram-stand-in.ts';
import { openWholeService, type WholeService } from './whole-service.ts';

export const START_AT = Date.UTC(2026, 10, 21, 8, 50);
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const ANN = { id: 11, username: 'ann' };
export const BOB = { id: 12, username: 'bob' };
export const GROUP = { id: -100, title: 'Traders' };
export const KEYS = { bybit: 'bybit of ann', kucoin: 'kucoin of ann' } as const;

/** A service with a Telegram bot and a Slack app, and Ann, who has a token. */
export type Tested = AsyncDisposable & {
	readonly whole: WholeService;
	readonly platforms: ChatPlatforms;
	readonly token: string;
	/** Ann says this to the bot; returns its next messages. */
	readonly say: (text: string, from?: typeof ANN, chat?: typeof GROUP) => Promise<readonly SentMessage[]>;
	/** Presses the button with this label of a message; returns the bot's next messages. */
	readonly press: (label: string, of: SentMessage, from?: typeof ANN) => Promise<readonly SentMessage[]>;
	/** Links Ann's chat to a new agent and returns the agent's id. */
	readonly link: (options?: LinkOptions) => Promise<string>;
};

type LinkOptions = {
	readonly scopes?: readonly string[];
	readonly actsForOwner?: boolean;
	readonly chat?: typeof GROUP;
	readonly amountMax?: number;
};

/** Composes a service with both bots. @param potPlanner plans for pots; by default the portfolio planner */
export async function openChats(potPlanner?: PotPlanner): Promise<Tested> {
	let platforms: ChatPlatforms | undefined;
	const whole = await openWholeService({
		seed: 20_261_128,
		startAt: START_AT,
		contracts: (['bybit', 'kucoin'] as const).map((venue) => ({
			instrument: fixtureInstrument(venue, 'SOL'),
			bid: parseDecimal('149.99'),
			ask: parseDecimal('150.01'),
			depth: fromInteger(10_000),
			fundingRate: parseDecimal(venue === 'bybit' ? '-0.0001' : '0.0002'),
		})),
		...(potPlanner === undefined ? {} : { potPlanner }),
		chats: {
			tokens: { telegram: TELEGRAM_TOKEN, slack: SLACK_TOKENS },
			transport(clock) {
				platforms = chatPlatforms(clock);
				return platforms.transport;
			},
		},
	});
	if (platforms === undefined) throw new Error('The service opened no platform.');
	const { telegram } = platforms;
	const token = await whole.token('ann', ['arb:read', 'arb:trade', 'exchange:connect', 'agents:manage']);
	await whole.pass(MINUTE_MS);
	const next = async (act: () => void, ms = SECOND_MS): Promise<readonly SentMessage[]> => {
		const before = telegram.sent.length;
		act();
		await whole.pass(ms);
		return telegram.sent.slice(before);
	};
	const say: Tested['say'] = (text, from = ANN, chat) => next(() => telegram.say(text, from, chat));
	return {
		whole,
		platforms,
		token,
		say,
		press: (label, of, from = ANN) =>
			next(() => telegram.press(buttonOf(of, label), from, of), 30 * SECOND_MS),
		async link({ scopes = ['arb:read', 'arb:trade'], actsForOwner = false, chat, amountMax } = {}) {
			const agent = await whole.call(token, 'create_agent', {
				name: 'chat',
				scopes,
				caps: amountMax === undefined ? {} : { amount_max: amountMax },
			});
			const { code } = await whole.call(token, 'create_chat_code', {
				agent_id: agent.agent_id,
				acts_for_owner: actsForOwner,
			});
			const [answer] = await say(`/link ${code}`, ANN, chat);
			expect(answer?.text).toContain('This chat is linked.');
			return String(agent.agent_id);
		},
		[Symbol.asyncDispose]: () => whole[Symbol.asyncDispose](),
	};
}

/** Returns the data of a message's button. @throws Error if the message has no such button */
export function buttonOf(message: SentMessage, label: string): string {
	const found = message.keyboard.flat().find(({ text }) => text === label);
	if (found === undefined) throw new Error(`There is no button ${label} under: ${message.text}`);
	return found.callback_data;
}

/** Connects Ann's accounts at both exchanges. */
export async function connectAccounts({ whole, token }: Pick<Tested, 'whole' | 'token'>): Promise<void> {
	for (const [venue, apiKey] of Object.entries(KEYS)) {
		whole.venues.openAccount(venue, apiKey, 10_000);
		await whole.call(token, 'connect_exchange', {
			exchange: venue,
			api_key: apiKey,
			api_secret: 'a secret',
			...(venue === 'kucoin' ? { api_passphrase: 'words' } : {}),
		});
	}
}
