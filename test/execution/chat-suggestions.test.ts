/**
 * Tests buttons that confirm or decline the changes that pots suggest: the complete service in virtual time, against
 * stand-ins of Telegram and Slack that enforce their documentation.
 */
import { expect, test } from 'vitest';
import { fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import type { PlannedChange, PotPlanner } from '../../src/ports/autopilot.ts';
import {
	ANN,
	BOB,
	buttonOf,
	connectAccounts,
	GROUP,
	MINUTE_MS,
	openChats,
	SECOND_MS,
	type Tested,
} from '../support/chats-fixture.ts';
import { fixtureInstrument } from '../support/fixture-feed.ts';
import type { SentMessage } from '../support/telegram-stand-in.ts';

const POT = { name: 'Main', capital: 5_000, exchanges: ['bybit', 'kucoin'], leverage: 2 } as const;
const FOREIGN = 'This button belongs to another person, or has expired.';
const USED = 'This button has expired or was already used. Send the command again.';

/** Plans as many pairs of SOL, and a close of what is held once the wish is 0. */
function planner(wishes: { pairs: number }): PotPlanner {
	const leg = (venue: 'bybit' | 'kucoin') => ({ venue, symbol: fixtureInstrument(venue, 'SOL').symbol });
	const common = {
		coin: 'SOL',
		long: leg('bybit'),
		short: leg('kucoin'),
		leg: null,
		gain: fromInteger(10),
		cost: fromInteger(1),
		explanation: 'It earns ten times its cost.',
	};
	const opening: PlannedChange = {
		...common,
		kind: 'open',
		executionId: null,
		notional: fromInteger(300),
		share: null,
		costMax: fromInteger(5),
	};
	return {
		plan: async ({ holdings, equity, now }) => ({
			targets: [],
			changes:
				wishes.pairs === 0
					? holdings.map(({ executionId }) => ({
							...common,
							kind: 'close' as const,
							executionId,
							notional: fromInteger(300),
							share: null,
							costMax: null,
						}))
					: Array.from({ length: wishes.pairs - holdings.length }, () => opening),
			netOnCapital: parseDecimal('0.2'),
			cash: parseDecimal('0.04'),
			knew: { dataAt: now, equity, inputs: {} },
			notes: [],
		}),
	};
}

/** Starts a pot and returns its id with the messages that the bot then sends. */
async function startPot(
	{ whole, token, platforms }: Tested,
	options: { readonly token?: string } = {},
): Promise<{ readonly id: string; readonly messages: readonly SentMessage[] }> {
	const before = platforms.telegram.sent.length;
	const { pot } = await whole.call(options.token ?? token, 'autopilot_start', POT);
	await whole.pass(5 * SECOND_MS);
	return {
		id: String((pot as { readonly pot_id: string }).pot_id),
		messages: platforms.telegram.sent.slice(before),
	};
}

async function states({ whole, token }: Tested): Promise<readonly string[]> {
	const { pots } = await whole.call(token, 'autopilot_status', {});
	return (
		pots as readonly { readonly decisions: readonly { readonly changes: readonly { state: string }[] }[] }[]
	)
		.flatMap(({ decisions }) => decisions)
		.flatMap(({ changes }) => changes.map(({ state }) => state));
}

function only(messages: readonly SentMessage[]): SentMessage {
	const [message] = messages;
	if (message === undefined || messages.length > 1) throw new Error(`${messages.length} messages were sent.`);
	return message;
}

test('a decision sends one message per change, and each button answers its own change once', async () => {
	await using tested = await openChats(planner({ pairs: 2 }));
	await tested.link({ actsForOwner: true });
	await connectAccounts(tested);
	const { messages } = await startPot(tested);
	const [first, second] = messages;
	if (first === undefined || second === undefined) throw new Error('Two messages were expected.');
	expect(messages).toHaveLength(2);
	expect(first.text).toMatch(
		/^Main suggests: open SOL\nLong Bybit, short KuCoin, 300\.00 USD per leg\nExpected gain \+10\.00 USD in 30 days, cost 1\.00 USD\nIt earns ten times its cost\.\nValid until .* UTC\.$/,
	);
	const confirm = buttonOf(first, 'Confirm');
	expect(await tested.press('Decline', second)).toEqual([]);
	expect(second.text).toContain('Declined. The pot does not make it.');
	expect(await states(tested)).toEqual(['suggested', 'declined']);
	expect(await tested.press('Confirm', first)).toEqual([]);
	expect(first.text).toMatch(/^Main: open SOL\n[\s\S]*\nConfirmed\. The pot /);
	expect([first.keyboard, second.keyboard]).toEqual([[], []]);
	tested.platforms.telegram.press(confirm, ANN, first);
	tested.platforms.telegram.repeatLast();
	await tested.whole.pass(MINUTE_MS);
	expect(tested.platforms.telegram.answered).toEqual([
		'Declining: open SOL …',
		'Confirming: open SOL …',
		USED,
	]);
	expect(await states(tested)).toEqual(['executed', 'declined']);
	expect(tested.whole.errors).toEqual([]);
});

test('a replaced suggestion says so, and nothing is opened', async () => {
	await using tested = await openChats(planner({ pairs: 1 }));
	await tested.link({ actsForOwner: true });
	await connectAccounts(tested);
	const { messages, id } = await startPot(tested);
	const replaced = only(messages);
	const before = tested.platforms.telegram.sent.length;
	await tested.whole.call(tested.token, 'autopilot_change', { pot_id: id, coin_share: 0.2 });
	await tested.whole.pass(5 * SECOND_MS);
	const fresh = only(tested.platforms.telegram.sent.slice(before));
	await tested.press('Confirm', replaced);
	expect(replaced.text).toMatch(
		/This suggestion has expired\. .*\. A later decision replaced this change\.$/,
	);
	expect(fresh.text).toContain('Main suggests: open SOL');
	expect(await states(tested)).toEqual(['suggested', 'expired']);
	const { executions } = await tested.whole.call(tested.token, 'portfolio_live', {});
	expect(executions).toEqual([]);
});

test('a suggestion that was answered on the dashboard shows that answer', async () => {
	await using tested = await openChats(planner({ pairs: 1 }));
	await tested.link({ actsForOwner: true });
	await connectAccounts(tested);
	const message = only((await startPot(tested)).messages);
	const { pots } = await tested.whole.call(tested.token, 'autopilot_status', {});
	const [pot] = pots as readonly { readonly decisions: readonly { readonly decision_id: string }[] }[];
	const decision = { decision_id: pot?.decisions[0]?.decision_id };
	await tested.whole.call(tested.token, 'autopilot_decline', decision);
	await tested.press('Confirm', message);
	expect(message.text).toContain('Declined. The pot does not make it.');
	expect(await states(tested)).toEqual(['declined']);
});

test('only a person who is linked with the owner’s account may answer, and only within the agent’s rights', async () => {
	await using tested = await openChats(planner({ pairs: 1 }));
	const { whole } = tested;
	await tested.link({ scopes: ['arb:read'] });
	await connectAccounts(tested);
	expect((await startPot(tested)).messages).toEqual([]);
	expect(only(await tested.say('/suggestions')).text).toContain('may only read');
	await tested.link();
	expect(only(await tested.say('/suggestions')).text).toMatch(
		/^Further suggestions\n1 of pots that the agent of this chat did not start\./,
	);
	await tested.link({ actsForOwner: true });
	const shown = only(await tested.say('/suggestions'));
	expect(await tested.press('Confirm', shown, BOB)).toEqual([]);
	const strangers = await whole.token('bob', ['arb:read', 'arb:trade', 'agents:manage']);
	const agent = await whole.call(strangers, 'create_agent', {
		name: 'bob',
		scopes: ['arb:read', 'arb:trade'],
		caps: {},
	});
	const { code } = await whole.call(strangers, 'create_chat_code', {
		agent_id: agent.agent_id,
		acts_for_owner: true,
	});
	expect(only(await tested.say(`/link ${code}`, BOB)).text).toContain('This chat is linked.');
	expect(only(await tested.say('/suggestions', BOB)).text).toBe('No pot waits for your answer.');
	expect(await tested.press('Confirm', shown, BOB)).toEqual([]);
	expect(tested.platforms.telegram.answered).toEqual([FOREIGN, FOREIGN]);
	expect(await states(tested)).toEqual(['suggested']);
	await whole.call(tested.token, 'unlink_chat', {
		link_id: (
			(await whole.call(tested.token, 'list_chats', {})).chats as readonly { readonly link_id: string }[]
		).at(-1)?.link_id,
	});
	await tested.press('Confirm', shown);
	expect(await states(tested)).toEqual(['suggested']);
	expect(whole.errors).toEqual([]);
});

test('a group in Telegram shows suggestions only when its person sends the command', async () => {
	await using tested = await openChats(planner({ pairs: 1 }));
	await tested.link({ actsForOwner: true, chat: GROUP });
	await connectAccounts(tested);
	expect((await startPot(tested)).messages).toEqual([]);
	const message = only(await tested.say('/suggestions', ANN, GROUP));
	await tested.press('Decline', message, BOB);
	expect(await states(tested)).toEqual(['suggested']);
	await tested.press('Decline', message);
	expect(await states(tested)).toEqual(['declined']);
});

test('in Slack, the button of a direct message works for a link that was made in a channel', async () => {
	await using tested = await openChats(planner({ pairs: 1 }));
	const { whole, token, platforms } = tested;
	const { slack } = platforms;
	const agent = await whole.call(token, 'create_agent', {
		name: 'slack',
		scopes: ['arb:read', 'arb:trade'],
		caps: {},
	});
	const { code } = await whole.call(token, 'create_chat_code', {
		agent_id: agent.agent_id,
		acts_for_owner: true,
	});
	slack.command('/carrywire', `link ${code}`, 'U0ANN', 'C0CHANNEL');
	await connectAccounts(tested);
	const before = slack.sent.length;
	await startPot(tested);
	const message = slack.sent[before];
	expect(message).toMatchObject({ to: 'U0ANN', text: expect.stringContaining('Main suggests: open SOL') });
	slack.press(message?.buttons.Confirm ?? '', 'U0BOB');
	await whole.pass(SECOND_MS);
	expect(await states(tested)).toEqual(['suggested']);
	slack.press(message?.buttons.Confirm ?? '', 'U0ANN');
	await whole.pass(MINUTE_MS);
	expect(slack.sent.slice(-2).map(({ replaces, text }) => [replaces, text.split('\n').at(-1)])).toEqual([
		[true, 'Confirming: open SOL …'],
		[true, expect.stringMatching(/^Confirmed\. The pot /)],
	]);
	expect(await states(tested)).toEqual(['executed']);
	expect([slack.late, slack.unacknowledged()]).toEqual([[], 0]);
	expect(whole.errors).toEqual([]);
});

test('a suggested close does not expire by time, and closes after its button', async () => {
	const wishes = { pairs: 1 };
	await using tested = await openChats(planner(wishes));
	await tested.link({ actsForOwner: true });
	await connectAccounts(tested);
	const opening = only((await startPot(tested)).messages);
	await tested.press('Confirm', opening);
	await tested.whole.pass(MINUTE_MS);
	wishes.pairs = 0;
	const { pots } = await tested.whole.call(tested.token, 'autopilot_status', {});
	const before = tested.platforms.telegram.sent.length;
	await tested.whole.call(tested.token, 'autopilot_change', {
		pot_id: (pots as readonly { readonly pot_id: string }[])[0]?.pot_id,
		coin_share: 0.2,
	});
	await tested.whole.pass(5 * SECOND_MS);
	const closing = tested.platforms.telegram.sent[before];
	expect(closing?.text).toMatch(
		/^Main suggests: close SOL\n[\s\S]*\nValid until a later decision replaces it\.$/,
	);
	await tested.press('Confirm', closing as SentMessage);
	await tested.whole.pass(MINUTE_MS);
	expect(await states(tested)).toEqual(['executed', 'executed']);
	const { executions } = await tested.whole.call(tested.token, 'portfolio_live', {});
	expect(executions).toEqual([]);
});
