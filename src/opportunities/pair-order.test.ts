import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPairOrder, type Ties } from './pair-order.ts';

const ALL_PAIRS = 700;

/** Builds ties in which groups of `alike` consecutive pairs share a tie number and differ only in `compare`. */
function ascending(alike: number): Ties {
	const numberOf = (pairRow: number): number => Math.floor(pairRow / alike);
	return { numberOf, compare: (a, b) => numberOf(a) - numberOf(b) || a - b };
}

function descending(alike: number): Ties {
	const numberOf = (pairRow: number): number => -Math.floor(pairRow / alike);
	return { numberOf, compare: (a, b) => numberOf(a) - numberOf(b) || b - a };
}

function walked(order: ReturnType<typeof createPairOrder>): number[] {
	const pairRows: number[] = [];
	order.walk((pairRow) => pairRows.push(pairRow) > 0);
	return pairRows;
}

function expectSorted(
	order: ReturnType<typeof createPairOrder>,
	keys: ReadonlyMap<number, number>,
	compareTies = (a: number, b: number): number => b - a,
): void {
	const expected = [...keys].sort(([a, x], [b, y]) => (x === y ? compareTies(a, b) : x < y ? -1 : 1));
	expect(walked(order)).toEqual(expected.map(([pairRow]) => pairRow));
	const isKnown = ([, key]: readonly [number, number]): boolean => key !== Number.POSITIVE_INFINITY;
	const back = [...expected.filter(isKnown).reverse(), ...expected.filter((pair) => !isKnown(pair))];
	const seenBack: number[] = [];
	order.walkBack((pairRow) => seenBack.push(pairRow) > 0);
	expect(seenBack).toEqual(back.map(([pairRow]) => pairRow));
	expect(order.size()).toBe(keys.size);
	const visited = new Set<number>();
	order.each((pairRow) => visited.add(pairRow));
	expect(visited).toEqual(new Set(keys.keys()));
}

describe('an order of pairs', () => {
	const keys = fc.oneof(
		{ weight: 3, arbitrary: fc.integer({ min: -1, max: 1 }) },
		{ weight: 1, arbitrary: fc.double({ noNaN: true }) },
		{ weight: 1, arbitrary: fc.constant(Number.POSITIVE_INFINITY) },
	);

	test.each([
		['many equal keys', keys, ALL_PAIRS, 1],
		['many equal keys, with pairs of equal tie numbers', keys, ALL_PAIRS, 2],
		['many equal keys, with more ties than a block holds', keys, ALL_PAIRS, 200],
		['few equal keys', fc.integer({ min: -500, max: 500 }), ALL_PAIRS, 3],
		['few pairs', fc.double({ noNaN: true }), 70, 1],
	])('always equals a sorted list: %s', (_, key, pairCount, alike) => {
		const pairRows = fc.integer({ min: 0, max: pairCount - 1 });
		const move = fc.tuple(pairRows, key, fc.integer({ min: 0, max: 99 }));
		fc.assert(
			fc.property(fc.array(move, { minLength: 1, maxLength: 4_000, size: 'max' }), (moves) => {
				const order = createPairOrder(descending(alike));
				const known = new Map<number, number>();
				for (const [pairRow, next, kind] of moves) {
					if (kind < 15) {
						order.remove(pairRow);
						known.delete(pairRow);
					} else {
						expect(order.place(pairRow, next)).toBe(known.get(pairRow) !== next);
						known.set(pairRow, next);
					}
					if (kind === 99) expectSorted(order, known);
				}
				expectSorted(order, known);
				// Empty the blocks and fill them again.
				for (const pairRow of [...known.keys()].slice(5)) {
					order.remove(pairRow);
					known.delete(pairRow);
				}
				expectSorted(order, known);
				for (let pairRow = 0; pairRow < pairCount; pairRow += 1) known.set(pairRow, -pairRow % 3);
				for (const [pairRow, next] of known) order.place(pairRow, next);
				expectSorted(order, known);
			}),
			{ numRuns: 20 },
		);
	});

	test('inserts a smaller key before a first block full of one key', () => {
		const order = createPairOrder(ascending(200));
		const known = new Map(
			Array.from({ length: 200 }, (_, pairRow) => [pairRow, pairRow < 64 ? 5 : 4 - (pairRow >> 6)]),
		);
		for (const [pairRow, key] of known) order.place(pairRow, key);
		expectSorted(order, known, (a, b) => a - b);
	});

	test('a walk sorts only the blocks it visits, also with equal keys', () => {
		let compared = 0;
		const { numberOf, compare } = ascending(45);
		const order = createPairOrder({
			numberOf,
			compare(a, b) {
				compared += 1;
				return compare(a, b);
			},
		});
		const pairRows = Array.from({ length: 9_000 }, (_, pairRow) => (pairRow * 7_919) % 9_000);
		for (const pairRow of pairRows) order.place(pairRow, 1);
		walked(order);
		for (const pairRow of pairRows) {
			order.remove(pairRow);
			order.place(pairRow, 1);
		}
		compared = 0;
		const seen: number[] = [];
		order.walk((pairRow) => seen.push(pairRow) < 20);
		expect(seen).toEqual(Array.from({ length: 20 }, (_, pairRow) => pairRow));
		// The walk sorts at most two blocks of 64, because the first block may have fewer pairs than the walk needs.
		expect(compared).toBeGreaterThan(0);
		expect(compared).toBeLessThan(2 * 64 * 64);
	});

	test('stops when the visitor returns false', () => {
		const order = createPairOrder(ascending(1));
		for (let pairRow = 0; pairRow < ALL_PAIRS; pairRow += 1) order.place(pairRow, 0);
		const seen: number[] = [];
		order.walk((pairRow) => seen.push(pairRow) < 300);
		expect(seen).toEqual(Array.from({ length: 300 }, (_, index) => index));
		const back: number[] = [];
		order.walkBack((pairRow) => back.push(pairRow) < 300);
		expect(back).toEqual(Array.from({ length: 300 }, (_, index) => ALL_PAIRS - 1 - index));
	});
});
