/** Tests sweeps: the same result however they are played, and settings that are chosen before the days of their test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DataFolder, dataFolder } from '../../../test/support/data-folder.ts';
import { type SettledRow, writeRecording } from '../../../test/support/drawn-recording.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import { systemClock } from '../../runtime/clock.ts';
import { sweepJson } from '../report/report-json.ts';
import type { SweepResult } from '../report/result.ts';
import { DEFAULT_ORDER, type ReplayOrder } from './order.ts';
import { runOrder } from './run-order.ts';

const FROM = Date.UTC(2026, 0, 1);
/** The policies need the rates of a month first. */
const TRADED_FROM = FROM + 30 * DAY_MS;
const UNTIL = TRADED_FROM + 12 * DAY_MS;
/** Start of the first test window. */
const TESTED_FROM = TRADED_FROM + 4 * DAY_MS;

/** Draws AAA with 36 % a year all the time, and BBB with nothing until the test begins and 1,000 % a year then. */
function recorded(): readonly SettledRow[] {
	const rows: SettledRow[] = [];
	for (let at = FROM; at <= UNTIL; at += 8 * HOUR_MS)
		for (const coin of ['AAA', 'BBB']) {
			const rate = coin === 'AAA' ? 0.00033 : at > TESTED_FROM ? 0.01 : 0;
			const named = { at, coin, quote: 'USDT', hours: 8 };
			rows.push({ ...named, venue: 'binance', rate: 0 }, { ...named, venue: 'bybit', rate });
		}
	return rows;
}

const folder = writeRecording({ settled: recorded(), prices: [] });
const ORDER: ReplayOrder = {
	...DEFAULT_ORDER,
	...{ data: [folder], policy: 'month-mean', set: { count: 1, step: 8 }, sweep: { enter: [0.05, 0.6] } },
	...{ from: TRADED_FROM, until: UNTIL, walkForward: { trainDays: 4, testDays: 4 } },
	without: ['TOO_GOOD'],
};

type Swept = { readonly result: SweepResult; readonly json: string; readonly steps: readonly string[] };

/** Runs a sweep. @param isOver asked with the names of the plays so far; true cancels it */
async function sweep(
	order: Partial<ReplayOrder> = {},
	isOver: (steps: readonly string[]) => boolean = () => false,
): Promise<Swept> {
	const steps = new Set<string>();
	const result = await runOrder(
		{ ...ORDER, ...order },
		{
			onProgress: ({ step }) => void steps.add(step),
			isCanceled: () => isOver([...steps]),
			machine: systemClock,
			log: SILENT_LOGGER,
		},
	);
	if (!('trials' in result)) throw new Error('The order is a sweep.');
	return { result, json: sweepJson(result), steps: [...steps] };
}

function keptFolder(): DataFolder {
	const kept = dataFolder();
	onTestFinished(() => kept[Symbol.dispose]());
	return kept;
}

describe('a sweep', () => {
	const values = { enter: [0.05, 0.2, 0.6] };

	test('has the same result on one worker, on two, and when it goes on after an interruption', async () => {
		const { path } = keptFolder();
		const alone = await sweep({ sweep: values });
		expect((await sweep({ sweep: values, workers: 2 })).json).toBe(alone.json);
		const kept = { sweep: values, keep: path };
		const begun = await sweep(kept, (steps) => steps.includes('trial 2'));
		expect(begun.result).toMatchObject({ status: 'partial', trials: [{ set: { enter: 0.05 } }] });
		const lines = readFileSync(join(path, 'trials.jsonl'), 'utf8');
		const ended = await sweep({ ...kept, workers: 2 });
		expect(ended.json).toBe(alone.json);
		expect(ended.steps).not.toContain('trial 1');
		expect(readFileSync(join(path, 'trials.jsonl'), 'utf8').startsWith(lines)).toBe(true);
		const again = await sweep(kept);
		expect([again.json, again.steps]).toEqual([alone.json, ['reading']]);
	});

	test('chooses settings before the days of their test', async () => {
		const { result } = await sweep();
		const [always, tested] = result.trials;
		if (always === undefined || tested === undefined) throw new Error('The sweep has two trials.');
		expect(tested.training).toMatchObject({ days: 4, trades: 0, netUsd: 0 });
		expect(always.training.netUsd).toBeGreaterThan(0);
		expect(tested.test.netUsd).toBeGreaterThan(2 * always.test.netUsd);
		expect(result.chosen).toBe(0);
		// The second window begins when the first test is over, so it may learn from it.
		expect(result.windows.map(({ chosen }) => chosen)).toEqual([0, 1]);
		expect(result.walkedForward.days).toBe(8);
	});

	test('is canceled before its first trial without a result', async () => {
		await expect(sweep({}, (steps) => steps.includes('trial 1'))).rejects.toThrow(
			'The sweep was canceled before its first trial ended, so there is no result.',
		);
		await expect(sweep({}, () => true)).rejects.toThrow('canceled before its first step');
	});

	test('over a span that is too short for its windows is refused', async () => {
		await expect(sweep({ walkForward: { trainDays: 12, testDays: 3 } })).rejects.toThrow(
			'The span has 12 whole days; a training window of 12 days and a test window of up to 3 need more than 12. Choose shorter windows with --walk-forward, or a longer span.',
		);
	});

	test('with too many combinations is refused', async () => {
		const many = Array.from({ length: 32 }, (_, index) => index / 100);
		await expect(sweep({ sweep: { enter: many, leave: many } })).rejects.toThrow(
			'The sweep has 1024 combinations; the limit is 1000.',
		);
	});
});
