/**
 * What the settled funding of two legs says at an hour about the carry to come: means over past windows in units of the
 * pair's own slow scale, and how large its movements have been. Pure; nothing stamped after the hour is read.
 */
import { type LegHistory, paidSince, settlementsUpTo } from './leg-history.ts';

/** Windows of the trailing means, in hours. */
const PAIR_WINDOWS = [8, 24, 72, 168, 720] as const;
const LEG_WINDOWS = [8, 24, 168, 720] as const;
/** The mean over all history counts as this many hours less than it has, so that a short one says little. */
const WHOLE_SHRINK_HOURS = 720;
/** What funding formulas pay while perpetual and index agree: 1 bp per 8 h (Bybit, Binance, KuCoin and Hyperliquid help pages, read 2026-11). */
const ANCHOR_PER_HOUR = 1e-4 / 8;
/** A leg that settles more often than this on average is on a fast clock, in hours. */
const FAST_INTERVAL_HOURS = 2;
const EXCESS_WINDOWS = 3;
const EXCESS_MAX = 15;

export const PAIR_FEATURES = 7;
export const CARRY_FEATURES = PAIR_FEATURES + 1 + EXCESS_WINDOWS + 2 * LEG_WINDOWS.length;

/** The grid on which movements are measured, in hours: one settlement of the slowest clock. */
const GRID_HOURS = 8;
const SLOW_HALF_LIFE_HOURS = 24 * 120;
const RECENT_HALF_LIFE_HOURS = 24 * 21;
const SLOW_KEEP = 0.5 ** (GRID_HOURS / SLOW_HALF_LIFE_HOURS);
const RECENT_KEEP = 0.5 ** (GRID_HOURS / RECENT_HALF_LIFE_HOURS);
/** A new pair's movements are those of a typical pair until it has shown this many of its own: a week. */
const TYPICAL_WEIGHT = 21;

/** How large the movements of a pair have been, up to a grid hour. It grows by `advancePair`. */
export type PairHistory = {
	/** The hour from which on both legs are known. */
	readonly since: number;
	gridHour: number;
	slowSquares: number;
	slowWeight: number;
	recentSquares: number;
	recentWeight: number;
};

/** The state of a pair that has seen nothing yet; undefined where a leg has no settlement. */
export function createPairHistory(first: LegHistory, second: LegHistory): PairHistory | undefined {
	if (first.count === 0 || second.count === 0) return undefined;
	const since = Math.max(first.hours[0] as number, second.hours[0] as number);
	return {
		since,
		gridHour: Math.ceil(since / GRID_HOURS) * GRID_HOURS,
		slowSquares: 0,
		slowWeight: 0,
		recentSquares: 0,
		recentWeight: 0,
	};
}

/** Takes in the movements up to the hour. Settlements up to that hour must be in both legs. */
export function advancePair(pair: PairHistory, first: LegHistory, second: LegHistory, hour: number): void {
	while (pair.gridHour + GRID_HOURS <= hour) {
		const from = pair.gridHour;
		pair.gridHour += GRID_HOURS;
		const paidFirst = paidSince(first, from, settlementsUpTo(first, pair.gridHour));
		const paidSecond = paidSince(second, from, settlementsUpTo(second, pair.gridHour));
		if (paidFirst.hours === 0 || paidSecond.hours === 0) continue;
		const square = (paidFirst.rates / paidFirst.hours - paidSecond.rates / paidSecond.hours) ** 2;
		pair.slowSquares = pair.slowSquares * SLOW_KEEP + square;
		pair.slowWeight = pair.slowWeight * SLOW_KEEP + 1;
		pair.recentSquares = pair.recentSquares * RECENT_KEEP + square;
		pair.recentWeight = pair.recentWeight * RECENT_KEEP + 1;
	}
}

/** What is known of a pair at an hour. Rates are fractions per hour, first − second. */
export type PairView = {
	/** Hours that both legs are known to have paid for. */
	readonly observedHours: number;
	/** The pair's slow scale. */
	readonly scale: number;
	/** What the error of a forecast is measured in: the root of the mean of slow and recent mean squares. */
	readonly movement: number;
	/** Each leg's own mean over the longest window. */
	readonly firstMean: number;
	readonly secondMean: number;
};

/**
 * Writes the features at `offset` of `into` and returns what else is known. Undefined, and nothing written, where no hour
 * is known of both legs.
 */
export function viewPair(
	pair: PairHistory,
	first: LegHistory,
	second: LegHistory,
	hour: number,
	typicalSquare: number,
	into: Float64Array,
	offset: number,
): PairView | undefined {
	const upToFirst = settlementsUpTo(first, hour);
	const upToSecond = settlementsUpTo(second, hour);
	const wholeFirst = paidSince(first, pair.since, upToFirst);
	const wholeSecond = paidSince(second, pair.since, upToSecond);
	const observedHours = Math.min(wholeFirst.hours, wholeSecond.hours);
	if (observedHours <= 0) return undefined;
	const slowSquare = (pair.slowSquares + TYPICAL_WEIGHT * typicalSquare) / (pair.slowWeight + TYPICAL_WEIGHT);
	const recentSquare =
		(pair.recentSquares + TYPICAL_WEIGHT * slowSquare) / (pair.recentWeight + TYPICAL_WEIGHT);
	const scale = Math.sqrt(slowSquare);
	into.fill(0, offset, offset + CARRY_FEATURES);
	const slowLegs = offset + PAIR_FEATURES + 1 + EXCESS_WINDOWS;
	const fastLegs = slowLegs + LEG_WINDOWS.length;
	const put = (at: number, value: number): void => {
		into[at] = (into[at] as number) + value;
	};

	const headline = (lastRate(first, upToFirst) - lastRate(second, upToSecond)) / scale;
	put(offset, clip(headline, 1));
	put(offset + PAIR_FEATURES, clip(headline - clip(headline, 1), EXCESS_MAX));
	let legWindow = 0;
	let firstMean = 0;
	let secondMean = 0;
	let fastFirst = false;
	let fastSecond = false;
	// From the longest window down: it says on which clock a leg is.
	for (let index = PAIR_WINDOWS.length - 1; index >= 0; index -= 1) {
		const hours = PAIR_WINDOWS[index] as number;
		const after = hour - hours;
		const paidFirst = paidSince(first, after, upToFirst);
		const paidSecond = paidSince(second, after, upToSecond);
		const meanFirst = paidFirst.hours === 0 ? 0 : paidFirst.rates / paidFirst.hours;
		const meanSecond = paidSecond.hours === 0 ? 0 : paidSecond.rates / paidSecond.hours;
		const known = Math.min(1, paidFirst.hours / hours, paidSecond.hours / hours);
		const spread = (known * (meanFirst - meanSecond)) / scale;
		put(offset + 1 + index, clip(spread, 1));
		if (index < EXCESS_WINDOWS) {
			put(offset + PAIR_FEATURES + 1 + index, clip(spread - clip(spread, 1), EXCESS_MAX));
		}
		if (index === PAIR_WINDOWS.length - 1) {
			firstMean = meanFirst;
			secondMean = meanSecond;
			fastFirst = isFast(first, after, upToFirst, paidFirst.hours);
			fastSecond = isFast(second, after, upToSecond, paidSecond.hours);
		}
		if (LEG_WINDOWS.includes(hours as 8)) {
			const place = LEG_WINDOWS.length - 1 - legWindow;
			legWindow += 1;
			put((fastFirst ? fastLegs : slowLegs) + place, known * clip((meanFirst - ANCHOR_PER_HOUR) / scale, 1));
			put(
				(fastSecond ? fastLegs : slowLegs) + place,
				-known * clip((meanSecond - ANCHOR_PER_HOUR) / scale, 1),
			);
		}
	}
	const whole =
		(wholeFirst.rates / wholeFirst.hours - wholeSecond.rates / wholeSecond.hours) *
		(observedHours / (observedHours + WHOLE_SHRINK_HOURS));
	put(offset + PAIR_FEATURES - 1, clip(whole / scale, 1));
	return {
		observedHours,
		scale,
		movement: Math.sqrt((slowSquare + recentSquare) / 2),
		firstMean,
		secondMean,
	};
}

function isFast(history: LegHistory, after: number, upTo: number, hours: number): boolean {
	const count = upTo - settlementsUpTo(history, after);
	return count > 0 && hours / count < FAST_INTERVAL_HOURS;
}

function lastRate(history: LegHistory, upTo: number): number {
	const last = upTo - 1;
	if (last < 1) return 0;
	const paid = paidSince(history, history.hours[last - 1] as number, upTo);
	return paid.rates / paid.hours;
}

function clip(value: number, limit: number): number {
	return value > limit ? limit : value < -limit ? -limit : value;
}
