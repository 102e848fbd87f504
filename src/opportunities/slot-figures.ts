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
	readonly carries: Pick<SlotCarries, 'closesAt' | 'holdsUntil' | 'pair'>;
	/** At any terms. */
	readonly at: (slot: SlotRows, terms: FigureTerms, now: number, into: SlotFigures) => void;
	/** Carry, net and total cost at any terms as if books were endless: at least so much is lost. No other figure is written. */
	readonly withoutSlippage: (slot: SlotRows, terms: FigureTerms, now: number, into: SlotFigures) => void;
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
	const { legs, columns: kept, size, defaultTerms, tooGoodApr } = parts;
	const { columns } = legs;
	const costs = createSlotCosts(parts);
	const carries = createSlotCarries(parts);

	/** Computes the expected net, and whether a guard forbids the trade, once costs and carry are there. */
	function judge(slot: SlotRows, terms: FigureTerms, now: number, into: SlotFigures): void {
		const firstRow = columns.row(slot.first);
		const secondRow = columns.row(slot.second);
		const slotRow = kept.row(slot.index);
		leave(into);
		into.isTradable =
			columns.isBlocked[firstRow] === 0 &&
			columns.isBlocked[secondRow] === 0 &&
			into.entrySlippage + into.exitSlippage >= 0 &&
			into.quantity >= size.smallestLots(slot) * (kept.lot[slotRow] as number) &&
			now + Math.max(terms.horizonMs ?? LONGEST_MS, DELISTING_NOTICE_MS) < carries.closesAt(slot) &&
			!isTooGoodAYear(
				columns.hourlyRate[firstRow] as number,
				columns.hourlyRate[secondRow] as number,
				tooGoodApr,
			) &&
			kept.quotesApart[slotRow] === 0 &&
			!into.areTwoCoins;
	}

	return {
		carries,
		at(slot, terms, now, into) {
			headline(parts, slot, into);
			costs.at(slot, terms, into);
			carries.at(slot, terms, now, into);
			judge(slot, terms, now, into);
		},
		withoutSlippage(slot, terms, now, into) {
			into.totalCost = costs.least(slot);
			carries.at(slot, terms, now, into);
			leave(into);
		},
		atDefault(slot, now, into) {
			headline(parts, slot, into);
			costs.atDefault(slot, into);
			carries.atBest(slot, now, into);
			judge(slot, defaultTerms, now, into);
		},
		forget(slot) {
			costs.forget(slot);
			carries.forget(slot);
		},
	};
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
