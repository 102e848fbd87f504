/**
 * Computes a pair's minimum and maximum trade. The minimum equals, to the cent, that of the risk gate
 * (`domain/smallest-trade.ts`), which is exact and rejects smaller orders.
 */
import { largestCents, smallestCents } from '../domain/cost.ts';
import type { RowNumbers } from './figures.ts';
import type { LegTable } from './leg-table.ts';
import type { PairColumns } from './pair-columns.ts';

/** Relative rounding tolerance: a double just above a whole number of lots counts as that number. */
const LOT_NOISE = 1e-12;

/** Minimum and maximum trade of a pair, in lots, coins and US cents. */
export type PairSize = {
	/** Returns the minimum trade in lots per leg; NaN while a price is unknown. */
	readonly smallestLots: (pairRow: RowNumbers) => number;
	/** Returns the minimum amount across both legs in whole cents; NaN while a price is unknown. */
	readonly minCents: (pairRow: RowNumbers, leverage: number) => number;
	/**
	 * Returns the maximum amount in whole cents that both books fill within the slippage limit; NaN while a price is
	 * unknown.
	 */
	readonly maxCents: (pairRow: RowNumbers, leverage: number) => number;
	/** Returns the coins that every side of both books fills within the slippage limit. */
	readonly leastReach: (pairRow: RowNumbers) => number;
};

/** Creates the size computation from the limits and both legs' books. */
export function createPairSize({
	legs,
	columns: kept,
}: {
	readonly legs: LegTable;
	readonly columns: PairColumns;
}): PairSize {
	const { columns } = legs;

	function lotOf(pairRow: RowNumbers): number {
		return kept.lot[kept.row(pairRow.index)] as number;
	}

	function higherMid({ first, second }: RowNumbers): number {
		return Math.max(columns.mid[columns.row(first)] as number, columns.mid[columns.row(second)] as number);
	}

	function smallestLots(pairRow: RowNumbers): number {
		const least = Math.max(
			columns.quantityLeast[columns.row(pairRow.first)] as number,
			columns.quantityLeast[columns.row(pairRow.second)] as number,
		);
		return Math.max(1, Math.ceil((least / lotOf(pairRow)) * (1 - LOT_NOISE)));
	}

	function leastReach({ first, second }: RowNumbers): number {
		return Math.min(
			legs.reach(first, 'buy'),
			legs.reach(first, 'sell'),
			legs.reach(second, 'buy'),
			legs.reach(second, 'sell'),
		);
	}

	return {
		smallestLots,
		leastReach,
		minCents: (pairRow, leverage) =>
			smallestCents(smallestLots(pairRow), lotOf(pairRow), leverage, higherMid(pairRow)),
		maxCents(pairRow, leverage) {
			const mid = higherMid(pairRow);
			return Number.isNaN(mid)
				? Number.NaN
				: largestCents(leastReach(pairRow), lotOf(pairRow), leverage, mid);
		},
	};
}
