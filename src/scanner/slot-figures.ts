/**
 * What a slot is worth at some terms, in doubles: the hot path, run for every slot that hangs on a changed input. Lists are
 * ranked by these figures; what a list answers is computed exactly from the inputs (`record.ts`), by the same rules.
 */
import { counts, FORWARD_COUNT, laterUnitsWithin, RATE_UNITS_PER_ONE } from '../domain/expected-carry.ts';
import { type CostTerms, ENTRY_TIME_MS, horizonMsOf } from '../domain/opportunity.ts';
import type { BasisTable } from './basis-table.ts';
import { approximately } from './book-curve.ts';
import { createColumns } from './columns.ts';
import { EXPECTATION_STRIDE, type ExpectationColumns } from './expectation.ts';
import { DELISTING_NOTICE_MS } from './leg-guards.ts';
import type { LegTable } from './leg-table.ts';
import type { Slot, SlotTable } from './slot-table.ts';

/** `amount`: USD over both legs. */
export type FigureTerms = {
	readonly amount: number;
	readonly leverage: number;
	readonly horizonHours: number;
	/** The same in whole milliseconds, as `horizonMsOf` has it. */
	readonly horizonMs: number;
};

export function figureTerms(terms: CostTerms): FigureTerms {
	return {
		amount: approximately(terms.amount),
		leverage: approximately(terms.leverage),
		horizonHours: approximately(terms.horizonHours),
		horizonMs: horizonMsOf(terms),
	};
}

/** Shares of one leg's notional; NaN is unknown. One object serves many slots. */
export type SlotFigures = {
	epochHours: number;
	spread: number;
	apr: number;
	expectedCarry: number;
	totalCost: number;
	expectedNet: number;
	netApr: number;
	/** False while a guard forbids the trade at these terms. */
	isTradable: boolean;
};

export function noFigures(): SlotFigures {
	const unknown = Number.NaN;
	return {
		epochHours: unknown,
		spread: unknown,
		apr: unknown,
		expectedCarry: unknown,
		totalCost: unknown,
		expectedNet: unknown,
		netApr: unknown,
		isTradable: false,
	};
}

const HOURS_PER_YEAR = 8_760;
/** `PRICE_RATIO_MAX` of the guards, as a double. */
const PRICE_RATIO_MAX = 1.02;
/** A double just below a whole lot, or a bound, is at it. */
const TOLERANCE = 1 + 1e-12;
/** Sums of rates are whole numbers of this many units per one, so that what cancels out is nothing. */
const CARRY_UNITS_PER_ONE = 1e15;

export type Figures = {
	/** At any terms. */
	readonly at: (slot: Slot, terms: FigureTerms, now: number, into: SlotFigures) => void;
	/** At default terms: what neither a book nor a settlement has changed is remembered. */
	readonly atDefault: (slot: Slot, now: number, into: SlotFigures) => void;
	/** The instant from which on what is remembered of a slot no longer holds, whatever its inputs. */
	readonly holdsUntil: (slot: Slot) => number;
	/** What is remembered of a slot no longer holds: it is new, trades another lot, or is expected to pay otherwise. */
	readonly forget: (slot: Slot) => void;
};

export function createFigures(parts: {
	readonly legs: LegTable;
	readonly table: SlotTable;
	readonly basis: BasisTable;
	readonly expectations: ExpectationColumns;
	readonly defaultTerms: FigureTerms;
	/** A headline APR beyond it is too good to be true, and so is one leg's rate a year. */
	readonly tooGoodApr: number;
}): Figures {
	const { legs, table, basis, expectations, defaultTerms } = parts;
	const { columns } = legs;
	const kept = createColumns([
		// Slippage of the round trip and the quantity it is of, with the books that they were read from.
		'slippage',
		'quantity',
		'firstBook',
		'secondBook',
		// Units of the later settlements, and until when no settlement comes in or falls out.
		'laterUnits',
		'laterHoldsUntil',
		'firstClock',
		'secondClock',
	] as const);

	function quantityOf(slot: Slot, terms: FigureTerms): number {
		const mid = Math.max(columns.mid[slot.first] as number, columns.mid[slot.second] as number);
		const lot = table.columns.lot[slot.index] as number;
		const notional = (terms.amount / 2) * terms.leverage;
		return Math.floor((notional / mid / lot) * TOLERANCE) * lot;
	}

	/** All four fills of a round trip: the exit takes from the other side of each book. NaN where a book does not hold one. */
	function slippageOf({ first, second }: Slot, quantity: number): number {
		if (!(quantity > 0)) return Number.NaN;
		const buys = legs.away(first, 'buy', quantity) + legs.away(second, 'buy', quantity);
		return buys + (legs.away(first, 'sell', quantity) + legs.away(second, 'sell', quantity));
	}

	/** Of the settlements after the coming ones, in canonical direction: short the first leg, long the second. */
	function laterUnitsOf(slot: Slot, entryAt: number, endAt: number): number {
		const { forward, forecastAt } = expectations;
		const offset = slot.index * EXPECTATION_STRIDE;
		const at = forecastAt[slot.index] as number;
		const first = legs.later(slot.first);
		const second = legs.later(slot.second);
		if (Number.isNaN(at) || first === undefined || second === undefined) return Number.NaN;
		return (
			laterUnitsWithin(first, forward, offset, at, entryAt, endAt) -
			laterUnitsWithin(second, forward, offset + FORWARD_COUNT, at, entryAt, endAt)
		);
	}

	/** As `heldMs` of a record: the horizon ends where a venue closes a leg. */
	function endOf({ first, second }: Slot, entryAt: number, terms: FigureTerms): number {
		const closesAt = Math.min(columns.delistingAt[first] as number, columns.delistingAt[second] as number);
		return Math.min(entryAt + terms.horizonMs, closesAt);
	}

	/** When the next settlement comes into the horizon, or the present one passes. */
	function laterHoldsUntil({ first, second }: Slot, now: number, endAt: number): number {
		let until = Number.POSITIVE_INFINITY;
		for (let side = 0; side < 2; side += 1) {
			const later = legs.later(side === 0 ? first : second);
			if (later === undefined || !(later.laterIntervalMs > 0)) continue;
			const { nextAt, laterIntervalMs } = later;
			const untilIn = laterIntervalMs - mod(endAt - nextAt, laterIntervalMs);
			const untilOut = laterIntervalMs - mod(now + ENTRY_TIME_MS - nextAt, laterIntervalMs);
			until = Math.min(until, now + untilIn, now + untilOut);
		}
		return until;
	}

	/** The coming settlement of a leg, and the one before it while that may count, as shares of notional. */
	function nearOf(leg: number, sign: 1 | -1, entryAt: number, endAt: number): number {
		const uncertaintyMs = columns.uncertaintyMs[leg] as number;
		const coming = sign * (columns.rate[leg] as number);
		const passed = sign * (columns.passedRate[leg] as number);
		const nextAt = columns.nextAt[leg] as number;
		const passedAt = columns.passedAt[leg] as number;
		return (
			(counts(nextAt, coming < 0, entryAt, endAt, uncertaintyMs) ? coming : 0) +
			(counts(passedAt, passed < 0, entryAt, endAt, uncertaintyMs) ? passed : 0)
		);
	}

	function isAboveMinimum(leg: number, quantity: number, price: number): boolean {
		return (
			quantity * TOLERANCE >= (columns.quantityMin[leg] as number) &&
			quantity * price * TOLERANCE >= (columns.notionalMin[leg] as number)
		);
	}

	/** As the guard TOO_GOOD has it of a leg alone. */
	function isRateModest(leg: number): boolean {
		return Math.abs(columns.hourlyRate[leg] as number) * HOURS_PER_YEAR <= parts.tooGoodApr * TOLERANCE;
	}

	function fill(
		slot: Slot,
		terms: FigureTerms,
		now: number,
		quantity: number,
		slippage: number,
		laterUnits: number,
		into: SlotFigures,
	): void {
		const { first, second, index } = slot;
		const firstIsLong = table.firstIsLong(slot);
		const direction = firstIsLong ? -1 : 1;
		const perHour =
			direction * ((columns.hourlyRate[first] as number) - (columns.hourlyRate[second] as number));
		into.epochHours = Math.max(
			columns.intervalHours[first] as number,
			columns.intervalHours[second] as number,
		);
		into.spread = perHour * into.epochHours;
		into.apr = perHour * HOURS_PER_YEAR;
		const firstMid = columns.mid[first] as number;
		const secondMid = columns.mid[second] as number;
		const midRatio = firstIsLong ? secondMid / firstMid : firstMid / secondMid;
		const basisNow = midRatio * (table.columns.quoteRate[index] as number) - 1;
		const fees = 2 * ((columns.takerFee[first] as number) + (columns.takerFee[second] as number));
		into.totalCost = fees + slippage + (basis.mean(index, firstIsLong) - basisNow);
		const price = Math.min(firstMid, secondMid);
		into.isTradable =
			columns.isBlocked[first] === 0 &&
			columns.isBlocked[second] === 0 &&
			slippage >= 0 &&
			isAboveMinimum(first, quantity, price) &&
			isAboveMinimum(second, quantity, price) &&
			now + Math.max(terms.horizonMs, DELISTING_NOTICE_MS) <
				Math.min(columns.delistingAt[first] as number, columns.delistingAt[second] as number) &&
			Math.abs(into.apr) <= parts.tooGoodApr * TOLERANCE &&
			isRateModest(first) &&
			isRateModest(second) &&
			table.columns.quotesApart[index] === 0 &&
			!pricesDiffer(legs, slot);
		const entryAt = now + ENTRY_TIME_MS;
		const endAt = endOf(slot, entryAt, terms);
		const carry =
			(direction * laterUnits) / RATE_UNITS_PER_ONE +
			nearOf(first, firstIsLong ? -1 : 1, entryAt, endAt) +
			nearOf(second, firstIsLong ? 1 : -1, entryAt, endAt);
		into.expectedCarry = Math.round(carry * CARRY_UNITS_PER_ONE) / CARRY_UNITS_PER_ONE;
		into.expectedNet = into.expectedCarry - into.totalCost;
		into.netApr = (into.expectedNet * HOURS_PER_YEAR) / terms.horizonHours;
	}

	return {
		at(slot, terms, now, into) {
			const quantity = quantityOf(slot, terms);
			const entryAt = now + ENTRY_TIME_MS;
			const later = laterUnitsOf(slot, entryAt, endOf(slot, entryAt, terms));
			fill(slot, terms, now, quantity, slippageOf(slot, quantity), later, into);
		},
		atDefault(slot, now, into) {
			const { first, second, index } = slot;
			const firstBook = columns.bookVersion[first] as number;
			const secondBook = columns.bookVersion[second] as number;
			if (kept.firstBook[index] !== firstBook || kept.secondBook[index] !== secondBook) {
				const quantity = quantityOf(slot, defaultTerms);
				kept.quantity[index] = quantity;
				kept.slippage[index] = slippageOf(slot, quantity);
				kept.firstBook[index] = firstBook;
				kept.secondBook[index] = secondBook;
			}
			const firstClock = columns.clockVersion[first] as number;
			const secondClock = columns.clockVersion[second] as number;
			if (
				now >= (kept.laterHoldsUntil[index] as number) ||
				kept.firstClock[index] !== firstClock ||
				kept.secondClock[index] !== secondClock
			) {
				kept.firstClock[index] = firstClock;
				kept.secondClock[index] = secondClock;
				const entryAt = now + ENTRY_TIME_MS;
				const endAt = endOf(slot, entryAt, defaultTerms);
				kept.laterUnits[index] = laterUnitsOf(slot, entryAt, endAt);
				kept.laterHoldsUntil[index] = laterHoldsUntil(slot, now, endAt);
			}
			fill(
				slot,
				defaultTerms,
				now,
				kept.quantity[index] as number,
				kept.slippage[index] as number,
				kept.laterUnits[index] as number,
				into,
			);
		},
		holdsUntil: ({ index }) => kept.laterHoldsUntil[index] as number,
		forget({ index }) {
			kept.ensure(index);
			kept.firstBook[index] = Number.NaN;
			kept.laterHoldsUntil[index] = Number.NEGATIVE_INFINITY;
		},
	};
}

/** The remainder that has the sign of the divisor. */
function mod(value: number, by: number): number {
	return ((value % by) + by) % by;
}

/** As the guard PRICE_MISMATCH, in doubles: compares like with like where both legs have it. */
export function pricesDiffer({ columns }: LegTable, { first, second }: Slot): boolean {
	return (
		areApart(columns.index[first] as number, columns.index[second] as number) ??
		areApart(columns.mark[first] as number, columns.mark[second] as number) ??
		areApart(columns.mid[first] as number, columns.mid[second] as number) ??
		false
	);
}

/** Undefined where a price is not known. */
function areApart(a: number, b: number): boolean | undefined {
	if (!(a > 0 && b > 0)) return undefined;
	return Math.max(a, b) > Math.min(a, b) * (PRICE_RATIO_MAX * TOLERANCE);
}
