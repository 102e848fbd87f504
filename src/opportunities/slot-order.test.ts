import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSlotOrder } from './slot-order.ts';

const ALL_SLOTS = 700;

function walked(order: ReturnType<typeof createSlotOrder>): number[] {
	const slots: number[] = [];
	order.walk((slot) => slots.push(slot) > 0);
	return slots;
}

describe('an order of slots', () => {
	test('is after any moves what sorting would have made', () => {
		const move = fc.tuple(
			fc.integer({ min: 0, max: ALL_SLOTS - 1 }),
			fc.oneof(
				fc.integer({ min: -3, max: 3 }),
				fc.double({ noNaN: true }),
				fc.constant(Number.POSITIVE_INFINITY),
			),
			fc.boolean(),
		);
		fc.assert(
			fc.property(fc.array(move, { minLength: 1, maxLength: 2_000, size: 'max' }), (moves) => {
				const order = createSlotOrder((a, b) => b - a);
				const keys = new Map<number, number>();
				for (const [slot, key, isRemoval] of moves) {
					if (isRemoval) {
						order.remove(slot);
						keys.delete(slot);
						continue;
					}
					expect(order.place(slot, key)).toBe(keys.get(slot) !== key);
					keys.set(slot, key);
				}
				const expected = [...keys].sort(([a, x], [b, y]) => (x === y ? b - a : x < y ? -1 : 1));
				expect(walked(order)).toEqual(expected.map(([slot]) => slot));
				expect(order.size()).toBe(keys.size);
			}),
			{ numRuns: 40 },
		);
	});

	test('stops where the visitor says so', () => {
		const order = createSlotOrder((a, b) => a - b);
		for (let slot = 0; slot < ALL_SLOTS; slot += 1) order.place(slot, 0);
		const seen: number[] = [];
		order.walk((slot) => seen.push(slot) < 300);
		expect(seen).toEqual(Array.from({ length: 300 }, (_, index) => index));
	});
});
