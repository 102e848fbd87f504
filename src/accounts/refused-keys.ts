/**
 * How many keys that an exchange refuses may be tried. An exchange bans the address from which many wrong ones come, and
 * with it everybody who trades there through this service.
 */

import { CarrywireError } from '../domain/carrywire-error.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Clock } from '../ports/clock.ts';

const WINDOW_MS = 10 * 60_000;
/** Refused keys that a user may try within one window. */
export const REFUSED_OF_USER_MAX = 10;
/** At one exchange, of all users together. */
export const REFUSED_MAX = 100;

/** Bounds how many wrong keys may be tried at an exchange. */
export type RefusedKeys = {
	/**
	 * Runs `ask` with a key: KEY_REFUSED counts.
	 * @throws CarrywireError RATE_LIMITED while the user, or all together, have tried too many.
	 */
	readonly whileAsking: <T>(
		place: { readonly userId: string; readonly venue: VenueName },
		ask: () => Promise<T>,
	) => Promise<T>;
};

/** Makes an empty count of refused keys. */
export function createRefusedKeys(clock: Clock): RefusedKeys {
	let window = 0;
	/** Refused ones, and those that are being asked about: many at once are no way around. */
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
					`Too many keys were tried that ${venue} refuses: at most ${REFUSED_OF_USER_MAX} of one user, and ${REFUSED_MAX} of all, in ${WINDOW_MS / 60_000} minutes.`,
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
