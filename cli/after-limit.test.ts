import { expect, test } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../test/support/virtual-clock.ts';
import { type LimitedExchange, readAfterLimit } from './after-limit.ts';

class Limit extends Error {}

function limitedFor(pauseMs: number): LimitedExchange & { readonly clock: VirtualClock } {
	return {
		clock: createVirtualClock(0),
		shownName: 'OKX',
		pauseMsOf: (error) => (error instanceof Limit ? pauseMs : undefined),
	};
}

/** Refuses so often by a limit, then answers how often it was asked. */
function refusesTimes(times: number): () => Promise<number> {
	let asked = 0;
	return async () => {
		asked += 1;
		if (asked <= times) throw new Limit('Too Many Requests');
		return asked;
	};
}

test('reads again once the pause is over, not before', async () => {
	const limited = limitedFor(2_000);
	let answer: number | undefined;
	const done = readAfterLimit(limited, refusesTimes(2)).then((asked) => {
		answer = asked;
	});
	expect(await limited.clock.advanceUntil(3_999, () => answer !== undefined)).toBe(false);
	await limited.clock.advanceUntil(4_000, () => answer !== undefined);
	await done;
	expect(answer).toBe(3);
});

test('says when to ask again where the pauses would take longer than a person waits', async () => {
	const limited = limitedFor(60_000);
	await expect(readAfterLimit(limited, refusesTimes(1))).rejects.toThrow(
		/^OKX takes no more requests now: .* Ask again in 60 s\.$/,
	);
	const short = limitedFor(2_000);
	const refused = expect(readAfterLimit(short, refusesTimes(100))).rejects.toThrow('Ask again in 2 s.');
	await short.clock.advanceUntil(60_000, () => false);
	await refused;
});

test('passes any other error at once', async () => {
	const read = async () => {
		throw new TypeError('no rows');
	};
	await expect(readAfterLimit(limitedFor(1), read)).rejects.toThrow(TypeError);
});
