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
import type { FigureTerms, SlotFigures, SlotRows } from './figures.ts';
import { DELISTING_NOTICE_MS } from './leg-guards.ts';
import type { LegTable } from './leg-table.ts';
import { isTooGoodAYear } from './pair-guards.ts';
import { createSlotCarries, type SlotCarries } from './slot-carry.ts';
import type { SlotColumns } from './slot-columns.ts';
import { createSlotCosts } from './slot-cost.ts';
import type { SlotSize } from './slot-size.ts';

const LONGEST_MS = DIRECTION_HOURS * HOUR_MS;

/** Computes all figures of a slot at given terms and writes them into the object that the caller passes. */
export type Figures = {
	readonly carries: Pick<SlotCarries, 'closesAt' | 'holdsUntil' | 'pair' | 'breakEvenAt' | 'unpaidAt'>;
	/** At any terms. */
	readonly at: (slot: SlotRows, terms: FigureTerms, now: number, into: SlotFigures) => void;
	/** Carry, net and total cost at any terms as if the best levels of books were endless: at least so much is lost. No other figure is written. */
	readonly withoutSlippage: (slot: SlotRows, terms: FigureTerms, now: number, into: SlotFigures) => void;
	/** Carry alone. */
	readonly carryAt: (slot: SlotRows, terms: FigureTerms, now: number, into: SlotFigures) => void;
	/** As `withoutSlippage`, with quantity, price basis and whether a guard forbids the trade: no book is asked for a price. */
	readonly withoutBooks: (slot: SlotRows, terms: FigureTerms, now: number, into: SlotFigures) => void;
	/** Carry, quantity, price basis and whether a guard forbids the trade, alone. */
	readonly carryAndGuards: (slot: SlotRows, terms: FigureTerms, now: number, into: SlotFigures) => void;
	/** Quantity, price basis and whether a guard forbids the trade, alone. */
	readonly tradableAt: (slot: SlotRows, terms: FigureTerms, now: number, into: SlotFigures) => void;
	/** That total cost alone. */
	readonly leastCost: (slot: SlotRows, terms: FigureTerms, into: SlotFigures) => void;
	/** Spread, APR and funding interval alone. */
	readonly headline: (slot: SlotRows, into: SlotFigures) => void;
	/** At default terms: what neither a book nor a settlement has changed is remembered. */
	readonly atDefault: (slot: SlotRows, now: number, into: SlotFigures) => void;
	/** What is remembered of a slot no longer holds: it is new, trades another lot, or is expected to pay otherwise. */
	readonly forget: (slot: Pick<SlotRows, 'index'>) => void;
};

/** Tables and limits that the figures of slots are computed from. */
export type FigureParts = {
	readonly legs: LegTable;
	readonly columns: SlotColumns;
	readonly basis: Pick<BasisTable, 'mean'>;
	readonly size: Pick<SlotSize, 'smallestLots'>;
	readonly expectations: ExpectationColumns;
	readonly defaultTerms: FigureTerms;
	/** A headline APR beyond it is too good to be true, and so is one leg's rate a year. */
	readonly tooGoodApr: number;
};

/** Creates the computation of figures over the given tables; one instance serves all slots. */
export function createFigures(parts: FigureParts): Figures {
	const { defaultTerms } = parts;
	const costs = createSlotCosts(parts);
	const carries = createSlotCarries(parts);

	/** Once costs and carry are there. */
	function conclude(slot: SlotRows, terms: FigureTerms, now: number, into: SlotFigures): void {
		leave(into);
		const areHeld = into.entrySlippage + into.exitSlippage >= 0;
		into.isTradable = areHeld && isAllowed(parts, slot, terms, now, into);
	}

	function tradableAt(slot: SlotRows, terms: FigureTerms, now: number, into: SlotFigures): void {
		costs.sized(slot, terms, into);
		into.isTradable = isAllowed(parts, slot, terms, now, into) && costs.areHeld(slot, into.quantity);
	}

	return {
		carries,
		at(slot, terms, now, into) {
			headline(parts, slot, into);
			costs.at(slot, terms, into);
			carries.at(slot, terms, now, into);
			conclude(slot, terms, now, into);
		},
		carryAt: carries.at,
		leastCost(slot, terms, into) {
			into.totalCost = costs.least(slot, terms);
		},
		headline: (slot, into) => headline(parts, slot, into),
		tradableAt,
		carryAndGuards(slot, terms, now, into) {
			carries.at(slot, terms, now, into);
			tradableAt(slot, terms, now, into);
		},
		withoutBooks(slot, terms, now, into) {
			into.totalCost = costs.least(slot, terms);
			carries.at(slot, terms, now, into);
			leave(into);
			tradableAt(slot, terms, now, into);
		},
		withoutSlippage(slot, terms, now, into) {
			into.totalCost = costs.least(slot, terms);
			carries.at(slot, terms, now, into);
			leave(into);
		},
		atDefault(slot, now, into) {
			headline(parts, slot, into);
			costs.atDefault(slot, into);
			carries.atBest(slot, now, into);
			conclude(slot, defaultTerms, now, into);
		},
		forget(slot) {
			costs.forget(slot);
			carries.forget(slot);
		},
	};
}

/** False while a guard forbids the trade, once quantity and price basis are there: but those that hang on the depth of books. */
function isAllowed(
	{ legs: { columns }, columns: kept, size, tooGoodApr }: FigureParts,
	slot: SlotRows,
	terms: FigureTerms,
	now: number,
	{ quantity, areTwoCoins }: SlotFigures,
): boolean {
	const firstRow = columns.row(slot.first);
	const secondRow = columns.row(slot.second);
	const slotRow = kept.row(slot.index);
	const closesAt = Math.min(
		columns.delistingAt[firstRow] as number,
		columns.delistingAt[secondRow] as number,
	);
	return (
		columns.isBlocked[firstRow] === 0 &&
		columns.isBlocked[secondRow] === 0 &&
		quantity >= size.smallestLots(slot) * (kept.lot[slotRow] as number) &&
		now + Math.max(terms.horizonMs ?? LONGEST_MS, DELISTING_NOTICE_MS) < closesAt &&
		!isTooGoodAYear(
			columns.hourlyRate[firstRow] as number,
			columns.hourlyRate[secondRow] as number,
			tooGoodApr,
		) &&
		kept.quotesApart[slotRow] === 0 &&
		!areTwoCoins
	);
}

/** On the grid of shares, so that legs of one hourly rate have no spread. */
function headline(
	{ legs: { columns }, columns: kept }: FigureParts,
	{ first, second, index }: SlotRows,
	into: SlotFigures,
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

function leave(into: SlotFigures): void {
	into.expectedNet = netOfCosts(into.expectedCarry, into.totalCost);
	into.netApr = perYear(into.expectedNet, into.horizonHours);
}
