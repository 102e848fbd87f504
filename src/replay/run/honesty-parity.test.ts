/**
 * Honesty test 6: a recording of the service, replayed with the same policy, gives the same decisions and the same
 * orders. A whole day of mode paper is among the long tests.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { type DataFolder, dataFolder } from '../../../test/support/data-folder.ts';
import {
	type PaperRun,
	type RunDone,
	recordPaperRun,
	replayRun,
} from '../../../test/support/recorded-paper-run.ts';
import { recordSimulatedRun } from '../../../test/support/recorded-simulated-run.ts';
import { turningPolicy } from '../../../test/support/turning-policy.ts';

const MINUTE = 60_000;
const FROM = Date.UTC(2026, 10, 21, 8, 20);
const UNTIL = FROM + 60 * MINUTE;
/**
 * Tolerance of the time of an order, ms. Paper accounts answer at once, and other exchanges after a round trip or two.
 */
const ORDER_MS_MAX = 500;

/** Compares orders in everything but small differences of time. */
function expectSameOrders(replayed: RunDone['orders'], live: RunDone['orders']): void {
	const untimed = (orders: RunDone['orders']) => orders.map(({ at: _at, ...order }) => order);
	expect(untimed(replayed)).toEqual(untimed(live));
	const apart = replayed.map(({ at }, index) => Math.abs(at - (live[index]?.at ?? 0)));
	expect(Math.max(...apart)).toBeLessThanOrEqual(ORDER_MS_MAX);
}

describe('an hour of mode paper and its replay', () => {
	let live: RunDone;
	let replayed: RunDone;

	beforeAll(async () => {
		using folder: DataFolder = dataFolder();
		const run: PaperRun = {
			...{ directory: folder.path, from: FROM, until: UNTIL, depositUsd: 10_000 },
			...{ venues: ['bybit', 'okx'], coins: ['SOL', 'AVAX', 'DOGE'], bookMs: 1_000 },
			policy: turningPolicy(10, UNTIL),
		};
		live = await recordPaperRun(run);
		replayed = await replayRun(run);
		expect([...live.errors, ...replayed.errors]).toEqual([]);
	});

	test('have the same orders', () => {
		expect(live.orders.length).toBeGreaterThan(15);
		expectSameOrders(replayed.orders, live.orders);
	});

	test('have the same events', () => {
		expect(replayed.events.toSorted()).toEqual(live.events.toSorted());
	});

	test('have the same fills, and a net within 1 bp of the notional', () => {
		expect(replayed.fills).toBe(live.fills);
		expect(Math.abs(replayed.netUsd - live.netUsd)).toBeLessThan(live.turnoverUsd / 10_000);
	});
});

test('an hour of mode simulated and its replay have the same decisions and the same orders', async () => {
	using folder: DataFolder = dataFolder();
	const run = {
		...{ directory: folder.path, from: FROM, until: UNTIL, depositUsd: 10_000, seed: 11 },
		policy: turningPolicy(10, UNTIL),
	};
	const live = await recordSimulatedRun(run);
	const replayed = await replayRun(run);
	expect([...live.errors, ...replayed.errors]).toEqual([]);
	expect(live.orders.length).toBeGreaterThan(15);
	expectSameOrders(replayed.orders, live.orders);
	const decisions = ({ events }: Pick<RunDone, 'events'>) =>
		events.filter((type) => ['ExecutionPlanned', 'ExecutionOpened', 'CloseRequested'].includes(type));
	expect(decisions(replayed)).toEqual(decisions(live));
});
