/** Turns a solved plan into the changes of the answer. Pure functions. */
import type { PlanLimit, PlannedChange } from '../../ports/portfolio-planner.ts';
import { type ExplainedPlan, explainChanges, type PricedLimit } from '../explain-changes.ts';
import type { HeldPair, PlanChange } from '../plan-change.ts';
import type { Gathered } from './gather.ts';

/** A plan with its changes and what is held after them. */
export type SolvedPlan = {
	readonly explained: ExplainedPlan;
	readonly changes: readonly PlanChange[];
	/** Signed notional of each leg after the changes, USD. */
	readonly reached: readonly number[];
	/** Pairs after the changes, with those that the plan may not change. */
	readonly pairs: readonly HeldPair[];
};

/** Held pairs with their notionals: those that the plan may change, and those that stay. */
export type HeldNotionals = { readonly planned: readonly HeldPair[]; readonly kept: readonly HeldPair[] };

/** Values the held pairs at the price of their coin, USD. */
export function heldNotionals({ held, legs }: Pick<Gathered, 'held' | 'legs'>): HeldNotionals {
	const prices = new Map(legs.map(({ coin, price }) => [coin, price]));
	const valued = held.flatMap(({ executionId: id, coin, long, short, quantity, isPlanned }) => {
		const price = prices.get(coin);
		return price === undefined ? [] : [{ id, coin, long, short, notional: quantity * price, isPlanned }];
	});
	const pairsOf = (isPlanned: boolean): readonly HeldPair[] =>
		valued
			.filter((pair) => pair.isPlanned === isPlanned)
			.map(({ id, coin, long, short, notional }) => ({ id, coin, long, short, notional }));
	return { planned: pairsOf(true), kept: pairsOf(false) };
}

/** Returns the changes of the answer, in the order in which they are made. */
export function changesOf({ explained, changes }: SolvedPlan): readonly PlannedChange[] {
	return explainChanges(explained, changes).map(
		({ change, gain, cost, ratio, decidedBy, words }): PlannedChange => {
			const { kind, coin, long, short, notional } = change;
			const exit = 'share' in change ? change : null;
			return {
				kind,
				coin,
				long,
				short,
				executionId: exit?.executionId ?? null,
				share: exit?.share ?? null,
				roll: change.kind === 'roll' ? { leg: change.leg, from: change.from } : null,
				notional,
				gain,
				cost,
				ratio,
				limits: decidedBy === null ? [] : [limitOf(decidedBy)],
				message: words,
			};
		},
	);
}

/** Returns a limit of the answer. */
export function limitOf({ words, pricePerYear }: PricedLimit): PlanLimit {
	return { limit: words, shadowPrice: pricePerYear };
}
