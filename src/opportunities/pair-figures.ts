/**
 * Computes all figures of a pair at given terms. The same computation serves lists, records, details, previews and
 * alerts. The hot path runs it for every pair with a changed input; a record runs it on separate rows
 * (`pair-reading.ts`).
 */
import { forecastDirection } from '../domain/carry.ts';
import { wholeShare } from '../domain/estimate.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { DIRECTION_HOURS, netOfCosts, perYear } from '../domain/verdict.ts';
import type { BasisTable } from './basis-table.ts';
import type { ExpectationColumns } from './expectation.ts';
import type { FigureTerms, PairFigures, RowNumbers } from './figures.ts';
import { DELISTING_NOTICE_MS } from './leg-guards.ts';
import type { LegTable } from './leg-table.ts';
import { createPairCarries, type PairCarries } from './pair-carry.ts';
import type { PairColumns } from './pair-columns.ts';
import { createPairCosts } from './pair-cost.ts';
import { isTooGoodAYear } from './pair-guards.ts';
import type { PairSize } from './pair-size.ts';

const LONGEST_MS = DIRECTION_HOURS * HOUR_MS;

/** Computes a pair's figures at given terms and writes them to the caller's object. */
export type Figures = {
	readonly carries: Pick<PairCarries, 'closesAt' | 'holdsUntil' | 'pair' | 'breakEvenAt' | 'unpaidAt'>;
	/** Computes all figures at any terms. */
	readonly at: (pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures) => void;
	/**
	 * Computes carry, net and total cost at the best price in each book, so that the net is an upper bound. Writes no
	 * other figure.
	 */
	readonly withoutSlippage: (pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures) => void;
	/** Computes only the carry. */
	readonly carryAt: (pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures) => void;
	/**
	 * Works like `withoutSlippage`, and also computes quantity, price basis and `isTradable`. Reads no price from a
	 * book's depth.
	 */
	readonly withoutBooks: (pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures) => void;
	/** Computes only carry, quantity, price basis and `isTradable`. */
	readonly carryAndGuards: (pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures) => void;
	/** Computes only quantity, price basis and `isTradable`. */
	readonly tradableAt: (pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures) => void;
	/** Computes only the total cost of `withoutSlippage`. */
	readonly leastCost: (pairRow: RowNumbers, terms: FigureTerms, into: PairFigures) => void;
	/** Computes only spread, APR and funding interval. */
	readonly headline: (pairRow: RowNumbers, into: PairFigures) => void;
	/** Computes all figures at default terms, with cached slippage and later settlements. */
	readonly atDefault: (pairRow: RowNumbers, now: number, into: PairFigures) => void;
	/** Discards a pair's cached values. Call it for a new pair, a new lot size or a new forecast. */
	readonly forget: (pairRow: Pick<RowNumbers, 'index'>) => void;
};

/** Tables and limits that the computation of figures uses. */
export type FigureParts = {
	readonly legs: LegTable;
	readonly columns: PairColumns;
	readonly basis: Pick<BasisTable, 'mean'>;
	readonly size: Pick<PairSize, 'smallestLots'>;
	readonly expectations: ExpectationColumns;
	readonly defaultTerms: FigureTerms;
	/** Maximum believable headline APR, and maximum believable yearly rate for one leg, as a fraction. */
	readonly tooGoodApr: number;
};

/** Creates the computation of figures over the given tables. One instance serves all pairs. */
export function createFigures(parts: FigureParts): Figures {
	const { defaultTerms } = parts;
	const costs = createPairCosts(parts);
	const carries = createPairCarries(parts);

	/** Computes the net and `isTradable` once costs and carry are known. */
	function conclude(pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures): void {
		writeNet(into);
		const areHeld = into.entrySlippage + into.exitSlippage >= 0;
		into.isTradable = areHeld && isAllowed(parts, pairRow, terms, now, into);
	}

	function tradableAt(pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures): void {
		costs.sized(pairRow, terms, into);
		into.isTradable = isAllowed(parts, pairRow, terms, now, into) && costs.areHeld(pairRow, into.quantity);
	}

	return {
		carries,
		at(pairRow, terms, now, into) {
			headline(parts, pairRow, into);
			costs.at(pairRow, terms, into);
			carries.at(pairRow, terms, now, into);
			conclude(pairRow, terms, now, into);
		},
		carryAt: carries.at,
		leastCost(pairRow, terms, into) {
			into.totalCost = costs.least(pairRow, terms);
		},
		headline: (pairRow, into) => headline(parts, pairRow, into),
		tradableAt,
		carryAndGuards(pairRow, terms, now, into) {
			carries.at(pairRow, terms, now, into);
			tradableAt(pairRow, terms, now, into);
		},
		withoutBooks(pairRow, terms, now, into) {
			into.totalCost = costs.least(pairRow, terms);
			carries.at(pairRow, terms, now, into);
			writeNet(into);
			tradableAt(pairRow, terms, now, into);
		},
		withoutSlippage(pairRow, terms, now, into) {
			into.totalCost = costs.least(pairRow, terms);
			carries.at(pairRow, terms, now, into);
			writeNet(into);
		},
		atDefault(pairRow, now, into) {
			headline(parts, pairRow, into);
			costs.atDefault(pairRow, into);
			carries.atBest(pairRow, now, into);
			conclude(pairRow, defaultTerms, now, into);
		},
		forget(pairRow) {
			costs.forget(pairRow);
			carries.forget(pairRow);
		},
	};
}

/** False if a blocking guard applies, other than those on book depth. Needs the quantity and price basis. */
function isAllowed(
	{ legs: { columns }, columns: kept, size, tooGoodApr }: FigureParts,
	pairRow: RowNumbers,
	terms: FigureTerms,
	now: number,
	{ quantity, areTwoCoins }: PairFigures,
): boolean {
	const firstRow = columns.row(pairRow.first);
	const secondRow = columns.row(pairRow.second);
	const ownRow = kept.row(pairRow.index);
	const closesAt = Math.min(
		columns.delistingAt[firstRow] as number,
		columns.delistingAt[secondRow] as number,
	);
	return (
		columns.isBlocked[firstRow] === 0 &&
		columns.isBlocked[secondRow] === 0 &&
		quantity >= size.smallestLots(pairRow) * (kept.lot[ownRow] as number) &&
		now + Math.max(terms.horizonMs ?? LONGEST_MS, DELISTING_NOTICE_MS) < closesAt &&
		!isTooGoodAYear(
			columns.hourlyRate[firstRow] as number,
			columns.hourlyRate[secondRow] as number,
			tooGoodApr,
		) &&
		kept.quotesApart[ownRow] === 0 &&
		!areTwoCoins
	);
}

/**
 * Computes the headline figures. The spread is rounded to a multiple of 1e-15, so that equal hourly rates give
 * exactly zero.
 */
function headline(
	{ legs: { columns }, columns: kept }: FigureParts,
	{ first, second, index }: RowNumbers,
	into: PairFigures,
): void {
	const firstRow = columns.row(first);
	const secondRow = columns.row(second);
	const direction = forecastDirection(kept.firstIsLong[kept.row(index)] === 1);
	const perHour =
		direction * ((columns.hourlyRate[firstRow] as number) - (columns.hourlyRate[secondRow] as number));
	into.epochHours = Math.max(
		columns.intervalHours[firstRow] as number,
		columns.intervalHours[secondRow] as number,
	);
	into.spread = wholeShare(perHour * into.epochHours);
	into.apr = perYear(into.spread, into.epochHours);
}

function writeNet(into: PairFigures): void {
	into.expectedNet = netOfCosts(into.expectedCarry, into.totalCost);
	into.netApr = perYear(into.expectedNet, into.horizonHours);
}
