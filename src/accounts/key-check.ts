/** Decides from an exchange's description of a key whether the service may store it. */

import { CarrywireError } from '../domain/carrywire-error.ts';
import type { VenueName } from '../domain/instrument.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock } from '../ports/clock.ts';
import type { OpenVenueKey } from '../ports/exchange-accounts.ts';
import type { Logger } from '../ports/logger.ts';
import type { KeyDescription, VenueCredentials } from '../ports/venue.ts';
import { KeyRefusedError, VenueError, VenueRateLimitError } from '../ports/venue-error.ts';
import { shownNameOf } from '../venues/facts.ts';
import { ACCOUNT_TEXT } from './text.ts';

/**
 * Time limit for the exchange's description of a key, milliseconds. `connect_exchange` must respond within 20 s; the
 * rest is for checks of accounts that are already connected, and for writes to disk.
 */
const DESCRIBE_MS_MAX = 12_000;

/** Asks the exchange about the key in a separate session. @throws VenueError, KeyRefusedError */
export async function describeKey(
	open: OpenVenueKey,
	venue: VenueName,
	credentials: VenueCredentials,
): Promise<KeyDescription> {
	const session = open(venue, credentials);
	try {
		return await session.describeKey();
	} finally {
		await session.close().catch(() => undefined);
	}
}

/**
 * Calls `describeKey` with a time limit, because its reads can wait a long time for the exchange's rate limit.
 * @throws VenueError, VenueRateLimitError, KeyRefusedError
 */
function describeInTime(
	open: OpenVenueKey,
	venue: VenueName,
	credentials: VenueCredentials,
	clock: Clock,
): Promise<KeyDescription> {
	return new Promise((resolve, reject) => {
		let waitMs = (): number => 0;
		const opened: OpenVenueKey = (...of) => {
			const session = open(...of);
			waitMs = () => session.readInMs?.() ?? 0;
			return session;
		};
		const cancel = clock.after(DESCRIBE_MS_MAX, () => reject(tooLate(venue, waitMs())));
		describeKey(opened, venue, credentials).then(resolve, reject).finally(cancel);
	});
}

function tooLate(venue: VenueName, waitMs: number): VenueError {
	return waitMs > 0
		? new VenueRateLimitError(
				venue,
				ACCOUNT_TEXT.describeRateLimited({ exchange: shownNameOf(venue), limitMs: DESCRIBE_MS_MAX }),
				waitMs,
			)
		: new VenueError(
				venue,
				'unavailable',
				ACCOUNT_TEXT.describeTimeout({ exchange: shownNameOf(venue), limitMs: DESCRIBE_MS_MAX }),
			);
}

/**
 * Calls `describeInTime` and maps its errors for the caller who is connecting an account. @throws CarrywireError
 * KEY_REFUSED, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED
 */
export async function describeForConnect(
	open: OpenVenueKey,
	venue: VenueName,
	credentials: VenueCredentials,
	{ log, clock }: { readonly log: Logger; readonly clock: Clock },
): Promise<KeyDescription> {
	try {
		return await describeInTime(open, venue, credentials, clock);
	} catch (error) {
		const facts = { facts: { exchange: venue } };
		if (error instanceof KeyRefusedError)
			throw new CarrywireError(
				'KEY_REFUSED',
				ACCOUNT_TEXT.refused({ exchange: shownNameOf(venue), reason: error.words }),
				facts,
			);
		log.warn({ venue, error: messageOf(error) }, 'an exchange did not report the permissions of a new key');
		if (error instanceof VenueError && error.kind === 'rejected')
			throw new CarrywireError(
				'KEY_REFUSED',
				ACCOUNT_TEXT.noDescription({ exchange: shownNameOf(venue) }),
				facts,
			);
		if (error instanceof VenueRateLimitError)
			throw new CarrywireError(
				'VENUE_RATE_LIMITED',
				ACCOUNT_TEXT.rateLimited({ exchange: shownNameOf(venue), retryAfterMs: error.retryAfterMs }),
				{
					...facts,
					retryAfterMs: error.retryAfterMs,
				},
			);
		throw new CarrywireError(
			'VENUE_UNAVAILABLE',
			ACCOUNT_TEXT.noAnswer({ exchange: shownNameOf(venue) }),
			facts,
		);
	}
}

/** Refuses a key that can withdraw, cannot trade or has expired. @throws CarrywireError KEY_CAN_WITHDRAW, KEY_CANNOT_TRADE, KEY_REFUSED */
export function requireTradingKey(venue: VenueName, key: KeyDescription, now: number): void {
	const facts = { facts: { exchange: venue, permissions: key.permissions } };
	if (key.canWithdraw === true)
		throw new CarrywireError(
			'KEY_CAN_WITHDRAW',
			ACCOUNT_TEXT.canWithdraw({ exchange: shownNameOf(venue), permissions: key.permissions }),
			facts,
		);
	if (key.readOnly || !key.canTrade)
		throw new CarrywireError(
			'KEY_CANNOT_TRADE',
			ACCOUNT_TEXT.cannotTrade({
				exchange: shownNameOf(venue),
				permissions: key.permissions,
				isReadOnly: key.readOnly,
			}),
			facts,
		);
	if (key.expiresAt !== null && key.expiresAt <= now)
		throw new CarrywireError('KEY_REFUSED', ACCOUNT_TEXT.expired({ at: key.expiresAt }), facts);
}
