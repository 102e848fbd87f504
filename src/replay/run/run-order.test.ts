/** Tests how an order runs: its progress, its comparisons, and what a canceled order leaves. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../../test/support/data-folder.ts';
import { DRAWN_TRADED_FROM, DRAWN_UNTIL, drawRecording } from '../../../test/support/drawn-recording.ts';
import { runOnRecording } from '../../../test/support/ordered-replay.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import type { Clock } from '../../ports/clock.ts';
import { systemClock } from '../../runtime/clock.ts';
import { contradictions } from '../report/contradictions.ts';
import { renderReport } from '../report/render-report.ts';
import { ReplayStopped } from '../service/replay-time.ts';
import type { OrderProgress, ReplayOrder } from './order.ts';

const RECORDING = drawRecording(7, false);
const ORDER = {
	...{ policy: 'hold', set: { count: 2 }, without: ['DIRECTION'] },
	...{ from: DRAWN_TRADED_FROM, until: DRAWN_TRADED_FROM + 30 * HOUR_MS },
};

/** Has no periodic checks, so a slow machine asks as often as a fast one whether the order was canceled. */
const UNHURRIED: Clock = { ...systemClock, every: () => () => {} };

/** Runs an order and cancels it at the `leaps`th question whether it goes on. */
async function canceledAfter(leaps: number, order: Partial<ReplayOrder> = {}) {
	let asked = 0;
	return runOnRecording(
		RECORDING,
		{ ...ORDER, compare: true, ...order },
		{
			machine: UNHURRIED,
			isCanceled() {
				asked += 1;
				return asked > leaps;
			},
		},
	);
}

describe('a complete order', () => {
	test('has the policy, the same policy a step later, and every comparison', async () => {
		const result = await runOnRecording(RECORDING, { ...ORDER, compare: true });
		expect([result.status, result.statusReason]).toEqual(['complete', null]);
		expect(result.playedUntil).toBe(ORDER.until);
		expect(result.honesty.oneStepLate).not.toBeNull();
		expect(result.comparisons.map(({ name, outcome }) => [name, outcome !== null])).toEqual([
			['cash', true],
			['month-mean', true],
			['month-mean-hysteresis', true],
			['top-headline', true],
			['spot-carry', false],
		]);
		const cash = result.comparisons[0]?.outcome;
		expect(cash?.netPerYear).toBe(0.04);
		expect(cash?.parts.net).toBeCloseTo((10_000 * 0.04 * 30) / 8_760, 9);
	});

	test('earns the same whether its accounts and its journal are kept or stay in memory', async () => {
		using folder = dataFolder();
		const order = { ...ORDER, policy: 'top-headline', set: { count: 2, holdHours: 3, closeAtEnd: true } };
		const [kept, inMemory] = [
			await runOnRecording(RECORDING, { ...order, keep: join(folder.path, 'kept') }),
			await runOnRecording(RECORDING, order),
		];
		expect(kept.outcome.trades).toBeGreaterThan(2);
		expect(kept.funding.usd.length).toBeGreaterThan(2);
		for (const part of ['outcome', 'positions', 'funding', 'columns', 'refusals'] as const)
			expect(inMemory[part], part).toEqual(kept[part]);
	});

	test('does not compare a built-in policy with itself', async () => {
		const short = { ...ORDER, until: DRAWN_TRADED_FROM + HOUR_MS, policy: 'month-mean', set: {} };
		const result = await runOnRecording(RECORDING, { ...short, compare: true });
		expect(result.comparisons.map(({ name }) => name)).toEqual([
			...['cash', 'month-mean-hysteresis', 'top-headline', 'spot-carry'],
		]);
	});

	test('reports what it does and how far it is', async () => {
		const seen: OrderProgress[] = [];
		await runOnRecording(
			RECORDING,
			{ ...ORDER, until: DRAWN_UNTIL, compare: true },
			{ onProgress: (progress) => void seen.push(progress) },
		);
		expect(seen[0]).toEqual({ step: 'reading', done: 0, at: null, rate: null });
		const done = seen.map((progress) => progress.done);
		expect(done).toEqual(done.toSorted((a, b) => a - b));
		expect(Math.max(...done)).toBeLessThanOrEqual(1);
		for (const { at, rate } of seen.slice(1)) {
			expect(at).toBeLessThanOrEqual(DRAWN_UNTIL);
			expect(rate ?? 0).toBeGreaterThanOrEqual(0);
		}
	});
});

describe('a canceled order', () => {
	test('covers the span that was played, and compares nothing', async () => {
		const result = await canceledAfter(40);
		expect(result).toMatchObject({ status: 'partial', statusReason: 'It was stopped before its end.' });
		expect(result.playedUntil).toBeGreaterThan(ORDER.from);
		expect(result.playedUntil).toBeLessThan(ORDER.until);
		expect(result.columns.at.at(-1)).toBe(result.playedUntil);
		const cash = result.comparisons.find(({ name }) => name === 'cash')?.outcome;
		const { capitalUsd, users, from } = result.settings;
		const years = (result.playedUntil - from) / (365 * DAY_MS);
		expect(cash?.parts.net).toBeCloseTo(capitalUsd * users * 0.04 * years, 6);
		expect(result.honesty.verdict).toBe('untested');
		expect(contradictions(result)).toEqual([]);
		expect(renderReport(result)).toContain('It was stopped before its end.');
	});

	test.each([
		['while its data is read', 0, {}],
		['while its data is read, with threads', 0, { workers: 2 }],
		['in its warm-up', 3, {}],
	])('has no result before its span begins: %s', async (_when, leaps, order) => {
		await expect(canceledAfter(leaps, order)).rejects.toThrow(
			'The replay was canceled before its first step, so there is no result.',
		);
	});

	test('leaves no journal of a span that did not begin, and keeps that of a part', async () => {
		using folder = dataFolder();
		const keep = join(folder.path, 'kept');
		await expect(canceledAfter(3, { keep })).rejects.toThrow(ReplayStopped);
		expect(readdirSync(keep)).toEqual([]);
		expect((await canceledAfter(40, { keep })).status).toBe('partial');
		expect(readdirSync(keep)).toEqual(['carrywire.db']);
	});

	test('has a partial result in threads', async () => {
		let isStarted = false;
		const order = { ...ORDER, until: DRAWN_UNTIL, compare: true, workers: 2 };
		const result = await runOnRecording(RECORDING, order, {
			onProgress({ step, done }) {
				if (step === 'policy' && done > 0) isStarted = true;
			},
			isCanceled: () => isStarted,
		});
		expect(result.status).toBe('partial');
		expect(result.playedUntil).toBeGreaterThan(ORDER.from);
	});

	test('during a comparison keeps the complete policy, and drops the comparison', async () => {
		const leaps = await countLeaps();
		const result = await canceledAfter(leaps + 20);
		expect(result).toMatchObject({
			status: 'partial',
			statusReason: 'It was stopped before its comparisons were done.',
			playedUntil: ORDER.until,
		});
		expect(result.honesty).toEqual({ verdict: 'untested', oneStepLate: null });
		const stopped = result.comparisons.filter(({ reason }) => reason?.startsWith('The replay was stopped'));
		expect(stopped.map(({ name }) => name)).toEqual([
			...['month-mean', 'month-mean-hysteresis', 'top-headline'],
		]);
	});
});

/** Counts the questions whether a replay without comparisons goes on. */
async function countLeaps(): Promise<number> {
	let asked = 0;
	await runOnRecording(
		RECORDING,
		{ ...ORDER, compare: false },
		{
			machine: UNHURRIED,
			isCanceled() {
				asked += 1;
				return false;
			},
		},
	);
	return asked;
}
