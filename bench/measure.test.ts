import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interleave, percentile, ROUNDS_MAX, ratio } from './measure.ts';

/** Returns a clock that advances only when a test case calls `pass`. */
function manualClock() {
	let now = 0n;
	const pass = (ns: number): void => {
		now += BigInt(ns);
	};
	return { nowNs: () => now, pass };
}

describe('interleave', () => {
	test('keeps the duration of each case, round by round', async () => {
		const clock = manualClock();
		let round = 0;
		const samples = await interleave(
			3,
			{
				growing: () => clock.pass(10 * ++round),
				constant: async () => clock.pass(7),
			},
			{ warmupRounds: 0, nowNs: clock.nowNs },
		);
		expect(samples).toEqual({ growing: [10, 20, 30], constant: [7, 7, 7] });
	});

	test('waits for an asynchronous case inside its measured time', async () => {
		const clock = manualClock();
		const samples = await interleave(
			1,
			{
				slow: async () => {
					await Promise.resolve();
					clock.pass(5);
				},
				next: () => clock.pass(1),
			},
			{ warmupRounds: 0, nowNs: clock.nowNs },
		);
		expect(samples).toEqual({ slow: [5], next: [1] });
	});

	test('prepares what a case consumes before every round, outside its measured time', async () => {
		const clock = manualClock();
		let ready = 0;
		const samples = await interleave(
			2,
			{
				prepared: {
					prepare: async () => {
						await Promise.resolve();
						clock.pass(1_000);
						ready += 3;
					},
					run: () => {
						clock.pass(ready);
						ready = 0;
					},
				},
			},
			{ warmupRounds: 1, nowNs: clock.nowNs },
		);
		expect(samples).toEqual({ prepared: [3, 3] });
	});

	test('runs every case in every round and starts each round with another one', async () => {
		const order: string[] = [];
		const note = (name: string) => () => order.push(name);
		await interleave(3, { a: note('a'), b: note('b'), c: note('c') }, { warmupRounds: 0 });
		expect(order.join('')).toBe('abcbcacab');
	});

	test('does not keep warm-up rounds', async () => {
		let calls = 0;
		const samples = await interleave(2, { only: () => calls++ }, { warmupRounds: 5 });
		expect(calls).toBe(7);
		expect(samples.only).toHaveLength(2);
	});

	test('rejects a number of rounds that is too low or too high, and an empty list of cases', async () => {
		for (const rounds of [0, -1, 1.5, Number.NaN, ROUNDS_MAX + 1]) {
			await expect(interleave(rounds, { a: () => 1 })).rejects.toThrow(RangeError);
		}
		await expect(interleave(1, {})).rejects.toThrow('no case');
	});
});

describe('percentile', () => {
	test('is the nearest rank: always one of the samples', () => {
		const samples = [15, 20, 35, 40, 50];
		expect(percentile(samples, 0)).toBe(15);
		expect(percentile(samples, 0.3)).toBe(20);
		expect(percentile(samples, 0.5)).toBe(35);
		expect(percentile(samples, 1)).toBe(50);
	});

	test('is the smallest sample with at least the requested share of samples at or below it', () => {
		const samples = fc.array(fc.integer(), { minLength: 1, maxLength: 50 });
		fc.assert(
			fc.property(samples, fc.integer({ min: 1, max: 100 }), (values, percent) => {
				const value = percentile(values, percent / 100);
				const atOrBelow = values.filter((other) => other <= value).length;
				const below = values.filter((other) => other < value).length;
				expect(values).toContain(value);
				expect(atOrBelow * 100).toBeGreaterThanOrEqual(percent * values.length);
				expect(below * 100).toBeLessThan(percent * values.length);
			}),
			{ seed: 20_260_101 },
		);
	});

	test('leaves its input unchanged and rejects invalid arguments', () => {
		const samples = [3, 1, 2];
		percentile(samples, 0.5);
		expect(samples).toEqual([3, 1, 2]);
		expect(() => percentile([], 0.5)).toThrow('no samples');
		expect(() => percentile([1], 1.1)).toThrow('between 0 and 1');
		expect(() => percentile([1], Number.NaN)).toThrow('between 0 and 1');
	});
});

describe('ratio', () => {
	test('pairs rounds, so a disturbance that hits both does not move it', () => {
		const faster = [10, 10, 1000, 10, 10];
		const slower = [20, 20, 2000, 20, 20];
		expect(ratio(slower, faster)).toEqual({ median: 2, p10: 2, p90: 2 });
	});

	test('is the median of the pairs, not the quotient of the sums', () => {
		expect(ratio([2, 2, 900], [1, 1, 1]).median).toBe(2);
	});

	test('skips rounds too short for the clock, and fails when none remains', () => {
		expect(ratio([4, 6], [0, 3]).median).toBe(2);
		expect(() => ratio([4], [0])).toThrow('no samples');
	});

	test('rejects samples of different rounds', () => {
		expect(() => ratio([1, 2], [1])).toThrow('were 2 and 1');
	});
});
