import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromInteger, ZERO } from '../../src/domain/decimal.ts';
import type { BookLevel } from '../core/types.ts';
import { changedLevels, merged } from './book-feed.ts';

const bidsFirst = (a: bigint, b: bigint): boolean => a > b;
const asksFirst = (a: bigint, b: bigint): boolean => a < b;
const level = (price: number, quantity: number): BookLevel => [fromInteger(price), fromInteger(quantity)];

/** Reference for the feed's array merge: one side of the book as a map, with deltas applied one by one. */
function byMap(levels: readonly BookLevel[], changes: readonly BookLevel[], sign: 1 | -1): BookLevel[] {
	const side = new Map(levels);
	for (const [price, quantity] of changes) {
		if (quantity === ZERO) side.delete(price);
		else side.set(price, quantity);
	}
	return [...side].sort(([a], [b]) => sign * (a < b ? -1 : 1));
}

const changes = fc.array(
	fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 5 })).map(([p, q]) => level(p, q)),
	{ maxLength: 40 },
);

describe('merged', () => {
	it('keeps a side sorted and equal to a map for any deltas', () => {
		fc.assert(
			fc.property(changes, changes, (first, second) => {
				const bids = merged(merged([], first, bidsFirst), second, bidsFirst);
				expect(bids).toEqual(byMap(byMap([], first, -1), second, -1));
				const asks = merged(merged([], first, asksFirst), second, asksFirst);
				expect(asks).toEqual(byMap(byMap([], first, 1), second, 1));
			}),
		);
	});
});

describe('changedLevels', () => {
	it('turns one top of the book into the other, for any two books', () => {
		fc.assert(
			fc.property(changes, changes, fc.integer({ min: 1, max: 8 }), (first, second, depth) => {
				const from = merged([], first, bidsFirst).slice(0, depth);
				const to = merged(merged([], first, bidsFirst), second, bidsFirst).slice(0, depth);
				expect(merged(from, changedLevels(from, to), bidsFirst)).toEqual(to);
				expect(changedLevels(to, to)).toEqual([]);
			}),
		);
	});

	it('removes a level pushed out of the depth', () => {
		const from = [level(10, 1), level(9, 1)];
		const to = [level(11, 4), level(10, 1)];
		expect(changedLevels(from, to)).toEqual([level(11, 4), level(9, 0)]);
	});
});
