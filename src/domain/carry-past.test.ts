import { expect, test } from 'vitest';
import { seededRandom } from '../runtime/seeded-random.ts';
import { SIGN_FEATURE_NAMES } from './carry-odds.ts';
import { createPastForecasts, type Occasion, signsOf } from './carry-past.ts';

const HORIZONS = 3;

type Added = {
	readonly occasion: Occasion;
	readonly expected: Float64Array;
	readonly received: Float64Array;
};

function randomDecisions(count: number, unit: () => number): readonly Added[] {
	const numbers = (length: number): Float64Array => Float64Array.from({ length }, () => unit() - 0.5);
	return Array.from({ length: count }, () => ({
		occasion: {
			movement: unit(),
			excess: unit(),
			isLevel: unit() < 0.5,
			signs: numbers(SIGN_FEATURE_NAMES.length),
			hasLikeClocks: unit() < 0.5,
			weight: Math.floor(3 * unit()),
		},
		expected: numbers(HORIZONS),
		received: numbers(HORIZONS).map((value) => (value > 0.2 ? Number.NaN : value)),
	}));
}

test('returns the known outcomes of each horizon in order, with their occasions', () => {
	const { unit } = seededRandom(3);
	const added = randomDecisions(200, unit);
	const past = createPastForecasts(added.length, HORIZONS);
	for (const { occasion, expected, received } of added) past.add(occasion, expected, received);
	for (let horizon = 0; horizon < HORIZONS; horizon += 1) {
		const { occasions, rows, expected, received } = past.of(horizon);
		const found = [...rows].map((row, at) => ({
			occasion: {
				movement: occasions.movement[row],
				excess: occasions.excess[row],
				isLevel: occasions.isLevel[row] === 1,
				signs: [...signsOf(occasions, row)],
				hasLikeClocks: occasions.hasLikeClocks[row] === 1,
				weight: occasions.weight[row],
			},
			expected: expected[at],
			received: received[at],
		}));
		const known = added.filter((one) => !Number.isNaN(one.received[horizon]));
		expect(known.length).toBeGreaterThan(50);
		expect(found).toEqual(
			known.map((one) => ({
				occasion: { ...one.occasion, signs: [...one.occasion.signs] },
				expected: one.expected[horizon],
				received: one.received[horizon],
			})),
		);
	}
});

test('rejects more rows than its capacity, and an unknown horizon', () => {
	const [first] = randomDecisions(1, seededRandom(5).unit);
	if (first === undefined) throw new Error('One decision was requested.');
	const past = createPastForecasts(1, HORIZONS);
	const add = (): void => past.add(first.occasion, first.expected, first.received);
	add();
	expect(add).toThrow('More than 1 occasions were added.');
	expect(() => past.of(HORIZONS)).toThrow('The index of a horizon must be below 3, was 3.');
});
