/**
 * Computes lower bounds of a pair's odds from a few adjacent numbers, without the pair's forecast object. A list
 * ranks each pair by these bounds until the pair reaches the top. Between two horizons, the deviation of the carry is
 * a weighted geometric mean. It lies between the harmonic and the arithmetic mean.
 */
import { forecastDirection } from '../domain/carry.ts';
import { CARRY_HORIZONS_HOURS } from '../domain/carry-model.ts';
import { type CarryOdds, probabilityBelow } from '../domain/carry-odds.ts';
import { PROBABILITY_PLACES } from '../domain/verdict.ts';
import { type ExpectationColumns, ODDS_STRIDE, ODDS_WIDTH } from './expectation.ts';
import type { PairFigures } from './figures.ts';
import { type PairOdds, SD_PLACES } from './pair-verdict.ts';

const LAST = CARRY_HORIZONS_HOURS.length - 1;
/** Maximum relative difference between two computations of the same value. */
const NOISE = 1e-12;
/** Slightly more than rounding can reduce a deviation or a probability. */
const SD_ROUNDING = 0.51 * 10 ** -SD_PLACES;
const PROBABILITY_ROUNDING = 0.51 * 10 ** -PROBABILITY_PLACES;
/** A carry of exactly zero is not a reversal, so the threshold is the largest double below zero. */
const BELOW_ZERO = -Number.MIN_VALUE;

/**
 * Computes lower bounds of the odds that `oddsOf` returns; NaN without a forecast. The figures must include the
 * carry.
 */
export type OddsAtLeast = (
	pairRow: number,
	figures: Pick<PairFigures, 'expectedCarry' | 'horizonHours'>,
	firstIsLong: boolean,
) => PairOdds;

/** Creates the bounds over the forecast columns. Each call overwrites the previous result. */
export function createOddsBounds(expectations: ExpectationColumns): OddsAtLeast {
	const odds = { carrySd: Number.NaN, reversalProbability: Number.NaN };
	const carryOdds: { -readonly [member in keyof CarryOdds]: CarryOdds[member] } = { shift: 0, tie: 0 };
	let hours = Number.NaN;
	let index = 0;
	/**
	 * Position of the horizon between the next shorter horizon (0) and the next longer one (1), on a logarithmic
	 * scale.
	 */
	let share = 0;

	function readHours(next: number): void {
		hours = next;
		index = 0;
		while (index < LAST && (CARRY_HORIZONS_HOURS[index] as number) < hours) index += 1;
		const to = CARRY_HORIZONS_HOURS[index] as number;
		const from = CARRY_HORIZONS_HOURS[index - 1] ?? to;
		share = index === 0 || hours >= to ? 1 : Math.log(hours / from) / Math.log(to / from);
	}

	return (pairRow, { expectedCarry, horizonHours }, firstIsLong) => {
		const model = expectations.modelOf(pairRow);
		odds.carrySd = Number.NaN;
		odds.reversalProbability = Number.NaN;
		if (model === undefined || Number.isNaN(expectedCarry)) return odds;
		if (horizonHours !== hours) readHours(horizonHours);
		const at = pairRow * ODDS_STRIDE + index * ODDS_WIDTH;
		const beyond = hours > (CARRY_HORIZONS_HOURS[LAST] as number);
		const to =
			(expectations.odds[at] as number) * (beyond ? hours / (CARRY_HORIZONS_HOURS[LAST] as number) : 1);
		const from = share === 1 ? to : (expectations.odds[at - ODDS_WIDTH] as number);
		const least = (share === 1 ? to : 1 / ((1 - share) / from + share / to)) * (1 - NOISE);
		const most = ((1 - share) * from + share * to) * (1 + NOISE);
		carryOdds.shift = expectations.odds[at + 1] as number;
		carryOdds.tie = expectations.odds[at + 2] as number;
		// With a negative expected carry, a larger deviation lowers the odds of a reversal.
		const sd = expectedCarry < 0 ? most : least;
		const horizon = model.horizons[index];
		const reversal =
			horizon !== undefined && least > 0
				? probabilityBelow(horizon, carryOdds, forecastDirection(firstIsLong), expectedCarry, sd, BELOW_ZERO)
				: 0;
		odds.carrySd = Math.max(0, least - SD_ROUNDING);
		odds.reversalProbability = Math.max(0, reversal - PROBABILITY_ROUNDING);
		return odds;
	};
}
