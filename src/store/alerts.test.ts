/**
 * Tests the alert store's guarantees: a batch is stored entirely or not at all, each alert is stored once, and
 * everything is durable.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { alertOf } from '../../test/support/alert-service.ts';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import type { AlertStore, StandingCondition, StoredTarget } from '../ports/alert-store.ts';
import type { AlertQuery } from '../ports/alert-targets.ts';
import type { Alert } from '../ports/alerts.ts';
import { createAlertStore } from './alerts.ts';
import type { SqlDatabase } from './sql-database.ts';

const database = storePerTest();
const storeOn = (on: SqlDatabase) => createAlertStore(on, database.follow(on, 'user_a'));
let store: AlertStore;
beforeEach(() => {
	store = storeOn(database.now());
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
		const again = storeOn(database.reopen());
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

test('ended executions are found by time, those of one user', async () => {
	const put = (
		executionId: string,
		userId: string,
		ended: 0 | 1,
		createdAt: number,
		closedAt: number | null,
	) =>
		database.now().changes(
			`INSERT INTO execution (execution_id, job_id, user_id, exchangepair, symbol, phase, ended, created_at, closed_at)
				 VALUES (?, 'job', ?, 'bybit-kucoin', 'BTCUSDT', 'closed', ?, ?, ?)`,
			executionId,
			userId,
			ended,
			createdAt,
			closedAt,
		);
	await put('exec_late', 'user_a', 1, 10, 300);
	await put('exec_b', 'user_a', 1, 20, 200);
	await put('exec_a', 'user_a', 1, 20, 200);
	await put('exec_open', 'user_a', 0, 20, null);
	await put('exec_before', 'user_a', 1, 20, 199);
	await put('exec_young', 'user_a', 1, 50, 250);
	await put('exec_other', 'user_b', 1, 20, 200);
	expect(await store.endedSince('user_a', 200, 50)).toEqual(['exec_a', 'exec_b', 'exec_late']);
	expect(await store.endedSince('user_a', 301, 50)).toEqual([]);
});

describe('the list of alerts', () => {
	beforeEach(async () => {
		await store.insertTarget(target('target_1'));
		await store.insertTarget(target('target_2', { createdAt: 500, kinds: null }));
		const one = (number: number, change: Partial<Alert>, ...targetIds: readonly string[]) =>
			store.record({
				alerts: [{ alert: numbered(number, { raisedAt: number * 10, ...change }), targetIds }],
			});
		await one(1, { severity: 'info' }, 'target_1');
		await one(2, { kind: 'unhedged' }, 'target_1', 'target_2');
		await one(3, { severity: 'warning' }, 'target_2');
		await one(4, { userId: 'user_b' }, 'target_2');
		await store.settle({
			targetId: 'target_1',
			seq: 1,
			state: 'delivered',
			failure: null,
			at: 50,
			change: {},
		});
	});
	const listed = async (query: Omit<AlertQuery, 'limit'>, limit = 9) =>
		(await store.recentAlerts('user_a', { ...query, limit }))?.map(({ alert, deliveries }) =>
			[alert.alertId.at(-1), ...deliveries.map(({ targetId }) => targetId.at(-1))].join(' '),
		);

	test('is filtered, newest first, with deliveries in the order of their targets', async () => {
		expect(await listed({})).toEqual(['3 2', '2 2 1', '1 1']);
		expect(await listed({}, 2)).toEqual(['3 2', '2 2 1']);
		expect(await listed({ before: 'alert_3' })).toEqual(['2 2 1', '1 1']);
		expect(await listed({ before: 'alert_3' }, 1)).toEqual(['2 2 1']);
		expect(await listed({ before: 'alert_4' })).toBeUndefined();
		expect(await listed({ kinds: ['unhedged', 'venue_up' as never] })).toEqual(['2 2 1']);
		expect(await listed({ leastSeverity: 'warning' })).toEqual(['3 2', '2 2 1']);
		expect(await listed({ from: 20, until: 30 })).toEqual(['2 2 1']);
		expect(await listed({ targetId: 'target_1' })).toEqual(['2 1', '1 1']);
		expect(await listed({ deliveryState: 'delivered' })).toEqual(['1 1']);
		expect(await listed({ targetId: 'target_2', deliveryState: 'waiting' }, 1)).toEqual(['3 2']);
		expect(await listed({ targetId: 'target_2', deliveryState: 'delivered' })).toEqual([]);
	});

	test('shows the next waiting delivery of at least a severity', async () => {
		expect(await store.nextWaiting('target_2', 'critical')).toMatchObject({ alert: { alertId: 'alert_2' } });
		expect(await store.nextWaiting('target_2', 'info')).toMatchObject({ alert: { alertId: 'alert_2' } });
		await store.settle({ targetId: 'target_2', seq: 2, state: 'refused', failure: 'no', at: 51, change: {} });
		expect(await store.nextWaiting('target_2', 'info')).toMatchObject({ alert: { alertId: 'alert_3' } });
		expect(await store.nextWaiting('target_2', 'critical')).toMatchObject({ alert: { userId: 'user_b' } });
		expect(await store.nextWaiting('target_1', 'critical')).toMatchObject({ alert: { alertId: 'alert_2' } });
	});

	test('drops those that are not critical first', async () => {
		expect(await store.drop('target_2', { uncriticalBeyond: 0 }, 'quiet', 60)).toBe(1);
		expect(await store.waitingCount('target_2')).toBe(2);
		expect(await store.drop('target_2', { uncriticalBeyond: 0 }, 'quiet', 60)).toBe(0);
	});
});

test('a change of a target writes only the named members', async () => {
	await store.insertTarget(target('target_1', { confirmedAt: null }));
	await store.insertTarget(target('target_0'));
	await store.record({
		alerts: [],
		targets: [
			{
				targetId: 'target_1',
				change: { kinds: null, name: 'renamed', leastSeverity: 'info', confirmedAt: 7 },
			},
			{ targetId: 'target_1', change: { lastDeliveredAt: 8, droppedSaid: 3 } },
			{ targetId: 'target_0', change: {} },
			{ targetId: 'target_none', change: { name: 'x' } },
		],
	});
	expect((await store.atStart()).targets).toEqual([
		target('target_0'),
		target('target_1', {
			kinds: null,
			name: 'renamed',
			leastSeverity: 'info',
			confirmedAt: 7,
			lastDeliveredAt: 8,
			droppedSaid: 3,
		}),
	]);
	await expect(store.insertTarget(target('target_1'))).rejects.toThrow(/unique/i);
});

test('two processes record an alert once, and both of their deliveries end once', async () => {
	await store.insertTarget(target('target_1'));
	const other = storeOn(database.beside());
	const batch = { alerts: [{ alert: numbered(1), targetIds: ['target_1'] }] };
	const fresh = resultsOf(
		await database.atOnce(
			'alert',
			() => store.record(batch),
			() => other.record(batch),
		),
	) as (readonly Alert[])[];
	expect(fresh.flat()).toEqual([numbered(1)]);
	expect(await store.waitingCount('target_1')).toBe(1);
	const seq = (await store.nextWaiting('target_1', 'info'))?.seq ?? 0;
	const outcome = {
		targetId: 'target_1',
		seq,
		state: 'delivered',
		failure: null,
		at: 5,
		change: {},
	} as const;
	resultsOf(
		await database.atOnce(
			'alert_delivery',
			() => store.settle(outcome),
			() => other.settle(outcome),
		),
	);
	expect(await store.recentAlerts('user_a', { limit: 1 })).toMatchObject([{ deliveries: [{ attempts: 1 }] }]);
});
