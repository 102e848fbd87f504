import { afterAll, expect, test } from 'vitest';
import { solvePlan } from '../src/planner/solve-plan.ts';
import { createHighsSolver } from '../src/planner/solver/highs-solver.ts';
import { systemClock } from '../src/runtime/clock.ts';
import {
	type CoinRates,
	holdings,
	LASTING,
	type SignalsOf,
	testMarket,
} from '../test/support/pot-markets.ts';
import type { PotLimits } from './pot-pairs.ts';
import { type PlannerVariant, plannerRule, type SolvePlan } from './pot-planner.ts';

const solver = createHighsSolver({ clock: systemClock });
afterAll(() => solver.close());
const solve: SolvePlan = (problem) => solvePlan(problem, solver);

/** 10 % a year, per hour. Over 30 days that is 82 bp, and the plan expects (1 + 0.6) / 2 of that: 66 bp. */
const TEN = 0.1 / 8_760;
const FULL: PotLimits = { coinShare: 1, exchangeMax: Number.POSITIVE_INFINITY };
const HOUR = 3_000;

/** Returns what the planner holds from `HOUR` on. `held` is per leg as in `holdings`. */
async function planned(
	coins: Readonly<Record<string, CoinRates>>,
	limits: PotLimits,
	held: Readonly<Record<string, number>> = {},
	variant: PlannerVariant & { signals?: SignalsOf } = {},
): Promise<Readonly<Record<string, number>>> {
	const market = testMarket(coins, variant.signals);
	const before = Float64Array.from(market.legs, ({ venue, coin }) => held[`${venue} ${coin}`] ?? 0);
	const { held: after } = await plannerRule(market, limits, solve, variant)()(HOUR, before);
	return holdings(market, after);
}

test('a pair is opened when half its expected carry exceeds its entry cost of 14.5 bp', async () => {
	const pair = { 'binance AAA': -1, 'bybit AAA': 1 };
	expect(await planned({ AAA: { binance: 0.45 * TEN, bybit: 0 } }, FULL)).toEqual(pair);
	const weak = { AAA: { binance: 0.43 * TEN, bybit: 0 } };
	expect(await planned(weak, FULL)).toEqual({});
	expect(await planned(weak, FULL, pair)).toEqual(pair);
	expect(await planned(weak, FULL, {}, { gainShare: 1 })).toEqual(pair);
});

test('one limit for all coins gives the best coins their full share', async () => {
	const coins = {
		AAA: { binance: TEN, bybit: 0 },
		BBB: { binance: 0, bybit: 2 * TEN },
		CCC: { binance: 3 * TEN, bybit: 0 },
	};
	expect(await planned(coins, { ...FULL, coinShare: 0.6 })).toEqual({
		'binance BBB': 0.4,
		'bybit BBB': -0.4,
		'binance CCC': -0.6,
		'bybit CCC': 0.6,
	});
});

test('an exchange holds no more than its limit', async () => {
	const coins = { AAA: { binance: TEN, bybit: 0, hyperliquid: 0 } };
	const split = await planned(coins, { coinShare: 1, exchangeMax: 2 / 3 });
	expect(split['binance AAA']).toBe(-0.666667);
	expect((split['bybit AAA'] ?? 0) + (split['hyperliquid AAA'] ?? 0)).toBeCloseTo(0.666667, 9);
});

test('a leg that stops paying is left', async () => {
	const market = testMarket({ AAA: { binance: TEN, bybit: 0 }, BBB: { binance: 0, bybit: 0 } }, LASTING, {
		'bybit AAA': 5_000,
	});
	const rule = plannerRule(market, FULL, solve)();
	const { held: open } = await rule(4_968, new Float64Array(market.legs.length));
	expect(holdings(market, open)).toEqual({ 'binance AAA': -1, 'bybit AAA': 1 });
	expect(holdings(market, (await rule(4_992, open)).held)).toEqual({});
});

test('a pair without a forecast is not opened, and an open one stays', async () => {
	const coins = { AAA: { binance: TEN, bybit: 0 } };
	const pair = { 'binance AAA': -1, 'bybit AAA': 1 };
	const signals: SignalsOf = (key, hour, carry) => ({
		...LASTING(key, hour, carry),
		expectedMonth: Number.NaN,
	});
	expect(await planned(coins, FULL, {}, { signals })).toEqual({});
	expect(await planned(coins, FULL, pair, { signals })).toEqual(pair);
});

test('a change of less than 0.5 % of G is not made', async () => {
	const coins = { AAA: { binance: TEN, bybit: 0 } };
	const almost = { 'binance AAA': -0.996, 'bybit AAA': 0.996 };
	expect(await planned(coins, FULL, almost)).toEqual(almost);
	const less = { 'binance AAA': -0.994, 'bybit AAA': 0.994 };
	expect(await planned(coins, FULL, less)).toEqual({ 'binance AAA': -1, 'bybit AAA': 1 });
});

test('a plan that is carried out pair by pair reaches its legs, and counts the leg that is traded twice', async () => {
	const market = testMarket({ AAA: { binance: 0, bybit: 0, hyperliquid: 0, okx: 0 } });
	// Two pairs lose one leg each, and their other legs become a pair.
	const plans: readonly Readonly<Record<string, number>>[] = [
		{ 'binance AAA': 0.2, 'bybit AAA': -0.2 },
		{ 'binance AAA': 0.2, 'bybit AAA': -0.2, 'hyperliquid AAA': 0.2, 'okx AAA': -0.2 },
		{ 'binance AAA': 0.2, 'okx AAA': -0.2 },
	];
	let day = 0;
	const planOfDay: SolvePlan = async ({ legs }) => ({
		status: 'optimal',
		targets: legs.map(({ coin, exchange }) => 100_000 * (plans[day]?.[`${exchange} ${coin}`] ?? 0)),
		objective: 0,
		shadowPrices: [],
	});
	const rule = plannerRule(market, FULL, planOfDay, { isInPairs: true })();
	let held: Float64Array = new Float64Array(market.legs.length);
	const detours: Float64Array[] = [];
	for (const plan of plans) {
		const step = await rule(HOUR + 24 * day, held);
		expect(holdings(market, step.held)).toEqual(plan);
		held = step.held;
		detours.push(step.detour ?? new Float64Array(0));
		day += 1;
	}
	const sums = detours.map((detour) => detour.reduce((sum, notional) => sum + notional, 0));
	expect(sums).toEqual([0, 0, 0.2].map((sum) => expect.closeTo(sum, 9)));
});
