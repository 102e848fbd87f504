/**
 * Stores one leg's settled funding by hour and computes its average over any window with two searches. Pure, except
 * that a history is extended in place.
 *
 * A rate pays for the hours since the previous settlement. If a gap is longer than the interval before it, and the
 * same interval follows it, a settlement is missing and the interval has not changed. The state at an hour depends
 * only on settlements up to that hour.
 */

/**
 * One leg's settled funding, in ascending order. `hours` are UTC hours since 1970, rounded; `rates` are the fractions
 * paid at these settlements.
 */
export type LegSettlements = { readonly hours: Int32Array; readonly rates: Float64Array };

/** Settlements with running sums. `appendSettlement` extends them; the state at earlier hours does not change. */
export type LegHistory = {
	count: number;
	hours: Int32Array;
	/**
	 * Sum of the rates of the settlements before index i. The first settlement is left out, because it is unknown how
	 * many hours it paid for.
	 */
	ratesBefore: Float64Array;
	/** Sum of the hours that the settlements before index i paid for. The first settlement is left out. */
	hoursBefore: Float64Array;
};

/** A leg's payment over a window: the sum of its rates, and the hours they paid for. */
export type LegWindow = { readonly rates: number; readonly hours: number };

/** Maximum settlement interval of all supported exchanges, hours. A longer gap contains a missing settlement. */
const INTERVAL_HOURS_MAX = 8;
const CAPACITY_FIRST = 64;
/**
 * Growth factor of the arrays. A year of hourly settlements, enlarged by a quarter, has room for three more months.
 */
const GROWTH = 1.25;

/** Builds the running sums from settlements in ascending order, with spare capacity. */
export function createLegHistory(settlements: LegSettlements): LegHistory {
	const capacity = Math.max(CAPACITY_FIRST, settlements.hours.length);
	const history: LegHistory = {
		count: 0,
		hours: new Int32Array(capacity),
		ratesBefore: new Float64Array(capacity + 1),
		hoursBefore: new Float64Array(capacity + 1),
	};
	for (let index = 0; index < settlements.hours.length; index += 1) {
		appendSettlement(history, settlements.hours[index] as number, settlements.rates[index] as number);
	}
	return history;
}

/**
 * Adds a settlement later than all others. Returns false and adds nothing if it is not later, its hour is not a whole
 * number, or its rate is not finite.
 */
export function appendSettlement(history: LegHistory, hour: number, rate: number): boolean {
	const last = history.count - 1;
	if (!Number.isFinite(rate) || !Number.isInteger(hour)) return false;
	if (last >= 0 && hour <= (history.hours[last] as number)) return false;
	if (history.count === history.hours.length) grow(history);
	const index = history.count;
	history.hours[index] = hour;
	history.count += 1;
	if (last >= 0) {
		history.hoursBefore[last + 1] = (history.hoursBefore[last] as number) + finalInterval(history, last);
	}
	history.ratesBefore[index + 1] = (history.ratesBefore[index] as number) + (index === 0 ? 0 : rate);
	return true;
}

function grow(history: LegHistory): void {
	const capacity = Math.ceil(GROWTH * history.hours.length);
	const hours = new Int32Array(capacity);
	hours.set(history.hours);
	const ratesBefore = new Float64Array(capacity + 1);
	ratesBefore.set(history.ratesBefore);
	const hoursBefore = new Float64Array(capacity + 1);
	hoursBefore.set(history.hoursBefore);
	Object.assign(history, { hours, ratesBefore, hoursBefore });
}

function gapBefore(history: LegHistory, index: number): number {
	return (history.hours[index] as number) - (history.hours[index - 1] as number);
}

/** Returns the final interval of a settlement, hours. The settlement must have two predecessors and a successor. */
function knownInterval(history: LegHistory, index: number): number {
	return (history.hoursBefore[index + 1] as number) - (history.hoursBefore[index] as number);
}

/**
 * Returns the hours that a settlement paid for, while the next settlement is not yet known. They are the gap before
 * it, or the previous interval if the gap is too long. Without a previous interval, a gap that is too long counts as
 * `INTERVAL_HOURS_MAX`.
 */
function provisionalInterval(history: LegHistory, index: number): number {
	if (index === 0) return 0;
	const gap = gapBefore(history, index);
	if (gap <= INTERVAL_HOURS_MAX) return gap;
	return index === 1 ? INTERVAL_HOURS_MAX : knownInterval(history, index - 1);
}

/** Returns the hours that a settlement paid for, once the next settlement is known. */
function finalInterval(history: LegHistory, index: number): number {
	const provisional = provisionalInterval(history, index);
	if (index < 2) return provisional;
	const before = knownInterval(history, index - 1);
	return provisional > before && gapBefore(history, index + 1) <= before ? before : provisional;
}

/** Counts the settlements stamped at or before the given hour. */
export function settlementsUpTo(history: LegHistory, hour: number): number {
	let low = 0;
	let high = history.count;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((history.hours[middle] as number) <= hour) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Returns the hourly rate of the last of the first `upTo` settlements; 0 if there are fewer than two. */
export function lastPerHour(history: LegHistory, upTo: number): number {
	if (upTo < 2) return 0;
	const last = upTo - 1;
	const rate = (history.ratesBefore[upTo] as number) - (history.ratesBefore[last] as number);
	const hours = provisionalInterval(history, last);
	return hours === 0 ? 0 : rate / hours;
}

/**
 * Sums the leg's payments from the settlements after the UTC hour `after`, up to index `upTo` − 1. `upTo` is
 * `settlementsUpTo` for the current hour.
 */
export function paidSince(history: LegHistory, after: number, upTo: number): LegWindow {
	return paidBetween(history, settlementsUpTo(history, after), upTo);
}

/** Sums the leg's payment for the settlements from index `from` to `upTo` − 1. */
export function paidBetween(history: LegHistory, from: number, upTo: number): LegWindow {
	if (from >= upTo) return { rates: 0, hours: 0 };
	const last = upTo - 1;
	return {
		rates: (history.ratesBefore[upTo] as number) - (history.ratesBefore[from] as number),
		hours:
			(history.hoursBefore[last] as number) -
			(history.hoursBefore[from] as number) +
			provisionalInterval(history, last),
	};
}
