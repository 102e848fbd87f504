/** Computes a pair's odds and verdict from its figures and its forecast. */
import { forecastDirection, reversalProbability } from '../domain/carry.ts';
import { carrySd } from '../domain/carry-curve.ts';
import { atPlaces } from '../domain/estimate.ts';
import type { Verdict } from '../domain/opportunity.ts';
import { PROBABILITY_PLACES, type VerdictFacts, verdictFacts, verdictOf } from '../domain/verdict.ts';
import type { PairExpectation } from './expectation.ts';
import type { PairFigures } from './figures.ts';

/** Decimal places of published deviations. */
export const SD_PLACES = 12;

/** Standard deviation of the carry, and the probability that the carry turns out negative. */
export type PairOdds = {
	/** Standard deviation of the carry over the horizon, as a fraction of one leg's notional. */
	readonly carrySd: number;
	/** Probability that the received carry over the horizon is below zero. */
	readonly reversalProbability: number;
};

/** Computes the odds at a pair's figures, rounded as published; NaN without a forecast. */
export function oddsOf(
	{ expectedCarry, horizonHours }: PairFigures,
	expectation: PairExpectation | undefined,
	firstIsLong: boolean,
): PairOdds {
	if (expectation === undefined || Number.isNaN(expectedCarry)) return NO_ODDS;
	const { model, forecast } = expectation;
	const direction = forecastDirection(firstIsLong);
	const sd = carrySd(forecast, horizonHours);
	const reversal = reversalProbability(model, forecast, direction, horizonHours, expectedCarry, sd);
	return {
		carrySd: atPlaces(sd, SD_PLACES),
		reversalProbability: atPlaces(reversal, PROBABILITY_PLACES),
	};
}

const NO_ODDS: PairOdds = { carrySd: Number.NaN, reversalProbability: Number.NaN };

/** Returns the inputs of the verdict. @param basisSd standard deviation of the price basis, as a fraction */
export function factsOf(
	figures: PairFigures,
	{ model, forecast }: PairExpectation,
	firstIsLong: boolean,
	basisSd: number,
): VerdictFacts {
	const sd = carrySd(forecast, figures.horizonHours);
	return verdictFacts(model, forecast, forecastDirection(firstIsLong), figures, sd, basisSd);
}

/** Returns the verdict at a pair's figures. @param basisSd standard deviation of the price basis, as a fraction */
export function verdictOfPair(
	figures: PairFigures,
	expectation: PairExpectation | undefined,
	firstIsLong: boolean,
	basisSd: number,
): Verdict {
	const { expectedNet, isTradable, areTwoCoins } = figures;
	return verdictOf(expectedNet, isTradable, areTwoCoins, () => {
		if (expectation === undefined)
			throw new Error('Invariant broken: expected net is set, but the forecast is missing.');
		return factsOf(figures, expectation, firstIsLong, basisSd);
	});
}
