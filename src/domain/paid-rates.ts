/** Which interval each settled rate paid for, and where settlements are missing. Pure. */
import type { Decimal } from './decimal.ts';
import type { SettledRate } from './funding.ts';

/** A settled rate with the interval that it paid for; null where the rate before it is not known. */
export type PaidRate = { readonly at: number; readonly rate: Decimal; readonly intervalMs: number | null };

/** Settlements are missing between two that are known: the one before the hole and the one after it, ms. */
export type HistoryGap = { readonly from: number; readonly to: number };

const SECOND_MS = 1_000;

/** Venues stamp settlements with some milliseconds of jitter around the exact second. */
export function settlementInstant(stamp: number): number {
	return Math.round(stamp / SECOND_MS) * SECOND_MS;
}

/** Settled rates, oldest first, with their intervals. */
export function paidRates(rates: readonly SettledRate[]): readonly PaidRate[] {
	const prints = rates
		.map(({ settledAt, rate }) => ({ at: settlementInstant(settledAt), rate }))
		.sort((a, b) => a.at - b.at)
		.filter((print, index, all) => print.at !== all[index - 1]?.at);
	const intervals = paidIntervals(prints.map(({ at }) => at));
	return prints.map((print, index) => ({ ...print, intervalMs: intervals[index] ?? null }));
}

/** Spans in which prints are missing, oldest first, of settlement instants that rise. */
export function historyGaps(instants: readonly number[]): readonly HistoryGap[] {
	const gaps: HistoryGap[] = [];
	const intervals = paidIntervals(instants);
	for (const [index, to] of instants.entries()) {
		const from = instants[index - 1];
		// Paid for less time than has passed since the one before.
		if (from !== undefined && to - from !== intervals[index]) gaps.push({ from, to });
	}
	return gaps;
}

/**
 * The interval that was paid for at each of the rising instants: the distance to the one before, null at the first. A
 * distance that is a multiple of the distances on both sides of it is a missing print and not a change of interval.
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
