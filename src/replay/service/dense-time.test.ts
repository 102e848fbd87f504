/** Tests how time moves over dense data: nothing leaps, and each datum is shown at its own time. */
import { describe, expect, test } from 'vitest';
import {
	begun,
	eventsOf,
	OBSERVED_FROM,
	observing,
	SECOND,
	stateOf,
} from '../../../test/support/observed-events.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { observedMarkets } from './observed-markets.ts';
import { createReplayTime, ReplayStopped } from './replay-time.ts';

const SOL = observing('bybit', 'SOL');
const DATA = [1, 2, 2, 3].map((at, index) => SOL.book(at * SECOND, String(100 + index)));

/** A clock over four books. It notes the books and the fired timers with their times, ms after the start. */
async function denseTime({ stopsAt = Number.POSITIVE_INFINITY, motionUntil = 0 } = {}) {
	const clock = createVirtualClock(OBSERVED_FROM);
	const now = (): number => clock.now() - OBSERVED_FROM;
	const markets = observedMarkets({
		events: eventsOf([begun(0), stateOf(0, 'bybit', 'fresh'), SOL.listed(0), ...DATA]),
		tracks: [SOL.instrument],
		...{ feesOf: () => undefined, staleMs: 5_000, roundTripMs: 100, now: clock.now },
	});
	await markets.begin(clock.now());
	const seen: string[] = [];
	const leaps: number[] = [];
	markets.sources()[0]?.streamBooks(['SOLUSDT'], {
		onBook: ({ book }) => seen.push(`${now()} book ${Number(book.bids[0]?.[0] ?? 0n) / 1e18}`),
		onDown() {},
	});
	clock.every(1_500, () => seen.push(`${now()} timer`));
	clock.every(SECOND, () => seen.push(`${now()} second`));
	const time = createReplayTime({
		...{ clock, markets },
		isInMotion: () => now() < motionUntil,
		async onLeap(at) {
			leaps.push(at - OBSERVED_FROM);
			return at - OBSERVED_FROM < stopsAt;
		},
	});
	return { time, now, seen, leaps, to: (at: number) => time.moveTo(OBSERVED_FROM + at) };
}

const SEEN = [
	...['1000 book 100', '1000 second', '1500 timer', '2000 book 101', '2000 book 102', '2000 second'],
	...['3000 book 103', '3000 timer', '3000 second'],
];

describe('time over dense data', () => {
	test('shows each datum at its time, before the timers of that time', async () => {
		const { now, seen, to } = await denseTime();
		await to(3_200);
		expect(seen).toEqual(SEEN);
		expect(now()).toBe(3_200);
	});

	test('fires the timers of the instant it moves to', async () => {
		const { seen, to } = await denseTime();
		await to(3_000);
		expect(seen).toEqual(SEEN);
	});

	test('goes on after the last datum, timer by timer', async () => {
		const { seen, to } = await denseTime();
		await to(5_000);
		expect(seen).toEqual([...SEEN, '4000 second', '4500 timer', '5000 second']);
	});

	test('moves nowhere if the instant is not later', async () => {
		const { now, seen, to, leaps } = await denseTime();
		await to(0);
		expect([now(), seen, leaps]).toEqual([0, [], []]);
	});

	test('shows the same data in the same order while a call waits', async () => {
		const { time, now, seen } = await denseTime();
		const { promise, resolve } = Promise.withResolvers<void>();
		const waited = time.during(promise);
		await Promise.all([waited, until(() => now() >= 3_000 && seen.length === SEEN.length, resolve)]);
		expect(seen).toEqual(SEEN);
	});

	test('stops while the caller wants no further step', async () => {
		const { now, to, leaps } = await denseTime({ stopsAt: 2_000 });
		await expect(to(3_000)).rejects.toThrow(ReplayStopped);
		expect([now(), leaps]).toEqual([2_000, [1_000, 2_000]]);
	});

	test('ends after five minutes even if orders stay in motion', async () => {
		const { time, now } = await denseTime({ motionUntil: Number.POSITIVE_INFINITY });
		await time.calm();
		expect(now()).toBe(5 * 60 * SECOND);
	});
});

/** Calls `then` at the first turn of the event loop at which the condition holds. */
async function until(condition: () => boolean, then: () => void): Promise<void> {
	while (!condition()) await new Promise((resolve) => setImmediate(resolve));
	then();
}
