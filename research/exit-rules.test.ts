import { expect, test } from 'vitest';
import { hourlySignals, payingSeries, walkOf } from '../test/support/scored-walks.ts';
import { exitRuleScores } from './exit-rules.ts';
import { HISTORY_HOURS } from './received.ts';

const LAST = 6_000;
/** First hour at which the 30-day mean is negative. */
const TURNS_AT = 3_000;
/** First hour at which the 30-day mean is below -3 % a year. */
const FALLS_AT = 3_500;
/** First hour at which the forecast is a loss. */
const LOSES_AT = 4_000;

test('each exit leaves the same entries at its own hour', () => {
	const series = payingSeries(() => 0.01);
	const first = series.firstAlive + HISTORY_HOURS;
	const signals = hourlySignals(series, (hour) => ({
		entry: hour === first ? 1 : 0,
		expectedMonth: hour < LOSES_AT ? 0 : -14,
		monthMean: hour < TURNS_AT ? 0.06 : hour < FALLS_AT ? -0.02 : -0.04,
	}));
	const scores = exitRuleScores(walkOf(signals), 0, LAST);
	expect(scores.map(({ name, whole }) => [name, whole.result.medianHeldHours])).toEqual([
		['shipped', LOSES_AT - first],
		['next 30 days lose half a round trip', LOSES_AT - first],
		['30-day mean has turned', TURNS_AT - first],
		['30-day mean below −3 % a year', FALLS_AT - first],
		['never', LAST - first],
	]);
	expect(scores.map(({ whole }) => whole.result.trades)).toEqual([1, 1, 1, 1, 1]);
	expect(scores[0]?.whole.difference).toBeNull();
	expect(scores.at(-1)?.whole.difference?.value).toBeGreaterThan(0);
});

test('the shipped exit needs both the mean and the forecast', () => {
	const series = payingSeries(() => 0.01);
	const first = series.firstAlive + HISTORY_HOURS;
	const heldWith = (monthMean: number, expectedMonth: number): number | undefined => {
		const signals = hourlySignals(series, (hour) => ({
			entry: hour === first ? 1 : 0,
			expectedMonth,
			monthMean,
		}));
		return exitRuleScores(walkOf(signals), 0, LAST)[0]?.whole.result.medianHeldHours;
	};
	expect(heldWith(0.01, -100)).toBe(LAST - first);
	expect(heldWith(-0.1, -13.4)).toBe(LAST - first);
	expect(heldWith(-0.1, -13.6)).toBe(1);
});
