/**
 * Converts the core's book sequence to Binance's update ids. The core has one number per change in a book. Binance
 * numbers all updates of its matching engine, so a snapshot's id lies between the first and the last id of an event.
 * Binance's rule relies on that: the first event to apply has U ≤ lastUpdateId ≤ u (page "How to manage a local order
 * book correctly", read 2026-11).
 */

/** Update ids per change in the core's book. */
const IDS_PER_CHANGE = 16;
const LAST_OF_EVENT = 8;
const OF_SNAPSHOT = 12;

/** Returns `u` of an event that ends with the core's change `sequence`. */
export function eventId(sequence: number): number {
	return sequence * IDS_PER_CHANGE + LAST_OF_EVENT;
}

/**
 * Returns `lastUpdateId` of a snapshot that includes the core's change `sequence`. It is above `u` of that change's
 * event and below `u` of the next.
 */
export function snapshotId(sequence: number): number {
	return sequence * IDS_PER_CHANGE + OF_SNAPSHOT;
}
