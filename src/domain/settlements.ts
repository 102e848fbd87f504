/** Whole settlements of one clock within a horizon: payments come at instants, not by the hour. Pure. */

/** `nextSettlementAt`: the venue's stated next settlement, milliseconds; the others follow by the interval. */
export type SettlementClock = { readonly nextSettlementAt: number; readonly intervalMs: number };

/**
 * `always`: the position is certainly held at the instant. `payment_only`: the instant is so close to the entry that
 * the venue may or may not count it, so we expect payments but no receipts.
 */
export type Settlement = { readonly at: number; readonly counts: 'always' | 'payment_only' };

/** Half-hourly settlements over the longest horizon, 2,160 h: more than any real clock has. */
const SETTLEMENTS_MAX = 4_320;

/**
 * Settlements for an entry at `entryAt` held for `horizonMs`, oldest first: those in (entry, entry + horizon], and
 * those up to `uncertaintyMs` before the entry. Within the uncertainty, on either side of the entry, only payments
 * count. The end is a horizon and not a trade, so it is sharp and included. A non-positive interval gives no
 * settlements.
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
