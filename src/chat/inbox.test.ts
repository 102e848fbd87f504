import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../../test/support/memory-database.ts';
import { DECISION_EXAMPLE } from '../api/rpc/decision-record.ts';
import { parseExactJson } from '../domain/exact-json.ts';
import type { ChatEntry, ChatPlace } from '../ports/chat.ts';
import type { ChatCalls } from '../ports/chat-calls.ts';
import { UNMETERED } from '../ports/metrics.ts';
import { seededRandom } from '../runtime/seeded-random.ts';
import { createVirtualClock, promisesSettle } from '../runtime/virtual-clock.ts';
import { createChatStore } from '../store/chats.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createChatInbox } from './inbox.ts';
import type { Message } from './message.ts';

const NOW = Date.UTC(2026, 10, 28);
const PLACE = { platform: 'telegram', chatId: '1', personId: '1' } as const;
const NAMES = { chatName: null, personName: 'ann' };

/** A linked chat in a real store, as an earlier process has left it. */
async function linked() {
	const database = openMemoryDatabase();
	database.exec("INSERT INTO account_user (user_id, name, created_at) VALUES ('user_1', 'ann', 1)");
	const store = createChatStore(createSqliteDatabase(database));
	await store.putCode({
		codeHash: 'hash',
		userId: 'user_1',
		agentId: 'agent_1',
		actsForOwner: false,
		expiresAt: NOW + 1,
	});
	const linkId = 'chat_1';
	await store.redeem('hash', { ...PLACE, ...NAMES, linkId, at: NOW });
	return { store, linkId };
}

/** @param answer result of every call; by default calls are refused */
function started({ store }: Awaited<ReturnType<typeof linked>>, answer?: object) {
	const sent: string[] = [];
	const calls: string[] = [];
	const clock = createVirtualClock(NOW);
	const inbox = createChatInbox({
		store,
		clock,
		random: seededRandom(1),
		links: { redeem: async () => undefined },
		log: { debug() {}, info() {}, warn() {}, error: (facts) => void sent.push(JSON.stringify(facts)) },
		meter: UNMETERED.chats,
	});
	const port: ChatCalls = {
		agentOf: async () => ({ mayTrade: true, amountMax: null }),
		async call(_link, method) {
			calls.push(method);
			if (answer !== undefined) return { result: parseExactJson(JSON.stringify(answer), 64) };
			return { code: 'FORBIDDEN', message: 'Not allowed.' };
		},
	};
	const outlet = {
		async send(_place: ChatPlace, message: Message) {
			sent.push([message.title, ...message.lines].join(' '));
		},
		async pressed(_place: ChatPlace, text: string) {
			sent.push(text);
		},
		async replace(_place: ChatPlace, message: Message) {
			sent.push([message.title, ...message.lines].join(' '));
		},
	};
	return { inbox, sent, calls, start: () => inbox.start(port, new Map([['telegram', outlet]])) };
}

const entry = (intent: ChatEntry['intent']): ChatEntry => ({
	place: PLACE,
	names: NAMES,
	intent,
	reference: {},
});
const HELP = entry({ kind: 'help' });

test('answers what an earlier process has stored, once, and recognizes a repeated entry', async () => {
	const given = await linked();
	const before = started(given);
	await before.inbox.accept('telegram', [{ key: '1', entry: HELP }]);
	const after = started(given);
	await after.start();
	await promisesSettle();
	await after.inbox.accept('telegram', [{ key: '1', entry: HELP }]);
	await promisesSettle();
	expect([before.sent, after.sent.map((text) => text.split(' ')[0])]).toEqual([[], ['Commands']]);
	expect(await given.store.waiting()).toEqual([]);
});

test('reports an act that an earlier process has begun and not finished, and does not repeat it', async () => {
	const given = await linked();
	const { store, linkId } = given;
	const act = { kind: 'close', executionId: 'exec_1', name: 'SOL' } as const;
	await store.putConfirmation({ nonce: 'a', linkId, act, expiresAt: NOW + 60_000 });
	await store.take('a', linkId, NOW);
	const first = started(given);
	await first.start();
	await first.inbox.accept('telegram', [
		{ key: '2', entry: entry({ kind: 'press', nonce: 'a', isConfirmed: true }) },
	]);
	await promisesSettle();
	expect(first.sent).toEqual([
		'The service restarted during your last command. The outcome of "close SOL" is not known here. Check it with /positions.',
		'This button has expired or was already used. Send the command again.',
	]);
	expect(first.calls).toEqual([]);
	const second = started(given);
	await second.start();
	await promisesSettle();
	expect(second.sent).toEqual([]);
});

test('a refused call ends its confirmation, and its sentence is the answer', async () => {
	const given = await linked();
	const { store, linkId } = given;
	await store.putConfirmation({ nonce: 'b', linkId, act: { kind: 'halt' }, expiresAt: NOW + 60_000 });
	const { inbox, sent, calls, start } = started(given);
	await start();
	await inbox.accept('telegram', [
		{ key: '3', entry: entry({ kind: 'press', nonce: 'b', isConfirmed: true }) },
	]);
	await promisesSettle();
	expect([calls, sent]).toEqual([['halt_trading'], ['Halting …', 'That did not work. Not allowed.']]);
	expect(await store.unfinished()).toEqual([]);
});

test('a late press asks the pot nothing, and shows that the suggestion has expired', async () => {
	const given = await linked();
	const { store, linkId } = given;
	const validUntil = Date.parse(DECISION_EXAMPLE.valid_until);
	const act = {
		kind: 'suggestion',
		pot: 'Main',
		potId: DECISION_EXAMPLE.pot_id,
		decisionId: DECISION_EXAMPLE.decision_id,
		number: 0,
		validUntil,
		name: 'open SOL',
	} as const;
	await store.putConfirmation({ nonce: 'e', linkId, act, expiresAt: NOW + 60_000 });
	const pot = { settings: { name: 'Main' }, decisions: [DECISION_EXAMPLE] };
	const { inbox, sent, calls, start } = started(given, { pots: [pot] });
	await start();
	await inbox.accept('telegram', [
		{ key: '6', entry: entry({ kind: 'press', nonce: 'e', isConfirmed: true }) },
	]);
	await promisesSettle();
	expect(calls).toEqual(['autopilot_status']);
	expect(sent).toEqual([
		'Confirming: open SOL …',
		'Main: open SOL Long Bybit, short KuCoin, 450.00 USD per leg Expected gain +4.10 USD in 30 days, cost 0.70 USD Expected gain in 30 days: 4.10 USD; cost: 0.70 USD. This suggestion has expired. The next decision plans again. It was valid until 21 Nov, 06:10 UTC.',
	]);
});

test('a closed inbox leaves entries to the next process', async () => {
	const given = await linked();
	const { inbox, sent, start } = started(given);
	await start();
	inbox.close();
	await inbox.accept('telegram', [{ key: '4', entry: HELP }]);
	await promisesSettle();
	expect(sent).toEqual([]);
	expect(await given.store.waiting()).toHaveLength(1);
});

test('old entries and confirmations are deleted, waiting ones are not', async () => {
	const { store, linkId } = await linked();
	const [fresh] = await store.accept('telegram', [{ key: '5', entry: HELP }], 1);
	const act = { kind: 'halt' } as const;
	await store.putConfirmation({ nonce: 'c', linkId, act, expiresAt: 2 });
	await store.putConfirmation({ nonce: 'd', linkId, act, expiresAt: 2 });
	await store.take('d', linkId, 1);
	await store.prune(NOW);
	expect(await store.waiting()).toHaveLength(1);
	expect((await store.unfinished()).map(({ nonce }) => nonce)).toEqual(['d']);
	await store.handled(fresh?.seq ?? 0);
	await store.prune(NOW);
	expect(await store.accept('telegram', [{ key: '5', entry: HELP }], NOW)).toHaveLength(1);
	expect(await store.take('c', linkId, 1)).toBeUndefined();
});
