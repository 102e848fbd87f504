/** Compares a replay of the 30-day rule with the scorer. */
import { expect, test } from 'vitest';
import { monthMeanTrades } from '../../research/trading-rules.ts';
import { PAIRS, playYear, recordedSeries, TOLERANCE } from './replay-parity.ts';

/** The published result, percent of a leg per pair and year (docs/calibration.md). */
const PUBLISHED = 1.298;

test('the scorer has 57 series', () => {
	expect(recordedSeries().series).toHaveLength(PAIRS);
});

test('the 30-day rule earns through the whole service what the scorer publishes', async () => {
	const { net, trades, users, lines } = await playYear('month-mean');
	console.log(lines.join('\n'));
	expect(users).toBe(PAIRS);
	expect(trades).toBe(monthMeanTrades(recordedSeries().series, 0).length);
	expect(Math.abs(net - PUBLISHED)).toBeLessThanOrEqual(TOLERANCE);
});
