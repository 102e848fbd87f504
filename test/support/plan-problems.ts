/** Draws plan problems for property tests, and checks plans. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { sumLimits, usedOf } from '../../src/planner/plan-figures.ts';
import type { PlanLeg, PlanLimits, PlanProblem } from '../../src/planner/plan-problem.ts';

const EXCHANGES = ['binance', 'bybit', 'hyperliquid', 'kraken', 'kucoin', 'okx'];

/** Kinds of a leg's bounds: none, exits only, held as it is, at most an amount. */
const BOUNDS = ['none', 'none', 'none', 'exit', 'fixed', 'largest'] as const;

/** Creates a leg without a position or bounds. */
export function planLeg(coin: string, exchange: string, facts: Partial<PlanLeg> = {}): PlanLeg {
	const bounds = { low: -Infinity, high: Infinity };
	return { coin, exchange, symbol: `${coin}USDT`, worth: 0, cost: 5e-4, held: 0, ...bounds, ...facts };
}

/** Limits that bind nothing, except those given. */
export function planLimits(limits: Partial<PlanLimits> = {}): PlanLimits {
	return { grossMax: Infinity, coinMax: Infinity, exchangeMax: {}, ...limits };
}

const drawnLeg = fc.record({
	worth: fc.double({ min: -0.02, max: 0.02, noNaN: true }),
	cost: fc.double({ min: 1e-4, max: 1.2e-3, noNaN: true }),
	held: fc.oneof(fc.constant(0), fc.double({ min: -900, max: 900, noNaN: true })),
	bounds: fc.constantFrom(...BOUNDS),
	largest: fc.double({ min: 50, max: 800, noNaN: true }),
});

/** How a problem is drawn. */
export type DrawnShape = { readonly held: boolean; readonly bounds: boolean; readonly legsMax?: number };

/** Draws the legs of one coin. Held positions add up to 0. */
export function drawnCoin(
	coin: string,
	{ held, bounds, legsMax = 6 }: DrawnShape,
): fc.Arbitrary<readonly PlanLeg[]> {
	return fc.array(drawnLeg, { minLength: 2, maxLength: legsMax }).map((drawn) => {
		const mean = drawn.reduce((sum, leg) => sum + leg.held, 0);
		const holders = drawn.filter((leg) => leg.held !== 0).length;
		return drawn.map((leg, index) => {
			const own = held && holders > 1 && leg.held !== 0 ? leg.held - mean / holders : 0;
			return planLeg(coin, EXCHANGES[index] as string, {
				worth: leg.worth,
				cost: leg.cost,
				held: own,
				...(bounds ? boundsOf(leg.bounds, own, leg.largest) : {}),
			});
		});
	});
}

function boundsOf(kind: (typeof BOUNDS)[number], held: number, largest: number): Partial<PlanLeg> {
	if (kind === 'none') return {};
	if (kind === 'fixed') return { low: held, high: held };
	if (kind === 'exit') return { low: Math.min(0, held), high: Math.max(0, held) };
	return { low: Math.min(held, -largest), high: Math.max(held, largest) };
}

/** Draws several coins under limits that couple them. With bounds, some problems have no plan. */
export function drawnProblem(coins: number, bounds = false): fc.Arbitrary<PlanProblem> {
	const shape = { held: true, bounds, legsMax: 4 };
	return fc
		.record({
			legs: fc.tuple(...Array.from({ length: coins }, (_, index) => drawnCoin(`C${index}`, shape))),
			grossMax: fc.double({ min: 500, max: 4_000, noNaN: true }),
			exchangeMax: fc.double({ min: 300, max: 2_000, noNaN: true }),
			netMax: fc.double({ min: 100, max: 1_000, noNaN: true }),
		})
		.map(({ legs, grossMax, exchangeMax, netMax }) => ({
			legs: legs.flat(),
			limits: {
				grossMax,
				coinMax: 1_000,
				exchangeMax: { binance: exchangeMax, bybit: 1.5 * exchangeMax },
				exchangeNetMax: { hyperliquid: netMax },
			},
			gainShare: 0.5,
		}));
}

/** Expects that targets meet every limit and bound, and that each coin is balanced. */
export function expectFeasible(problem: PlanProblem, targets: readonly number[]): void {
	const balances = new Map<string, number>();
	problem.legs.forEach(({ coin, low, high }, index) => {
		const target = targets[index] as number;
		expect(target).toBeGreaterThanOrEqual(low - 1e-3);
		expect(target).toBeLessThanOrEqual(high + 1e-3);
		balances.set(coin, (balances.get(coin) ?? 0) + target);
	});
	for (const balance of balances.values()) expect(Math.abs(balance)).toBeLessThan(1e-3);
	for (const limit of sumLimits(problem))
		expect(usedOf(limit, targets)).toBeLessThanOrEqual(limit.max + 1e-3);
}
