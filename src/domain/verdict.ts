/**
 * Decides whether a pair is worth a trade. Lists, details, previews, alerts, agents' caps and the backtest share this
 * rule (docs/calibration.md, "The verdict that ships"). Pure. Carry, cost and net are shares of one leg's notional.
 *
 * A pair is judged at its best horizon unless the caller names one. Costs do not depend on the horizon, so the best
 * one has the largest expected carry.
 */
import { type CarryForecast, monthMeanPerYear, probabilityBelow } from './carry.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel } from './carry-model.ts';
import { atPlaces, wholeShare } from './estimate.ts';
import { HOURS_PER_YEAR } from './funding.ts';
import type { Verdict } from './opportunity.ts';

/** Candidates for the best horizon, in hours. */
export const VERDICT_HORIZONS_HOURS = CARRY_HORIZONS_HOURS;

/** The sign of the carry expected over this many hours gives the direction of an opportunity. */
export const DIRECTION_HOURS = 720;

/**
 * Minimum probability of a positive net for a trade (wire contract). On the recorded year 0.5 earns 1.61 % per
 * position-year and 0.6 earns 1.55; on the second file 1.99 and 2.03. Stated odds between the two are off by 0.07
 * (docs/calibration.md, "The threshold").
 */
export const PROBABILITY_POSITIVE_MIN = 0.6;

/** A trade needs a 30-day mean above this in its direction, a share of notional per year. */
export const MONTH_MEAN_MIN = 0.05;

/** Decimal places of a probability, both shown and compared. */
export const PROBABILITY_PLACES = 4;

/** Inputs of a verdict, beside the guards. */
export type VerdictFacts = {
	/** Expected carry over the horizon minus all costs. */
	readonly expectedNet: number;
	/** P(carry over the horizon > costs), rounded as shown. */
	readonly probabilityPositive: number;
	/** Mean carry of the last 720 h in the direction, per year. */
	readonly monthMean: number;
	/** True with at least 30 days of the pair's own history. */
	readonly hasOwnHistory: boolean;
};

/**
 * Reason against a trade: no net profit, odds too low, last month's mean too low, or too little history of the pair.
 */
export type Obstacle = 'nothingLeft' | 'odds' | 'monthMean' | 'history';

/** The obstacles to a trade, in the order of display; none means a trade. An unknown figure (NaN) is an obstacle. */
export function obstacles(facts: VerdictFacts): readonly Obstacle[] {
	const against: Obstacle[] = [];
	if (!(facts.expectedNet > 0)) against.push('nothingLeft');
	if (!(facts.probabilityPositive >= PROBABILITY_POSITIVE_MIN)) against.push('odds');
	if (!(facts.monthMean > MONTH_MEAN_MIN)) against.push('monthMean');
	if (!facts.hasOwnHistory) against.push('history');
	return against;
}

/**
 * Expectation of a trade over a horizon: carry, all costs and net are shares of one leg's notional, NaN while
 * unknown.
 */
export type TradeFigures = {
	readonly horizonHours: number;
	readonly expectedCarry: number;
	readonly totalCost: number;
	readonly expectedNet: number;
};

/** Carry minus costs, on the grid of shares. */
export function netOfCosts(carry: number, cost: number): number {
	return wholeShare(carry - cost);
}

/** Converts a share of notional over a horizon to a share per year. */
export function perYear(share: number, horizonHours: number): number {
	return (share * HOURS_PER_YEAR) / horizonHours;
}

/**
 * Inputs of a verdict, from a forecast.
 * @param direction 1 for the direction of the forecast, −1 for the other
 * @param carrySd and `basisSd` standard deviations of carry and price basis: the basis at the exit is as uncertain as
 * it has been
 */
export function verdictFacts(
	model: CarryModel,
	forecast: CarryForecast,
	direction: 1 | -1,
	{ horizonHours, expectedCarry, totalCost, expectedNet }: TradeFigures,
	carrySd: number,
	basisSd: number,
): VerdictFacts {
	const sd = Math.hypot(carrySd, basisSd);
	const below = probabilityBelow(model, forecast, direction, horizonHours, expectedCarry, sd, totalCost);
	return {
		expectedNet,
		probabilityPositive: atPlaces(1 - below, PROBABILITY_PLACES),
		monthMean: monthMeanPerYear(forecast, direction),
		hasOwnHistory: forecast.basis === 'own_history',
	};
}

/**
 * The verdict on a trade. Two different coins are not a hedge, so they never trade even with unknown inputs.
 * @param isTradable false while a guard blocks the trade
 * @param areTwoCoins the prices are too far apart for one coin
 * @param facts evaluated only if they decide
 */
export function verdictOf(
	expectedNet: number,
	isTradable: boolean,
	areTwoCoins: boolean,
	facts: () => VerdictFacts,
): Verdict {
	if (areTwoCoins) return 'no_trade';
	if (Number.isNaN(expectedNet)) return 'unknown';
	// Most pairs have no net profit, so their odds are not needed.
	if (!isTradable || !(expectedNet > 0)) return 'no_trade';
	return obstacles(facts()).length === 0 ? 'trade' : 'no_trade';
}

/**
 * Index of the best of VERDICT_HORIZONS_HOURS: the largest expected carry, the shortest of equals.
 * @param expected carry in the direction of the trade, one per horizon
 */
export function bestHorizon(expected: ArrayLike<number>): number {
	let best = 0;
	for (let index = 1; index < VERDICT_HORIZONS_HOURS.length; index += 1)
		if ((expected[index] as number) > (expected[best] as number)) best = index;
	return best;
}
