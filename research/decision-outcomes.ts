/**
 * Pairs each decision's forecast with its outcome; the scores are computed from these pairs. The functions are pure.
 */
import { MONTH_HOURS } from '../src/domain/funding.ts';
import { createBlockSums, type Estimate, estimate } from './block-sums.ts';
import type { Odds } from './odds.ts';
import { carryWithin, SCORED_HORIZONS_HOURS } from './received.ts';
import type { Outcome } from './slopes.ts';
import type { Decision } from './walk-forward.ts';

/**
 * The forecast to score. `model`: our model. `headline`: the headline continued over the horizon. `month`: the mean
 * of the last 30 days continued over it.
 */
export type Forecaster = 'model' | 'headline' | 'month';
/**
 * The side to score. Forecast and outcome are multiplied by its sign: that of the headline, or that of the model's
 * own forecast.
 */
export type Direction = 'headline' | 'model';

/** All directions in which scores are measured. */
export const DIRECTIONS: readonly Direction[] = ['headline', 'model'];

/** Returns the forecast and the carry received, for every decision whose outcome at this horizon index is known. */
export function outcomes(
	decisions: readonly Decision[],
	index: number,
	who: Forecaster,
	direction: Direction,
): readonly Outcome[] {
	return decisions.flatMap((decision) => {
		const received = decision.received[index];
		if (received === undefined) return [];
		const expected = forecastOf(decision, index, who);
		const side = direction === 'headline' ? decision.headline : expected;
		return [{ hour: decision.hour, expected, received, direction: Math.sign(side) }];
	});
}

function forecastOf(decision: Decision, index: number, who: Forecaster): number {
	const hours = SCORED_HORIZONS_HOURS[index] as number;
	if (who === 'model') return decision.stated[index] as number;
	if (who === 'headline') return decision.headline * hours;
	return (hours * carryWithin(decision.series, decision.hour - MONTH_HOURS, decision.hour)) / MONTH_HOURS;
}

/**
 * Returns, for every decision with a direction and a known outcome, the stated probability of a reversal within the
 * horizon, and whether carry did reverse. Zero carry does not count as a reversal.
 */
export function reversalOdds(
	decisions: readonly Decision[],
	index: number,
	direction: Direction,
): readonly Odds[] {
	return decisions.flatMap((decision) => {
		const received = decision.received[index];
		const side = direction === 'headline' ? decision.headline : (decision.stated[index] as number);
		if (received === undefined || side === 0) return [];
		const probability = (side > 0 ? decision.negative[index] : decision.positive[index]) as number;
		const event = side * received < 0 ? 1 : 0;
		return [{ hour: decision.hour, series: decision.series.key, probability, event }];
	});
}

/** Computes the fraction of outcomes within the given number of standard deviations of the forecast. */
export function insideShare(
	decisions: readonly Decision[],
	index: number,
	deviations: number,
	firstHour: number,
): Estimate {
	const sums = createBlockSums(firstHour);
	for (const decision of decisions) {
		const received = decision.received[index];
		if (received === undefined) continue;
		const error = Math.abs(received - (decision.stated[index] as number));
		sums.add(decision.hour, [error <= deviations * (decision.sd[index] as number) ? 1 : 0, 1]);
	}
	return estimate(sums, ([inside, count]) => (inside as number) / (count as number));
}
