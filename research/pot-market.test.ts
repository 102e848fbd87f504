import { expect, test } from 'vitest';
import { LASTING, POT_LAST_HOUR, testMarket } from '../test/support/pot-markets.ts';
import { isEnding, signalsAt } from './pot-market.ts';

const COINS = { AAA: { binance: 1e-5, bybit: 0, hyperliquid: 2e-5 }, BBB: { binance: 0, bybit: 1e-5 } };

test('a market holds every leg once, and is scored from 90 days after its data begins', () => {
	const market = testMarket(COINS);
	expect(market.legs.map(({ venue, coin }) => `${venue} ${coin}`).sort()).toEqual([
		'binance AAA',
		'binance BBB',
		'bybit AAA',
		'bybit BBB',
		'hyperliquid AAA',
	]);
	expect(market.pairs).toHaveLength(4);
	expect(market.venues).toEqual(['binance', 'bybit', 'hyperliquid']);
	expect([market.firstHour, market.from, market.to]).toEqual([1, 2_162, POT_LAST_HOUR]);
	const [leg] = market.legs;
	expect(leg?.paid).toHaveLength(POT_LAST_HOUR - market.from + 1);
});

test('a fill costs the taker fee and 2 bp', () => {
	const { legs } = testMarket(COINS);
	const costs = legs.filter(({ coin }) => coin === 'AAA').map(({ venue, fillCost }) => [venue, fillCost]);
	expect(Object.fromEntries(costs)).toEqual({
		binance: expect.closeTo(7e-4, 12),
		bybit: expect.closeTo(7.5e-4, 12),
		hyperliquid: expect.closeTo(6.5e-4, 12),
	});
});

test('a delisted leg ends within a day of its last settlement, and does not end the score', () => {
	const market = testMarket(COINS, LASTING, { 'bybit BBB': 5_000 });
	expect(market.to).toBe(POT_LAST_HOUR);
	const [staying, delisted] = ['binance BBB', 'bybit BBB'].map((name) =>
		market.legs.find(({ venue, coin }) => `${venue} ${coin}` === name),
	);
	if (staying === undefined || delisted === undefined) throw new Error('Two legs were expected.');
	expect([4_976, 4_977].map((hour) => isEnding(delisted, hour))).toEqual([false, true]);
	expect(isEnding(staying, POT_LAST_HOUR)).toBe(false);
});

test('the signals of a pair are unknown before its first scored hour and after its end', () => {
	const market = testMarket(COINS, LASTING, { 'bybit BBB': 5_000 });
	const pair = market.pairs.find(({ key }) => key === 'binance-bybit BBB');
	if (pair === undefined) throw new Error('A pair was expected.');
	expect(signalsAt(pair, 3_000)).toEqual({
		expectedMonth: expect.closeTo(-720e-5, 12),
		monthMean: expect.closeTo(-8_760e-5, 12),
		entry: -1,
	});
	for (const hour of [2_161, 5_001])
		expect(signalsAt(pair, hour)).toEqual({ expectedMonth: Number.NaN, monthMean: Number.NaN, entry: 0 });
});
