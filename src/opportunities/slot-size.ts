/**
 * How small and how large a slot can be traded, in doubles: `smallestQuantity`, `smallestAmount` and `largestAmount` as the
 * hot path has them. Each agrees with the exact one to the cent.
 */
import type { LegTable } from './leg-table.ts';
import type { Slot, SlotTable } from './slot-table.ts';

/** A double just below a whole lot is that lot, one just above a whole lot or cent is that lot or cent. */
const LOT_TOLERANCE = 1 + 1e-10;
const LOT_NOISE = 1e-12;
const CENT_TOLERANCE = 1e-13;
const CENTS_PER_USD = 100;

export type SlotSize = {
	/** Lots per leg of the smallest trade. NaN while a price is not known. */
	readonly smallestLots: (slot: Slot) => number;
	/** The smallest amount over both legs in whole cents. NaN while a price is not known. */
	readonly minCents: (slot: Slot, leverage: number) => number;
	/** The largest amount in whole cents that both books take inside the bound. NaN while a price is not known. */
	readonly maxCents: (slot: Slot, leverage: number) => number;
	/** Coins that every side of both books takes inside the slippage bound. */
	readonly leastReach: (slot: Slot) => number;
};

export function createSlotSize({
	legs,
	table,
}: {
	readonly legs: LegTable;
	readonly table: SlotTable;
}): SlotSize {
	const { columns } = legs;

	function lotOf(slot: Slot): number {
		return table.columns.lot[table.columns.row(slot.index)] as number;
	}

	function higherMid({ first, second }: Slot): number {
		return Math.max(columns.mid[columns.row(first)] as number, columns.mid[columns.row(second)] as number);
	}

	function smallestLots(slot: Slot): number {
		const least = Math.max(
			columns.quantityLeast[columns.row(slot.first)] as number,
			columns.quantityLeast[columns.row(slot.second)] as number,
		);
		return Math.max(1, Math.ceil((least / lotOf(slot)) * (1 - LOT_NOISE)));
	}

	function leastReach({ first, second }: Slot): number {
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
		minCents(slot, leverage) {
			const notional = smallestLots(slot) * lotOf(slot) * higherMid(slot);
			return Math.ceil(((2 * CENTS_PER_USD * notional) / leverage) * (1 - CENT_TOLERANCE));
		},
		maxCents(slot, leverage) {
			const mid = higherMid(slot);
			if (Number.isNaN(mid)) return Number.NaN;
			const lot = lotOf(slot);
			const held = Math.floor((leastReach(slot) / lot) * LOT_TOLERANCE) * lot;
			if (held <= 0) return 0;
			return Math.ceil(((2 * CENTS_PER_USD * mid * (held + lot)) / leverage) * (1 - CENT_TOLERANCE)) - 1;
		},
	};
}
