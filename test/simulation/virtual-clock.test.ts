/** Tests virtual time: timers fire in order, and all consequences of one timer run before the next. */
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';

const END = 1_000_000;

describe('virtual time', () => {
	test('fires timers in order of time, then of creation, and never fires cancelled ones', async () => {
		const random = seededRandom(7);
		const time = createVirtualClock(0);
		const fired: { at: number; order: number }[] = [];
		const expected: { at: number; order: number }[] = [];
		for (let order = 0; order < 2_000; order += 1) {
			const at = random.below(500);
			const cancel = time.after(at, () => fired.push({ at: time.now(), order }));
			if (random.chance(0.3)) cancel();
			else expected.push({ at, order });
		}
		while (await time.advance(END));
		expect(fired).toEqual(expected.sort((a, b) => a.at - b.at || a.order - b.order));
		expect(time.fired()).toBe(expected.length);
	});

	test('finishes a chain of a thousand promises from one timer before the next timer fires', async () => {
		const time = createVirtualClock(0);
		const seen: string[] = [];
		const chain = async (): Promise<void> => {
			for (let link = 0; link < 1_000; link += 1) await Promise.resolve().then(() => Promise.all([link]));
			seen.push('chain');
		};
		time.after(1, () => void chain());
		time.after(1, () => seen.push('second timer'));
		while (await time.advance(END));
		expect(seen).toEqual(['chain', 'second timer']);
	});

	test('fires a timer that a promise sets in its turn', async () => {
		const time = createVirtualClock(0);
		const seen: number[] = [];
		time.after(10, () => {
			void Promise.resolve().then(() => time.after(5, () => seen.push(time.now())));
		});
		time.after(20, () => seen.push(time.now()));
		while (await time.advance(END));
		expect(seen).toEqual([15, 20]);
	});

	test('stops at an instant after firing every due timer, and before later ones', async () => {
		const time = createVirtualClock(0);
		const seen: number[] = [];
		time.after(10, () => seen.push(time.now()));
		time.after(12, () => seen.push(time.now()));
		expect(await time.advance(9)).toBe(false);
		time.advanceTo(9);
		expect([time.now(), seen]).toEqual([9, []]);
		time.advanceTo(11);
		expect([time.now(), seen, time.waiting()]).toEqual([11, [10], 1]);
		expect(await time.advance(12)).toBe(true);
		expect([seen, time.waiting()]).toEqual([[10, 12], 0]);
	});

	test('fires a repeating timer late and once after a leap, and counts a timer that is cancelled twice once', async () => {
		const time = createVirtualClock(1_000, undefined, 0);
		const seen: number[] = [];
		const cancel = time.every(10, () => seen.push(time.monotonic()));
		const cancelOther = time.after(5, () => seen.push(-1));
		cancelOther();
		cancelOther();
		expect(time.waiting()).toBe(1);
		time.leap(1_035);
		expect(await time.advance(1_035)).toBe(true);
		expect(seen).toEqual([35]);
		cancel();
		expect(time.waiting()).toBe(0);
	});
});
