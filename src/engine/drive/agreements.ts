/**
 * Records when an account read last matched the journal, by instrument. The reconciler records the matches; the
 * driver and the settlement collector use them.
 */
import type { VenueName } from '../../domain/instrument.ts';

/**
 * Start of the last matching read, on both clocks. A caller that waits for a later read compares the monotonic time,
 * because the wall clock may jump.
 */
type Agreement = { readonly at: number; readonly monotonic: number };

/** Record of the last matching account read, by user, exchange and symbol. */
export type Agreements = ReturnType<typeof createAgreements>;

/** Creates an empty record of matches. A key is `user venue symbol`. */
export function createAgreements() {
	const last = new Map<string, Agreement>();
	return {
		/** Records that the account read with this start matched the journal. */
		note(key: string, at: number, monotonic: number): void {
			last.set(key, { at, monotonic });
		},
		delete: (key: string): boolean => last.delete(key),
		/** Returns the wall-clock start of the last matching account read; undefined before the first one. */
		agreedAt: (userId: string, venue: VenueName, symbol: string): number | undefined =>
			last.get(`${userId} ${venue} ${symbol}`)?.at,
		/**
		 * True once an account read that began after `since` (monotonic) has matched the journal on the instrument.
		 */
		hasAgreedSince: (userId: string, venue: VenueName, symbol: string, since: number): boolean =>
			(last.get(`${userId} ${venue} ${symbol}`)?.monotonic ?? since) > since,
	};
}
