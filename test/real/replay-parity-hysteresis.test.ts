/** Compares a replay of the 30-day rule with hysteresis with the scorer. */
import { expect, test } from 'vitest';
import { HYSTERESIS_LEAVE_BELOW, monthMeanTrades } from '../../research/trading-rules.ts';
import { PAIRS, playYear, recordedSeries, TOLERANCE } from './replay-parity.ts';

/** The published result, percent of a leg per pair and year (docs/calibration.md). */
const PUBLISHED = 1.513;

test('the 30-day rule with hysteresis earns through the whole service what the scorer publishes', async () => {
	const { net, trades, users, lines } = await playYear('month-mean-hysteresis');
	console.log(lines.join('\n'));
	expect(users).toBe(PAIRS);
	expect(trades).toBe(monthMeanTrades(recordedSeries().series, HYSTERESIS_LEAVE_BELOW).length);
	expect(Math.abs(net - PUBLISHED)).toBeLessThanOrEqual(TOLERANCE);
});
