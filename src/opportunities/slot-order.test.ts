import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSlotOrder, type Ties } from './slot-order.ts';

const ALL_SLOTS = 700;

/** Slots of `alike` in a row have one number of ties, and are told apart by more. */
function ascending(alike: number): Ties {
	const numberOf = (slot: number): number => Math.floor(slot / alike);
	return { numberOf, compare: (a, b) => numberOf(a) - numberOf(b) || a - b };
}

function descending(alike: number): Ties {
	const numberOf = (slot: number): number => -Math.floor(slot / alike);
	return { numberOf, compare: (a, b) => numberOf(a) - numberOf(b) || b - a };
}

function walked(order: ReturnType<typeof createSlotOrder>): number[] {
	const slots: number[] = [];
	order.walk((slot) => slots.push(slot) > 0);
	return slots;
}

function expectSorted(
	order: ReturnType<typeof createSlotOrder>,
	keys: ReadonlyMap<number, number>,
	compareTies = (a: number, b: number): number => b - a,
): void {
	const expected = [...keys].sort(([a, x], [b, y]) => (x === y ? compareTies(a, b) : x < y ? -1 : 1));
	expect(walked(order)).toEqual(expected.map(([slot]) => slot));
	expect(order.size()).toBe(keys.size);
	const visited = new Set<number>();
	order.each((slot) => visited.add(slot));
	expect(visited).toEqual(new Set(keys.keys()));
}

describe('an order of slots', () => {
	const keys = fc.oneof(
		{ weight: 3, arbitrary: fc.integer({ min: -1, max: 1 }) },
		{ weight: 1, arbitrary: fc.double({ noNaN: true }) },
		{ weight: 1, arbitrary: fc.constant(Number.POSITIVE_INFINITY) },
	);

	test.each([
		['many equal keys', keys, ALL_SLOTS, 1],
		['many equal keys, of slots that are alike by two', keys, ALL_SLOTS, 2],
		['many equal keys, of slots that do not fit into one block', keys, ALL_SLOTS, 200],
		['keys of which few are equal', fc.integer({ min: -500, max: 500 }), ALL_SLOTS, 3],
		['keys of a few slots', fc.double({ noNaN: true }), 70, 1],
	])('is at any time what sorting would have made: %s', (_, key, slotCount, alike) => {
		const slots = fc.integer({ min: 0, max: slotCount - 1 });
		const move = fc.tuple(slots, key, fc.integer({ min: 0, max: 99 }));
		fc.assert(
			fc.property(fc.array(move, { minLength: 1, maxLength: 4_000, size: 'max' }), (moves) => {
				const order = createSlotOrder(descending(alike));
				const known = new Map<number, number>();
				for (const [slot, next, kind] of moves) {
					if (kind < 15) {
						order.remove(slot);
						known.delete(slot);
					} else {
						expect(order.place(slot, next)).toBe(known.get(slot) !== next);
						known.set(slot, next);
					}
					if (kind === 99) expectSorted(order, known);
				}
				expectSorted(order, known);
				// Blocks that lose all their slots, and come again.
				for (const slot of [...known.keys()].slice(5)) {
					order.remove(slot);
					known.delete(slot);
				}
				expectSorted(order, known);
				for (let slot = 0; slot < slotCount; slot += 1) known.set(slot, -slot % 3);
				for (const [slot, next] of known) order.place(slot, next);
				expectSorted(order, known);
			}),
			{ numRuns: 20 },
		);
	});

	test('takes a smaller key where the first block is full of one key', () => {
		const order = createSlotOrder(ascending(200));
		const known = new Map(Array.from({ length: 200 }, (_, slot) => [slot, slot < 64 ? 5 : 4 - (slot >> 6)]));
		for (const [slot, key] of known) order.place(slot, key);
		expectSorted(order, known, (a, b) => a - b);
	});

	test('a walk sorts what it comes to alone, also where all keys are equal', () => {
		let compared = 0;
		const { numberOf, compare } = ascending(45);
		const order = createSlotOrder({
			numberOf,
			compare(a, b) {
				compared += 1;
				return compare(a, b);
			},
		});
		const slots = Array.from({ length: 9_000 }, (_, slot) => (slot * 7_919) % 9_000);
		for (const slot of slots) order.place(slot, 1);
		walked(order);
		for (const slot of slots) {
			order.remove(slot);
			order.place(slot, 1);
		}
		compared = 0;
		const seen: number[] = [];
		order.walk((slot) => seen.push(slot) < 20);
		expect(seen).toEqual(Array.from({ length: 20 }, (_, slot) => slot));
		// Two blocks of 64 at most, where the first is one slot short of what is asked.
		expect(compared).toBeGreaterThan(0);
		expect(compared).toBeLessThan(2 * 64 * 64);
	});

	test('stops where the visitor says so', () => {
		const order = createSlotOrder(ascending(1));
		for (let slot = 0; slot < ALL_SLOTS; slot += 1) order.place(slot, 0);
		const seen: number[] = [];
		order.walk((slot) => seen.push(slot) < 300);
		expect(seen).toEqual(Array.from({ length: 300 }, (_, index) => index));
	});
});
