import { expect, test } from 'vitest';
import { seededRandom } from '../src/runtime/seeded-random.ts';
import { decisionOf, payingSeries, verdictOf } from '../test/support/scored-walks.ts';
import { isMet } from './goals.ts';
import { verdictScores } from './verdict-scores.ts';

const SERIES = payingSeries(() => 0);
/** Cost of a round trip on Binance and Hyperliquid, bp: four taker fees and the slippage. */
const COST = 27;

/**
 * Builds a decision with a verdict for the 720 h horizon, and with the carry that the verdict's side received over
 * that time.
 */
function verdict(hour: number, stated: number, received: number | undefined, side: 1 | -1 = 1) {
	const outcome = received === undefined ? undefined : side * received;
	return decisionOf(SERIES, hour, {
		verdict: verdictOf(stated, { side }),
		received: [0, 0, 0, 0, 0, outcome],
	});
}

test('a verdict comes true when its side receives more than the cost', () => {
	const { rows } = verdictScores(
		[
			verdict(0, 0.55, COST + 0.1),
			verdict(7, 0.55, COST),
			verdict(14, 0.55, COST + 0.1, -1),
			verdict(21, 0.75, -COST - 1, -1),
		],
		0,
	);
	expect(rows.map(({ measure, count, cameTrue }) => [measure, count, cameTrue])).toEqual([
		['verdicts, all', 4, 0.5],
		['verdicts, stated 0.5 to 0.6', 3, expect.closeTo(2 / 3, 12)],
		['verdicts, stated 0.7 to 0.8', 1, 0],
	]);
	expect(rows[0]?.stated).toBeCloseTo(0.6, 12);
	expect(rows[0]?.ours.value).toBeCloseTo(0.1, 12);
});

test('only `trade` verdicts are scored, and unknown outcomes count by horizon only', () => {
	const { rows, byHorizon } = verdictScores(
		[
			verdict(0, 0.6, 100),
			verdict(7, 0.6, undefined),
			decisionOf(SERIES, 14, { verdict: verdictOf(0.6, { isTrade: false }) }),
			decisionOf(SERIES, 21, { verdict: verdictOf(0.6, { horizon: 4 }), received: [0, 0, 0, 0, 50, 0] }),
		],
		0,
	);
	expect(rows[0]).toMatchObject({ count: 2, cameTrue: 1 });
	expect(byHorizon).toEqual(
		[8, 24, 72, 168, 336, 720].map((hours) => ({ hours, count: { 336: 1, 720: 2 }[hours] ?? 0 })),
	);
});

test('a bin has a goal from 200 verdicts on, and outcomes drawn with the stated chances meet it', () => {
	const { unit } = seededRandom(11);
	const decisions = Array.from({ length: 4_000 }, (_, index) => {
		const stated = index < 3_801 ? 0.5 + unit() / 10 : 0.6 + unit() / 10;
		return verdict(7 * index, stated, unit() < stated ? 100 : 0);
	});
	const { rows } = verdictScores(decisions, 0);
	expect(rows.map(({ count, goal }) => [count, goal !== null])).toEqual([
		[4_000, true],
		[3_801, true],
		[199, false],
	]);
	expect(rows.map((row) => isMet(row))).toEqual([true, true, undefined]);
	const boasts = verdictScores(
		decisions.map((decision) => ({ ...decision, verdict: verdictOf(0.7) })),
		0,
	);
	expect(boasts.rows.map((row) => isMet(row))).toEqual([false, false]);
});
