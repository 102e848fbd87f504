/**
 * Computes the carry that a pair of legs really paid, hour by hour. It determines the known hours, the scored hours
 * (those whose forecasts are scored), and the carry received after each scored hour. Rates are fractions per
 * settlement; carry is in bp of one leg's notional. The functions are pure.
 */

/** Scored horizons, hours. */
export const SCORED_HORIZONS_HOURS = [8, 24, 72, 168, 336, 720] as const;

/**
 * Settled funding for one coin on one venue, as read from a file. The arrays have one entry per settlement, ascending
 * by hour.
 */
export type SettledLeg = {
	readonly venue: string;
	readonly base: string;
	/** Times of the settlements, UTC hours since the epoch. */
	readonly hours: Int32Array;
	/** Settled rates, as fractions. */
	readonly rates: Float64Array;
	/** Funding intervals from the file, hours; NaN where the file has none. Only the headline uses them. */
	readonly intervals: Float64Array;
};

/** Two legs in one coin, in alphabetical order of venue. Carry is that of a short first leg and a long second leg. */
export type ScoredSeries = {
	readonly key: string;
	readonly first: SettledLeg;
	readonly second: SettledLeg;
	/** Hour of index 0 in `alive`; index i is hour `from + i`. */
	readonly from: number;
	/** 1 if the hour is known on both legs, else 0. */
	readonly alive: Uint8Array;
	/**
	 * Entry i is the number of hours before hour `from + i` that are known on both legs. The array is one entry
	 * longer than `alive`.
	 */
	readonly aliveUpTo: Int32Array;
	/** Entry i is the carry paid before hour `from + i`, in bp. The array is one entry longer than `alive`. */
	readonly carryUpTo: Float64Array;
	/** First hour known on both legs. */
	readonly firstAlive: number;
	/** Last hour known on both legs. */
	readonly lastAlive: number;
};

/** The hours between two settlements are unknown if the settlements are more than this many median intervals apart. */
const ALIVE_GAPS_MAX = 3;
/** Minimum number of hours that a series must have known on both legs. */
const SERIES_HOURS_MIN = 3_600;
/** Number of hours of history before the first decision. */
export const HISTORY_HOURS = 2_160;
const DECISION_EVERY_HOURS = 7;
const RECENT_HOURS = 720;
const RECENT_ALIVE_MIN = 713;
/** Carry below this, in bp, counts as zero, because it is only float64 rounding. */
const ZERO_BP = 1e-9;

/** Builds a series for every two venues that have the same coin and enough known hours in common, sorted by key. */
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

/**
 * Marks the known hours of a leg. The hours after one settlement, up to and including the next, are known if the two
 * settlements are at most three median intervals apart.
 */
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
 * Returns the median interval between settlements, hours. For an even number of intervals, the result is the mean of
 * the two central ones. NaN for fewer than two settlements.
 */
export function medianGap(hours: Int32Array): number {
	const gaps = hours.subarray(1).map((hour, index) => hour - (hours[index] as number));
	gaps.sort();
	const middle = gaps.length >> 1;
	if (gaps.length === 0) return Number.NaN;
	if (gaps.length % 2 === 1) return gaps[middle] as number;
	return ((gaps[middle - 1] as number) + (gaps[middle] as number)) / 2;
}

/** Returns the first hour that may be scored; earlier hours serve as history only. */
export function firstScoredHour(series: ScoredSeries): number {
	return series.firstAlive + HISTORY_HOURS;
}

/** Returns the scored hours of a series, ascending: every seventh hour for which enough recent history is known. */
export function decisionHours(series: ScoredSeries): readonly number[] {
	const hours: number[] = [];
	const start = Math.ceil(firstScoredHour(series) / DECISION_EVERY_HOURS) * DECISION_EVERY_HOURS;
	for (let hour = start; hour <= series.lastAlive; hour += DECISION_EVERY_HOURS) {
		if (aliveWithin(series, hour - RECENT_HOURS, hour) >= RECENT_ALIVE_MIN) hours.push(hour);
	}
	return hours;
}

/** Counts the hours known on both legs in (after, upTo]. */
function aliveWithin(series: ScoredSeries, after: number, upTo: number): number {
	return (
		valueAt(series.aliveUpTo, upTo - series.from + 1) - valueAt(series.aliveUpTo, after - series.from + 1)
	);
}

/** Returns a running sum at an index. Beyond either end of the array the sum stays constant. */
function valueAt(sums: Int32Array | Float64Array, index: number): number {
	return sums[Math.min(Math.max(index, 0), sums.length - 1)] as number;
}

/**
 * Returns the carry in bp received in (hour, hour + horizon]; undefined unless all these hours are known on both
 * legs.
 */
export function receivedBp(series: ScoredSeries, hour: number, horizonHours: number): number | undefined {
	if (aliveWithin(series, hour, hour + horizonHours) !== horizonHours) return undefined;
	return carryWithin(series, hour, hour + horizonHours);
}

/** Returns the carry in bp from all settlements in (after, upTo], including those at hours that are not known. */
export function carryWithin(series: ScoredSeries, after: number, upTo: number): number {
	const received =
		valueAt(series.carryUpTo, upTo - series.from + 1) - valueAt(series.carryUpTo, after - series.from + 1);
	return Math.abs(received) < ZERO_BP ? 0 : received;
}

/**
 * Creates a reader of a series' headline: the first leg's last settled rate per hour less the second leg's, in bp per
 * hour. Call it with ascending hours.
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
