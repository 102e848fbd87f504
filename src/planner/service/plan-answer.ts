/** Turns a plan into the answer to a caller. Pure functions. */
import type { PlanLimit, PlannedChange, PlannedLeg, PlanOutcome } from '../../ports/portfolio-planner.ts';
import type { ExplainedChange, PricedLimit } from '../explain-changes.ts';
import { contractKey, type HeldPair } from '../plan-change.ts';
import type { PortfolioPlan } from '../portfolio-plan.ts';
import type { Gathered } from './gather.ts';
import type { BoundedLeg } from './leg-facts.ts';

/** A plan that meets all limits. */
export type OptimalPlan = Extract<PortfolioPlan, { readonly status: 'optimal' }>;

/** Shares below this are rounding errors. */
const SHARE_DUST = 1e-9;
/** 90 % of a normal distribution lie within this many standard deviations. */
const DEVIATIONS_OF_90 = 1.645;

/** Values the held pairs at the price of their coin, USD. */
export function valuedPairs({ held, legs }: Pick<Gathered, 'held' | 'legs'>): readonly HeldPair[] {
	const prices = new Map(legs.map(({ coin, price }) => [coin, price]));
	return held.flatMap(({ executionId: id, coin, long, short, quantity }) => {
		const price = prices.get(coin);
		return price === undefined ? [] : [{ id, coin, long, short, notional: quantity * price }];
	});
}

/** Returns the deviation of a pair's carry by its contracts; NaN if it is unknown. */
export function carrySd({ legs, pairs }: Pick<Gathered, 'legs' | 'pairs'>): (pair: HeldPair) => number {
	const keyOf = (leg: number): string => {
		const { venue: exchange, symbol } = legs[leg]?.contract.instrument ?? { venue: '', symbol: '' };
		return contractKey({ exchange, symbol });
	};
	const known = new Map<string, number>();
	for (const { short, long, sd } of pairs) {
		known.set(`${keyOf(long)} ${keyOf(short)}`, sd);
		known.set(`${keyOf(short)} ${keyOf(long)}`, sd);
	}
	return ({ long, short }) => known.get(`${contractKey(long)} ${contractKey(short)}`) ?? Number.NaN;
}

/**
 * Returns the changes of the answer, in the order in which they are made. The share of a change is of what its execution
 * holds after the changes before it.
 */
export function changesOf(changes: readonly ExplainedChange[]): readonly PlannedChange[] {
	const left = new Map<string, number>();
	return changes.map((explained) => {
		const { change } = explained;
		if (!('share' in change)) return changeOf(explained, null);
		const before = left.get(change.executionId) ?? 1;
		left.set(change.executionId, before - change.share);
		// The rest of a share after earlier ones is whole, except for rounding.
		const share = before - change.share < SHARE_DUST ? 1 : change.share / before;
		return changeOf(explained, share);
	});
}

function changeOf(
	{ change, gain, cost, ratio, decidedBy, words }: ExplainedChange,
	share: number | null,
): PlannedChange {
	const { kind, coin, long, short, notional } = change;
	const exit = 'share' in change ? change : null;
	return {
		kind,
		coin,
		long,
		short,
		executionId: exit?.executionId ?? null,
		share,
		roll: change.kind === 'roll' ? { leg: change.leg, from: change.from } : null,
		notional,
		gain,
		cost,
		ratio,
		limits: decidedBy === null ? [] : [limitOf(decidedBy)],
		message: words,
	};
}

/** Returns the legs of the answer, in the order of the bounded ones. */
export function plannedLegs(
	legs: readonly BoundedLeg[],
	gathered: Pick<Gathered, 'legs'>,
	{ reached }: OptimalPlan,
): readonly PlannedLeg[] {
	return legs.map(({ coin, exchange, symbol, held, cost, reason }, index) => ({
		coin,
		exchange,
		symbol,
		held,
		target: reached[index] ?? 0,
		price: gathered.legs[index]?.price ?? 0,
		cost,
		reasons: reason === null ? [] : [reason],
	}));
}

/** Returns what a plan is expected to earn, and the limits that bind it. */
export function outcomeOf(
	{ pot }: OptimalPlan,
	cashApr: number,
): { readonly outcome: PlanOutcome; readonly limits: readonly PlanLimit[] } {
	const { net, interval } = pot;
	const reach = interval === null ? null : ((interval.high - interval.low) / 2) * DEVIATIONS_OF_90;
	return {
		outcome: {
			netPerYear: pot.netPerYear,
			costPerYear: pot.costPerYear,
			netOnCapital: net,
			netOnCapitalLow: reach === null ? null : net - reach,
			netOnCapitalHigh: reach === null ? null : net + reach,
			cashApr,
			overCash: pot.overCash,
			leverageOfCash: pot.leverageOfCash,
			verdict: pot.verdict === 'pays' ? 'trade' : 'no_trade',
			message: pot.words,
		},
		limits: pot.binding.map(limitOf),
	};
}

function limitOf({ words, pricePerYear }: PricedLimit): PlanLimit {
	return { limit: words, shadowPrice: pricePerYear };
}
