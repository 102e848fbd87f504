/** The verdict on a slot from its figures in doubles, by the rules of `netOf`: what lists are filtered by. */
import { monthMeanPerYear } from '../domain/carry.ts';
import type { Verdict } from '../domain/opportunity.ts';
import { obstacles, PROBABILITY_PLACES } from '../domain/verdict.ts';
import type { PairExpectation } from './expectation.ts';
import type { SlotFigures } from './slot-figures.ts';

/** Doubles so near to where a verdict turns do not decide it. */
const NET_NOISE = 1e-13;
const PROBABILITY_NOISE = 1e-9;

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
 * The verdict on a slot that is tradable and leaves something. Undefined where only exact figures decide.
 * @param basisSd standard deviation of its price basis, a share
 * @param direction 1 as its forecast stands, −1 the other way
 */
export function verdictByOdds(
	{ expectedCarry, totalCost, expectedNet, horizonHours }: SlotFigures,
	expectation: PairExpectation,
	basisSd: number,
	direction: 1 | -1,
): Verdict | undefined {
	const sd = Math.hypot(expectation.carrySd(horizonHours), basisSd);
	const positive = 1 - expectation.probabilityBelow(direction, horizonHours, expectedCarry, sd, totalCost);
	const isTradeWith = (noise: 1 | -1): boolean =>
		obstacles({
			expectedNet: expectedNet + noise * NET_NOISE,
			probabilityPositive: Number((positive + noise * PROBABILITY_NOISE).toFixed(PROBABILITY_PLACES)),
			monthMean: monthMeanPerYear(expectation.forecast, direction),
			hasOwnHistory: expectation.hasOwnHistory,
		}).length === 0;
	if (!isTradeWith(1)) return 'no_trade';
	return isTradeWith(-1) ? 'trade' : undefined;
}
