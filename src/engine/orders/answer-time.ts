/**
 * Limits the time of an opening call. If requests to the exchanges take too long before the plan is journaled, the
 * call ends and the service opens no positions. The requests continue in the background, so that the next call finds
 * their results.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import { VenueRateLimitError } from '../../ports/venue-error.ts';
import { textOf } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import type { TradingFor } from '../drive/order-places.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';

/**
 * Maximum time for an opening's requests to the exchanges. The method's own time limit is 10 s; the remaining 2 s are
 * for the journal write and a busy machine.
 */
const READ_MS_MAX = 8_000;

/**
 * Returns a promise that settles as `work` does, or rejects once the time limit is over. @throws VenueRateLimitError,
 * CarrywireError VENUE_UNAVAILABLE if the work takes too long
 */
export type InTime = <T>(work: Promise<T>) => Promise<T>;

/** Starts the time limit of one call. `venues`: both venues of the opportunity. */
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

/**
 * Returns the rate-limit error of an exchange that delays the account's reads. If none does, returns the error for a
 * missing response.
 */
function whyLate(tradingFor: TradingFor, userId: string, venues: readonly VenueName[]): Error {
	const waits = venues.map((venue) => ({ venue, ms: tradingFor(userId, venue)?.readInMs?.() ?? 0 }));
	const longest = waits.toSorted((a, b) => b.ms - a.ms)[0];
	if (longest !== undefined && longest.ms > 0)
		return new VenueRateLimitError(
			longest.venue,
			textOf(
				REFUSAL_TEXT.rateLimited({
					exchange: shownNameOf(longest.venue),
					limit: READ_MS_MAX,
					wait: longest.ms,
				}),
			),
			longest.ms,
		);
	return new CarrywireError(
		'VENUE_UNAVAILABLE',
		REFUSAL_TEXT.noAnswer({ exchanges: venues.map(shownNameOf), limit: READ_MS_MAX }),
		{
			facts: { exchanges: venues },
		},
	);
}
