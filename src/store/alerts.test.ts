/**
 * Tests the alert store's guarantees: a batch is stored entirely or not at all, each alert is stored once, and
 * everything is durable.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { alertOf } from '../../test/support/alert-service.ts';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import { runningEvents } from '../../test/support/running-execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import { summaryOf } from '../engine/decide/summary.ts';
import type { AlertStore, StandingCondition, StoredTarget } from '../ports/alert-store.ts';
import { createAlertStore } from './alerts.ts';
import { createSqliteJournal } from './sqlite/journal.ts';
import { createSqliteDatabase } from './sqlite/sqlite-database.ts';

const database = databasePerTest();
let store: AlertStore;
beforeEach(() => {
	store = createAlertStore(createSqliteDatabase(database.now()));
});

const numbered = (number: number, change = {}) =>
	alertOf('user_a', { alertId: `alert_${number}`, ...change });
const target = (targetId: string, change: Partial<StoredTarget> = {}): StoredTarget => ({
	targetId,
	userId: 'user_a',
	kind: 'webhook',
	name: 'pager',
	shown: 'https://alerts.example',
	sealed: 'v1.sealed',
	kinds: ['unhedged'],
	leastSeverity: 'warning',
	createdAt: 1_000,
	confirmedAt: 1_000,
	pausedAt: null,
	failingSince: null,
	failure: null,
	lastDeliveredAt: null,
	dropped: 0,
	droppedSaid: 0,
	...change,
});
const standing = (thing: string): StandingCondition => ({
	userId: 'user_a',
	kind: 'venue_down',
	thing,
	since: 5,
});

describe('a batch', () => {
	test('is there after a restart, with open conditions and the position in the journal', async () => {
		await store.insertTarget(target('target_1'));
		const alert = numbered(1, {
			facts: { a: 1.5, b: null, c: ['x'] },
			sentence: { id: 'alert.closed', facts: { heldMs: 5, pnl: 1.25, name: 'BTCUSDT' } },
		});
		const fresh = await store.record({
			alerts: [{ alert, targetIds: ['target_1', 'target_gone'] }],
			began: [standing('bybit')],
			journalReadTo: 7,
			targets: [{ targetId: 'target_1', change: { pausedAt: 9, failure: 'no', failingSince: 8 } }],
		});
		expect(fresh).toEqual([alert]);
		const again = createAlertStore(createSqliteDatabase(database.reopen()));
		expect(await again.recent('user_a', 5)).toEqual([alert]);
		expect(await again.recent('user_b', 5)).toEqual([]);
		expect((await again.atStart()).standing).toEqual([standing('bybit')]);
		expect((await again.atStart()).journalReadTo).toBe(7);
		expect((await again.atStart()).targets).toEqual([
			target('target_1', { pausedAt: 9, failure: 'no', failingSince: 8 }),
		]);
		expect(await again.nextWaiting('target_1', 'info')).toEqual({ seq: 1, alert, attempts: 0 });
		expect([await again.has('alert_1'), await again.has('alert_2')]).toEqual([true, false]);
	});

	test('leaves an existing alert unchanged and does not queue it twice', async () => {
		await store.insertTarget(target('target_1'));
		await store.record({ alerts: [{ alert: numbered(1), targetIds: ['target_1'] }] });
		const fresh = await store.record({
			alerts: [
				{ alert: numbered(1, { message: 'Another.' }), targetIds: ['target_1'] },
				{ alert: numbered(2), targetIds: [] },
			],
		});
		expect(fresh.map(({ alertId }) => alertId)).toEqual(['alert_2']);
		expect((await store.recent('user_a', 5)).map(({ message }) => message)).not.toContain('Another.');
		expect(await store.waitingCount('target_1')).toBe(1);
	});

	test('leaves nothing if it fails', async () => {
		await store.record({ alerts: [], began: [standing('bybit')] });
		await expect(
			store.record({
				alerts: [{ alert: numbered(1), targetIds: [] }],
				journalReadTo: 9,
				began: [standing('kucoin'), standing('bybit')],
			}),
		).rejects.toThrow();
		const { journalReadTo, standing: stands } = await store.atStart();
		expect([await store.recent('user_a', 5), journalReadTo, stands]).toEqual([[], 0, [standing('bybit')]]);
		await store.record({ alerts: [], over: [standing('bybit')] });
		expect((await store.atStart()).standing).toEqual([]);
	});
});

describe('deliveries', () => {
	test('wait in the order of the alerts, and each ends once', async () => {
		await store.insertTarget(target('target_1'));
		await store.record({
			alerts: [1, 2].map((number) => ({ alert: numbered(number), targetIds: ['target_1'] })),
		});
		const settle = (seq: number, state: 'waiting' | 'delivered' | 'refused', failure: string | null) =>
			store.settle({
				targetId: 'target_1',
				seq,
				state,
				failure,
				at: 50,
				change: { failure, failingSince: null },
			});
		await settle(1, 'waiting', 'It answered 500.');
		expect(await store.nextWaiting('target_1', 'info')).toMatchObject({ seq: 1, attempts: 1 });
		await settle(1, 'delivered', null);
		await settle(1, 'refused', 'too late');
		expect(await store.nextWaiting('target_1', 'info')).toMatchObject({ seq: 2 });
		expect((await store.recentAlerts('user_a', { limit: 5 }))?.map(({ deliveries }) => deliveries)).toEqual([
			[
				{
					targetId: 'target_1',
					state: 'waiting',
					attempts: 0,
					attemptedAt: null,
					endedAt: null,
					failure: null,
				},
			],
			[
				{
					targetId: 'target_1',
					state: 'delivered',
					attempts: 2,
					attemptedAt: 50,
					endedAt: 50,
					failure: null,
				},
			],
		]);
	});

	test('are dropped oldest first, by number or by age, and counted', async () => {
		await store.insertTarget(target('target_1'));
		for (const number of [1, 2, 3, 4, 5])
			await store.record({
				alerts: [{ alert: numbered(number, { raisedAt: number * 10 }), targetIds: ['target_1'] }],
			});
		expect(await store.drop('target_1', { beyond: 3 }, 'too many', 60)).toBe(2);
		expect(await store.drop('target_1', { beyond: 3 }, 'too many', 61)).toBe(0);
		expect(await store.drop('target_1', { raisedBefore: 40 }, 'too old', 62)).toBe(1);
		expect(await store.nextWaiting('target_1', 'info')).toMatchObject({ seq: 4 });
		expect((await store.atStart()).targets[0]?.dropped).toBe(3);
		expect(
			(await store.recentAlerts('user_a', { limit: 9 }))?.map(({ deliveries }) => deliveries[0]?.failure),
		).toEqual([null, null, 'too old', 'too many', 'too many']);
	});

	test('are deleted with their target or their alert', async () => {
		await store.insertTarget(target('target_1'));
		await store.insertTarget(target('target_2', { createdAt: 2_000, kinds: null }));
		await store.record({
			alerts: [1, 2].map((number) => ({
				alert: numbered(number, { raisedAt: number * 10 }),
				targetIds: ['target_1', 'target_2'],
			})),
		});
		await store.removeTarget('target_1');
		expect((await store.atStart()).targets.map(({ targetId }) => targetId)).toEqual(['target_2']);
		expect(await store.nextWaiting('target_1', 'info')).toBeUndefined();
		await store.prune(20);
		expect(await store.recentAlerts('user_a', { limit: 5 })).toMatchObject([
			{ alert: { alertId: 'alert_2' }, deliveries: [{ targetId: 'target_2' }] },
		]);
		expect(await store.waitingCount('target_2')).toBe(1);
	});
});

describe('the journal', () => {
	test('is read by type, in pages, up to its end; ended executions are found by time', async () => {
		const journal = createSqliteJournal(database.now());
		const events = runningEvents({ openedAt: 100 });
		const ended = [...events, { type: 'ExecutionClosed', reason: 'done' } as const];
		const state = foldExecution(ended.map((event) => ({ event, recordedAt: 100 })));
		await journal.appendExecution({
			executionId: state.plan.executionId,
			expectedSeq: 0,
			events: ended,
			recordedAt: 100,
			summary: summaryOf(state),
		});
		const types = ['ExecutionPlanned', 'ExecutionOpened', 'ExecutionClosed'];
		const at = types.map((type) => ended.findIndex((event) => event.type === type));
		const first = await store.journalMarks(0, types, 2);
		expect(first.marks.map(({ streamSeq }) => streamSeq)).toEqual(at.slice(0, 2));
		const rest = await store.journalMarks(first.readTo, types, 2);
		expect(rest).toEqual({
			marks: [{ executionId: state.plan.executionId, streamSeq: at[2] }],
			readTo: ended.length,
		});
		expect(await store.journalMarks(rest.readTo, types, 2)).toEqual({ marks: [], readTo: ended.length });
		const { userId, executionId } = state.plan;
		expect(await store.endedSince(userId, 100, 101)).toEqual([executionId]);
		expect([
			await store.endedSince(userId, 101, 200),
			await store.endedSince(userId, 50, 100),
			await store.endedSince('user_b', 0, 200),
		]).toEqual([[], [], []]);
	});
});
