/**
 * The worth of a slot at some terms: one computation for lists, records, details, previews and alerts. The hot path runs it
 * for every slot that hangs on a changed input; a record runs it on rows of its own (`pair-reading.ts`).
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

/** Computes all figures of a slot at given terms and writes them into the object that the caller passes. */
export type Figures = {
	readonly carries: Pick<PairCarries, 'closesAt' | 'holdsUntil' | 'pair' | 'breakEvenAt' | 'unpaidAt'>;
	/** At any terms. */
	readonly at: (pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures) => void;
	/** Carry, net and total cost at any terms as if the best levels of books were endless: at least so much is lost. No other figure is written. */
	readonly withoutSlippage: (pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures) => void;
	/** Carry alone. */
	readonly carryAt: (pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures) => void;
	/** As `withoutSlippage`, with quantity, price basis and whether a guard forbids the trade: no book is asked for a price. */
	readonly withoutBooks: (pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures) => void;
	/** Carry, quantity, price basis and whether a guard forbids the trade, alone. */
	readonly carryAndGuards: (pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures) => void;
	/** Quantity, price basis and whether a guard forbids the trade, alone. */
	readonly tradableAt: (pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures) => void;
	/** That total cost alone. */
	readonly leastCost: (pairRow: RowNumbers, terms: FigureTerms, into: PairFigures) => void;
	/** Spread, APR and funding interval alone. */
	readonly headline: (pairRow: RowNumbers, into: PairFigures) => void;
	/** At default terms: what neither a book nor a settlement has changed is remembered. */
	readonly atDefault: (pairRow: RowNumbers, now: number, into: PairFigures) => void;
	/** What is remembered of a slot no longer holds: it is new, trades another lot, or is expected to pay otherwise. */
	readonly forget: (pairRow: Pick<RowNumbers, 'index'>) => void;
};

/** Tables and limits that the figures of slots are computed from. */
export type FigureParts = {
	readonly legs: LegTable;
	readonly columns: PairColumns;
	readonly basis: Pick<BasisTable, 'mean'>;
	readonly size: Pick<PairSize, 'smallestLots'>;
	readonly expectations: ExpectationColumns;
	readonly defaultTerms: FigureTerms;
	/** A headline APR beyond it is too good to be true, and so is one leg's rate a year. */
	readonly tooGoodApr: number;
};

/** Creates the computation of figures over the given tables; one instance serves all slots. */
export function createFigures(parts: FigureParts): Figures {
	const { defaultTerms } = parts;
	const costs = createPairCosts(parts);
	const carries = createPairCarries(parts);

	/** Once costs and carry are there. */
	function conclude(pairRow: RowNumbers, terms: FigureTerms, now: number, into: PairFigures): void {
		leave(into);
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
			leave(into);
			tradableAt(pairRow, terms, now, into);
		},
		withoutSlippage(pairRow, terms, now, into) {
			into.totalCost = costs.least(pairRow, terms);
			carries.at(pairRow, terms, now, into);
			leave(into);
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

/** False while a guard forbids the trade, once quantity and price basis are there: but those that hang on the depth of books. */
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

/** On the grid of shares, so that legs of one hourly rate have no spread. */
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

function leave(into: PairFigures): void {
	into.expectedNet = netOfCosts(into.expectedCarry, into.totalCost);
	into.netApr = perYear(into.expectedNet, into.horizonHours);
}
