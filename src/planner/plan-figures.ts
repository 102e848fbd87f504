/** Figures that several parts of the planner share: a plan's objective, its sums per limit, and the order of limits. */
import type { LimitName, PlanLeg, PlanLimits, PlanProblem, ShadowPrice } from './plan-problem.ts';

/**
 * Additional cost of a change in the choice of a plan, a fraction. The plan that trades less therefore wins among plans
 * with the same objective. It is far below any real difference, and not part of a plan's stated objective.
 */
export const TRADE_PENALTY = 1e-9;
/** Two amounts that differ by less than this share of the plan's unit are the same. */
export const AMOUNT_SHARE = 1e-9;
/** A limit with a smaller shadow price does not bind, a fraction. */
const PRICE_MIN = 1e-9;

/** Computes −g · worth · target − cost · |target − held| of one leg, USD. */
export function legObjective({ worth, cost, held }: PlanLeg, gainShare: number, target: number): number {
	return -gainShare * worth * target - cost * Math.abs(target - held);
}

/** Computes the objective of a plan, USD. */
export function objectiveOf({ legs, gainShare }: PlanProblem, targets: readonly number[]): number {
	return legs.reduce((sum, leg, index) => sum + legObjective(leg, gainShare, targets[index] as number), 0);
}

/**
 * Returns the plan's unit, USD: the size of its amounts. The unit scales programs and tolerances.
 */
export function planUnit(legs: readonly PlanLeg[], limits: PlanLimits): number {
	for (const limit of [limits.coinMax, limits.grossMax]) if (limit > 0 && limit < Infinity) return limit;
	const largest = Math.max(0, ...legs.map(({ held }) => Math.abs(held)));
	return largest > 0 ? largest : 1;
}

/** Returns the difference below which two amounts are the same, USD. */
export function amountTolerance(legs: readonly PlanLeg[], limits: PlanLimits): number {
	return AMOUNT_SHARE * planUnit(legs, limits);
}

/** Groups the indices of the legs by a text of each leg, such as its coin. */
export function legsBy(
	legs: readonly PlanLeg[],
	key: (leg: PlanLeg) => string,
): ReadonlyMap<string, readonly number[]> {
	const groups = new Map<string, number[]>();
	legs.forEach((leg, index) => {
		const group = groups.get(key(leg));
		if (group === undefined) groups.set(key(leg), [index]);
		else group.push(index);
	});
	return groups;
}

/** One limit on a sum over legs. */
export type SumLimit = {
	readonly limit: LimitName;
	/** Indices of the legs. */
	readonly legs: readonly number[];
	/** `size`: the limit is on Σ |target|. `net`: it is on |Σ target|. */
	readonly on: 'size' | 'net';
	/** USD, finite. */
	readonly max: number;
};

/** Lists the limits of a problem that are finite, without the bounds of single legs. */
export function sumLimits({ legs, limits }: PlanProblem): readonly SumLimit[] {
	const found: SumLimit[] = [];
	const add = (limit: LimitName, indices: readonly number[], max: number | undefined): void => {
		const on = limit.kind === 'exchangeNet' ? 'net' : 'size';
		if (max !== undefined && max < Infinity) found.push({ limit, legs: indices, on, max });
	};
	add({ kind: 'gross' }, [...legs.keys()], limits.grossMax);
	for (const [coin, indices] of legsBy(legs, (leg) => leg.coin))
		add({ kind: 'coin', coin }, indices, limits.coinMax);
	for (const [exchange, indices] of legsBy(legs, (leg) => leg.exchange)) {
		add({ kind: 'exchange', exchange }, indices, limits.exchangeMax[exchange]);
		add({ kind: 'exchangeNet', exchange }, indices, limits.exchangeNetMax?.[exchange]);
	}
	return found;
}

/** Computes the sum that a limit is on, USD, at least 0. */
export function usedOf({ legs, on }: SumLimit, targets: readonly number[]): number {
	const sum = legs.reduce((total, index) => {
		const target = targets[index] as number;
		return total + (on === 'size' ? Math.abs(target) : target);
	}, 0);
	return Math.abs(sum);
}

/** Returns the limits that bind, highest price first. */
export function bindingLimits(prices: readonly ShadowPrice[]): readonly ShadowPrice[] {
	return prices
		.filter(({ price }) => price > PRICE_MIN)
		.sort((a, b) => b.price - a.price || compareTexts(limitKey(a.limit), limitKey(b.limit)));
}

/** Returns a text that is different for each limit. */
export function limitKey(limit: LimitName): string {
	const { coin = '', exchange = '' } = { ...limit } as { coin?: string; exchange?: string };
	return `${limit.kind} ${coin} ${exchange}`;
}

/** Compares two texts by their code units, the same on every machine. */
export function compareTexts(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
