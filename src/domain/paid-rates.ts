/** Finds the interval of each settled rate, and missing settlements. Pure functions. */
import type { Decimal } from './decimal.ts';
import type { SettledRate } from './funding.ts';

/** A settled rate with the interval that it paid for; null if the previous rate is unknown. */
export type PaidRate = { readonly at: number; readonly rate: Decimal; readonly intervalMs: number | null };

/** A gap with missing settlements: the times of the known settlements before and after it, ms. */
export type HistoryGap = { readonly from: number; readonly to: number };

const SECOND_MS = 1_000;

/** Rounds a settlement time to the second, because venues stamp settlements with some milliseconds of jitter. */
export function settlementInstant(stamp: number): number {
	return Math.round(stamp / SECOND_MS) * SECOND_MS;
}

/** Returns the settled rates, oldest first, with their intervals. */
export function paidRates(rates: readonly SettledRate[]): readonly PaidRate[] {
	const prints = rates
		.map(({ settledAt, rate }) => ({ at: settlementInstant(settledAt), rate }))
		.sort((a, b) => a.at - b.at)
		.filter((print, index, all) => print.at !== all[index - 1]?.at);
	const intervals = paidIntervals(prints.map(({ at }) => at));
	return prints.map((print, index) => ({ ...print, intervalMs: intervals[index] ?? null }));
}

/** Finds spans with missing settlements, oldest first, from ascending settlement times. */
export function historyGaps(instants: readonly number[]): readonly HistoryGap[] {
	const gaps: HistoryGap[] = [];
	const intervals = paidIntervals(instants);
	for (const [index, to] of instants.entries()) {
		const from = instants[index - 1];
		// This settlement paid for less time than has passed since the previous one, so a settlement between them is
		// missing.
		if (from !== undefined && to - from !== intervals[index]) gaps.push({ from, to });
	}
	return gaps;
}

/**
 * Returns the interval paid at each of the ascending settlement times: the distance to the previous one, null for the
 * first. If a distance is a multiple of the distances on both sides, a settlement is missing; the interval has not
 * changed.
 */
function paidIntervals(instants: readonly number[]): readonly (number | null)[] {
	const distanceAt = (index: number): number | null => {
		const before = instants[index - 1];
		const at = instants[index];
		return before === undefined || at === undefined ? null : at - before;
	};
	return instants.map((_, index) => {
		const distance = distanceAt(index);
		const usual = distanceAt(index - 1);
		const isHole =
			distance !== null &&
			usual !== null &&
			distance > usual &&
			distance % usual === 0 &&
			distanceAt(index + 1) === usual;
		return isHole ? usual : distance;
	});
}
