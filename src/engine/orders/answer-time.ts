/**
 * An open is answered in time: what it reads and sets at the exchanges before anything is written down is given up when it takes
 * too long, and nothing is opened then. Reads and settings under way go on and are kept, so that the next call finds them.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import { VenueRateLimitError } from '../../ports/venue-error.ts';
import type { TradingFor } from '../drive/order-places.ts';

/** The method's own time limit is 10 s: what is left is for the journal, and for a busy machine. */
const READ_MS_MAX = 8_000;

/** Settles as the work does. @throws VenueRateLimitError, CarrywireError VENUE_UNAVAILABLE when that is too late */
export type InTime = <T>(work: Promise<T>) => Promise<T>;

/** For one call, from now on. `venues`: of the opportunity. */
export function answerTime(
	parts: { readonly clock: Clock; readonly tradingFor: TradingFor },
	userId: string,
	venues: readonly VenueName[],
): InTime {
	const { clock } = parts;
	const until = clock.monotonic() + READ_MS_MAX;
	return (work) =>
		new Promise((resolve, reject) => {
			const leftMs = Math.max(0, until - clock.monotonic());
			const cancel = clock.after(leftMs, () => reject(whyLate(parts.tradingFor, userId, venues)));
			work.then(resolve, reject).finally(cancel);
		});
}

/** An exchange whose limits hold up the account's reads, else that one of them has not answered. */
function whyLate(tradingFor: TradingFor, userId: string, venues: readonly VenueName[]): Error {
	const waits = venues.map((venue) => ({ venue, ms: tradingFor(userId, venue)?.readInMs?.() ?? 0 }));
	const longest = waits.toSorted((a, b) => b.ms - a.ms)[0];
	if (longest !== undefined && longest.ms > 0)
		return new VenueRateLimitError(
			longest.venue,
			`What a call needs of ${longest.venue} had to wait for longer than ${READ_MS_MAX} ms for a place within its limits of requests.`,
			longest.ms,
		);
	return new CarrywireError(
		'VENUE_UNAVAILABLE',
		`${venues.join(' or ')} did not answer within ${READ_MS_MAX} ms what this call needs. Nothing was opened; call again.`,
		{ facts: { exchanges: venues } },
	);
}
