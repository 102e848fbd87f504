/** When each account was last read in agreement with the journal, by instrument. The reconciler notes it; the driver and the settlements ask. */
import type { VenueName } from '../../domain/instrument.ts';

/** Begin of the last reading that agreed, by both clocks: the wall clock may jump, and whoever waits for a later reading must not be fooled. */
type Agreement = { readonly at: number; readonly monotonic: number };

/** Notes and answers of agreement, by user, exchange and symbol. */
export type Agreements = ReturnType<typeof createAgreements>;

/** Empty at first. A key is `user venue symbol`. */
export function createAgreements() {
	const last = new Map<string, Agreement>();
	return {
		/** Notes that the reading which began then agrees with the journal. */
		note(key: string, at: number, monotonic: number): void {
			last.set(key, { at, monotonic });
		},
		delete: (key: string): boolean => last.delete(key),
		/** When the account was last read in agreement with the journal there, by the wall clock; undefined before that. */
		agreedAt: (userId: string, venue: VenueName, symbol: string): number | undefined =>
			last.get(`${userId} ${venue} ${symbol}`)?.at,
		/** True once a reading that began after `since`, on the monotonic clock, has agreed with the journal there. */
		hasAgreedSince: (userId: string, venue: VenueName, symbol: string, since: number): boolean =>
			(last.get(`${userId} ${venue} ${symbol}`)?.monotonic ?? since) > since,
	};
}
