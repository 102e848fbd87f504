import { expect, test } from 'vitest';
import { clockOffset } from './clock-compared.ts';

test('assumes that the exchange read its clock halfway through the round trip', () => {
	expect(clockOffset('bybit', { venueTime: 10_300, answeredAt: 10_100, roundTripMs: 200 })).toBe(300);
	expect(clockOffset('bybit', { venueTime: 9_000, answeredAt: 10_000, roundTripMs: 0 })).toBe(-1_000);
});

test('accepts a round trip of one second and refuses a longer one', () => {
	expect(clockOffset('okx', { venueTime: 9_500, answeredAt: 10_000, roundTripMs: 1_000 })).toBe(0);
	expect(() => clockOffset('okx', { venueTime: 9_500, answeredAt: 10_000, roundTripMs: 1_001 })).toThrow(
		'The clocks were not compared, because the answer took 1001 ms; the limit is 1000 ms.',
	);
});
