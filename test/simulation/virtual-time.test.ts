/** The time of the simulation: order of timers, and that everything which follows from one has run before the next. */
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../support/seeded-random.ts';
import { createVirtualTime } from './virtual-time.ts';

const END = 1_000_000;

describe('virtual time', () => {
	test('timers fire in order of time, then of creation, and cancelled ones never', async () => {
		const random = seededRandom(7);
		const time = createVirtualTime(0);
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

	test('a chain of a thousand promises that a timer begins is over before the next timer', async () => {
		const time = createVirtualTime(0);
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

	test('a timer that a promise sets is due in its turn', async () => {
		const time = createVirtualTime(0);
		const seen: number[] = [];
		time.after(10, () => {
			void Promise.resolve().then(() => time.after(5, () => seen.push(time.now())));
		});
		time.after(20, () => seen.push(time.now()));
		while (await time.advance(END));
		expect(seen).toEqual([15, 20]);
	});

	test('stops before what is due later, and moves on to an instant only past nothing', async () => {
		const time = createVirtualTime(0);
		let count = 0;
		time.after(10, () => {
			count += 1;
		});
		expect(await time.advance(9)).toBe(false);
		time.goTo(9);
		expect([time.now(), count]).toEqual([9, 0]);
		expect(() => time.goTo(11)).toThrow(/due before/);
		expect(await time.advance(10)).toBe(true);
		expect(count).toBe(1);
	});
});
