/**
 * The planner as a rule of the pot: once a day it plans all legs as one linear program, from the walk-forward forecasts
 * and the settled rates of the last 30 days, with the planner's own code. The functions are pure apart from the solver.
 */

import { planChanges } from '../src/planner/changes.ts';
import { blendedCarry, clippedMonthMean, legWorths, mainGroup } from '../src/planner/leg-worth.ts';
import { type HeldPair, heldKey, pairsAfter, reachedTargets, tradesOf } from '../src/planner/plan-change.ts';
import type { PlanLeg, PlanProblem, PlanSolution } from '../src/planner/plan-problem.ts';
import { isEnding, type PotMarket, signalsAt } from './pot-market.ts';
import type { PotLimits } from './pot-pairs.ts';
import type { NewPotRule, PotRule } from './pot-run.ts';

/** G of the scored pot, USD. Results do not depend on it. */
const G_USD = 100_000;
/** Changes of a coin are dropped if none of them reaches this share of G. */
const SMALLEST_ORDER = 0.005;
/** Share of its gain that a change must earn back: a change must bring back twice its cost. */
const GAIN_SHARE = 0.5;

/** Solves one plan. */
export type SolvePlan = (problem: PlanProblem) => Promise<PlanSolution>;

/**
 * Computes a pair's expected carry over 720 h from the model's forecast and the two legs' clipped 30-day means per
 * hour. The planner's own is `blendedCarry`.
 */
export type CarryBlend = (modelCarry: number, shortMean: number, longMean: number) => number;

/** Parts of the planner that a score may replace. */
export type PlannerVariant = {
	readonly gainShare?: number;
	readonly carry?: CarryBlend;
	/** True if the plan is carried out as the service does it: pairs are opened, rolled and closed. */
	readonly isInPairs?: boolean;
};

/** Returns the planner as a rule of the pot. */
export function plannerRule(
	market: PotMarket,
	limits: PotLimits,
	solve: SolvePlan,
	{ gainShare = GAIN_SHARE, carry = blendedCarry, isInPairs = false }: PlannerVariant = {},
): NewPotRule {
	const planned = async (hour: number, held: Float64Array): Promise<Plan> => {
		const legs = planLegs(market, hour, held, carry);
		const solution = await solve({
			legs,
			limits: {
				grossMax: 2 * G_USD,
				coinMax: 2 * limits.coinShare * G_USD,
				exchangeMax: Object.fromEntries(
					market.venues
						.filter(() => Number.isFinite(limits.exchangeMax))
						.map((venue) => [venue, limits.exchangeMax * G_USD]),
				),
			},
			gainShare,
		});
		if (solution.status === 'infeasible') {
			throw new Error(`No plan at hour ${hour}: ${JSON.stringify(solution.limits)}`);
		}
		return { legs, targets: solution.targets };
	};
	if (isInPairs) return () => pairwise(planned);
	return () => async (hour, held) => {
		const { targets } = await planned(hour, held);
		const next = Float64Array.from(targets, (usd) => usd / G_USD);
		return { held: withoutSmallOrders(market, held, next) };
	};
}

/** The legs at an hour and their targets, USD. */
type Plan = { readonly legs: readonly PlanLeg[]; readonly targets: readonly number[] };

/** Carries plans out by the planner's changes: pairs are opened, rolled and closed. Starts without pairs. */
function pairwise(planned: (hour: number, held: Float64Array) => Promise<Plan>): PotRule {
	let pairs: readonly HeldPair[] = [];
	return async (hour, held) => {
		const { legs, targets } = await planned(hour, held);
		const tradable = legs.map((leg) => ({ ...leg, orderMin: 0 }));
		const changes = planChanges(tradable, targets, pairs, SMALLEST_ORDER * G_USD);
		pairs = pairsAfter(pairs, changes).map((pair, index) => ({ ...pair, id: `${hour} ${index}` }));
		const traded = new Map<string, number>();
		for (const { coin, contract, amount } of changes.flatMap(tradesOf)) {
			const key = heldKey(coin, contract);
			traded.set(key, (traded.get(key) ?? 0) + Math.abs(amount));
		}
		const after = reachedTargets(legs, changes).map((usd) => usd / G_USD);
		return {
			held: Float64Array.from(after),
			detour: Float64Array.from(legs, (leg, at) => {
				const difference = Math.abs((after[at] as number) - (held[at] as number));
				return ((traded.get(heldKey(leg.coin, leg)) ?? 0) / G_USD - difference) / 2;
			}),
		};
	};
}

/** Describes the market's legs at an hour to the planner. */
function planLegs(
	market: PotMarket,
	hour: number,
	held: Float64Array,
	carry: CarryBlend,
): readonly PlanLeg[] {
	const means = market.legs.map(({ history }) => clippedMonthMean(history, hour));
	const pairs = market.pairs.map((pair) => {
		const means720 = [means[pair.first] as number, means[pair.second] as number] as const;
		const expected = carry(signalsAt(pair, hour).expectedMonth, ...means720);
		return { short: pair.first, long: pair.second, carry: expected };
	});
	const worths = new Map<number, { worth: number; isOpenable: boolean }>();
	for (const members of Map.groupBy(market.legs.keys(), (at) => market.legs[at]?.coin).values()) {
		const own = pairs
			.filter(({ short }) => members.includes(short))
			.map((pair) => ({
				...pair,
				short: members.indexOf(pair.short),
				long: members.indexOf(pair.long),
			}));
		const found = legWorths(members.length, own);
		const main = mainGroup(found);
		const isPaired = found.filter(({ group }) => group === main).length > 1;
		found.forEach(({ worth, group }, index) => {
			worths.set(members[index] as number, { worth, isOpenable: isPaired && group === main });
		});
	}
	return market.legs.map((leg, at) => {
		const { worth, isOpenable } = worths.get(at) as { worth: number; isOpenable: boolean };
		const notional = (held[at] as number) * G_USD;
		const [low, high] = isEnding(leg, hour)
			? [0, 0]
			: isOpenable
				? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
				: [Math.min(0, notional), Math.max(0, notional)];
		return {
			coin: leg.coin,
			exchange: leg.venue,
			symbol: leg.coin,
			worth,
			cost: leg.fillCost,
			held: notional,
			low,
			high,
		};
	});
}

/** Keeps a coin as it is if none of its legs changes by `SMALLEST_ORDER`. */
function withoutSmallOrders(
	{ legs }: PotMarket,
	held: Float64Array,
	targets: Float64Array<ArrayBuffer>,
): Float64Array {
	const changing = new Set<string>();
	for (const [at, { coin }] of legs.entries()) {
		if (Math.abs((targets[at] as number) - (held[at] as number)) >= SMALLEST_ORDER) changing.add(coin);
	}
	return targets.map((target, at) =>
		changing.has(legs[at]?.coin as string) ? target : (held[at] as number),
	);
}
