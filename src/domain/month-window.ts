/**
 * Keeps a contract's settled rates of the last month with running sums, and computes their exact mean with two
 * searches. Pure, except that a window is extended in place.
 */

import { type Decimal, divTrunc, fromInteger, mulTrunc } from './decimal.ts';
import { DAY_MS, HOUR_MS, MONTH_HOURS, type SettledRate } from './funding.ts';
import type { HistoryGap } from './paid-rates.ts';

/** Settled rates in ascending order, with running sums. `extendedWindow` extends it in place where it can. */
export type MonthWindow = {
	/** Settlement times, ms. */
	readonly at: number[];
	/** Sum of the rates before each index; one entry longer than `at`. */
	readonly before: bigint[];
	/** The newest gap that is too long for a mean across it. */
	gap: HistoryGap | undefined;
};

/** The mean of the last 30 days per 365 days, or why it is unknown. */
export type MonthMean =
	| { readonly apr: Decimal; readonly why?: undefined }
	/** `days`: how many of the 30 days are known. */
	| { readonly apr: null; readonly why: 'short'; readonly days: number }
	| ({ readonly apr: null; readonly why: 'gap' } & HistoryGap);

/** The settlement that a contract's ticker names: the newest one that has passed, and the interval, ms. */
export type DueSettlement = { readonly at: number; readonly intervalMs: number };

/** Window of the mean, ms. */
export const MONTH_MS = MONTH_HOURS * HOUR_MS;
/** Age at which rates are dropped, ms. The settlement before the window proves that the whole window is known. */
export const MONTH_KEPT_MS = MONTH_MS + 2 * DAY_MS;

/** Settlements that are more than this many intervals apart leave a gap. */
const INTERVALS_MAX = 3;
/** Settlements that are further apart leave a gap whatever the interval. No exchange settles less often, ms. */
const DISTANCE_MS_MAX = DAY_MS;
/** Maximum difference between a settlement's time in the ticker and in the history, ms. */
const STAMP_TOLERANCE_MS = 60_000;
/** Rates are dropped once the oldest is this much too old, ms, so that most additions only append. */
const SPARE_MS = 7 * DAY_MS;
const YEAR_DAYS = fromInteger(365);
const MONTH_DAYS = fromInteger(30);

/** Builds a window from rates in ascending order. */
export function createMonthWindow(rates: readonly SettledRate[]): MonthWindow {
	const window: MonthWindow = { at: [], before: [0n], gap: undefined };
	for (const rate of rates) appendRate(window, rate);
	return window;
}

/** Adds rates in any order, and drops those that are too old. Returns the window, which may be a new one. */
export function extendedWindow(window: MonthWindow, added: readonly SettledRate[], now: number): MonthWindow {
	const oldest = now - MONTH_KEPT_MS;
	const wanted = added.filter(({ settledAt }) => settledAt >= oldest);
	const isFull = (window.at[0] ?? now) < oldest - SPARE_MS;
	if (!isFull && wanted.every((rate) => appendRate(window, rate))) return window;
	const byTime = new Map([...ratesOf(window), ...wanted].map((rate) => [rate.settledAt, rate]));
	const kept = [...byTime.values()].filter(({ settledAt }) => settledAt >= oldest);
	return createMonthWindow(kept.sort((a, b) => a.settledAt - b.settledAt));
}

/**
 * Returns the sum of the rates settled in the last 30 days, times 365 / 30. While a settlement that has passed is not
 * published yet, the 30 days end just before it. @param due from the ticker; undefined if it names none
 */
export function monthMean(window: MonthWindow, now: number, due: DueSettlement | undefined): MonthMean {
	const { at, before, gap } = window;
	const last = at.at(-1);
	if (last === undefined) return { apr: null, why: 'short', days: 0 };
	const usual = last - (at.at(-2) ?? last - DISTANCE_MS_MAX);
	const passed = due?.at ?? (now >= last + usual ? last + usual * Math.floor((now - last) / usual) : last);
	const isAwaited = passed > last + STAMP_TOLERANCE_MS;
	if (isAwaited && passed - last > INTERVALS_MAX * Math.max(usual, due?.intervalMs ?? 0))
		return { apr: null, why: 'gap', from: last, to: passed };
	const end = isAwaited ? passed - 1 : now;
	const start = end - MONTH_MS;
	const first = countUpTo(at, start);
	if (first === 0) return { apr: null, why: 'short', days: Math.max(0, (end - (at[0] as number)) / DAY_MS) };
	if (gap !== undefined && gap.to > start) return { apr: null, why: 'gap', ...gap };
	const sum = ((before[countUpTo(at, end)] as bigint) - (before[first] as bigint)) as Decimal;
	return { apr: divTrunc(mulTrunc(sum, YEAR_DAYS), MONTH_DAYS) };
}

/** Adds a rate. False, and nothing is added, if it is not later than all others. */
function appendRate(window: MonthWindow, { settledAt, rate }: SettledRate): boolean {
	const { at, before } = window;
	if (settledAt <= (at.at(-1) ?? Number.NEGATIVE_INFINITY)) return false;
	at.push(settledAt);
	before.push((before.at(-1) as bigint) + rate);
	noteGap(window);
	return true;
}

/**
 * Notes a gap before the newest settlement or before an earlier one. A distance that is too long is a new interval, not
 * a gap, if the next distance is at least as long: from hourly to eight-hourly, the first distance may be six hours. If
 * a short distance follows those two, both were gaps.
 */
function noteGap(window: MonthWindow): void {
	const { at } = window;
	const last = at.length - 1;
	const distance = (index: number) => (at[index] as number) - (at[index - 1] as number);
	const isLong = (index: number) => index >= 2 && distance(index) > INTERVALS_MAX * distance(index - 1);
	const isKept = (index: number) => distance(index) > distance(index - 1) - STAMP_TOLERANCE_MS;
	if (isLong(last - 1) && !isKept(last)) window.gap = gapBefore(at, last - 1);
	const isBroken = distance(last) * INTERVALS_MAX < distance(last - 1);
	if (isLong(last - 2) && isKept(last - 1) && isBroken) window.gap = gapBefore(at, last - 1);
	if (last >= 1 && distance(last) > DISTANCE_MS_MAX) window.gap = gapBefore(at, last);
}

function gapBefore(at: readonly number[], index: number): HistoryGap {
	return { from: at[index - 1] as number, to: at[index] as number };
}

function ratesOf({ at, before }: MonthWindow): readonly SettledRate[] {
	return at.map((settledAt, index) => ({
		settledAt,
		rate: ((before[index + 1] as bigint) - (before[index] as bigint)) as Decimal,
	}));
}

/** Counts the ascending times at or before an instant. */
function countUpTo(at: readonly number[], limit: number): number {
	let low = 0;
	let high = at.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((at[middle] as number) <= limit) low = middle + 1;
		else high = middle;
	}
	return low;
}
