/** The cost of entering and leaving a slot at some terms: quantity, slippage by both books, fees and price basis. */
import { HELD, legLots, priceBasis, roundTripCost } from '../domain/cost.ts';
import type { BasisTable } from './basis-table.ts';
import type { FigureTerms, PairFigures, RowNumbers } from './figures.ts';
import type { LegTable } from './leg-table.ts';
import type { PairColumns } from './pair-columns.ts';
import { arePricesFar } from './pair-guards.ts';

/** An average of prices, computed in doubles, may be nearer to the mid than the best of them by less. */
const AVERAGE_NOISE = 1e-13;

/** Cost of entering and leaving a slot, as shares of one leg's notional, written into figures. */
export type PairCosts = {
	/** Takes the books as they are; NaN, and what follows from it, where one has no mid. */
	readonly at: (pairRow: RowNumbers, terms: FigureTerms, into: PairFigures) => void;
	/** Quantity and price basis alone: no book is asked for a price. */
	readonly sized: (pairRow: RowNumbers, terms: FigureTerms, into: PairFigures) => void;
	/** True where the books of both legs hold a quantity on both sides: then no slippage is unknown. */
	readonly areHeld: (pairRow: RowNumbers, quantity: number) => boolean;
	/** The cost at the best levels alone, with all but the slippage as of the slot's last change: not above the total. NaN where that is not known. */
	readonly least: (pairRow: RowNumbers, terms: FigureTerms) => number;
	/** At default terms: what no book has changed is remembered. */
	readonly atDefault: (pairRow: RowNumbers, into: PairFigures) => void;
	/** Forgets a slot: the values remembered of it no longer hold. */
	readonly forget: (pairRow: Pick<RowNumbers, 'index'>) => void;
};

type CostTables = { readonly legs: LegTable; readonly columns: PairColumns };

/** Creates the computation of costs; costs at default terms are remembered until a book of the slot changes. */
export function createPairCosts(
	parts: CostTables & {
		readonly basis: Pick<BasisTable, 'mean'>;
		readonly defaultTerms: FigureTerms;
	},
): PairCosts {
	const { legs, columns: kept, defaultTerms } = parts;
	const { columns } = legs;

	function fill(
		pairRow: RowNumbers,
		quantity: number,
		bought: number,
		sold: number,
		into: PairFigures,
	): void {
		const ownRow = kept.row(pairRow.index);
		const firstIsLong = kept.firstIsLong[ownRow] === 1;
		const firstFee = columns.takerFee[columns.row(pairRow.first)] as number;
		const secondFee = columns.takerFee[columns.row(pairRow.second)] as number;
		into.quantity = quantity;
		into.fees = firstFee + secondFee;
		into.entrySlippage = firstIsLong ? bought : sold;
		into.exitSlippage = firstIsLong ? sold : bought;
		readBasis(parts, pairRow, into);
		into.totalCost = roundTripCost(firstFee, secondFee, bought + sold) + into.basisCost;
		kept.leastCost[ownRow] = roundTripCost(firstFee, secondFee, 0) + into.basisCost;
	}

	return {
		at(pairRow, terms, into) {
			const quantity = quantityOf(parts, pairRow, terms);
			const bought = slippageOf(legs, pairRow.first, pairRow.second, quantity);
			fill(pairRow, quantity, bought, slippageOf(legs, pairRow.second, pairRow.first, quantity), into);
		},
		sized(pairRow, terms, into) {
			into.quantity = quantityOf(parts, pairRow, terms);
			readBasis(parts, pairRow, into);
		},
		areHeld: (pairRow, quantity) => areHeld(legs, pairRow, quantity),
		least(pairRow, terms) {
			if (!areHeld(legs, pairRow, quantityOf(parts, pairRow, terms))) return Number.NaN;
			const first = legs.leastAway(pairRow.first, 'buy') + legs.leastAway(pairRow.first, 'sell');
			const second = legs.leastAway(pairRow.second, 'buy') + legs.leastAway(pairRow.second, 'sell');
			return (kept.leastCost[kept.row(pairRow.index)] as number) + (first + second - AVERAGE_NOISE);
		},
		atDefault(pairRow, into) {
			const row = kept.row(pairRow.index);
			const firstBook = columns.bookVersion[columns.row(pairRow.first)] as number;
			const secondBook = columns.bookVersion[columns.row(pairRow.second)] as number;
			if (kept.firstBook[row] !== firstBook || kept.secondBook[row] !== secondBook) {
				const quantity = quantityOf(parts, pairRow, defaultTerms);
				kept.quantity[row] = quantity;
				kept.boughtSlippage[row] = slippageOf(legs, pairRow.first, pairRow.second, quantity);
				kept.soldSlippage[row] = slippageOf(legs, pairRow.second, pairRow.first, quantity);
				kept.firstBook[row] = firstBook;
				kept.secondBook[row] = secondBook;
			}
			const bought = kept.boughtSlippage[row] as number;
			fill(pairRow, kept.quantity[row] as number, bought, kept.soldSlippage[row] as number, into);
		},
		forget({ index }) {
			kept.firstBook[kept.row(index)] = Number.NaN;
		},
	};
}

/** How far apart the prices are, and by how much they are expected to be less so at the exit. */
function readBasis(
	{ legs, columns: kept, basis }: CostTables & { readonly basis: Pick<BasisTable, 'mean'> },
	pairRow: RowNumbers,
	into: PairFigures,
): void {
	const { columns } = legs;
	const { index } = pairRow;
	const ownRow = kept.row(index);
	const firstRow = columns.row(pairRow.first);
	const secondRow = columns.row(pairRow.second);
	const firstIsLong = kept.firstIsLong[ownRow] === 1;
	const firstMid = columns.mid[firstRow] as number;
	const secondMid = columns.mid[secondRow] as number;
	const rate = kept.quoteRate[ownRow] as number;
	into.basisNow = firstIsLong ? priceBasis(firstMid, secondMid, rate) : priceBasis(secondMid, firstMid, rate);
	into.areTwoCoins = pricesDiffer(legs, pairRow);
	// For prices that are not of one coin it would be their quotient's noise, and head or foot of every list.
	into.basisCost = into.areTwoCoins ? Number.NaN : basis.mean(index, firstIsLong) - into.basisNow;
}

/** True where both sides of both books hold a quantity. */
function areHeld(legs: LegTable, pairRow: RowNumbers, quantity: number): boolean {
	if (!(quantity > 0)) return false;
	const asked = quantity * HELD;
	return (
		asked <= legs.held(pairRow.first, 'buy') &&
		asked <= legs.held(pairRow.first, 'sell') &&
		asked <= legs.held(pairRow.second, 'buy') &&
		asked <= legs.held(pairRow.second, 'sell')
	);
}

/** Coins: as many whole lots as half of the amount buys at the higher mid. */
function quantityOf(
	{ legs: { columns }, columns: kept }: CostTables,
	{ first, second, index }: RowNumbers,
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
export function pricesDiffer({ columns }: LegTable, { first, second }: RowNumbers): boolean {
	const firstRow = columns.row(first);
	const secondRow = columns.row(second);
	return (
		arePricesFar(columns.index[firstRow] as number, columns.index[secondRow] as number) ??
		arePricesFar(columns.mark[firstRow] as number, columns.mark[secondRow] as number) ??
		arePricesFar(columns.mid[firstRow] as number, columns.mid[secondRow] as number) ??
		false
	);
}
