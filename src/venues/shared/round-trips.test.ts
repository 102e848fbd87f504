import { expect, test } from 'vitest';
import { createRoundTrips } from './round-trips.ts';

test('is null before the first request', () => {
	expect(createRoundTrips().usualMs()).toBeNull();
});

test('is the median of the latest nine, in whole milliseconds', () => {
	const trips = createRoundTrips();
	for (const ms of [900, 20.2, 30, 5_000]) trips.note(ms);
	expect(trips.usualMs()).toBe(900);
	for (const ms of [21, 22, 23, 24, 25, 26]) trips.note(ms);
	expect(trips.usualMs()).toBe(24);
	for (let count = 0; count < 9; count += 1) trips.note(40.1);
	expect(trips.usualMs()).toBe(41);
});
