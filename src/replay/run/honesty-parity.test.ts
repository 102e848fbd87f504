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

/** Tolerance of a limit price that follows from an older sample of the book, bp; 5.3 were measured. */
const LIMIT_BP_MAX = 10;

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

/** Runs an hour of mode simulated, and its replay. */
async function simulated(priceMs: number, priceOffsetMs: number) {
	using folder: DataFolder = dataFolder();
	const run = {
		...{ directory: folder.path, from: FROM, until: UNTIL, depositUsd: 10_000, seed: 11 },
		policy: turningPolicy(10, UNTIL),
	};
	const live = await recordSimulatedRun({ ...run, priceMs, priceOffsetMs });
	const replayed = await replayRun(run);
	expect([...live.errors, ...replayed.errors]).toEqual([]);
	expect(live.orders.length).toBeGreaterThan(15);
	const decisions = ({ events }: Pick<RunDone, 'events'>) =>
		events.filter((type) => ['ExecutionPlanned', 'ExecutionOpened', 'CloseRequested'].includes(type));
	expect(decisions(replayed)).toEqual(decisions(live));
	return { live, replayed };
}

describe('an hour of mode simulated and its replay', () => {
	/**
	 * Each book is sampled every 10 s, and orders of the live service go out up to 0.4 s later than in the replay. So
	 * the orders are exactly the same only if no price changes from the last sample to the order.
	 */
	test('have the same decisions and orders if the last sample of each book is still true', async () => {
		const { live, replayed } = await simulated(20_000, 5_000);
		expectSameOrders(replayed.orders, live.orders);
	});

	test('have the same orders at other limit prices if prices change every 3 s', async () => {
		const { live, replayed } = await simulated(3_000, 0);
		const priceless = (orders: RunDone['orders']) =>
			orders.map(({ limitPrice: _price, ...order }) => ({ ...order, at: 0 }));
		expect(priceless(replayed.orders)).toEqual(priceless(live.orders));
		const apartBp = replayed.orders.map(
			({ limitPrice }, index) =>
				1e4 * Math.abs(Number(limitPrice) / Number(live.orders[index]?.limitPrice) - 1),
		);
		expect(Math.max(...apartBp)).toBeGreaterThan(0);
		expect(Math.max(...apartBp)).toBeLessThan(LIMIT_BP_MAX);
	});
});
