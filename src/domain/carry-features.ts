/**
 * Computes, for a given hour, features of two legs' settled funding that forecast the carry. They are means over past
 * windows in units of the pair's own slow scale. The module also measures the size of the pair's movements. Pure
 * functions; they use no settlement after that hour.
 *
 * Swapping the legs changes the sign of every feature, so a forecast has no preferred direction.
 */
import { SIGN_FEATURE_NAMES, type SignView } from './carry-odds.ts';
import { excessOf } from './carry-squeeze.ts';
import { createTieMemory, isLevel, rememberTies, type TieMemory } from './carry-ties.ts';
import { MONTH_HOURS } from './funding.ts';
import { type LegHistory, type LegWindow, lastPerHour, paidSince, settlementsUpTo } from './leg-history.ts';

/** Windows for trailing means of the spread, in hours. */
const SPREAD_WINDOWS = [8, 24, 72, 168, 720] as const;
/** Windows for a fast leg's deviation from the anchor rate, in hours. */
const FAST_LEG_WINDOWS = [8, 24, 720] as const;
/** Spread windows whose excess beyond the clip is a separate feature, in hours. */
const EXCESS_WINDOWS = [8, 24, 72] as const;
const EXCESS_MAX = 5;

/**
 * Feature names, in the order of the features. The first features are the headline, the spread's mean per window, its
 * mean over all history, and the fast leg's deviation per window. Each is clipped at one scale, because most of a
 * larger value does not last. The last features are the excess beyond the clip for four of them, at most `EXCESS_MAX`
 * scales. They have separate weights for the part of a squeeze that does last.
 */
export const CARRY_FEATURE_NAMES = [
	'headline',
	...SPREAD_WINDOWS.map((hours) => `spread_${hours}h` as const),
	'spread_all',
	...FAST_LEG_WINDOWS.map((hours) => `fast_leg_${hours}h` as const),
	'headline_excess',
	...EXCESS_WINDOWS.map((hours) => `spread_${hours}h_excess` as const),
] as const;

const SPREADS_AT = 1;
const WHOLE_AT = SPREADS_AT + SPREAD_WINDOWS.length;
const FAST_LEG_AT = WHOLE_AT + 1;
const EXCESS_AT = FAST_LEG_AT + FAST_LEG_WINDOWS.length;

/**
 * A mean over all history includes this many extra hours with a spread of zero, which shrink the mean when the
 * history is short.
 */
const WHOLE_SHRINK_HOURS = 720;
/**
 * Anchor rate: the rate that the funding formulas give while perpetual and index prices agree. It is 1 bp per 8 h
 * (Binance, Bybit, KuCoin and Hyperliquid help pages, read 2026-11).
 */
const ANCHOR_PER_HOUR = 1e-4 / 8;
/** A leg counts as fast if its mean settlement interval over a month is shorter than this, in hours. */
const FAST_INTERVAL_HOURS = 2;
/**
 * Minimum fraction of a month's hours that must be known for a 30-day mean, because one day after a gap does not
 * represent a month.
 */
const MONTH_KNOWN_MIN = 0.97;

/** Time grid for measuring movements, in hours. It equals the longest usual settlement interval. */
const GRID_HOURS = 8;
const SLOW_KEEP = 0.5 ** (GRID_HOURS / (180 * 24));
const RECENT_KEEP = 0.5 ** (GRID_HOURS / (21 * 24));
/** A typical pair's movement counts as this many observations of the pair itself (one week on the grid). */
const TYPICAL_WEIGHT = 21;
/**
 * Time constants, in days, for the weighted mean of the signs of the 8 h mean spreads. After this time an observation
 * weighs 1/e.
 */
const SIGN_DAYS = [7, 30, 90] as const;
const SIGN_KEEP = SIGN_DAYS.map((days) => Math.exp(-GRID_HOURS / (24 * days)));
/** Sign features are clipped at this fraction of a scale, because they express the side and not the size. */
const SIGN_CLIP = 0.5;
/** One scale is this many mean absolute movements. */
const SCALE_OF_MOVEMENT = 1.5;

/** Running sums that measure a pair's movements up to `gridHour`. `advancePair` extends them. */
export type PairHistory = {
	/** First hour with data for both legs, in hours since 1970. */
	readonly since: number;
	gridHour: number;
	/** Weighted sum of |8 h mean spread| over the grid, with a half-life of half a year. */
	slowSum: number;
	/** Sum of the weights in `slowSum`. */
	slowWeight: number;
	/** Weighted sum of (8 h mean spread)² over the grid, with a half-life of three weeks. */
	recentSquares: number;
	/** Sum of the weights in `recentSquares`. */
	recentWeight: number;
	/** Mean sign of the 8 h mean spread for each time constant in `SIGN_DAYS`, −1 to 1. */
	readonly signs: Float64Array;
	readonly ties: TieMemory;
};

/** Creates the history of a pair without observations; undefined if a leg has no settlement. */
export function createPairHistory(first: LegHistory, second: LegHistory): PairHistory | undefined {
	if (first.count === 0 || second.count === 0) return undefined;
	const since = Math.max(first.hours[0] as number, second.hours[0] as number);
	const gridHour = Math.ceil(since / GRID_HOURS) * GRID_HOURS;
	return {
		since,
		gridHour,
		slowSum: 0,
		slowWeight: 0,
		recentSquares: 0,
		recentWeight: 0,
		signs: new Float64Array(SIGN_DAYS.length),
		ties: createTieMemory(),
	};
}

/** Adds a pair's movements up to `hour`. Both legs' histories must already contain the settlements up to that hour. */
export function advancePair(pair: PairHistory, first: LegHistory, second: LegHistory, hour: number): void {
	while (pair.gridHour + GRID_HOURS <= hour) {
		const from = pair.gridHour;
		pair.gridHour += GRID_HOURS;
		rememberTies(pair.ties, first, second, pair.gridHour, GRID_HOURS);
		const paidFirst = paidSince(first, from, settlementsUpTo(first, pair.gridHour));
		const paidSecond = paidSince(second, from, settlementsUpTo(second, pair.gridHour));
		if (paidFirst.hours === 0 || paidSecond.hours === 0) continue;
		const spread = perHour(paidFirst) - perHour(paidSecond);
		const movement = Math.abs(spread);
		pair.slowSum = pair.slowSum * SLOW_KEEP + movement;
		pair.slowWeight = pair.slowWeight * SLOW_KEEP + 1;
		pair.recentSquares = pair.recentSquares * RECENT_KEEP + movement ** 2;
		pair.recentWeight = pair.recentWeight * RECENT_KEEP + 1;
		rememberSign(pair.signs, spread);
	}
}

function rememberSign(signs: Float64Array, spread: number): void {
	const sign = isLevel(spread) ? 0 : Math.sign(spread);
	SIGN_KEEP.forEach((keep, index) => {
		signs[index] = keep * (signs[index] as number) + (1 - keep) * sign;
	});
}

/** A pair's figures at a given hour. Rates are fractions per hour, first − second. */
export type PairView = SignView & {
	/** Hours for which both legs have known payments. */
	readonly observedHours: number;
	/** Divisor of the features, a fraction per hour: `SCALE_OF_MOVEMENT` times the slow mean movement. */
	readonly scale: number;
	/** Scale of a forecast's error: halfway between the slow mean and the recent root mean square of the movements. */
	readonly movement: number;
	/** Amount by which the headline exceeds one scale; 0 if it does not. */
	readonly excess: number;
	/** First leg's mean rate over the last 720 h; 0 if unknown. */
	readonly firstMean: number;
	/** Second leg's mean rate over the last 720 h; 0 if unknown. */
	readonly secondMean: number;
	/** Mean of first − second over the last 720 h; NaN if more than 3 % of these hours are unknown. */
	readonly monthMean: number;
};

/**
 * Writes the features into `into`, one per name, and returns the other figures. Returns undefined and writes nothing
 * if no hour is known for both legs. A window counts unknown hours as hours with a spread of zero.
 * @param typicalMovement mean absolute 8 h mean spread of a typical pair, a fraction per hour
 */
export function viewPair(
	pair: PairHistory,
	first: LegHistory,
	second: LegHistory,
	hour: number,
	typicalMovement: number,
	into: Float64Array,
): PairView | undefined {
	const legs: readonly [LegAt, LegAt] = [legAt(first, hour), legAt(second, hour)];
	const whole = windowOf(legs, pair.since);
	if (whole.knownHours <= 0) return undefined;
	const slow = mixed(pair.slowSum, pair.slowWeight, typicalMovement);
	const scale = SCALE_OF_MOVEMENT * slow;
	const recent = Math.sqrt(mixed(pair.recentSquares, pair.recentWeight, scale ** 2));
	const clipped = (rate: number): number => clip(rate / scale, 1);
	const excess = (rate: number): number => clip(rate / scale - clipped(rate), EXCESS_MAX);

	const headline = lastPerHour(first, legs[0].upTo) - lastPerHour(second, legs[1].upTo);
	into[0] = clipped(headline);
	into[EXCESS_AT] = excess(headline);
	SPREAD_WINDOWS.forEach((hours, index) => {
		const { spread, knownHours } = windowOf(legs, hour - hours);
		const mean = spread * Math.min(1, knownHours / hours);
		into[SPREADS_AT + index] = clipped(mean);
		if (index < EXCESS_WINDOWS.length) into[EXCESS_AT + 1 + index] = excess(mean);
	});
	into[WHOLE_AT] = clipped(whole.spread * (whole.knownHours / (whole.knownHours + WHOLE_SHRINK_HOURS)));
	const fast = fastLeg(legs, hour);
	FAST_LEG_WINDOWS.forEach((hours, index) => {
		into[FAST_LEG_AT + index] =
			fast === undefined ? 0 : fast.side * clipped(deviation(fast.leg, hour, hours));
	});
	const month = windowOf(legs, hour - MONTH_HOURS);
	return {
		observedHours: whole.knownHours,
		scale,
		movement: (slow + recent) / 2,
		excess: excessOf(headline, scale),
		headline,
		signs: signFeatures(pair.signs, into),
		hasLikeClocks: fast === undefined,
		ties: pair.ties,
		firstMean: month.first,
		secondMean: month.second,
		monthMean: month.knownHours < MONTH_KNOWN_MIN * MONTH_HOURS ? Number.NaN : month.spread,
	};
}

/** Returns the sign features in the order of `SIGN_FEATURE_NAMES`. */
function signFeatures(signs: Float64Array, features: Float64Array): Float64Array {
	const tight = (at: number): number => clip(features[at] as number, SIGN_CLIP) / SIGN_CLIP;
	const found = new Float64Array(SIGN_FEATURE_NAMES.length);
	found.set(signs);
	found.set([0, SPREADS_AT + 1, WHOLE_AT - 1, WHOLE_AT].map(tight), signs.length);
	return found;
}

function clip(value: number, limit: number): number {
	return Math.max(-limit, Math.min(limit, value));
}

type LegAt = { readonly history: LegHistory; readonly upTo: number };

function legAt(history: LegHistory, hour: number): LegAt {
	return { history, upTo: settlementsUpTo(history, hour) };
}

function windowOf(
	[first, second]: readonly [LegAt, LegAt],
	after: number,
): { readonly first: number; readonly second: number; readonly spread: number; readonly knownHours: number } {
	const paidFirst = paidSince(first.history, after, first.upTo);
	const paidSecond = paidSince(second.history, after, second.upTo);
	const means = { first: perHour(paidFirst), second: perHour(paidSecond) };
	return {
		...means,
		spread: means.first - means.second,
		knownHours: Math.min(paidFirst.hours, paidSecond.hours),
	};
}

function perHour(paid: LegWindow): number {
	return paid.hours === 0 ? 0 : paid.rates / paid.hours;
}

/**
 * Computes a weighted mean of a pair's own mean movement and a typical pair's. The typical pair counts more while the
 * pair has few observations.
 */
function mixed(sum: number, weight: number, others: number): number {
	return (sum + TYPICAL_WEIGHT * others) / (weight + TYPICAL_WEIGHT);
}

/**
 * If only one leg settles fast, returns that leg; otherwise undefined. `side` is 1 for the first leg, which is short
 * in the carry direction, and −1 for the second, which is long.
 */
function fastLeg(
	[first, second]: readonly [LegAt, LegAt],
	hour: number,
): { readonly leg: LegAt; readonly side: 1 | -1 } | undefined {
	const isFirstFast = isFast(first, hour);
	if (isFirstFast === isFast(second, hour)) return undefined;
	return isFirstFast ? { leg: first, side: 1 } : { leg: second, side: -1 };
}

function isFast({ history, upTo }: LegAt, hour: number): boolean {
	const after = hour - MONTH_HOURS;
	const count = upTo - settlementsUpTo(history, after);
	return count > 0 && paidSince(history, after, upTo).hours / count < FAST_INTERVAL_HOURS;
}

function deviation({ history, upTo }: LegAt, hour: number, hours: number): number {
	const paid = paidSince(history, hour - hours, upTo);
	return (perHour(paid) - ANCHOR_PER_HOUR) * Math.min(1, paid.hours / hours);
}
