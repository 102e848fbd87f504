import { beforeEach, expect, test } from 'vitest';
import { ANN, POT_SETTINGS } from '../../test/support/pot-world.ts';
import { storePerTest } from '../../test/support/store-per-test.ts';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import type { Pot } from '../ports/autopilot.ts';
import type { DecisionRecord, PotStore } from '../ports/autopilot-store.ts';
import { createPotStore } from './pots.ts';
import { createTokenStore } from './tokens.ts';

const POT: Pot = {
	potId: 'pot_1',
	userId: ANN,
	agentId: null,
	tradesAs: ANN,
	kind: 'live',
	shadowOf: null,
	settings: POT_SETTINGS,
	state: 'running',
	stateReason: null,
	stateAt: 5,
	settingsAt: null,
	createdAt: 5,
};

const RECORD: DecisionRecord = {
	decisionId: 'dec_1',
	potId: 'pot_1',
	at: 10,
	trigger: { kind: 'start', key: 'start', exchange: null, coin: null },
	plan: null,
	changes: [
		{
			kind: 'reduce',
			coin: 'BTC',
			long: { venue: 'bybit', symbol: 'BTCUSDT' },
			short: { venue: 'kucoin', symbol: 'XBTUSDTM' },
			executionId: 'exec_1',
			leg: null,
			notional: parseDecimal('12.5'),
			share: parseDecimal('0.25'),
			gain: null,
			cost: null,
			costMax: null,
			explanation: 'a test',
			remaining: parseDecimal('0.003'),
		},
	],
	validUntil: 20,
};

const databases = storePerTest();
let store: PotStore;

beforeEach(async () => {
	await createTokenStore(databases.now()).ensureUser({ userId: ANN, name: 'ann', createdAt: 1 });
	store = createPotStore(databases.now());
	await store.insert([POT]);
});

test('keeps a pot with exact settings and its last state', async () => {
	expect(await store.load()).toEqual([POT]);
	await store.setState('pot_1', { state: 'paused', reason: 'a test', at: 9 });
	expect(await store.load()).toEqual([{ ...POT, state: 'paused', stateReason: 'a test', stateAt: 9 }]);
});

test('stores one decision per trigger, and one end per change', async () => {
	expect(await store.decide(RECORD, [], ['settings 7'])).toBe(true);
	expect(await store.decide({ ...RECORD, decisionId: 'dec_2' }, [])).toBe(false);
	expect([await store.hasDecided('pot_1', 'settings 7'), await store.hasDecided('pot_1', 'x')]).toEqual([
		true,
		false,
	]);
	expect((await store.open('pot_1')).map(({ decisionId }) => decisionId)).toEqual(['dec_1']);
	const executed = { kind: 'executed', at: 11, executionId: 'exec_1', message: 'done' } as const;
	expect(await store.append('dec_1', 0, { kind: 'begun', at: 10 })).toBe(true);
	// The reduction was sent when it began, so its orders count before it ends.
	expect(await store.sentSince('pot_1', 10)).toEqual(RECORD.changes);
	expect(await store.append('dec_1', 0, executed)).toBe(true);
	expect(await store.append('dec_1', 0, { ...executed, at: 12 })).toBe(false);
	expect(await store.find('dec_1')).toEqual({ ...RECORD, events: [[{ kind: 'begun', at: 10 }, executed]] });
	expect(await store.open('pot_1')).toEqual([]);
	expect(await store.executions()).toEqual(new Map([['pot_1', ['exec_1']]]));
	expect(await store.sentSince('pot_1', 10)).toEqual(RECORD.changes);
	expect(await store.sentSince('pot_1', 11)).toEqual([]);
});

test('a reduction that was refused counts for no day', async () => {
	await store.decide(RECORD, []);
	await store.append('dec_1', 0, { kind: 'begun', at: 10 });
	await store.append('dec_1', 0, { kind: 'refused', at: 11, code: 'UNKNOWN_EXECUTION', message: 'gone' });
	expect(await store.sentSince('pot_1', 10)).toEqual([]);
});

test('an event of an ended change is not stored, but its execution belongs to the pot', async () => {
	await store.decide(RECORD, [{ change: 0, event: { kind: 'expired', at: 10, message: 'replaced' } }]);
	const sent = { kind: 'sent', at: 11, executionId: 'exec_9' } as const;
	expect(await store.append('dec_1', 0, sent)).toBe(false);
	expect((await store.find('dec_1'))?.events).toEqual([[{ kind: 'expired', at: 10, message: 'replaced' }]]);
	expect(await store.executions()).toEqual(new Map([['pot_1', ['exec_9']]]));
});

test('watches executions until their end is noted', async () => {
	await store.decide(RECORD, []);
	await store.append('dec_1', 0, { kind: 'sent', at: 10, executionId: 'exec_2' });
	expect(await store.watched('pot_1')).toEqual(['exec_2']);
	const executed = { kind: 'executed', at: 11, executionId: 'exec_3', message: 'done' } as const;
	await store.append('dec_1', 0, executed, ['exec_2']);
	expect(await store.watched('pot_1')).toEqual(['exec_3']);
	await store.noteEnds(['exec_3']);
	expect(await store.watched('pot_1')).toEqual([]);
});

test('changes a state only if it is still the one that was seen', async () => {
	const paused = { state: 'paused', reason: null, at: 9 } as const;
	expect(await store.setState('pot_1', paused, { state: 'running', stateAt: 4 })).toBe(false);
	expect(await store.setState('pot_1', paused, { state: 'running', stateAt: 5 })).toBe(true);
	expect(await store.setState('pot_1', paused, { state: 'running', stateAt: 5 })).toBe(false);
	expect(await store.load()).toMatchObject([{ state: 'paused', stateAt: 9 }]);
});

test('finds the latest urgent decision at an exchange', async () => {
	const alarm = (decisionId: string, exchange: string): DecisionRecord => ({
		...RECORD,
		decisionId,
		trigger: { kind: 'margin_alarm', key: decisionId, exchange, coin: null },
	});
	for (const [id, exchange] of [
		['dec_2', 'bybit'],
		['dec_3', 'bybit'],
		['dec_4', 'kucoin'],
	] as const)
		await store.decide(alarm(id, exchange), []);
	expect((await store.lastUrgent('pot_1', 'margin_alarm', 'bybit'))?.decisionId).toBe('dec_3');
	expect(await store.lastUrgent('pot_1', 'margin_alarm', 'okx')).toBeUndefined();
});

test('refuses to change a decision or an event', async () => {
	await store.decide(RECORD, [{ change: 0, event: { kind: 'suggested', at: 10 } }]);
	for (const sql of ["UPDATE pot_decision SET cause = '{}'", "UPDATE pot_change_event SET kind = 'executed'"])
		await expect(databases.now().changes(sql)).rejects.toThrow(/never changes/);
});

test('spreads samples over their time, and finds the highest profit', async () => {
	for (let at = 0; at < 10; at += 1)
		await store.sample('pot_1', { at, equity: fromInteger(100 + at), profit: fromInteger(at % 7) });
	expect((await store.samples('pot_1', 0, 4)).map(({ at }) => at)).toEqual([0, 3, 6, 9]);
	expect(await store.highestProfit('pot_1', 7)).toBe(fromInteger(2));
	expect(await store.highestProfit('pot_1', 10)).toBeUndefined();
});
