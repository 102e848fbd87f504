/** Reads of accounts that fail, in the log: each account at once, then once a minute while it lasts. */

import type { VenueName } from '../domain/instrument.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { Market } from '../ports/market.ts';

/** Between two lines of the log about the same account, milliseconds. */
const LOG_AGAIN_MS = 60_000;

/**
 * An open page reads every account every few seconds. While the exchange itself is away, the line about the exchange has the
 * cause, so that a line about the account is for level debug alone.
 */
export function createFailedReads(parts: {
	readonly market: Pick<Market, 'status'>;
	readonly clock: Pick<Clock, 'monotonic'>;
	readonly log: Pick<Logger, 'warn' | 'debug'>;
}) {
	const { market, clock, log } = parts;
	/** `user:venue` → when it was last warned of. */
	const warnedAt = new Map<string, number>();

	return {
		failed(userId: string, venue: VenueName, error: unknown): void {
			const facts = { venue, error: messageOf(error) };
			const key = `${userId}:${venue}`;
			const last = warnedAt.get(key);
			const isTold = last !== undefined && clock.monotonic() - last < LOG_AGAIN_MS;
			const isQuiet = isTold || market.status(venue).state !== 'fresh';
			if (!isQuiet) warnedAt.set(key, clock.monotonic());
			log[isQuiet ? 'debug' : 'warn'](facts, 'account could not be read');
		},
		/** The account was read: a failure from now on is new. */
		answered(userId: string, venue: VenueName): void {
			warnedAt.delete(`${userId}:${venue}`);
		},
	};
}
