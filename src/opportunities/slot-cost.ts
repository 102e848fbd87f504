/** The cost of entering and leaving a slot at some terms: quantity, slippage by both books, fees and price basis. */
import { legLots, priceBasis, roundTripCost } from '../domain/cost.ts';
import type { BasisTable } from './basis-table.ts';
import type { FigureTerms, SlotFigures, SlotRows } from './figures.ts';
import type { LegTable } from './leg-table.ts';
import { arePricesFar } from './pair-guards.ts';
import type { SlotColumns } from './slot-columns.ts';

/** Cost of entering and leaving a slot, as shares of one leg's notional, written into figures. */
export type SlotCosts = {
	/** Takes the books as they are; NaN, and what follows from it, where one has no mid. */
	readonly at: (slot: SlotRows, terms: FigureTerms, into: SlotFigures) => void;
	/** All but the slippage, as of the slot's last change: no amount costs less. NaN where the total is not known. */
	readonly least: (slot: SlotRows) => number;
	/** At default terms: what no book has changed is remembered. */
	readonly atDefault: (slot: SlotRows, into: SlotFigures) => void;
	/** Forgets a slot: the values remembered of it no longer hold. */
	readonly forget: (slot: Pick<SlotRows, 'index'>) => void;
};

type CostTables = { readonly legs: LegTable; readonly columns: SlotColumns };

/** Creates the computation of costs; costs at default terms are remembered until a book of the slot changes. */
export function createSlotCosts(
	parts: CostTables & { readonly basis: Pick<BasisTable, 'mean'>; readonly defaultTerms: FigureTerms },
): SlotCosts {
	const { legs, columns: kept, basis, defaultTerms } = parts;
	const { columns } = legs;

	function fill(slot: SlotRows, quantity: number, bought: number, sold: number, into: SlotFigures): void {
		const { index } = slot;
		const slotRow = kept.row(index);
		const firstRow = columns.row(slot.first);
		const secondRow = columns.row(slot.second);
		const firstIsLong = kept.firstIsLong[slotRow] === 1;
		const firstFee = columns.takerFee[firstRow] as number;
		const secondFee = columns.takerFee[secondRow] as number;
		const firstMid = columns.mid[firstRow] as number;
		const secondMid = columns.mid[secondRow] as number;
		const rate = kept.quoteRate[slotRow] as number;
		into.quantity = quantity;
		into.fees = firstFee + secondFee;
		into.entrySlippage = firstIsLong ? bought : sold;
		into.exitSlippage = firstIsLong ? sold : bought;
		into.basisNow = firstIsLong
			? priceBasis(firstMid, secondMid, rate)
			: priceBasis(secondMid, firstMid, rate);
		into.areTwoCoins = pricesDiffer(legs, slot);
		// For prices that are not of one coin it would be their quotient's noise, and head or foot of every list.
		into.basisCost = into.areTwoCoins ? Number.NaN : basis.mean(index, firstIsLong) - into.basisNow;
		into.totalCost = roundTripCost(firstFee, secondFee, bought + sold) + into.basisCost;
		kept.leastCost[slotRow] = roundTripCost(firstFee, secondFee, 0) + into.basisCost;
	}

	return {
		at(slot, terms, into) {
			const quantity = quantityOf(parts, slot, terms);
			const bought = slippageOf(legs, slot.first, slot.second, quantity);
			fill(slot, quantity, bought, slippageOf(legs, slot.second, slot.first, quantity), into);
		},
		least: ({ index }) => kept.leastCost[kept.row(index)] as number,
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
