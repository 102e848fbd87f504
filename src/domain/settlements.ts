/** Whole settlements of one clock inside a horizon: cash comes at instants, not by the hour. Pure. */

/** `nextSettlementAt`: the coming settlement as the venue states it, milliseconds; the others follow by the interval. */
export type SettlementClock = { readonly nextSettlementAt: number; readonly intervalMs: number };

/**
 * `always`: the position is held at the instant beyond doubt. `payment_only`: the instant is so close to the entry
 * that the venue may or may not count it, so what is paid is expected and what is received is not.
 */
export type Settlement = { readonly at: number; readonly counts: 'always' | 'payment_only' };

/** Half-hourly settlements over the longest horizon, 2,160 h: no real clock gives more. */
const SETTLEMENTS_MAX = 4_320;

/**
 * Settlements of a clock for whoever enters at `entryAt` and holds for `horizonMs`, oldest first: those in
 * (entry, entry + horizon], and those up to `uncertaintyMs` before the entry. Inside the uncertainty, on either side of
 * the entry, only payments count. The end is a horizon and no trade, so it is sharp and belongs to it.
 * An interval that is not positive has no settlements.
 */
export function settlementsWithin(
	clock: SettlementClock,
	entryAt: number,
	horizonMs: number,
	uncertaintyMs: number,
): readonly Settlement[] {
	const { nextSettlementAt, intervalMs } = clock;
	if (!(intervalMs > 0)) return [];
	const from = entryAt - uncertaintyMs;
	const first = nextSettlementAt + Math.ceil((from - nextSettlementAt) / intervalMs) * intervalMs;
	const settlements: Settlement[] = [];
	for (let at = first; at <= entryAt + horizonMs; at += intervalMs) {
		if (settlements.length === SETTLEMENTS_MAX) break;
		settlements.push({ at, counts: Math.abs(at - entryAt) > uncertaintyMs ? 'always' : 'payment_only' });
	}
	return settlements;
}
