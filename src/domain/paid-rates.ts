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

/**
 * Settled rates, oldest first, with their intervals: the distance to the one before. A distance that is a multiple of the
 * distances on both sides of it is a missing print and not a change of interval.
 */
export function paidRates(rates: readonly SettledRate[]): readonly PaidRate[] {
	const prints = rates
		.map(({ settledAt, rate }) => ({ at: settlementInstant(settledAt), rate }))
		.sort((a, b) => a.at - b.at)
		.filter((print, index, all) => print.at !== all[index - 1]?.at);
	const gapAt = (index: number): number | null => {
		const before = prints[index - 1];
		const print = prints[index];
		return before === undefined || print === undefined ? null : print.at - before.at;
	};
	return prints.map((print, index) => {
		const gap = gapAt(index);
		const usual = gapAt(index - 1);
		const isHole =
			gap !== null && usual !== null && gap > usual && gap % usual === 0 && gapAt(index + 1) === usual;
		return { ...print, intervalMs: isHole ? usual : gap };
	});
}

/** Spans in which prints are missing, oldest first: where a rate paid for less time than has passed since the one before. */
export function historyGaps(paid: readonly PaidRate[]): readonly HistoryGap[] {
	return paid.flatMap(({ at, intervalMs }, index) => {
		const before = paid[index - 1];
		return before === undefined || intervalMs === null || at - before.at === intervalMs
			? []
			: [{ from: before.at, to: at }];
	});
}
