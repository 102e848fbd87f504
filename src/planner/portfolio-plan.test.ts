import { afterAll, expect, test } from 'vitest';
import { planLeg } from '../../test/support/plan-problems.ts';
import { systemClock } from '../runtime/clock.ts';
import type { TradableLeg } from './changes.ts';
import type { HeldPair } from './plan-change.ts';
import { type PortfolioOrder, planPortfolio } from './portfolio-plan.ts';
import { potLimits } from './pot-limits.ts';
import { createHighsSolver } from './solver/highs-solver.ts';

const solver = createHighsSolver({ clock: systemClock });
afterAll(() => solver.close());

const HELD: HeldPair = {
	id: 'exec_1',
	coin: 'A',
	long: { exchange: 'okx', symbol: 'AUSDT' },
	short: { exchange: 'bybit', symbol: 'AUSDT' },
	notional: 1_000,
};

/** Two coins on three exchanges; A is held long on OKX and short on Bybit. */
function order(facts: Partial<PortfolioOrder> = {}): PortfolioOrder {
	const worths = { A: [0.002, 0.004, -0.006], B: [0.006, -0.001, -0.005] };
	const legs = Object.entries(worths).flatMap(([coin, own]) =>
		['binance', 'bybit', 'okx'].map((exchange, index): TradableLeg => {
			const held = coin === 'A' ? ({ okx: 1_000, bybit: -1_000 }[exchange] ?? 0) : 0;
			return { ...planLeg(coin, exchange, { worth: own[index] as number, held }), orderMin: 5 };
		}),
	);
	const { limits, changeMin } = potLimits({ capital: 20_000, equity: { okx: 1_000 } }, [
		'binance',
		'bybit',
		'okx',
	]);
	const rest = { changeMin, terms: { capital: 20_000, leverage: 1.8 }, carrySd: () => 0.003 };
	return { legs, limits, pairs: [HELD], ...rest, names: (exchange) => exchange, ...facts };
}

test('computes the limits of a pot from its terms', () => {
	expect(potLimits({ capital: 20_000 }, ['okx'])).toEqual({
		notional: 13_500,
		changeMin: 67.5,
		limits: {
			grossMax: 27_000,
			coinMax: 2_700,
			exchangeMax: { okx: Infinity },
			exchangeNetMax: { okx: Infinity },
		},
	});
	const terms = { leverage: 2, idleShare: 0, coinShare: 0.3, exchangeShare: 0.5, exchangeNetShare: 0.25 };
	const { limits } = potLimits({ capital: 10_000, ...terms, equity: { okx: 4_000, bybit: 9_000 } }, [
		'okx',
		'bybit',
		'binance',
	]);
	expect(limits).toEqual({
		grossMax: 20_000,
		coinMax: 6_000,
		exchangeMax: { okx: 8_000, bybit: 10_000, binance: 10_000 },
		exchangeNetMax: { okx: 2_500, bybit: 2_500, binance: 2_500 },
	});
});

test('plans the targets, the changes and what the pot earns', async () => {
	const plan = await planPortfolio(order(), solver);
	if (plan.status !== 'optimal') throw new Error('The pot has a plan.');
	// OKX carries 1.8 times its equity. A keeps 1,350 there, and B gets the rest.
	expect(plan.targets.map((target) => Math.round(target))).toEqual([0, -1_350, 1_350, -1_350, 900, 450]);
	expect(plan.reached.map((target) => Math.round(target))).toEqual([0, -1_350, 1_350, -1_350, 900, 450]);
	expect(
		plan.changes.map(({ change: { kind, coin, notional } }) => [kind, coin, Math.round(notional)]),
	).toEqual([
		['open', 'B', 900],
		['open', 'B', 450],
		['enlarge', 'A', 350],
	]);
	expect(plan.pairsAfter.reduce((sum, { notional }) => sum + notional, 0)).toBeCloseTo(2_700, 3);
	expect(plan.pot.gross).toBeCloseTo(5_400, 3);
	expect(plan.pot.binding.map(({ limit }) => limit.kind)).toEqual(['exchange', 'coin', 'coin']);
	expect(plan.pot.carryPerYear).toBeCloseTo(((1_350 * 0.01 + 900 * 0.007 + 450 * 0.011) * 8_760) / 720, 2);
	expect(plan.pot.interval?.low).toBeCloseTo(plan.pot.net - (2_700 * 0.003 * 8_760) / 720 / 20_000, 6);
});

test('names the limits that allow no plan', async () => {
	const { legs } = order();
	const fixed = legs.map((leg) => (leg.held === 0 ? leg : { ...leg, low: leg.held, high: leg.held }));
	const { limits } = potLimits({ capital: 20_000, equity: { okx: 500 } }, ['okx']);
	const plan = await planPortfolio(order({ legs: fixed, limits }), solver);
	expect(plan).toMatchObject({
		status: 'infeasible',
		limits: [
			{ kind: 'exchange', exchange: 'okx' },
			{ kind: 'leg', coin: 'A', exchange: 'okx' },
		],
		words: {
			text: 'No plan meets these limits together: The pot holds at most 900.00 USD on okx. A on okx stays at 1,000.00 USD. Widen one of them.',
		},
	});
});
