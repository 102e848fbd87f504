/**
 * Logs failed account reads: an account's first failure at once, then once a minute while the account keeps failing.
 */

import type { VenueName } from '../domain/instrument.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { Market } from '../ports/market.ts';

/** Minimum time between two log lines about the same account, milliseconds. */
const LOG_AGAIN_MS = 60_000;

/**
 * Creates the log of failed reads. It limits the lines, because an open page reads every account every few seconds.
 * While the exchange itself is down, another log line already reports the cause, so a line about the account is only
 * logged at debug level.
 */
export function createFailedReads(parts: {
	readonly market: Pick<Market, 'status'>;
	readonly clock: Pick<Clock, 'monotonic'>;
	readonly log: Pick<Logger, 'warn' | 'debug'>;
}) {
	const { market, clock, log } = parts;
	/** Time of the last warning, monotonic milliseconds, by `user:venue`. */
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
		/** Records a successful read, so that a later failure counts as new. */
		answered(userId: string, venue: VenueName): void {
			warnedAt.delete(`${userId}:${venue}`);
		},
	};
}
