/** The cost of entering and leaving a slot at some terms: quantity, slippage by both books, fees and price basis. */
import { HELD, legLots, priceBasis, roundTripCost } from '../domain/cost.ts';
import type { BasisTable } from './basis-table.ts';
import type { FigureTerms, SlotFigures, SlotRows } from './figures.ts';
import type { LegTable } from './leg-table.ts';
import { arePricesFar } from './pair-guards.ts';
import type { SlotColumns } from './slot-columns.ts';

/** An average of prices, computed in doubles, may be nearer to the mid than the best of them by less. */
const AVERAGE_NOISE = 1e-13;

/** Cost of entering and leaving a slot, as shares of one leg's notional, written into figures. */
export type SlotCosts = {
	/** Takes the books as they are; NaN, and what follows from it, where one has no mid. */
	readonly at: (slot: SlotRows, terms: FigureTerms, into: SlotFigures) => void;
	/** Quantity and price basis alone: no book is asked for a price. */
	readonly sized: (slot: SlotRows, terms: FigureTerms, into: SlotFigures) => void;
	/** True where the books of both legs hold a quantity on both sides: then no slippage is unknown. */
	readonly areHeld: (slot: SlotRows, quantity: number) => boolean;
	/** The cost at the best levels alone, with all but the slippage as of the slot's last change: not above the total. NaN where that is not known. */
	readonly least: (slot: SlotRows, terms: FigureTerms) => number;
	/** At default terms: what no book has changed is remembered. */
	readonly atDefault: (slot: SlotRows, into: SlotFigures) => void;
	/** Forgets a slot: the values remembered of it no longer hold. */
	readonly forget: (slot: Pick<SlotRows, 'index'>) => void;
};

type CostTables = { readonly legs: LegTable; readonly columns: SlotColumns };

/** Creates the computation of costs; costs at default terms are remembered until a book of the slot changes. */
export function createSlotCosts(
	parts: CostTables & {
		readonly basis: Pick<BasisTable, 'mean'>;
		readonly defaultTerms: FigureTerms;
	},
): SlotCosts {
	const { legs, columns: kept, defaultTerms } = parts;
	const { columns } = legs;

	function fill(slot: SlotRows, quantity: number, bought: number, sold: number, into: SlotFigures): void {
		const slotRow = kept.row(slot.index);
		const firstIsLong = kept.firstIsLong[slotRow] === 1;
		const firstFee = columns.takerFee[columns.row(slot.first)] as number;
		const secondFee = columns.takerFee[columns.row(slot.second)] as number;
		into.quantity = quantity;
		into.fees = firstFee + secondFee;
		into.entrySlippage = firstIsLong ? bought : sold;
		into.exitSlippage = firstIsLong ? sold : bought;
		readBasis(parts, slot, into);
		into.totalCost = roundTripCost(firstFee, secondFee, bought + sold) + into.basisCost;
		kept.leastCost[slotRow] = roundTripCost(firstFee, secondFee, 0) + into.basisCost;
	}

	return {
		at(slot, terms, into) {
			const quantity = quantityOf(parts, slot, terms);
			const bought = slippageOf(legs, slot.first, slot.second, quantity);
			fill(slot, quantity, bought, slippageOf(legs, slot.second, slot.first, quantity), into);
		},
		sized(slot, terms, into) {
			into.quantity = quantityOf(parts, slot, terms);
			readBasis(parts, slot, into);
		},
		areHeld: (slot, quantity) => areHeld(legs, slot, quantity),
		least(slot, terms) {
			if (!areHeld(legs, slot, quantityOf(parts, slot, terms))) return Number.NaN;
			const first = legs.leastAway(slot.first, 'buy') + legs.leastAway(slot.first, 'sell');
			const second = legs.leastAway(slot.second, 'buy') + legs.leastAway(slot.second, 'sell');
			return (kept.leastCost[kept.row(slot.index)] as number) + (first + second - AVERAGE_NOISE);
		},
		atDefault(slot, into) {
			const row = kept.row(slot.index);
			const firstBook = columns.bookVersion[columns.row(slot.first)] as number;
			const secondBook = columns.bookVersion[columns.row(slot.second)] as number;
			if (kept.firstBook[row] !== firstBook || kept.secondBook[row] !== secondBook) {
				const quantity = quantityOf(parts, slot, defaultTerms);
				kept.quantity[row] = quantity;
				kept.boughtSlippage[row] = slippageOf(legs, slot.first, slot.second, quantity);
				kept.soldSlippage[row] = slippageOf(legs, slot.second, slot.first, quantity);
				kept.firstBook[row] = firstBook;
				kept.secondBook[row] = secondBook;
			}
			const bought = kept.boughtSlippage[row] as number;
			fill(slot, kept.quantity[row] as number, bought, kept.soldSlippage[row] as number, into);
		},
		forget({ index }) {
			kept.firstBook[kept.row(index)] = Number.NaN;
		},
	};
}

/** How far apart the prices are, and by how much they are expected to be less so at the exit. */
function readBasis(
	{ legs, columns: kept, basis }: CostTables & { readonly basis: Pick<BasisTable, 'mean'> },
	slot: SlotRows,
	into: SlotFigures,
): void {
	const { columns } = legs;
	const { index } = slot;
	const slotRow = kept.row(index);
	const firstRow = columns.row(slot.first);
	const secondRow = columns.row(slot.second);
	const firstIsLong = kept.firstIsLong[slotRow] === 1;
	const firstMid = columns.mid[firstRow] as number;
	const secondMid = columns.mid[secondRow] as number;
	const rate = kept.quoteRate[slotRow] as number;
	into.basisNow = firstIsLong ? priceBasis(firstMid, secondMid, rate) : priceBasis(secondMid, firstMid, rate);
	into.areTwoCoins = pricesDiffer(legs, slot);
	// For prices that are not of one coin it would be their quotient's noise, and head or foot of every list.
	into.basisCost = into.areTwoCoins ? Number.NaN : basis.mean(index, firstIsLong) - into.basisNow;
}

/** True where both sides of both books hold a quantity. */
function areHeld(legs: LegTable, slot: SlotRows, quantity: number): boolean {
	if (!(quantity > 0)) return false;
	const asked = quantity * HELD;
	return (
		asked <= legs.held(slot.first, 'buy') &&
		asked <= legs.held(slot.first, 'sell') &&
		asked <= legs.held(slot.second, 'buy') &&
		asked <= legs.held(slot.second, 'sell')
	);
}

/** Coins: as many whole lots as half of the amount buys at the higher mid. */
function quantityOf(
	{ legs: { columns }, columns: kept }: CostTables,
	{ first, second, index }: SlotRows,
	terms: FigureTerms,
): number {
	const firstMid = columns.mid[columns.row(first)] as number;
	const secondMid = columns.mid[columns.row(second)] as number;
	const lot = kept.lot[kept.row(index)] as number;
	return legLots(terms, Math.max(firstMid, secondMid), lot) * lot;
}

/** One half of a round trip: one leg is bought and the other sold. NaN where a book does not hold it. */
function slippageOf(legs: LegTable, bought: number, sold: number, quantity: number): number {
	if (!(quantity > 0)) return Number.NaN;
	return legs.away(bought, 'buy', quantity) + legs.away(sold, 'sell', quantity);
}

/** The guard PRICE_MISMATCH: compares like with like where both legs have it: index, then mark, then the books' mids. */
export function pricesDiffer({ columns }: LegTable, { first, second }: SlotRows): boolean {
	const firstRow = columns.row(first);
	const secondRow = columns.row(second);
	return (
		arePricesFar(columns.index[firstRow] as number, columns.index[secondRow] as number) ??
		arePricesFar(columns.mark[firstRow] as number, columns.mark[secondRow] as number) ??
		arePricesFar(columns.mid[firstRow] as number, columns.mid[secondRow] as number) ??
		false
	);
}
