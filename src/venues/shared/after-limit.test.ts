import { expect, test } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../../runtime/virtual-clock.ts';
import { type LimitPatience, sendAfterLimit } from './after-limit.ts';

class Limit extends Error {}

function patienceWith(pauseMs: number): LimitPatience & { readonly clock: VirtualClock } {
	return {
		clock: createVirtualClock(0),
		waitMsMax: 15_000,
		pauseMsOf: (error) => (error instanceof Limit ? pauseMs : undefined),
	};
}

/** Creates a request that is refused the given number of times, then returns the number of calls. */
function refusesTimes(times: number): { readonly send: () => Promise<number>; readonly asked: () => number } {
	let asked = 0;
	return {
		asked: () => asked,
		async send() {
			asked += 1;
			if (asked <= times) throw new Limit('Too Many Requests');
			return asked;
		},
	};
}

test('repeats once the pause is over, not before', async () => {
	const patience = patienceWith(2_000);
	const venue = refusesTimes(2);
	const answer = sendAfterLimit(patience, venue.send);
	await patience.clock.advanceUntil(3_999, () => false);
	expect(venue.asked()).toBe(2);
	await patience.clock.advanceUntil(4_000, () => false);
	expect(await answer).toBe(3);
});

test('throws the refusal at once if the pause exceeds the longest wait', async () => {
	const venue = refusesTimes(1);
	await expect(sendAfterLimit(patienceWith(60_000), venue.send)).rejects.toThrow(Limit);
	expect(venue.asked()).toBe(1);
});

test('throws the refusal if one more pause would end too late', async () => {
	const patience = patienceWith(2_000);
	const venue = refusesTimes(100);
	const refused = expect(sendAfterLimit(patience, venue.send)).rejects.toThrow(Limit);
	await patience.clock.advanceUntil(60_000, () => false);
	await refused;
	// Attempts at 0, 2, … 14 s; the next one would be at 16 s.
	expect(venue.asked()).toBe(8);
});

test('throws any other error at once', async () => {
	const send = async () => {
		throw new TypeError('no rows');
	};
	await expect(sendAfterLimit(patienceWith(1), send)).rejects.toThrow(TypeError);
});
