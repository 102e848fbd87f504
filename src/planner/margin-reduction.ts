/**
 * Reduces pairs before an exchange does. Both legs of a pair shrink by the same notional, so the pair stays hedged.
 * Pure functions; figures are doubles in USD.
 */
import type { VenueName } from '../domain/instrument.ts';
import type { MarginLevel, Reduction, ReductionReason } from '../ports/margin-plan.ts';
import { LEVEL_SHARES } from './margin-levels.ts';

/** One leg of a pair. */
export type PairLeg = {
	readonly exchange: VenueName;
	/** Cost of closing one USD of the leg: taker fee and slippage, a fraction. */
	readonly cost: number;
	/** Place in the exchange's queue for auto-deleveraging, from 0 (last) to 1 (first); null if unknown. */
	readonly adlRank: number | null;
};

/** A running execution that may be reduced. */
export type ReduciblePair = {
	readonly executionId: string;
	readonly coin: string;
	/** Notional of each leg, USD. */
	readonly notional: number;
	readonly long: PairLeg;
	readonly short: PairLeg;
	/** Carry that one USD of the pair is expected to bring until the horizon, a fraction; null if unknown. */
	readonly expectedCarry: number | null;
};

/** Equity and gross notional of an exchange account, USD, with 1/L of its plan. */
export type StrainedAccount = {
	readonly exchange: VenueName;
	readonly equity: number;
	readonly gross: number;
	readonly target: number;
};

/** From this rank on, a leg is not enlarged. */
export const ADL_GUARD_RANK = 0.8;
/** Part of a pair that is closed when a squeeze threatens a leg with this rank. */
export const ADL_PART = 0.5;
/** After a reduction the share is above its goal by this factor, because prices go on moving. */
const REDUCED_TO = 1.02;

/** Returns true if a position with this rank is near the front of the queue; false if the rank is unknown. */
export function isNextInQueue(adlRank: number | null): boolean {
	return adlRank !== null && adlRank >= ADL_GUARD_RANK;
}

/** Returns true if the pair must not be enlarged: an exchange would soon deleverage one of its legs. */
export function isAdlGuarded({ long, short }: Pick<ReduciblePair, 'long' | 'short'>): boolean {
	return [long, short].some(({ adlRank }) => isNextInQueue(adlRank));
}

/**
 * Returns the reductions that bring the exchange's equity per notional above 0.5/L, at the least loss of expected carry
 * and cost. Closing y of a pair changes the share to (equity − cost·y) / (gross − y), so this is a fractional knapsack:
 * the pairs with the least loss per USD of relief go first, and only the last of them is closed in part. Empty if the
 * share is above its goal. If all pairs together are not enough, all are closed.
 */
export function marginReductions(
	account: StrainedAccount,
	pairs: readonly ReduciblePair[],
): readonly Reduction[] {
	const { exchange, equity, gross, target } = account;
	const goal = LEVEL_SHARES.transfer * target * REDUCED_TO;
	let lacking = goal * gross - equity;
	if (gross === 0 || equity > LEVEL_SHARES.transfer * target * gross) return [];
	const candidates = pairs
		.flatMap((pair) => {
			const leg = [pair.long, pair.short].find((one) => one.exchange === exchange);
			// A close that costs more than it relieves does not help.
			if (leg === undefined || pair.notional <= 0 || leg.cost >= goal) return [];
			return [{ pair, relief: goal - leg.cost, loss: lossOf(pair) }];
		})
		.toSorted(
			(a, b) => a.loss / a.relief - b.loss / b.relief || (a.pair.executionId < b.pair.executionId ? -1 : 1),
		);
	const reductions: Reduction[] = [];
	for (const { pair, relief } of candidates) {
		if (lacking <= 0) break;
		const notional = Math.min(pair.notional, lacking / relief);
		lacking -= notional * relief;
		reductions.push(reductionOf(pair, notional, 'margin', exchange));
	}
	return reductions;
}

/**
 * Returns the reductions of all exchanges at the level `reduce`, the one with the least equity per notional first. Each
 * pair is listed at most once per exchange; a later exchange sees what the earlier ones closed.
 */
export function allReductions(
	accounts: readonly (StrainedAccount & { readonly level: MarginLevel })[],
	pairs: readonly ReduciblePair[],
): readonly Reduction[] {
	const strained = accounts
		.filter(({ level, gross }) => level === 'reduce' && gross > 0)
		.toSorted((a, b) => a.equity / a.gross / a.target - b.equity / b.gross / b.target);
	const done: Reduction[] = [];
	for (const account of strained) {
		const left = pairs.map((pair) => ({ ...pair, notional: pair.notional - closedOf(done, pair) }));
		const touched = pairs.map((pair) => {
			const leg = [pair.long, pair.short].find(({ exchange }) => exchange === account.exchange);
			return { closed: leg === undefined ? 0 : closedOf(done, pair), cost: leg?.cost ?? 0 };
		});
		const closed = touched.reduce((sum, one) => sum + one.closed, 0);
		const paid = touched.reduce((sum, one) => sum + one.closed * one.cost, 0);
		const now = { ...account, equity: account.equity - paid, gross: account.gross - closed };
		done.push(...marginReductions(now, left));
	}
	return done;
}

/**
 * Returns the reductions that come before an exchange's own: half of each pair with a leg at the front of the queue for
 * auto-deleveraging, while its coin is in a squeeze.
 * @param squeezed coins with a settlement at the cap, or a move above 10 % within an hour
 */
export function adlReductions(
	pairs: readonly ReduciblePair[],
	squeezed: ReadonlySet<string>,
): readonly Reduction[] {
	return pairs.flatMap((pair) => {
		if (!squeezed.has(pair.coin) || !isAdlGuarded(pair) || pair.notional <= 0) return [];
		const first = [pair.long, pair.short].toSorted((a, b) => (b.adlRank ?? -1) - (a.adlRank ?? -1))[0];
		return first === undefined ? [] : [reductionOf(pair, pair.notional * ADL_PART, 'adl', first.exchange)];
	});
}

/**
 * Returns what closing one USD of the pair loses. A leg that the exchange would take anyway brings no carry, so its
 * carry is not lost.
 */
function lossOf(pair: ReduciblePair): number {
	return (isAdlGuarded(pair) ? 0 : (pair.expectedCarry ?? 0)) + pair.long.cost + pair.short.cost;
}

function reductionOf(
	pair: ReduciblePair,
	notional: number,
	reason: ReductionReason,
	exchange: VenueName,
): Reduction {
	return {
		executionId: pair.executionId,
		notional,
		isWhole: notional >= pair.notional,
		reason,
		exchange,
		carryLost: notional * (pair.expectedCarry ?? 0),
		cost: notional * (pair.long.cost + pair.short.cost),
	};
}

function closedOf(done: readonly Reduction[], { executionId }: ReduciblePair): number {
	return done
		.filter((one) => one.executionId === executionId)
		.reduce((sum, { notional }) => sum + notional, 0);
}
