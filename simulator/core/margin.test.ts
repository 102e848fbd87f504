import { describe, expect, test } from 'vitest';
import { formatDecimal, fromInteger, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { balanceOf, freeMargin, type MarginedPosition, positionOf, restingOrderMargin } from './margin.ts';
import { applyFill } from './position.ts';
import { scriptedInstrument } from './scripted-world-fixture.ts';
import type { MarginMode, Order, Side } from './types.ts';

function margined(
	side: Side,
	quantity: string,
	entry: string,
	change: { mark?: string; leverage?: string; mode?: MarginMode; rate?: string; tick?: string } = {},
): MarginedPosition {
	const { position } = applyFill(undefined, {
		symbol: 'AAAUSDT',
		side,
		quantity: parseDecimal(quantity),
		price: parseDecimal(entry),
		fee: ZERO,
		at: 1,
	});
	if (position === undefined) throw new Error('A fill opens a position.');
	return {
		held: position,
		instrument: scriptedInstrument('AAAUSDT', {
			maintenanceMarginRate: parseDecimal(change.rate ?? '0.005'),
			tickSize: parseDecimal(change.tick ?? '0.01'),
		}),
		mark: parseDecimal(change.mark ?? entry),
		leverage: parseDecimal(change.leverage ?? '10'),
		mode: change.mode ?? 'isolated',
	};
}

function shown(position: MarginedPosition, wallet = '100000') {
	const view = { wallet: parseDecimal(wallet), positions: [position], orderMargin: ZERO };
	const { margin, maintenanceMargin, liquidationPrice, bankruptcyPrice, unrealizedPnl } = positionOf(
		position,
		view,
	);
	const text = (value: typeof liquidationPrice) => (value === undefined ? undefined : formatDecimal(value));
	return {
		margin: formatDecimal(margin),
		maintenance: formatDecimal(maintenanceMargin),
		liquidation: text(liquidationPrice),
		bankruptcy: text(bankruptcyPrice),
		unrealized: formatDecimal(unrealizedPnl),
	};
}

describe('isolated positions', () => {
	test("Bybit's example: a long of 1 at 20,000 with 50x and 0.5 % is liquidated at 19,700", () => {
		expect(shown(margined('buy', '1', '20000', { leverage: '50' }))).toEqual({
			margin: '400',
			maintenance: '100',
			liquidation: '19700',
			bankruptcy: '19600',
			unrealized: '0',
		});
	});

	test("KuCoin's example: 0.001 at 40,008 with 5x is bankrupt at 32,006.4", () => {
		const { bankruptcy } = shown(margined('buy', '0.001', '40008', { leverage: '5', tick: '0.1' }));
		expect(bankruptcy).toBe('32006.4');
	});

	test('a short mirrors a long', () => {
		expect(shown(margined('sell', '1', '20000', { leverage: '50', mark: '20100' }))).toEqual({
			margin: '400',
			maintenance: '100',
			liquidation: '20300',
			bankruptcy: '20400',
			unrealized: '-100',
		});
	});

	test('prices are on the tick at which the loss is certainly reached', () => {
		const long = shown(margined('buy', '3', '10', { leverage: '7', tick: '0.1', rate: '0' }));
		const short = shown(margined('sell', '3', '10', { leverage: '7', tick: '0.1', rate: '0' }));
		// 10 - 10/7 = 8.571..., 10 + 10/7 = 11.428...
		expect([long.liquidation, short.liquidation]).toEqual(['8.6', '11.4']);
	});

	test('without leverage a long cannot be liquidated', () => {
		const { liquidation, bankruptcy } = shown(margined('buy', '1', '100', { leverage: '1', rate: '0' }));
		expect([liquidation, bankruptcy]).toEqual([undefined, undefined]);
	});
});

describe('cross positions', () => {
	test.each(['buy', 'sell'] as const)(
		'at the liquidation price of a %s the equity is the maintenance',
		(side) => {
			const wallet = '1000';
			const at = (mark: string) => margined(side, '10', '1000', { mode: 'cross', mark, tick: '0.000001' });
			const { liquidation } = shown(at('1010'), wallet);
			if (liquidation === undefined) throw new Error('A leveraged position has a liquidation price.');
			const there = balanceOf({
				wallet: parseDecimal(wallet),
				positions: [at(liquidation)],
				orderMargin: ZERO,
			});
			const difference = Number(formatDecimal(there.equity)) - Number(formatDecimal(there.maintenanceMargin));
			expect(Math.abs(difference)).toBeLessThan(1e-3);
		},
	);

	test.each(['buy', 'sell'] as const)('at the bankruptcy price of a %s the equity is zero', (side) => {
		const at = (mark: string) => margined(side, '10', '1000', { mode: 'cross', mark, tick: '0.000001' });
		const { bankruptcy } = shown(at('1010'), '1000');
		if (bankruptcy === undefined) throw new Error('A leveraged position has a bankruptcy price.');
		const there = balanceOf({ wallet: fromInteger(1000), positions: [at(bankruptcy)], orderMargin: ZERO });
		expect(Math.abs(Number(formatDecimal(there.equity)))).toBeLessThan(1e-3);
	});

	test('the result of a cross position counts as free balance, that of an isolated one does not', () => {
		const free = (mode: MarginMode) =>
			formatDecimal(
				freeMargin({
					wallet: fromInteger(1000),
					positions: [margined('buy', '1', '1000', { mode, mark: '900' })],
					orderMargin: fromInteger(5),
				}),
			);
		expect(free('isolated')).toBe('895');
		// Wallet 1000, less order margin 5, position margin 90 at the mark price, and loss 100.
		expect(free('cross')).toBe('805');
	});
});

describe('restingOrderMargin', () => {
	const instrument = scriptedInstrument('AAAUSDT', { takerFeeRate: parseDecimal('0.001') });
	const order = (side: Side, quantity: string, reduceOnly = false): Order =>
		({
			request: { side, quantity: parseDecimal(quantity), price: fromInteger(100), reduceOnly },
			filledQuantity: ZERO,
		}) as Order;
	const long = margined('buy', '2', '100').held;

	test.each([
		['a buy that opens binds margin and fee', [order('buy', '1')], '10.1'],
		['sells first close the position', [order('sell', '1.5'), order('sell', '1.5')], '10.1'],
		['a reduce-only order binds nothing', [order('sell', '1', true)], '0'],
		['both sides bind', [order('buy', '1'), order('sell', '3')], '20.2'],
	] as const)('%s', (_what, orders, expected) => {
		expect(formatDecimal(restingOrderMargin(orders, long, fromInteger(10), instrument))).toBe(expected);
	});
});
