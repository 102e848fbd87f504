import { beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../ports/clock.ts';
import { type Attempts, createAttempts } from './attempts.ts';

const KEY = ['login 192.0.2.1'];
const MINUTE_MS = 60_000;

let now = 0;
let attempts: Attempts;
const clock: Clock = { now: () => 7, monotonic: () => now, after: () => () => {}, every: () => () => {} };

beforeEach(() => {
	now = 1_000_000;
	attempts = createAttempts(clock);
});

/** Returns how long an attempt with these keys must still wait, milliseconds; 0 if it is allowed. */
function wait(keys: readonly string[] = KEY): number {
	try {
		attempts.check(keys);
		return 0;
	} catch (error) {
		const { code, retryAfterMs, message } = error as {
			readonly code: string;
			readonly retryAfterMs: number;
			readonly message: string;
		};
		expect(code).toBe('RATE_LIMITED');
		expect(message).toBe(
			`Too many failed attempts to authenticate. Try again in ${Math.ceil(retryAfterMs / 1_000)} s.`,
		);
		return retryAfterMs;
	}
}

function fail(times: number, keys: readonly string[] = KEY): void {
	for (let count = 0; count < times; count += 1) attempts.failed(keys);
}

describe('the wait', () => {
	test('starts at the fifth failure and doubles with each further one, up to 15 minutes', () => {
		const waits: number[] = [];
		for (let failure = 1; failure <= 20; failure += 1) {
			fail(1);
			waits.push(wait() / 1_000);
			now += wait();
		}
		expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900, 900]);
	});

	test('stays at 15 minutes after thousands of failures', () => {
		fail(5_000);
		expect(wait()).toBe(15 * MINUTE_MS);
	});

	test('counts from the last failure, to the millisecond', () => {
		fail(6);
		expect(wait()).toBe(2_000);
		now += 1_999;
		expect(wait()).toBe(1);
		now += 1;
		expect(wait()).toBe(0);
	});

	test('grows with a failure during the wait', () => {
		fail(5);
		now += 500;
		fail(1);
		expect(wait()).toBe(2_000);
	});

	test('is the longest wait of the keys', () => {
		fail(5, ['a']);
		fail(7, ['b']);
		expect(wait(['a', 'b', 'c'])).toBe(4_000);
		expect(wait(['a', 'c'])).toBe(1_000);
		expect(wait(['c'])).toBe(0);
		expect(wait([])).toBe(0);
	});

	test('is rounded up to a millisecond', () => {
		fail(5);
		now += 999.5;
		expect(wait()).toBe(1);
	});
});

describe('failures', () => {
	test('are cleared for a key that succeeds, and for no other key', () => {
		fail(9, ['a']);
		fail(9, ['b']);
		attempts.succeeded(['a']);
		expect(wait(['a'])).toBe(0);
		expect(wait(['b'])).toBe(16_000);
		fail(4, ['a']);
		expect(wait(['a'])).toBe(0);
		attempts.succeeded(['never failed']);
	});

	test('are cleared after more than a quiet hour', () => {
		fail(8);
		now += 60 * MINUTE_MS;
		fail(1);
		expect(wait()).toBe(16_000);
		now += 60 * MINUTE_MS + 1;
		fail(4);
		expect(wait()).toBe(0);
		fail(1);
		expect(wait()).toBe(1_000);
	});

	test('are evicted with the oldest key when the store is full', () => {
		fail(5, ['first']);
		fail(5, ['second']);
		for (let count = 0; count < 9_998; count += 1) fail(1, [`key ${count}`]);
		expect([wait(['first']), wait(['second'])]).toEqual([1_000, 1_000]);
		// The first key fails again, so the second key now has the oldest failure and is forgotten when another key
		// fails.
		fail(1, ['first']);
		fail(1, ['one more']);
		expect([wait(['first']), wait(['second'])]).toEqual([2_000, 0]);
	});
});
