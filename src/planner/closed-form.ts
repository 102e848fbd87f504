/**
 * Finds the best targets of one coin without a solver, if no limit couples it with other coins.
 *
 * The objective is piecewise linear, with corners at 0, at the held amount and at the leg's bounds. A best plan
 * therefore exists in which all legs but two are at a corner: the two others balance the coin and use up its limit. A
 * coin without positions has V (V − 1) + 1 such states: each pair of exchanges in each direction, and nothing. Pure.
 */
import { AMOUNT_SHARE, bindingLimits, legObjective, TRADE_PENALTY } from './plan-figures.ts';
import type { PlanLeg, ShadowPrice } from './plan-problem.ts';

/** Number of states above which the solver is faster. */
const STATES_MAX = 100_000;
/** Shadow prices are the gain from widening a limit by this share of the coin limit. */
const WIDENED_SHARE = 1e-6;

/** One coin of a plan: its legs and its limits. */
export type CoinProblem = {
	/** Legs of one coin with low <= high. */
	readonly legs: readonly PlanLeg[];
	/** Largest Σ |target|, USD, finite. */
	readonly coinMax: number;
	readonly gainShare: number;
};

/** The best targets of one coin. */
export type CoinPlan = { readonly targets: readonly number[]; readonly objective: number };

/** True if the closed form applies: the coin has a limit, and not too many legs with positions or bounds. */
export function hasClosedForm({ legs, coinMax }: CoinProblem): boolean {
	const corners = legs.reduce((product, leg) => product * cornersOf(leg).length, 1);
	return coinMax < Infinity && corners * legs.length ** 2 <= STATES_MAX;
}

/** Finds the best targets; undefined if no targets meet the limits. Only for coins with `hasClosedForm`. */
export function bestCoinPlan(problem: CoinProblem): CoinPlan | undefined {
	const { legs, coinMax, gainShare } = problem;
	const corners = legs.map(cornersOf);
	const scale = Math.max(coinMax, ...legs.map(({ held }) => Math.abs(held)));
	const search = createSearch(problem, AMOUNT_SHARE * scale);
	const chosen = new Array<number>(legs.length).fill(0);
	do {
		search.tryCorners(
			chosen.map((corner, leg) => corners[leg]?.[corner] as number),
			(leg) => chosen[leg] === 0,
		);
	} while (advance(chosen, corners));
	const targets = search.best();
	if (targets === undefined) return undefined;
	const objective = legs.reduce(
		(sum, leg, index) => sum + legObjective(leg, gainShare, targets[index] as number),
		0,
	);
	return { targets, objective };
}

/** Returns the shadow prices of a coin's limits, given its best targets. */
export function coinPrices(problem: CoinProblem, { targets, objective }: CoinPlan): readonly ShadowPrice[] {
	const { legs, coinMax } = problem;
	const [{ coin }] = legs as [PlanLeg];
	const step = WIDENED_SHARE * coinMax;
	if (!(step > 0)) return [];
	const priceOf = (widened: CoinProblem): number =>
		hasClosedForm(widened) ? ((bestCoinPlan(widened)?.objective ?? objective) - objective) / step : 0;
	const prices: ShadowPrice[] = [
		{ limit: { kind: 'coin', coin }, price: priceOf({ ...problem, coinMax: coinMax + step }) },
	];
	legs.forEach((leg, index) => {
		const target = targets[index] as number;
		const [atLow, atHigh] = [leg.low, leg.high].map((bound) => Math.abs(target - bound) <= step);
		if (!atLow && !atHigh) return;
		const bounds = {
			low: atLow ? leg.low - step : leg.low,
			high: atHigh ? leg.high + step : leg.high,
		};
		const widened = legs.map((other, at) => (at === index ? { ...leg, ...bounds } : other));
		prices.push({
			limit: { kind: 'leg', coin, exchange: leg.exchange },
			price: priceOf({ ...problem, legs: widened }),
		});
	});
	return bindingLimits(prices);
}

/** Lists the corners of a leg's objective within its bounds, at least one. */
function cornersOf({ held, low, high }: PlanLeg): readonly number[] {
	const within = [held, 0, low, high].filter(
		(point) => Number.isFinite(point) && point >= low && point <= high,
	);
	return [...new Set(within.map((point) => point + 0))];
}

/** Moves to the next combination of corners, as a counter does. False after the last one. */
function advance(chosen: number[], corners: readonly (readonly number[])[]): boolean {
	for (let leg = 0; leg < chosen.length; leg += 1) {
		chosen[leg] = (chosen[leg] as number) + 1;
		if ((chosen[leg] as number) < (corners[leg] as readonly number[]).length) return true;
		chosen[leg] = 0;
	}
	return false;
}

/** Tries states and keeps the best one. The first of several equal ones wins. */
function createSearch({ legs, coinMax, gainShare }: CoinProblem, tolerance: number) {
	let best: { readonly targets: readonly number[]; readonly value: number } | undefined;
	const worthOf = (leg: number, target: number): number => {
		const { held } = legs[leg] as PlanLeg;
		return legObjective(legs[leg] as PlanLeg, gainShare, target) - TRADE_PENALTY * Math.abs(target - held);
	};
	const isWithin = (leg: number, target: number): boolean => {
		const { low, high } = legs[leg] as PlanLeg;
		return target >= low - tolerance && target <= high + tolerance;
	};
	/** Keeps the corners with some targets replaced, if that state is feasible and better. */
	const consider = (
		corners: readonly number[],
		value: number,
		size: number,
		moved: readonly (readonly [leg: number, target: number])[],
	): void => {
		let total = value;
		let used = size;
		for (const [leg, target] of moved) {
			if (!isWithin(leg, target)) return;
			total += worthOf(leg, target) - worthOf(leg, corners[leg] as number);
			used += Math.abs(target) - Math.abs(corners[leg] as number);
		}
		if (used > coinMax + tolerance || (best !== undefined && total <= best.value)) return;
		const targets = [...corners];
		for (const [leg, target] of moved) targets[leg] = target;
		best = { targets, value: total };
	};
	return {
		best: () => best?.targets,
		/** @param isFree true for the legs that may leave their corner; each combination is then tried once */
		tryCorners(corners: readonly number[], isFree: (leg: number) => boolean): void {
			const sum = corners.reduce((total, target) => total + target, 0);
			const size = corners.reduce((total, target) => total + Math.abs(target), 0);
			const value = corners.reduce((total, target, leg) => total + worthOf(leg, target), 0);
			if (Math.abs(sum) <= tolerance) consider(corners, value, size, []);
			const free = [...corners.keys()].filter(isFree);
			for (const first of free) {
				const own = corners[first] as number;
				consider(corners, value, size, [[first, own - sum]]);
				for (const second of free) {
					if (second === first) continue;
					const other = corners[second] as number;
					const rest = coinMax - (size - Math.abs(own) - Math.abs(other));
					const others = sum - own - other;
					if (rest < Math.abs(others)) continue;
					const moved = [
						[first, (rest - others) / 2],
						[second, (-rest - others) / 2],
					] as const;
					consider(corners, value, size, moved);
				}
			}
		},
	};
}
