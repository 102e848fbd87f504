/**
 * Tests chat commands of the complete service in virtual time, against stand-ins of Telegram and Slack that enforce
 * their documentation.
 */
import { expect, test } from 'vitest';
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
import { refusal, type SentMessage } from '../support/telegram-stand-in.ts';

/** Opens an execution of Ann and returns its id. */
async function openPosition(tested: Tested): Promise<string> {
	await connectAccounts(tested);
	const { whole, token } = tested;
	const { data } = await whole.call(token, 'get_opportunities', {});
	const [best] = data as readonly { readonly opportunity_id: string }[];
	const opened = await whole.call(token, 'execute_opportunity', {
		opportunity_id: best?.opportunity_id,
		amount: 1_000,
	});
	await whole.pass(30 * SECOND_MS);
	return String(opened.execution_id);
}

async function openIds({ whole, token }: Tested): Promise<readonly string[]> {
	const { executions } = await whole.call(token, 'portfolio_live', {});
	return (executions as readonly { readonly execution: { readonly id: string } }[]).map(
		({ execution }) => execution.id,
	);
}

/** Returns Ann's audit entries about a method, newest first. */
async function audited({ whole, token }: Tested, method: string) {
	const verified = await whole.service.tokens.verify(token);
	const userId = verified?.caller.userId ?? '';
	const entries = await whole.service.identity.audit.list({ userId, limit: 100 });
	return entries.filter(({ details }) => details.method === method);
}

test('reads status, positions and opportunities as the linked agent', async () => {
	await using tested = await openChats();
	const agentId = await tested.link({ amountMax: 500 });
	const [status] = await tested.say('/status');
	expect(status?.text).toContain('The service is ready (simulated mode).');
	expect(status?.text).toContain('Bybit: fresh');
	expect(status?.text).toContain('No halt blocks you.');
	const [none] = await tested.say('/positions');
	expect(none?.text).toBe('No open position.');
	const [best] = await tested.say('/opportunities@carry_test_bot sol');
	expect(best?.text).toContain('Best opportunities for SOL at 500.00 USD');
	expect(best?.text).toContain('1. SOLUSDT, Long Bybit / Short KuCoin');
	const id = await openPosition(tested);
	const [open] = await tested.say('/positions');
	expect(open?.text).toContain('SOLUSDT: long Bybit, short KuCoin');
	expect(open?.text).toContain(id);
	const agents = (await tested.whole.call(tested.token, 'list_agents', {})) as unknown as readonly {
		readonly agent_id: string;
		readonly last_used_at: string | null;
	}[];
	expect(agents.find((agent) => agent.agent_id === agentId)?.last_used_at).not.toBeNull();
	expect(tested.whole.errors).toEqual([]);
});

test('a close needs the button, and a second press or delivery closes nothing more', async () => {
	await using tested = await openChats();
	const agentId = await tested.link({ actsForOwner: true });
	const id = await openPosition(tested);
	const [preview] = await tested.say('/close sol');
	expect(preview?.text).toMatch(/^Close SOLUSDT: long Bybit, short KuCoin\?\n/);
	expect(preview?.text).toContain('Expected net: −');
	expect(await openIds(tested)).toEqual([id]);
	if (preview === undefined) throw new Error('There is no preview.');
	const confirm = buttonOf(preview, 'Confirm');
	const [closed] = await tested.press('Confirm', preview);
	expect(closed?.text).toContain('Closed SOLUSDT: long Bybit, short KuCoin.');
	expect(await openIds(tested)).toEqual([]);
	expect(preview.keyboard).toEqual([]);
	tested.platforms.telegram.press(confirm, ANN, preview);
	tested.platforms.telegram.repeatLast();
	await tested.whole.pass(30 * SECOND_MS);
	expect(tested.platforms.telegram.answered).toEqual([
		'Closing SOLUSDT: long Bybit, short KuCoin …',
		'This button has expired or was already used. Send the command again.',
	]);
	const closes = await audited(tested, 'close_execution');
	expect(
		closes.map(({ actor, actorId, outcome, details }) => [actor, actorId, outcome, details.preview ?? false]),
	).toEqual([
		['agent', agentId, 'ok', false],
		['agent', agentId, 'ok', true],
	]);
	expect(tested.whole.errors).toEqual([]);
});

test('a button expires after a minute, and can be cancelled', async () => {
	await using tested = await openChats();
	await tested.link({ actsForOwner: true });
	const id = await openPosition(tested);
	const [first] = await tested.say(`/close ${id}`);
	await tested.whole.pass(MINUTE_MS);
	await tested.press('Confirm', first as SentMessage);
	const [second] = await tested.say(`/close ${id}`);
	await tested.press('Cancel', second as SentMessage);
	expect(tested.platforms.telegram.answered).toEqual([
		'This button has expired or was already used. Send the command again.',
		'Cancelled. Nothing was sent.',
	]);
	expect(await openIds(tested)).toEqual([id]);
});

test('only the person who linked a group counts there, and others get one hint per hour', async () => {
	await using tested = await openChats();
	await tested.link({ chat: GROUP });
	const [halt] = await tested.say('/halt', ANN, GROUP);
	expect(await tested.press('Confirm', halt as SentMessage, BOB)).toEqual([]);
	const [hint, ...more] = [
		...(await tested.say('/positions', BOB, GROUP)),
		...(await tested.say('/status', BOB, GROUP)),
	];
	expect([hint?.text, more]).toEqual([
		expect.stringMatching(/^This chat is not linked\.\nOpen the page Chat .* \/link CODE$/),
		[],
	]);
	expect(await tested.say('good morning', BOB, GROUP)).toEqual([]);
	expect(await tested.say('/status@other_bot', ANN, GROUP)).toEqual([]);
	await tested.whole.pass(60 * MINUTE_MS);
	expect(await tested.say('/status', BOB, GROUP)).toHaveLength(1);
	const { halts } = await tested.whole.call(tested.token, 'portfolio_live', {});
	expect(halts).toEqual([]);
});

test('refuses a wrong, used or expired code with the same words, and slows down guesses', async () => {
	await using tested = await openChats();
	const { whole, token } = tested;
	const agent = await whole.call(token, 'create_agent', { name: 'chat', scopes: ['arb:read'], caps: {} });
	const newCode = async () =>
		String((await whole.call(token, 'create_chat_code', { agent_id: agent.agent_id })).code);
	const late = await newCode();
	await whole.pass(10 * MINUTE_MS);
	const refused =
		'That code is not valid.\nA code works once, within 10 minutes. Create a new one on the dashboard.';
	expect((await tested.say(`/link ${late}`))[0]?.text).toBe(refused);
	expect((await tested.say('/link 0000-0000-0000'))[0]?.text).toBe(refused);
	const used = await newCode();
	expect((await tested.say(`/link ${used.toLowerCase()}`))[0]?.text).toContain('This chat is linked.');
	expect((await tested.say(`/link ${used}`, BOB))[0]?.text).toBe(refused);
	for (let tries = 0; tries < 4; tries += 1) await tested.say('/link 0000-0000-0000', BOB);
	const code = await newCode();
	await tested.say('/link 0000-0000-0000', BOB);
	expect((await tested.say(`/link ${code}`, BOB))[0]?.text).toMatch(/^That did not work\.\nToo many/);
});

test('the agent limits the chat: scopes, resume and stop', async () => {
	await using tested = await openChats();
	const { whole, token } = tested;
	await tested.link({ scopes: ['arb:read'] });
	expect((await tested.say('/halt'))[0]?.text).toContain('may only read');
	const agentId = await tested.link();
	const [halt] = await tested.say('/halt');
	expect((await tested.press('Confirm', halt as SentMessage))[0]?.text).toContain('Trading is halted.');
	expect((await tested.say('/resume'))[0]?.text).toContain('may not end a halt');
	expect((await whole.call(token, 'portfolio_live', {})).halts).toMatchObject([
		{ scope: 'user', halted_by: agentId, reason: 'Halted from Telegram.' },
	]);
	const other = await tested.link({ actsForOwner: true });
	const [resume] = await tested.say('/resume');
	expect((await tested.press('Confirm', resume as SentMessage))[0]?.text).toBe('Trading is resumed.');
	const [again] = await tested.say('/halt');
	await whole.call(token, 'stop_agent', { agent_id: other });
	expect((await tested.press('Confirm', again as SentMessage))[0]?.text).toContain('was stopped');
	expect((await tested.say('/status'))[0]?.text).toContain('The agent of this chat is stopped.');
	expect((await whole.call(token, 'portfolio_live', {})).halts).toEqual([]);
});

test('unlinking on the page or in the chat ends the link and its buttons', async () => {
	await using tested = await openChats();
	const { whole, token } = tested;
	await tested.link();
	const [halt] = await tested.say('/halt');
	const { chats } = await whole.call(token, 'list_chats', {});
	const [chat] = chats as readonly { readonly link_id: string; readonly person: string }[];
	expect(chat?.person).toBe('ann');
	await whole.call(token, 'unlink_chat', { link_id: chat?.link_id });
	expect(await tested.press('Confirm', halt as SentMessage)).toEqual([]);
	expect((await whole.call(token, 'portfolio_live', {})).halts).toEqual([]);
	await tested.link();
	expect((await tested.say('/unlink'))[0]?.text).toContain('no longer linked');
	expect((await whole.call(token, 'list_chats', {})).chats).toEqual([]);
});

test('a conflict, a rate limit and a dead platform delay commands and lose none', async () => {
	await using tested = await openChats();
	const { whole, token, platforms } = tested;
	const { telegram } = platforms;
	await tested.link();
	const stateOf = async () =>
		(
			(await whole.call(token, 'list_chats', {})).platforms as readonly { readonly problem: string | null }[]
		)[0]?.problem;
	await telegram.pollElsewhere();
	await whole.pass(100);
	expect(await stateOf()).toContain('terminated by other getUpdates request');
	await whole.pass(10 * SECOND_MS);
	expect(await stateOf()).toBeNull();
	telegram.answerNext('sendMessage', refusal(429, 'Too Many Requests: retry after 7', { retry_after: 7 }));
	expect(await tested.say('/help')).toEqual([]);
	await whole.pass(7 * SECOND_MS);
	expect(telegram.sent.at(-1)?.text).toContain('Commands');
	platforms.goDown();
	telegram.say('/positions', ANN);
	await whole.pass(5 * MINUTE_MS);
	expect(await stateOf()).toBe('Telegram cannot be reached: ECONNREFUSED.');
	platforms.comeUp();
	const before = telegram.sent.length;
	await whole.pass(2 * MINUTE_MS);
	expect(telegram.sent.slice(before).map(({ text }) => text)).toEqual(['No open position.']);
	expect(telegram.unconfirmed()).toBe(0);
	telegram.hasWebhook = true;
	await whole.pass(2 * MINUTE_MS);
	expect(await stateOf()).toContain('webhook is active');
	expect(whole.errors).toEqual([]);
});

test('Slack links, confirms and closes once through Socket Mode', async () => {
	await using tested = await openChats();
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
	const next = async (act: () => void) => {
		const before = slack.sent.length;
		act();
		await whole.pass(10 * SECOND_MS);
		return slack.sent.slice(before);
	};
	const command = (text: string, user = 'U0ANN') => next(() => slack.command('/carrywire', text, user));
	expect((await command(`link ${code}`))[0]?.text).toContain('This chat is linked.');
	const id = await openPosition(tested);
	const [preview] = await command('close SOL');
	expect(preview?.text).toContain('Expected net');
	const confirm = preview?.buttons.Confirm ?? '';
	expect(await next(() => slack.press(confirm, 'U0BOB'))).toMatchObject([
		{ replaces: true, text: expect.stringContaining('expired') },
	]);
	expect(await openIds(tested)).toEqual([id]);
	const done = await next(() => {
		slack.press(confirm, 'U0ANN');
		slack.repeatLast();
	});
	expect(done.map(({ replaces, text }) => [replaces, text.split('\n')[0]])).toEqual([
		[true, 'Closing SOLUSDT: long Bybit, short KuCoin …'],
		[false, 'Closed SOLUSDT: long Bybit, short KuCoin.'],
	]);
	expect(await openIds(tested)).toEqual([]);
	slack.refresh();
	await whole.pass(SECOND_MS);
	slack.cut();
	slack.command('/carrywire', 'positions', 'U0ANN');
	const before = slack.sent.length;
	await whole.pass(MINUTE_MS);
	expect(slack.sent.slice(before).map(({ text }) => text)).toEqual(['No open position.']);
	slack.command('/carrywire', 'positions', 'U0ANN');
	slack.answerNext({ status: 404, body: { ok: false, error: 'expired_url' } });
	await whole.pass(SECOND_MS);
	expect(slack.sent.at(-1)).toMatchObject({ to: 'U0ANN', text: 'No open position.' });
	expect([slack.late, slack.unacknowledged()]).toEqual([[], 0]);
	expect(whole.errors).toEqual([]);
});
