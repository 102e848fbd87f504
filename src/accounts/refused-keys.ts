/**
 * Limits how many invalid keys users may try. An exchange bans an IP address that sends many invalid keys, which
 * would lock out every user who trades on that exchange through this service.
 */

import { CarrywireError } from '../domain/carrywire-error.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Clock } from '../ports/clock.ts';
import { shownNameOf } from '../venues/facts.ts';
import { ACCOUNT_TEXT } from './text.ts';

const WINDOW_MS = 10 * 60_000;
/** Maximum number of refused keys per user and exchange within one window. */
export const REFUSED_OF_USER_MAX = 10;
/** Maximum number of refused keys at one exchange within one window, over all users. */
export const REFUSED_MAX = 100;

/** Limits how many invalid keys may be tried at an exchange. */
export type RefusedKeys = {
	/**
	 * Runs `ask`, which tries a key, and counts the key if `ask` fails with KEY_REFUSED.
	 * @throws CarrywireError RATE_LIMITED while the user, or all users together, have tried too many invalid keys.
	 */
	readonly whileAsking: <T>(
		place: { readonly userId: string; readonly venue: VenueName },
		ask: () => Promise<T>,
	) => Promise<T>;
};

/** Creates an empty counter for refused keys. */
export function createRefusedKeys(clock: Clock): RefusedKeys {
	let window = 0;
	/**
	 * Number of refused keys in the current window plus keys being checked, by exchange, and by user at an exchange.
	 * Keys being checked count too, so that parallel attempts do not bypass the limit.
	 */
	const counts = new Map<string, number>();

	function count(key: string, change: 1 | -1 | 0): number {
		const now = Math.floor(clock.monotonic() / WINDOW_MS);
		if (now !== window) {
			window = now;
			counts.clear();
		}
		const next = Math.max(0, (counts.get(key) ?? 0) + change);
		if (change !== 0) counts.set(key, next);
		return next;
	}

	return {
		async whileAsking({ userId, venue }, ask) {
			const places = [`${venue} ${userId}`, venue] as const;
			if (count(places[0], 0) >= REFUSED_OF_USER_MAX || count(places[1], 0) >= REFUSED_MAX)
				throw new CarrywireError(
					'RATE_LIMITED',
					ACCOUNT_TEXT.tooManyRefused({
						exchange: shownNameOf(venue),
						perUser: REFUSED_OF_USER_MAX,
						total: REFUSED_MAX,
						minutes: WINDOW_MS / 60_000,
					}),
					{ retryAfterMs: Math.ceil(WINDOW_MS - (clock.monotonic() % WINDOW_MS)) },
				);
			for (const place of places) count(place, 1);
			let isRefused = false;
			try {
				return await ask();
			} catch (error) {
				isRefused = error instanceof CarrywireError && error.code === 'KEY_REFUSED';
				throw error;
			} finally {
				if (!isRefused) for (const place of places) count(place, -1);
			}
		},
	};
}
