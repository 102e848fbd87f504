import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, fromInteger, parseDecimal, sub, ZERO } from '../../src/domain/decimal.ts';
import { notionalOf } from './money-rounding.ts';
import { applyFill, closableQuantity, type HeldPosition, unrealizedPnl } from './position.ts';

const fill = (side: 'buy' | 'sell', quantity: string, price: string, fee = '0') => ({
	symbol: 'AAAUSDT',
	side,
	quantity: parseDecimal(quantity),
	price: parseDecimal(price),
	fee: parseDecimal(fee),
	at: 7,
});

describe('applyFill', () => {
	test('realised plus unrealised profit is the exact value of all fills, despite rounding', () => {
		const anyFill = fc.record({
			side: fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
			lots: fc.integer({ min: 1, max: 5_000 }),
			ticks: fc.integer({ min: 1, max: 2_000_000 }),
		});
		fc.assert(
			fc.property(fc.array(anyFill, { minLength: 1, maxLength: 30 }), (fills) => {
				let held: HeldPosition | undefined;
				let realized = ZERO;
				let cash = ZERO;
				let quantity = ZERO;
				for (const { side, lots, ticks } of fills) {
					const each = { ...fill(side, `${lots}e-3`, `${ticks}e-4`) };
					const effect = applyFill(held, each);
					held = effect.position;
					realized = add(realized, effect.realizedPnl);
					const value = notionalOf(each.price, each.quantity);
					cash = side === 'buy' ? sub(cash, value) : add(cash, value);
					quantity = side === 'buy' ? add(quantity, each.quantity) : sub(quantity, each.quantity);
					expect(held?.quantity ?? ZERO).toBe(quantity);
				}
				const mark = parseDecimal('37.1234');
				const unrealized = held === undefined ? ZERO : unrealizedPnl(held, mark);
				expect(add(realized, unrealized)).toBe(add(cash, notionalOf(mark, quantity)));
			}),
			{ numRuns: 500 },
		);
	});

	test('removes entry value pro rata, rounded to 8 places, and leaves the remainder', () => {
		const opened = applyFill(undefined, fill('buy', '3', '10.01')).position;
		const reduced = applyFill(opened, fill('sell', '1', '11'));
		expect(reduced.realizedPnl).toBe(parseDecimal('0.99'));
		const third = applyFill(
			applyFill(undefined, fill('buy', '3', '0.00000001')).position,
			fill('buy', '4', '1'),
		);
		const part = applyFill(third.position, fill('sell', '1', '1'));
		// 4.00000003 / 7 = 0.571428575714..., rounded half away from zero at the eighth place.
		expect(part.realizedPnl).toBe(parseDecimal('0.42857142'));
		expect(part.position?.entryValue).toBe(parseDecimal('3.42857145'));
	});

	test('a fill beyond the position closes it and opens the rest at its price', () => {
		const long = applyFill(undefined, fill('buy', '2', '100', '0.4')).position;
		const turned = applyFill(long, fill('sell', '5', '110', '0.5'));
		expect(turned).toMatchObject({
			closedQuantity: fromInteger(2),
			openedQuantity: fromInteger(3),
			realizedPnl: fromInteger(20),
			position: {
				quantity: fromInteger(-3),
				entryValue: fromInteger(330),
				realized: parseDecimal('-0.3'),
				openedAt: 7,
			},
		});
	});

	test('closing everything leaves no position', () => {
		const short = applyFill(undefined, fill('sell', '2', '100')).position;
		const closed = applyFill(short, fill('buy', '2', '90'));
		expect(closed).toEqual({
			position: undefined,
			closedQuantity: fromInteger(2),
			openedQuantity: ZERO,
			realizedPnl: fromInteger(20),
		});
	});

	test('keeps its earnings while it is open', () => {
		const long = applyFill(undefined, fill('buy', '2', '100', '0.4')).position;
		const reduced = applyFill(long, fill('sell', '1', '101', '0.1')).position;
		expect(reduced?.realized).toBe(parseDecimal('0.5'));
	});
});

describe('closableQuantity', () => {
	const long = applyFill(undefined, fill('buy', '2', '100')).position;

	test.each([
		['sell', fromInteger(2)],
		['buy', ZERO],
	] as const)('a %s against a long closes %s', (side, expected) => {
		expect(closableQuantity(long, side)).toBe(expected);
	});

	test('nothing without a position', () => {
		expect(closableQuantity(undefined, 'buy')).toBe(ZERO);
	});
});
