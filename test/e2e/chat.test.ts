/**
 * Tests chat commands of a running service over HTTP and WebSockets. Stand-ins of Telegram and Slack enforce their
 * documentation. A killed service answers what it had not answered, exactly once, and neither the log nor a list
 * contains a token, a code or a message.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChatPlatformServer, startChatPlatforms } from '../support/chat-platform-server.ts';
import { SLACK_TOKENS } from '../support/slack-stand-in.ts';
import { type SentMessage, TELEGRAM_TOKEN } from '../support/telegram-stand-in.ts';
import { type Fixture, openFixture, type Service } from './fixture.ts';
import { leakedSecrets } from './leaked-secrets.ts';
import { until } from './polling.ts';
import { openAndRun, openableOpportunities } from './trading.ts';

const AMOUNT_USD = 1_500;
const ANN = { id: 11, username: 'ann' };
const ENVIRONMENT = {
	CHAT_TEST_TELEGRAM: TELEGRAM_TOKEN,
	CHAT_TEST_SLACK_APP: SLACK_TOKENS.appToken,
	CHAT_TEST_SLACK_BOT: SLACK_TOKENS.botToken,
};

let platforms: ChatPlatformServer;
let fixture: Fixture;
let service: Service;
let token = '';
const codes: string[] = [];

type Chats = {
	readonly platforms: readonly { readonly state: string; readonly problem: string | null }[];
	readonly chats: readonly { readonly platform: string }[];
};

beforeAll(async () => {
	platforms = await startChatPlatforms();
	Object.assign(process.env, ENVIRONMENT);
	fixture = openFixture({
		alerts: { telegramApiUrl: platforms.url },
		chat: {
			telegramTokenVariable: 'CHAT_TEST_TELEGRAM',
			slackAppTokenVariable: 'CHAT_TEST_SLACK_APP',
			slackBotTokenVariable: 'CHAT_TEST_SLACK_BOT',
			slackApiUrl: `${platforms.url}/api`,
		},
	});
	await fixture.simulate();
	service = await fixture.serve('--external');
	token = await fixture.token('arb:read arb:trade agents:manage');
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
	await platforms?.[Symbol.asyncDispose]();
});

/** Returns the bot's message with this number, counted from 0, once it has been sent. */
const message = (at: number): Promise<SentMessage> =>
	until({ what: `message ${at} of the bot`, periodMs: 20 }, () => platforms.telegram.sent[at]);

async function newCode(): Promise<string> {
	const agent = await service.call<{ readonly agent_id: string }>(
		'create_agent',
		{ name: 'chat', scopes: ['arb:read', 'arb:trade'], caps: {} },
		token,
	);
	const params = { agent_id: agent.agent_id, acts_for_owner: true };
	const { code } = await service.call<{ readonly code: string }>('create_chat_code', params, token);
	codes.push(code);
	return code;
}

const untilConnected = (): Promise<Chats> =>
	until({ what: 'both bots to be connected', periodMs: 20 }, async () => {
		const chats = await service.call<Chats>('list_chats', {}, token);
		return chats.platforms.every(({ state }) => state === 'connected') ? chats : undefined;
	});

test('links a Telegram chat and closes a position after the button', async () => {
	await untilConnected();
	expect(platforms.agent()).toMatch(/^carrywire\/\d/);
	platforms.telegram.say(`/link ${await newCode()}`, ANN);
	expect((await message(0)).text).toContain('This chat is linked.');
	const [opportunity] = await openableOpportunities(service, AMOUNT_USD);
	if (opportunity === undefined) throw new Error('No opportunity can be opened.');
	const { opened } = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD });
	platforms.telegram.say('/positions', ANN);
	expect((await message(1)).text).toContain(opened.execution_id);
	platforms.telegram.say(`/close ${opened.execution_id}`, ANN);
	const preview = await message(2);
	const [confirm] = preview.keyboard.flat();
	platforms.telegram.press(confirm?.callback_data ?? '', ANN, preview);
	platforms.telegram.press(confirm?.callback_data ?? '', ANN, preview);
	expect((await message(3)).text).toMatch(/^Closed /);
	platforms.telegram.say('/positions', ANN);
	expect((await message(4)).text).toBe('No open position.');
});

/** Waits until the service has stored that every command is answered. A kill before that repeats the last answer. */
async function allAnswered(): Promise<void> {
	using database = new DatabaseSync(join(fixture.dataDir, 'carrywire.db'), { readOnly: true });
	const waiting = database.prepare('SELECT COUNT(*) AS count FROM chat_entry WHERE entry IS NOT NULL');
	await until({ what: 'no command without an answer', periodMs: 20 }, () =>
		waiting.get()?.count === 0 ? true : undefined,
	);
}

test('a killed service answers after its next start what it had not answered, once', async () => {
	await allAnswered();
	process.kill(service.pid, 'SIGKILL');
	await service.process.ended;
	platforms.telegram.say('/positions', ANN);
	service = await fixture.serve('--external');
	expect((await message(5)).text).toBe('No open position.');
	platforms.telegram.say('/help', ANN);
	expect((await message(6)).text).toContain('Commands');
	expect((await untilConnected()).chats).toMatchObject([{ platform: 'telegram' }]);
});

test('a second poller is reported and ends, and the bot recovers', async () => {
	await until({ what: 'the service to poll', periodMs: 5 }, () =>
		platforms.telegram.isPolled() ? true : undefined,
	);
	await platforms.telegram.pollElsewhere();
	await until({ what: 'the conflict to be shown', periodMs: 5 }, () =>
		fixture.written().includes('terminated by other getUpdates request') ? true : undefined,
	);
	await untilConnected();
	platforms.telegram.say('/positions', ANN);
	expect((await message(7)).text).toBe('No open position.');
});

test('links a Slack person, answers privately, and reconnects when Slack asks', async () => {
	const { slack } = platforms;
	const sent = (at: number) => until({ what: `Slack message ${at}`, periodMs: 20 }, () => slack.sent[at]);
	slack.command('/carrywire', `link ${await newCode()}`, 'U0ANN');
	expect((await sent(0)).text).toContain('This chat is linked.');
	slack.refresh();
	await until({ what: 'the second connection', periodMs: 20 }, () =>
		slack.connections() === 2 ? true : undefined,
	);
	slack.cut();
	slack.command('/carrywire', 'positions', 'U0ANN');
	expect(await sent(1)).toMatchObject({
		to: expect.stringMatching(/^\/answer\//),
		text: 'No open position.',
	});
	expect([slack.late, slack.unacknowledged()]).toEqual([[], 0]);
});

test('neither the log nor the list contains a token, a code or a message', async () => {
	const listed = JSON.stringify(await service.call('list_chats', {}, token));
	for (const secret of [...Object.values(ENVIRONMENT), ...codes, 'No open position'])
		for (const text of [fixture.written(), listed])
			expect({ secret, found: text.includes(secret) }).toEqual({ secret, found: false });
	expect(leakedSecrets(fixture)).toEqual([]);
});
