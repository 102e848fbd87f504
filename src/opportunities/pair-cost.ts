/** Computes the cost of entering and leaving a pair: quantity, slippage in both books, fees and price basis. */
import { HELD, legLots, priceBasis, roundTripCost } from '../domain/cost.ts';
import type { BasisTable } from './basis-table.ts';
import type { FigureTerms, PairFigures, RowNumbers } from './figures.ts';
import type { LegTable } from './leg-table.ts';
import type { PairColumns } from './pair-columns.ts';
import { arePricesFar } from './pair-guards.ts';

/**
 * Maximum rounding error of an average price. Rounding can put it closer to the mid price than the best price is, by
 * at most this much.
 */
const AVERAGE_NOISE = 1e-13;

/** Computes the cost of entering and leaving a pair, as fractions of one leg's notional, and writes it to figures. */
export type PairCosts = {
	/**
	 * Computes the cost at any terms from the current books. It is NaN if a book has no mid price or does not hold
	 * the quantity.
	 */
	readonly at: (pairRow: RowNumbers, terms: FigureTerms, into: PairFigures) => void;
	/** Computes only quantity and price basis, without reading book depth. */
	readonly sized: (pairRow: RowNumbers, terms: FigureTerms, into: PairFigures) => void;
	/** True if both legs' books hold the quantity on both sides, so that all slippage is known. */
	readonly areHeld: (pairRow: RowNumbers, quantity: number) => boolean;
	/**
	 * Returns a lower bound of the total cost, from the best prices. Everything except the slippage is as of the
	 * pair's last update. NaN while unknown, or if a book does not hold the quantity.
	 */
	readonly least: (pairRow: RowNumbers, terms: FigureTerms) => number;
	/** Computes the cost at default terms. Quantity and slippage are cached until a book changes. */
	readonly atDefault: (pairRow: RowNumbers, into: PairFigures) => void;
	/** Discards a pair's cached values. */
	readonly forget: (pairRow: Pick<RowNumbers, 'index'>) => void;
};

type CostTables = { readonly legs: LegTable; readonly columns: PairColumns };

/** Creates the cost computation. */
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

/** Reads the current price basis, and computes the cost of its expected return to the mean at exit. */
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
	// If the prices belong to two different coins, the basis cost would be meaningless and would put the pair first
	// or last in every list.
	into.basisCost = into.areTwoCoins ? Number.NaN : basis.mean(index, firstIsLong) - into.basisNow;
}

/** True if both sides of both books hold the quantity. */
function areHeld(legs: LegTable, pairRow: RowNumbers, quantity: number): boolean {
	if (!(quantity > 0)) return false;
	const needed = quantity * HELD;
	return (
		needed <= legs.held(pairRow.first, 'buy') &&
		needed <= legs.held(pairRow.first, 'sell') &&
		needed <= legs.held(pairRow.second, 'buy') &&
		needed <= legs.held(pairRow.second, 'sell')
	);
}

/** Returns the quantity in coins: as many whole lots as half of the amount buys at the higher mid price. */
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

/**
 * Returns the slippage of half a round trip, which buys one leg and sells the other. NaN if a book does not hold the
 * quantity.
 */
function slippageOf(legs: LegTable, bought: number, sold: number, quantity: number): number {
	if (!(quantity > 0)) return Number.NaN;
	return legs.away(bought, 'buy', quantity) + legs.away(sold, 'sell', quantity);
}

/**
 * True if the PRICE_MISMATCH guard applies. Compares the first type of price that both legs have: index, mark, or the
 * book's mid price.
 */
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
