/**
 * Keeps the last account read that matched the journal, by instrument. The reconciler records it; the driver and the
 * settlements read it.
 */
import type { VenueName } from '../../domain/instrument.ts';

/**
 * Start of the last matching read, on both clocks. The wall clock may jump, and must not deceive a caller that waits
 * for a later read.
 */
type Agreement = { readonly at: number; readonly monotonic: number };

/** Records and returns matching reads, by user, exchange and symbol. */
export type Agreements = ReturnType<typeof createAgreements>;

/** Creates an empty record of agreements. A key is `user venue symbol`. */
export function createAgreements() {
	const last = new Map<string, Agreement>();
	return {
		/** Records that the read with this start matches the journal. */
		note(key: string, at: number, monotonic: number): void {
			last.set(key, { at, monotonic });
		},
		delete: (key: string): boolean => last.delete(key),
		/** Returns the start of the last matching read on the wall clock; undefined before the first one. */
		agreedAt: (userId: string, venue: VenueName, symbol: string): number | undefined =>
			last.get(`${userId} ${venue} ${symbol}`)?.at,
		/** True once a read that began after `since` (monotonic) has matched the journal there. */
		hasAgreedSince: (userId: string, venue: VenueName, symbol: string, since: number): boolean =>
			(last.get(`${userId} ${venue} ${symbol}`)?.monotonic ?? since) > since,
	};
}
