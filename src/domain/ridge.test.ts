import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addObservation, addSums, createRidgeSums, solveRidge } from './ridge.ts';

test('lets exact observations outweigh a small penalty', () => {
	const sums = createRidgeSums(2);
	for (const [a, b] of [
		[1, 0],
		[0, 1],
		[1, 1],
		[2, -1],
	] as const) {
		addObservation(sums, Float64Array.of(a, b), 3 * a - 2 * b, 1);
	}
	const [first, second] = solveRidge(sums, 1e-9, [0, 0]);
	expect(first).toBeCloseTo(3, 6);
	expect(second).toBeCloseTo(-2, 6);
});

test('moves a single weight by w / (w + penalty) of the way for one observation of weight w', () => {
	const sums = createRidgeSums(1);
	addObservation(sums, Float64Array.of(1), 10, 3);
	expect(solveRidge(sums, 1, [2])[0]).toBeCloseTo(2 + (3 / 4) * 8, 12);
});

test('leaves the weights unchanged without observations', () => {
	expect(solveRidge(createRidgeSums(3), 5, [1, -2, 3])).toEqual(
		[1, -2, 3].map((weight) => expect.closeTo(weight)),
	);
});

test('adds the sums of two halves to the sums of the whole', () => {
	const row = fc.tuple(
		fc.double({ min: -1, max: 1, noNaN: true }),
		fc.double({ min: -1, max: 1, noNaN: true }),
	);
	fc.assert(
		fc.property(fc.array(row, { maxLength: 20 }), fc.array(row, { maxLength: 20 }), (some, others) => {
			const sumsOf = (rows: readonly (readonly [number, number])[]) => {
				const sums = createRidgeSums(2);
				for (const [x, y] of rows) addObservation(sums, Float64Array.of(x, 1), y, 0.5);
				return sums;
			};
			const joined = sumsOf(some);
			addSums(joined, sumsOf(others));
			const whole = sumsOf([...some, ...others]);
			joined.forEach((value, index) => {
				expect(value).toBeCloseTo(whole[index] as number, 9);
			});
		}),
	);
});
