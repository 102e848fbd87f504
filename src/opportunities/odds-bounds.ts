/**
 * Bounds of a slot's odds that read a few numbers which lie side by side, and no forecast: a list ranks by them until a slot comes up.
 * Between two horizons the deviation of carry is a weighted geometric mean, which lies between the harmonic and the arithmetic one.
 */
import { forecastDirection } from '../domain/carry.ts';
import { CARRY_HORIZONS_HOURS } from '../domain/carry-model.ts';
import { type CarryOdds, probabilityBelow } from '../domain/carry-odds.ts';
import { PROBABILITY_PLACES } from '../domain/verdict.ts';
import { type ExpectationColumns, ODDS_STRIDE, ODDS_WIDTH } from './expectation.ts';
import type { PairFigures } from './figures.ts';
import { type PairOdds, SD_PLACES } from './pair-verdict.ts';

const LAST = CARRY_HORIZONS_HOURS.length - 1;
/** Doubles of the same value, computed in two ways, differ by less than this share. */
const NOISE = 1e-12;
/** As much as rounding takes away, and a little more. */
const SD_ROUNDING = 0.51 * 10 ** -SD_PLACES;
const PROBABILITY_ROUNDING = 0.51 * 10 ** -PROBABILITY_PLACES;
/** Receiving exactly nothing is no reversal. */
const BELOW_ZERO = -Number.MIN_VALUE;

/** Writes odds of which none is larger than that of `oddsOf`, from figures with a carry; NaN while nothing is expected. */
export type OddsAtLeast = (
	pairRow: number,
	figures: Pick<PairFigures, 'expectedCarry' | 'horizonHours'>,
	firstIsLong: boolean,
) => PairOdds;

/** Creates the bounds over the columns of forecasts; what they answer holds until they are asked again. */
export function createOddsBounds(expectations: ExpectationColumns): OddsAtLeast {
	const odds = { carrySd: Number.NaN, reversalProbability: Number.NaN };
	const inHand: { -readonly [member in keyof CarryOdds]: CarryOdds[member] } = { shift: 0, tie: 0 };
	let hours = Number.NaN;
	let index = 0;
	/** How far from the shorter horizon, on the logarithmic scale. */
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
		inHand.shift = expectations.odds[at + 1] as number;
		inHand.tie = expectations.odds[at + 2] as number;
		// Odds fall with the deviation where carry is expected to be lost.
		const sd = expectedCarry < 0 ? most : least;
		const horizon = model.horizons[index];
		const reversal =
			horizon !== undefined && least > 0
				? probabilityBelow(horizon, inHand, forecastDirection(firstIsLong), expectedCarry, sd, BELOW_ZERO)
				: 0;
		odds.carrySd = Math.max(0, least - SD_ROUNDING);
		odds.reversalProbability = Math.max(0, reversal - PROBABILITY_ROUNDING);
		return odds;
	};
}
