/** The verdict on a slot from its figures in doubles, by the rules of `netOf`: what lists are filtered by. */
import { toNumber } from '../domain/decimal.ts';
import type { Verdict } from '../domain/opportunity.ts';
import type { PairExpectation } from './expectation.ts';
import { PROBABILITY_PLACES, PROBABILITY_POSITIVE_MIN } from './net.ts';
import type { SlotFigures } from './slot-figures.ts';

/** Doubles so near to where a verdict turns do not decide it. */
const NET_NOISE = 1e-13;
const PROBABILITY_NOISE = 1e-9;
/** The least probability that is shown as one that is enough. */
const PROBABILITY_MIN = toNumber(PROBABILITY_POSITIVE_MIN) - 0.5 / 10 ** PROBABILITY_PLACES;

/**
 * What needs no odds: most slots. Undefined: `verdictByOdds` says.
 * @param areTwoCoins the prices are too far apart for one coin: no trade, whatever else is unknown
 */
export function verdictWithoutOdds(
	expectedNet: number,
	isTradable: boolean,
	areTwoCoins: boolean,
): Verdict | undefined {
	if (areTwoCoins) return 'no_trade';
	if (Number.isNaN(expectedNet)) return 'unknown';
	return !isTradable || expectedNet < -NET_NOISE ? 'no_trade' : undefined;
}

/**
 * Of a slot that is tradable and leaves something. Undefined where only exact figures decide.
 * @param basisSd standard deviation of its price basis, a share
 */
export function verdictByOdds(
	{ expectedCarry, totalCost, expectedNet }: SlotFigures,
	expectation: PairExpectation,
	basisSd: number,
	horizonHours: number,
): Verdict | undefined {
	if (!expectation.hasOwnHistory) return 'no_trade';
	const sd = Math.hypot(expectation.carrySd(horizonHours), basisSd);
	const positive = 1 - expectation.probabilityBelow(horizonHours, expectedCarry, sd, totalCost);
	if (positive < PROBABILITY_MIN - PROBABILITY_NOISE) return 'no_trade';
	const isCertain = positive > PROBABILITY_MIN + PROBABILITY_NOISE && expectedNet > NET_NOISE;
	return isCertain ? 'trade' : undefined;
}
