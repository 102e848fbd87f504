/** Defines the ranges of the history charts. The address keeps the chosen one, so that a link shows the same. */

/** Ranges to choose from, days. */
export const HISTORY_DAYS = [1, 7, 30, 90, 365] as const;
/** One of `HISTORY_DAYS`. */
export type HistoryDays = (typeof HISTORY_DAYS)[number];

/** Name of the range in the address. */
const KEY = 'days';
const DAYS_AT_FIRST: HistoryDays = 30;

/** Returns the range in the address, or 30 days if it has none of the ranges. */
export function daysOf(search: URLSearchParams): HistoryDays {
	return HISTORY_DAYS.find((days) => String(days) === search.get(KEY)) ?? DAYS_AT_FIRST;
}

/** Returns the address' parameters with another range. The range at first is left out. */
export function withDays(search: URLSearchParams, days: HistoryDays): URLSearchParams {
	const params = new URLSearchParams(search);
	if (days === DAYS_AT_FIRST) params.delete(KEY);
	else params.set(KEY, String(days));
	return params;
}
