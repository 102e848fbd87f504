/** Tests an order on the recordings of a data directory: its grade, its facts, and the same result in threads. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DataFolder, dataFolder } from '../../../test/support/data-folder.ts';
import { recordPaperRun } from '../../../test/support/recorded-paper-run.ts';
import { DAY_MS } from '../../domain/funding.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { ReplayResult } from '../report/result.ts';
import { DEFAULT_ORDER, type ReplayOrder } from './order.ts';
import { runReplay } from './run-order.ts';

const MINUTE = 60_000;
/** The recorder starts ten minutes before. */
const FROM = Date.UTC(2026, 10, 21, 8, 50);
const UNTIL = FROM + 20 * MINUTE;

let folder: DataFolder;
beforeAll(async () => {
	folder = dataFolder();
	await recordPaperRun({
		...{ directory: folder.path, from: FROM, until: UNTIL, depositUsd: 10_000, bookMs: 1_000 },
		...{ venues: ['bybit', 'okx'], coins: ['SOL', 'AVAX'], policy: async () => {} },
	});
});
afterAll(() => folder[Symbol.dispose]());

const run = (order: Partial<ReplayOrder>, isCanceled = () => false): Promise<ReplayResult> =>
	runReplay(
		{ ...DEFAULT_ORDER, data: [folder.path], policy: 'top-headline', compare: false, ...order },
		{ onProgress() {}, isCanceled, machine: systemClock, log: SILENT_LOGGER },
	);

describe('an order on a data directory', () => {
	let result: ReplayResult;
	beforeAll(async () => {
		result = await run({});
	});

	test('is replayed at grade A, from ten minutes after the first observation to the last', () => {
		expect(result.status).toBe('complete');
		expect(result.settings).toMatchObject({ grade: 'A', exchanges: ['bybit', 'okx'] });
		expect(result.settings.from).toBe(result.data.from + 10 * MINUTE);
		expect(result.settings.until).toBe(result.data.until);
	});

	test('states the facts of the recordings', () => {
		expect(result.data).toMatchObject({ contracts: 4, coins: 2, gaps: [], intervalChanges: [] });
		expect(result.data.files.map(({ path }) => path)).toEqual([
			'2026-11-21T08-000.txt.gz',
			'2026-11-21T09-000.txt.gz',
		]);
		expect(result.data.hash).toMatch(/^[0-9a-f]{64}$/);
	});

	test('trades, and states assumptions about books instead of slippage', () => {
		expect(result.positions.length).toBeGreaterThan(0);
		expect(result.assumptions).toContainEqual(expect.stringContaining('fills at the next recorded book'));
		expect(result.assumptions).toContain('Fees are the recorded ones of each exchange’s base tier.');
		expect(result.assumptions.join(' ')).not.toContain('bp from the price');
	});

	test('has the same result in two threads', async () => {
		const threaded = await run({ workers: 2, compare: true });
		expect(threaded.outcome).toEqual(result.outcome);
		expect(threaded.positions.map(({ events }) => events)).toEqual(
			result.positions.map(({ events }) => events),
		);
		expect(threaded.comparisons.map(({ name, outcome }) => [name, outcome !== null])).toContainEqual([
			'month-mean',
			true,
		]);
	});

	test('takes the fees of the order instead of the recorded ones', async () => {
		const { assumptions, outcome } = await run({
			feesBp: { bybit: { taker: 0, maker: 0 }, okx: { taker: 0, maker: 0 } },
		});
		expect(assumptions[0]).toContain('as given: Bybit 0/0, OKX 0/0');
		expect(outcome.parts.fees).toBeCloseTo(0, 9);
		expect(result.outcome.parts.fees).toBeLessThan(0);
	});
});

test.each([2, 10, 40])('an order that is canceled at the step %i of its warm-up ends', async (steps) => {
	let asked = 0;
	const canceled = run({}, () => {
		asked += 1;
		return asked > steps;
	});
	await expect(canceled).rejects.toThrow('The replay was canceled before its first step');
});

test('an order that names grade B for recordings is refused', async () => {
	await expect(run({ grade: 'B' })).rejects.toThrow('There are recordings of Carrywire and no tables');
});

test('an order outside the recordings is refused', async () => {
	await expect(run({ from: FROM - 9 * DAY_MS, until: UNTIL })).rejects.toThrow('is not inside the data');
});
