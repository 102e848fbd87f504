/**
 * Numbers of book updates. The core has one per change. Binance numbers all updates of its engine, so a snapshot
 * falls between the first and the last number of an event. Its rule needs that: the first event to apply has
 * U ≤ lastUpdateId ≤ u (page "How to manage a local order book correctly", read 2026-11).
 */

/** Update numbers per change of the core. */
const IDS_PER_CHANGE = 16;
const LAST_OF_EVENT = 8;
const OF_SNAPSHOT = 12;

/** `u` of an event that ends with this change of the core. */
export function eventId(sequence: number): number {
	return sequence * IDS_PER_CHANGE + LAST_OF_EVENT;
}

/** `lastUpdateId` of a snapshot that includes this change of the core: after `u` of its event, before that of the next. */
export function snapshotId(sequence: number): number {
	return sequence * IDS_PER_CHANGE + OF_SNAPSHOT;
}
