/** Whether an exchange's word on a key allows that it is kept here. */

import { CarrywireError } from '../domain/carrywire-error.ts';
import type { VenueName } from '../domain/instrument.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock } from '../ports/clock.ts';
import type { OpenVenueKey } from '../ports/exchange-accounts.ts';
import type { Logger } from '../ports/logger.ts';
import type { KeyDescription, VenueCredentials } from '../ports/venue.ts';
import { KeyRefusedError, VenueError, VenueRateLimitError } from '../ports/venue-error.ts';

/** connect_exchange is answered within 20 s: the rest is for accounts that are connected already, and for the disk. */
const DESCRIBE_MS_MAX = 12_000;

/** Asks with the key in a session of its own. @throws VenueError, KeyRefusedError */
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
 * The same in the time of a call: its reads may wait for longer than that within the exchange's limits.
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
				`What ${venue} says of a key had to wait for longer than ${DESCRIBE_MS_MAX} ms for a place within its limits of requests.`,
				waitMs,
			)
		: new VenueError(venue, 'unavailable', `${venue} did not describe a key within ${DESCRIBE_MS_MAX} ms.`);
}

/** The same for somebody who connects. @throws CarrywireError KEY_REFUSED, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED */
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
			throw new CarrywireError('KEY_REFUSED', `${venue} refuses the key: ${error.message}`, facts);
		log.warn(
			{ venue, error: messageOf(error) },
			'an exchange would not describe a key that was to be connected',
		);
		if (error instanceof VenueError && error.kind === 'rejected')
			throw new CarrywireError('KEY_REFUSED', `${venue} refuses to say what the key may do.`, facts);
		if (error instanceof VenueRateLimitError)
			throw new CarrywireError(
				'VENUE_RATE_LIMITED',
				`${venue} has a rate limit that is reached, so nothing was connected; try again in ${error.retryAfterMs} ms.`,
				{ ...facts, retryAfterMs: error.retryAfterMs },
			);
		throw new CarrywireError(
			'VENUE_UNAVAILABLE',
			`${venue} did not answer, so nothing was connected.`,
			facts,
		);
	}
}

/** @throws CarrywireError KEY_CAN_WITHDRAW, KEY_CANNOT_TRADE, KEY_REFUSED */
export function requireTradingKey(venue: VenueName, key: KeyDescription, now: number): void {
	const facts = { facts: { exchange: venue, permissions: key.permissions } };
	const may = `it may ${key.permissions.length === 0 ? 'nothing' : key.permissions.join(', ')}`;
	if (key.canWithdraw === true)
		throw new CarrywireError(
			'KEY_CAN_WITHDRAW',
			`The key can take money out of the ${venue} account (${may}). Connect one that can trade and nothing more.`,
			facts,
		);
	if (key.readOnly || !key.canTrade)
		throw new CarrywireError(
			'KEY_CANNOT_TRADE',
			`The key must be allowed to trade perpetual futures at ${venue}; ${key.readOnly ? 'it can only read' : may}.`,
			facts,
		);
	if (key.expiresAt !== null && key.expiresAt <= now)
		throw new CarrywireError(
			'KEY_REFUSED',
			`The key has ended at ${new Date(key.expiresAt).toISOString()}.`,
			facts,
		);
}
