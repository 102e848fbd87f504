/** Tests how time moves in a replay: by leaps from datum to datum, and timer by timer while something is in motion. */
import { describe, expect, test } from 'vitest';
import { datasetOf, RECORDED_FROM, type RecordedContract } from '../../../test/support/replayed-market.ts';
import { USUAL_ASSUMPTIONS } from '../../../test/support/replayed-service.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { recordedMarkets } from './recorded-markets.ts';
import { createReplayTime, ReplayStopped } from './replay-time.ts';

const LAG_MS = USUAL_ASSUMPTIONS.publicationLagMs;
const SETTLES: readonly RecordedContract[] = [
	{ venue: 'bybit', coin: 'AAA', hours: 8, rate: () => '0.0001' },
];
const SECOND_MS = 1_000;
const START = RECORDED_FROM + HOUR_MS;

/** A clock over a contract that settles every eight hours; `motionUntil` is when orders come to rest. */
function timeOf({ stopsAt = Number.POSITIVE_INFINITY, motionUntil = 0 } = {}) {
	const markets = recordedMarkets(datasetOf(SETTLES, 2), USUAL_ASSUMPTIONS);
	const clock = createVirtualClock(START);
	markets.playTo(START);
	const [source] = markets.sources();
	const leaps: number[] = [];
	const time = createReplayTime({
		clock,
		markets,
		isInMotion: () => clock.now() < motionUntil,
		async onLeap(at) {
			leaps.push(at);
			return at < stopsAt;
		},
	});
	const settledNow = async () =>
		(await source?.fetchSettledRates('AAAUSDT', 0, Number.MAX_SAFE_INTEGER, 'prompt'))?.rates.length;
	return { clock, time, leaps, settledNow };
}

describe('a move', () => {
	test('leaps to each datum, twice more while its work settles, and to the instant', async () => {
		const { clock, time, leaps } = timeOf();
		const known = RECORDED_FROM + 8 * HOUR_MS + LAG_MS;
		await time.moveTo(RECORDED_FROM + 10 * HOUR_MS);
		expect(leaps).toEqual([
			START + 10 * SECOND_MS,
			START + 60 * SECOND_MS,
			known,
			known + 10 * SECOND_MS,
			known + 60 * SECOND_MS,
			RECORDED_FROM + 10 * HOUR_MS,
		]);
		expect(clock.now()).toBe(RECORDED_FROM + 10 * HOUR_MS);
	});

	test('shows a datum before the timers of its instant fire', async () => {
		const { clock, time, settledNow } = timeOf();
		const seen: (number | undefined)[] = [];
		const known = RECORDED_FROM + 8 * HOUR_MS + LAG_MS;
		clock.after(known - START, async () => void seen.push(await settledNow()));
		clock.after(known - START - SECOND_MS, async () => void seen.push(await settledNow()));
		await time.moveTo(known - 500);
		expect(seen).toEqual([1]);
		await time.moveTo(known);
		expect(seen).toEqual([1, 2]);
	});

	test('fires a repeating timer once per leap', async () => {
		const { clock, time, leaps } = timeOf();
		let fired = 0;
		clock.every(100, () => {
			fired += 1;
		});
		await time.moveTo(RECORDED_FROM + 20 * HOUR_MS);
		expect(fired).toBe(leaps.length);
	});

	test('does nothing for an instant that has passed', async () => {
		const { clock, time, leaps } = timeOf();
		await time.moveTo(START - HOUR_MS);
		expect([clock.now(), leaps]).toEqual([START, []]);
	});

	test('fires every timer at its own time while orders are in motion', async () => {
		const { clock, time } = timeOf({ motionUntil: START + 3 * SECOND_MS });
		const fired: number[] = [];
		clock.every(SECOND_MS, () => void fired.push(clock.now() - START));
		await time.moveTo(START + HOUR_MS);
		expect(fired.slice(0, 4)).toEqual([1_000, 2_000, 3_000, 10_000]);
	});

	test('ends with ReplayStopped once no further leap is wanted', async () => {
		const { clock, time } = timeOf({ stopsAt: RECORDED_FROM + 8 * HOUR_MS });
		await expect(time.moveTo(RECORDED_FROM + 40 * HOUR_MS)).rejects.toThrow(ReplayStopped);
		expect(clock.now()).toBe(RECORDED_FROM + 8 * HOUR_MS + LAG_MS);
	});
});

describe('a call', () => {
	test('that needs no time leaves the time as it is', async () => {
		const { clock, time } = timeOf();
		expect(await time.during(Promise.resolve(7))).toBe(7);
		expect(clock.now()).toBe(START);
	});

	test('that waits for work besides timers and microtasks is answered without time passing', async () => {
		const { clock, time } = timeOf();
		clock.every(100, () => {});
		const work = new Promise((resolve) => setImmediate(resolve, 'read'));
		expect(await time.during(work)).toBe('read');
		expect(clock.now()).toBe(START);
	});

	test('that takes time sees the data that become known meanwhile', async () => {
		const { clock, time, settledNow } = timeOf();
		clock.every(10 * SECOND_MS, () => {});
		const work = new Promise<number | undefined>((resolve) => {
			clock.after(8 * HOUR_MS, async () => resolve(await settledNow()));
		});
		expect(await time.during(work)).toBe(2);
		expect(clock.now()).toBe(START + 8 * HOUR_MS);
	});

	test('rejects as the work does', async () => {
		const { time } = timeOf();
		await expect(time.during(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
	});

	test('that is never answered fails after a day', async () => {
		const { clock, time } = timeOf();
		clock.every(HOUR_MS, () => {});
		await expect(time.during(new Promise(() => {}))).rejects.toThrow('not answered within a day');
		expect(clock.now()).toBeLessThanOrEqual(START + 24 * HOUR_MS);
	});
});

test('orders in motion are given a day to come to rest', async () => {
	const { clock, time } = timeOf({ motionUntil: START + 1_000 * HOUR_MS });
	clock.every(HOUR_MS, () => {});
	await time.calm();
	expect(clock.now()).toBe(START + 24 * HOUR_MS);
});
