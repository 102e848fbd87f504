/**
 * Slows down credential guessing. After 5 failures in a row, a key (an address or an agent id) must wait, and the
 * wait doubles with each further failure, up to 15 minutes. A success or an hour without a failure clears the count.
 */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { ACCESS_TEXT } from './text.ts';

const FREE_FAILURES = 5;
const FIRST_WAIT_MS = 1_000;
const WAIT_MS_MAX = 15 * 60_000;
const FORGET_MS = 3_600_000;
const KEYS_MAX = 10_000;

type Tries = { failures: number; lastAt: number };

/** Counts failures in a row per key; a key is an address or an agent id. */
export interface Attempts {
	/** Refuses an attempt if one of its keys must still wait. @throws CarrywireError RATE_LIMITED */
	check(keys: readonly string[]): void;
	failed(keys: readonly string[]): void;
	succeeded(keys: readonly string[]): void;
}

/** Creates an empty counter in memory, so that a restart clears all failures. */
export function createAttempts(clock: Clock): Attempts {
	/** Failures by key; the key whose last failure is oldest comes first. */
	const tries = new Map<string, Tries>();

	function waitMs(key: string, now: number): number {
		const known = tries.get(key);
		if (known === undefined || known.failures < FREE_FAILURES) return 0;
		const wait = Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** (known.failures - FREE_FAILURES));
		return known.lastAt + wait - now;
	}

	return {
		check(keys) {
			const now = clock.monotonic();
			const wait = Math.ceil(Math.max(0, ...keys.map((key) => waitMs(key, now))));
			if (wait === 0) return;
			throw new CarrywireError('RATE_LIMITED', ACCESS_TEXT.attempts({ seconds: Math.ceil(wait / 1_000) }), {
				retryAfterMs: wait,
			});
		},
		failed(keys) {
			const now = clock.monotonic();
			for (const key of keys) {
				const known = tries.get(key);
				const isOld = known === undefined || now - known.lastAt > FORGET_MS;
				tries.delete(key);
				tries.set(key, { failures: isOld ? 1 : known.failures + 1, lastAt: now });
			}
			for (const key of tries.keys()) {
				if (tries.size <= KEYS_MAX) break;
				tries.delete(key);
			}
		},
		succeeded(keys) {
			for (const key of keys) tries.delete(key);
		},
	};
}
