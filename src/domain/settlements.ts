/**
 * Lists an instrument's individual settlements within a horizon, because funding is paid at single times and not
 * continuously. Pure function.
 */

/**
 * The settlement schedule of an instrument. `nextSettlementAt` is the next settlement that the venue reports,
 * milliseconds; the others follow at the interval.
 */
export type SettlementClock = { readonly nextSettlementAt: number; readonly intervalMs: number };

/**
 * A settlement. `always` means that the position is certainly held at that time. `payment_only` means that the time
 * is too close to the entry to know whether the venue counts the position. We then expect payments but no receipts.
 */
export type Settlement = { readonly at: number; readonly counts: 'always' | 'payment_only' };

/**
 * Maximum number of listed settlements: one every half hour over the maximum horizon of 2,160 h. No real schedule has
 * more.
 */
const SETTLEMENTS_MAX = 4_320;

/**
 * Returns the settlements for an entry at `entryAt` held for `horizonMs`, oldest first. They are those in (entry,
 * entry + horizon], and those up to `uncertaintyMs` before the entry. Within the uncertainty, before or after the
 * entry, only payments count. The end is inclusive and has no uncertainty, because nothing trades at the end of a
 * horizon. A non-positive interval gives no settlements.
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

/**
 * Returns the time of the last settlement before `now`; undefined without a positive interval. A venue that reports a
 * later settlement as its next one has passed the earlier one, whatever our clock says, so the result may be up to
 * `clocksApartMs` later than `now`. A reported settlement in the past counts as passed, and others may have followed.
 */
export function lastSettlement(
	{ nextSettlementAt, intervalMs }: SettlementClock,
	now: number,
	clocksApartMs: number,
): number | undefined {
	if (!(intervalMs > 0)) return undefined;
	if (nextSettlementAt <= now)
		return nextSettlementAt + Math.floor((now - nextSettlementAt) / intervalMs) * intervalMs;
	const count = Math.max(1, Math.ceil((nextSettlementAt - now - clocksApartMs) / intervalMs));
	return nextSettlementAt - count * intervalMs;
}
