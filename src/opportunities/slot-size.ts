/**
 * How small and how large a slot can be traded. The smallest is that of the risk gate (`domain/smallest-trade.ts`, which
 * refuses orders and is exact) to the cent.
 */
import { largestCents, smallestCents } from '../domain/cost.ts';
import type { SlotRows } from './figures.ts';
import type { LegTable } from './leg-table.ts';
import type { SlotColumns } from './slot-columns.ts';

/** A double just above a whole lot is that lot. */
const LOT_NOISE = 1e-12;

/** Smallest and largest trade of a slot, in lots, coins and US cents. */
export type SlotSize = {
	/** Lots per leg of the smallest trade. NaN while a price is not known. */
	readonly smallestLots: (slot: SlotRows) => number;
	/** The smallest amount over both legs in whole cents. NaN while a price is not known. */
	readonly minCents: (slot: SlotRows, leverage: number) => number;
	/** The largest amount in whole cents that both books take inside the bound. NaN while a price is not known. */
	readonly maxCents: (slot: SlotRows, leverage: number) => number;
	/** Coins that every side of both books takes inside the slippage bound. */
	readonly leastReach: (slot: SlotRows) => number;
};

/** Creates the computation of sizes from the limits and books of both legs. */
export function createSlotSize({
	legs,
	columns: kept,
}: {
	readonly legs: LegTable;
	readonly columns: SlotColumns;
}): SlotSize {
	const { columns } = legs;

	function lotOf(slot: SlotRows): number {
		return kept.lot[kept.row(slot.index)] as number;
	}

	function higherMid({ first, second }: SlotRows): number {
		return Math.max(columns.mid[columns.row(first)] as number, columns.mid[columns.row(second)] as number);
	}

	function smallestLots(slot: SlotRows): number {
		const least = Math.max(
			columns.quantityLeast[columns.row(slot.first)] as number,
			columns.quantityLeast[columns.row(slot.second)] as number,
		);
		return Math.max(1, Math.ceil((least / lotOf(slot)) * (1 - LOT_NOISE)));
	}

	function leastReach({ first, second }: SlotRows): number {
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
		minCents: (slot, leverage) => smallestCents(smallestLots(slot), lotOf(slot), leverage, higherMid(slot)),
		maxCents(slot, leverage) {
			const mid = higherMid(slot);
			return Number.isNaN(mid) ? Number.NaN : largestCents(leastReach(slot), lotOf(slot), leverage, mid);
		},
	};
}
