import { expect, test } from 'vitest';
import { holdings, LASTING, testMarket } from '../test/support/pot-markets.ts';
import type { PotMarket } from './pot-market.ts';
import {
	HYSTERESIS_RULE,
	MONTH_MEAN_RULE,
	type PotLimits,
	pairPot,
	staticRule,
	VERDICT_RULE,
} from './pot-pairs.ts';
import type { NewPotRule } from './pot-run.ts';

/** 10 % a year, per hour. */
const TEN = 0.1 / 8_760;
const HALVES: PotLimits = { coinShare: 0.5, exchangeMax: Number.POSITIVE_INFINITY };

/** Returns the holdings that a rule decides at each of the hours, in turn. */
async function decided(
	market: PotMarket,
	newRule: NewPotRule,
	hours: readonly number[],
): Promise<readonly Readonly<Record<string, number>>[]> {
	const rule = newRule();
	const found: Readonly<Record<string, number>>[] = [];
	let held: Float64Array = new Float64Array(market.legs.length);
	for (const hour of hours) {
		({ held } = await rule(hour, held));
		found.push(holdings(market, held));
	}
	return found;
}

test('the strongest pairs take the places, short the leg that pays more', async () => {
	const market = testMarket({
		AAA: { binance: 2 * TEN, bybit: 0 },
		BBB: { binance: 0, bybit: 3 * TEN },
		CCC: { binance: TEN, bybit: 0 },
		DDD: { binance: 0.4 * TEN, bybit: 0 },
	});
	for (const admission of ['first come', 'refill'] as const) {
		expect(await decided(market, pairPot(market, MONTH_MEAN_RULE, admission, HALVES), [2_400])).toEqual([
			{ 'binance AAA': -0.5, 'bybit AAA': 0.5, 'binance BBB': 0.5, 'bybit BBB': -0.5 },
		]);
	}
});

test('a trade that begins while the pot is full is lost or waits, by admission', async () => {
	const until = 3_000;
	const market = testMarket({
		AAA: { binance: (hour) => (hour <= until ? 2 * TEN : -0.1 * TEN), bybit: 0 },
		BBB: { binance: TEN, bybit: 0 },
	});
	const one: PotLimits = { ...HALVES, coinShare: 1 };
	const first = { 'binance AAA': -1, 'bybit AAA': 1 };
	const hours = [2_400, 3_024, 3_048];
	expect(await decided(market, pairPot(market, MONTH_MEAN_RULE, 'first come', one), hours)).toEqual([
		first,
		{},
		{},
	]);
	const second = { 'binance BBB': -1, 'bybit BBB': 1 };
	expect(await decided(market, pairPot(market, MONTH_MEAN_RULE, 'refill', one), hours)).toEqual([
		first,
		second,
		second,
	]);
	// At −1 % a year the rule with hysteresis stays.
	expect(await decided(market, pairPot(market, HYSTERESIS_RULE, 'refill', one), hours)).toEqual([
		first,
		first,
		first,
	]);
});

test('only refilled places hold one pair a coin; an exchange takes no more than its limit', async () => {
	const market = testMarket({
		AAA: { binance: 3 * TEN, bybit: TEN, hyperliquid: 0 },
		BBB: { bybit: TEN, hyperliquid: 0 },
	});
	const [lost] = await decided(market, pairPot(market, MONTH_MEAN_RULE, 'first come', HALVES), [2_400]);
	expect(lost).toEqual({ 'binance AAA': -1, 'bybit AAA': 0.5, 'hyperliquid AAA': 0.5 });
	const [refilled] = await decided(market, pairPot(market, MONTH_MEAN_RULE, 'refill', HALVES), [2_400]);
	const pairs = { 'binance AAA': -0.5, 'hyperliquid AAA': 0.5, 'bybit BBB': -0.5, 'hyperliquid BBB': 0.5 };
	expect(refilled).toEqual(pairs);
	const narrow = pairPot(market, MONTH_MEAN_RULE, 'refill', { ...HALVES, exchangeMax: 0.6 });
	expect(await decided(market, narrow, [2_400])).toEqual([{ 'binance AAA': -0.5, 'hyperliquid AAA': 0.5 }]);
});

test('a pair is left before its exchange stops paying, and is not entered then', async () => {
	const market = testMarket({ AAA: { binance: 2 * TEN, bybit: 0 }, BBB: { binance: 0, bybit: 0 } }, LASTING, {
		'bybit AAA': 5_000,
	});
	const rule = pairPot(market, MONTH_MEAN_RULE, 'refill', HALVES);
	const held = { 'binance AAA': -0.5, 'bybit AAA': 0.5 };
	expect(await decided(market, rule, [4_968, 4_992, 5_016])).toEqual([held, {}, {}]);
	expect(await decided(market, rule, [4_992])).toEqual([{}]);
});

test('the verdict enters by its net, and leaves when mean and forecast have turned', async () => {
	const turned = 3_000;
	const market = testMarket(
		{ AAA: { binance: TEN, bybit: 0 }, BBB: { binance: TEN, bybit: 0 } },
		(key, hour) => {
			const isBetter = key.endsWith('BBB');
			const month = hour < turned ? (isBetter ? 80 : 60) : -60;
			// The mean of AAA stays positive, so its pair would stay.
			const monthMean = isBetter && hour >= turned ? -0.01 : 0.1;
			return { entry: hour < turned ? 1 : 0, expectedMonth: month, monthMean };
		},
	);
	const one: PotLimits = { ...HALVES, coinShare: 1 };
	expect(await decided(market, pairPot(market, VERDICT_RULE, 'refill', one), [2_400, 3_000, 3_024])).toEqual([
		{ 'binance BBB': -1, 'bybit BBB': 1 },
		{},
		{},
	]);
	const both = await decided(market, pairPot(market, VERDICT_RULE, 'refill', HALVES), [2_400, 3_000]);
	expect(both[1]).toEqual({ 'binance AAA': -0.5, 'bybit AAA': 0.5 });
});

test('static pairs are chosen on the first day and stay', async () => {
	const market = testMarket({
		AAA: { binance: (hour) => (hour <= 3_000 ? TEN : -TEN), bybit: 0 },
		BBB: { binance: (hour) => (hour <= 3_000 ? 0.1 * TEN : 5 * TEN), bybit: 0 },
	});
	const one: PotLimits = { ...HALVES, coinShare: 1 };
	const first = { 'binance AAA': -1, 'bybit AAA': 1 };
	expect(await decided(market, staticRule(market, one), [2_400, 3_600])).toEqual([first, first]);
});
