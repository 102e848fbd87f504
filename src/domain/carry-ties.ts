/**
 * Tracks how often both legs of a pair paid exactly the same (a tie). Shares of ties are kept per pair and horizon,
 * separately for decisions with equal (level) and unequal (moving) last rates.
 *
 * Exchanges that clamp to the same base rate pay the same for days; others never do. One share for all pairs predicts
 * 15 to 18 % at 8 h, although the true share is 34 % or zero (docs/calibration.md, "Odds"). Pure functions, except
 * that a memory is updated in place.
 */
import { CARRY_HORIZONS_HOURS } from './carry-model.ts';
import { type LegHistory, lastPerHour, paidBetween } from './leg-history.ts';

/** Weighted counts of one pair's past decisions and of their ties, updated in place hour by hour. */
export type TieMemory = {
	/**
	 * Two sums for each horizon: the weights of all decisions, and of those that ended in a tie. Decisions with a
	 * moving headline come first, then those with a level headline.
	 */
	readonly counts: Float64Array;
	/**
	 * Number of each leg's settlements that had passed one horizon before the latest processed hour, by horizon. The
	 * last entry counts those up to that hour.
	 */
	readonly reached: readonly [first: Int32Array, second: Int32Array];
};

const COUNTS = 2;
const STATES = 2;
const HORIZONS = CARRY_HORIZONS_HOURS.length;
/** Age at which an outcome's weight has fallen to 1/e, in hours: 60 days. */
const MEMORY_HOURS = 60 * 24;
/** The share of ties across all pairs counts as this many of the pair's own outcomes. */
const POOLED_OUTCOMES = 20;
/**
 * Sums of doubles that differ by less than this count as equal. The threshold is far below one tick of any exchange's
 * rate.
 */
export const LEVEL_RATE = 1e-13;
/** An outcome is skipped if less than this fraction of its hours is known. */
const KNOWN_SHARE_MIN = 0.97;

/** Creates the memory of a pair without observations. */
export function createTieMemory(): TieMemory {
	return {
		counts: new Float64Array(STATES * HORIZONS * COUNTS),
		reached: [new Int32Array(HORIZONS + 1), new Int32Array(HORIZONS + 1)],
	};
}

/**
 * Returns true if the last settled rates of both legs are equal. `headline` is their difference, a fraction per hour.
 */
export function isLevel(headline: number): boolean {
	return Math.abs(headline) < LEVEL_RATE;
}

/**
 * Adds one outcome per horizon that ends at `hour`. Hours must not decrease between calls. @param stepHours hours
 * since the previous call
 */
export function rememberTies(
	{ counts, reached }: TieMemory,
	first: LegHistory,
	second: LegHistory,
	hour: number,
	stepHours: number,
): void {
	const keep = Math.exp(-stepHours / MEMORY_HOURS);
	for (let at = 0; at < counts.length; at += 1) counts[at] = (counts[at] as number) * keep;
	const upToFirst = reach(first, reached[0], HORIZONS, hour);
	const upToSecond = reach(second, reached[1], HORIZONS, hour);
	for (let index = 0; index < HORIZONS; index += 1) {
		const hours = CARRY_HORIZONS_HOURS[index] as number;
		const firstThen = reach(first, reached[0], index, hour - hours);
		const secondThen = reach(second, reached[1], index, hour - hours);
		// A leg's payments are known only from its first settlement on, so a horizon must begin after the second
		// settlement of each leg. Longer horizons begin even earlier, so none of them counts either.
		if (firstThen < 2 || secondThen < 2) return;
		const a = paidBetween(first, firstThen, upToFirst);
		const b = paidBetween(second, secondThen, upToSecond);
		if (Math.min(a.hours, b.hours) < KNOWN_SHARE_MIN * hours) continue;
		const level = isLevel(lastPerHour(first, firstThen) - lastPerHour(second, secondThen));
		const cell = cellOf(level, index);
		counts[cell] = (counts[cell] as number) + 1;
		if (Math.abs(a.rates - b.rates) < LEVEL_RATE) counts[cell + 1] = (counts[cell + 1] as number) + 1;
	}
}

/**
 * Works like `settlementsUpTo` but continues from the previous position. One walk through a year thus replaces a
 * thousand searches.
 */
function reach(leg: LegHistory, reached: Int32Array, at: number, hour: number): number {
	let count = reached[at] as number;
	while (count < leg.count && (leg.hours[count] as number) <= hour) count += 1;
	reached[at] = count;
	return count;
}

/** Returns the pair's own share of ties, mixed with the share across all pairs. @param index index of the horizon */
export function tieShare({ counts }: TieMemory, level: boolean, index: number, pooled: number): number {
	const cell = cellOf(level, index);
	const count = counts[cell] as number;
	const ties = counts[cell + 1] as number;
	return (ties + POOLED_OUTCOMES * pooled) / (count + POOLED_OUTCOMES);
}

function cellOf(level: boolean, index: number): number {
	return ((level ? HORIZONS : 0) + index) * COUNTS;
}
