/**
 * Carry that a pair of legs really paid, hour by hour: the known hours, the scored hours, and the carry received from
 * each of these. Rates are fractions per settlement; carry is in bp of one leg's notional. Pure.
 */

/** Scored horizons, in hours. */
export const SCORED_HORIZONS_HOURS = [8, 24, 72, 168, 336, 720] as const;

/** Settled funding of one coin on one venue, as read from a file: one row per hour, ascending. */
export type SettledLeg = {
	readonly venue: string;
	readonly base: string;
	/** UTC hours since the epoch. */
	readonly hours: Int32Array;
	/** Rate of that settlement, as a fraction. */
	readonly rates: Float64Array;
	/** Funding interval stated by the file, in hours; NaN where it states none. Only the headline uses it. */
	readonly intervals: Float64Array;
};

/** Two legs of one coin in alphabetical order of venue. Carry is that of a short first leg and a long second leg. */
export type ScoredSeries = {
	readonly key: string;
	readonly first: SettledLeg;
	readonly second: SettledLeg;
	/** First hour of the dense arrays: index i is hour `from + i`. */
	readonly from: number;
	/** 1 where the hour is known on both legs. */
	readonly alive: Uint8Array;
	/** Number of hours known on both legs, up to and including index i − 1; one element longer than `alive`. */
	readonly aliveUpTo: Int32Array;
	/** Carry in bp paid up to and including index i − 1; one element longer than `alive`. */
	readonly carryUpTo: Float64Array;
	/** First and last hour known on both legs. */
	readonly firstAlive: number;
	readonly lastAlive: number;
};

/** A gap of more than this many median intervals between settlements leaves the hours between unknown. */
const ALIVE_GAPS_MAX = 3;
/** A series needs at least this many hours known on both legs. */
const SERIES_HOURS_MIN = 3_600;
/** Hours of history before the first decision. */
export const HISTORY_HOURS = 2_160;
const DECISION_EVERY_HOURS = 7;
const RECENT_HOURS = 720;
const RECENT_ALIVE_MIN = 713;
/** Sums that differ by less than this many bp are equal: the rest is float64 rounding. */
const ZERO_BP = 1e-9;

/** Series of every two venues of one coin with enough common hours, by key. */
export function scoredSeries(legs: readonly SettledLeg[]): readonly ScoredSeries[] {
	const sorted = [...legs].sort((a, b) => (a.venue < b.venue ? -1 : 1));
	const series: ScoredSeries[] = [];
	for (const [index, first] of sorted.entries()) {
		for (const second of sorted.slice(index + 1)) {
			if (first.base !== second.base || first.venue === second.venue) continue;
			const found = seriesOf(first, second);
			if (found !== undefined) series.push(found);
		}
	}
	return series.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function seriesOf(first: SettledLeg, second: SettledLeg): ScoredSeries | undefined {
	const from = Math.min(first.hours[0] ?? 0, second.hours[0] ?? 0);
	const length = Math.max(first.hours.at(-1) ?? 0, second.hours.at(-1) ?? 0) - from + 1;
	const alive = aliveHours(first, from, length);
	const aliveSecond = aliveHours(second, from, length);
	const aliveUpTo = new Int32Array(length + 1);
	for (let index = 0; index < length; index += 1) {
		alive[index] = (alive[index] as number) & (aliveSecond[index] as number);
		aliveUpTo[index + 1] = (aliveUpTo[index] as number) + (alive[index] as number);
	}
	if ((aliveUpTo[length] as number) < SERIES_HOURS_MIN) return undefined;
	const paid = new Float64Array(length + 1);
	first.hours.forEach((hour, index) => {
		paid[hour - from + 1] = (paid[hour - from + 1] as number) + 1e4 * (first.rates[index] as number);
	});
	second.hours.forEach((hour, index) => {
		paid[hour - from + 1] = (paid[hour - from + 1] as number) - 1e4 * (second.rates[index] as number);
	});
	for (let index = 1; index <= length; index += 1) {
		paid[index] = (paid[index] as number) + (paid[index - 1] as number);
	}
	return {
		key: `${first.venue}-${second.venue} ${first.base}`,
		first,
		second,
		from,
		alive,
		aliveUpTo,
		carryUpTo: paid,
		firstAlive: from + alive.indexOf(1),
		lastAlive: from + alive.lastIndexOf(1),
	};
}

/** For successive settlements i < j, the hours (i, j] are known if both lie at most three median intervals apart. */
function aliveHours(leg: SettledLeg, from: number, length: number): Uint8Array {
	const alive = new Uint8Array(length);
	const limit = ALIVE_GAPS_MAX * medianGap(leg.hours);
	for (let index = 1; index < leg.hours.length; index += 1) {
		const before = leg.hours[index - 1] as number;
		const hour = leg.hours[index] as number;
		if (hour - before <= limit) alive.fill(1, before - from + 1, hour - from + 1);
	}
	return alive;
}

/**
 * Median interval between settlements, in hours; for an even number, the mean of the two central ones. NaN below two
 * rows.
 */
export function medianGap(hours: Int32Array): number {
	const gaps = hours.subarray(1).map((hour, index) => hour - (hours[index] as number));
	gaps.sort();
	const middle = gaps.length >> 1;
	if (gaps.length === 0) return Number.NaN;
	if (gaps.length % 2 === 1) return gaps[middle] as number;
	return ((gaps[middle - 1] as number) + (gaps[middle] as number)) / 2;
}

/** Earlier hours serve as history only. */
export function firstScoredHour(series: ScoredSeries): number {
	return series.firstAlive + HISTORY_HOURS;
}

/** Hours of a series at which a forecast is scored, ascending. */
export function decisionHours(series: ScoredSeries): readonly number[] {
	const hours: number[] = [];
	const start = Math.ceil(firstScoredHour(series) / DECISION_EVERY_HOURS) * DECISION_EVERY_HOURS;
	for (let hour = start; hour <= series.lastAlive; hour += DECISION_EVERY_HOURS) {
		if (aliveWithin(series, hour - RECENT_HOURS, hour) >= RECENT_ALIVE_MIN) hours.push(hour);
	}
	return hours;
}

/** Number of hours known on both legs in (after, upTo]. */
function aliveWithin(series: ScoredSeries, after: number, upTo: number): number {
	return (
		valueAt(series.aliveUpTo, upTo - series.from + 1) - valueAt(series.aliveUpTo, after - series.from + 1)
	);
}

/** Running sums are constant beyond both ends. */
function valueAt(sums: Int32Array | Float64Array, index: number): number {
	return sums[Math.min(Math.max(index, 0), sums.length - 1)] as number;
}

/** Carry in bp received in (hour, hour + horizon]; undefined unless both legs are known in each of these hours. */
export function receivedBp(series: ScoredSeries, hour: number, horizonHours: number): number | undefined {
	if (aliveWithin(series, hour, hour + horizonHours) !== horizonHours) return undefined;
	return carryWithin(series, hour, hour + horizonHours);
}

/** Carry in bp of the settlements in (after, upTo], known or not. */
export function carryWithin(series: ScoredSeries, after: number, upTo: number): number {
	const received =
		valueAt(series.carryUpTo, upTo - series.from + 1) - valueAt(series.carryUpTo, after - series.from + 1);
	return Math.abs(received) < ZERO_BP ? 0 : received;
}

/**
 * Reads the headline of a series at ascending hours: last settled rates per hour, first leg less second, in bp per
 * hour.
 */
export function headlineReader(series: ScoredSeries): (hour: number) => number {
	const first = lastHourlyReader(series.first);
	const second = lastHourlyReader(series.second);
	return (hour) => {
		const headline = 1e4 * (first(hour) - second(hour));
		return Math.abs(headline) < ZERO_BP ? 0 : headline;
	};
}

function lastHourlyReader(leg: SettledLeg): (hour: number) => number {
	const usual = medianGap(leg.hours);
	let last = -1;
	return (hour) => {
		while (last + 1 < leg.hours.length && (leg.hours[last + 1] as number) <= hour) last += 1;
		if (last < 0) return 0;
		const stated = leg.intervals[last] as number;
		return (leg.rates[last] as number) / (Number.isNaN(stated) ? usual : stated);
	};
}
