import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, type Decimal, parseDecimal as d, fromInteger, mulTrunc, sub, ZERO } from './decimal.ts';
import { type NettedFill, nettedPosition } from './netted-position.ts';

const fills = fc.array(
	fc.record({
		side: fc.constantFrom('buy' as const, 'sell' as const),
		tenths: fc.integer({ min: 1, max: 300 }),
		cents: fc.integer({ min: 1, max: 30_000 }),
	}),
	{ maxLength: 25 },
);

test('holds the sum of buys and sells, costs nothing when flat, and otherwise costs a price between its fills', () => {
	const seen = { flat: 0, turned: 0 };
	fc.assert(
		fc.property(fills, (draws) => {
			const list = draws.map(
				({ side, tenths, cents }, index): NettedFill => ({
					side,
					quantity: d(`${tenths}e-1`),
					price: d(`${cents}e-2`),
					filledAt: index,
				}),
			);
			const position = nettedPosition(list);
			const net = list.reduce<Decimal>(
				(total, { side, quantity }) => (side === 'buy' ? add(total, quantity) : sub(total, quantity)),
				ZERO,
			);
			expect(position.quantity).toBe(net);
			if (net === 0n) {
				seen.flat += list.length > 0 ? 1 : 0;
				expect(position).toEqual({ quantity: ZERO, entryValue: ZERO, reductions: 0 });
				return;
			}
			expect(position.entryValue > 0n).toBe(net > 0n);
			const prices = list.map(({ price }) => price).sort((a, b) => (a < b ? -1 : 1));
			const low = mulTrunc(prices[0] ?? ZERO, net);
			const high = mulTrunc(prices.at(-1) ?? ZERO, net);
			const [least, most] = net > 0n ? [low, high] : [high, low];
			const dust = BigInt(list.length);
			expect(position.entryValue >= least - dust && position.entryValue <= most + dust).toBe(true);
			if (list[0] !== undefined && (list[0].side === 'buy') !== net > 0n) seen.turned += 1;
		}),
		{ numRuns: 500 },
	);
	expect(seen.turned).toBeGreaterThan(20);
});

test('nets two owners: a reduction takes the average of both, and a reversal starts again', () => {
	const at = (side: 'buy' | 'sell', quantity: number, price: number, filledAt: number): NettedFill => ({
		side,
		quantity: fromInteger(quantity),
		price: fromInteger(price),
		filledAt,
	});
	const two = [at('buy', 1, 100, 1), at('buy', 1, 110, 2)];
	expect(nettedPosition(two)).toEqual({
		quantity: fromInteger(2),
		entryValue: fromInteger(210),
		reductions: 0,
	});
	const less = [...two, at('sell', 1, 120, 3)];
	expect(nettedPosition(less)).toEqual({
		quantity: fromInteger(1),
		entryValue: fromInteger(105),
		reductions: 1,
	});
	expect(nettedPosition([...less, at('sell', 3, 90, 4)])).toEqual({
		quantity: fromInteger(-2),
		entryValue: fromInteger(-180),
		reductions: 0,
	});
});
