/**
 * What a slot is worth at some terms, in doubles: the hot path, run for every slot that hangs on a changed input. Lists are
 * ranked by these figures; what a list answers is computed exactly from the inputs (`record.ts`), by the same rules.
 */
import { counts, FORWARD_COUNT, laterUnitsWithin, RATE_UNITS_PER_ONE } from '../domain/expected-carry.ts';
import { type CostTerms, ENTRY_TIME_MS, horizonMsOf } from '../domain/opportunity.ts';
import type { BasisTable } from './basis-table.ts';
import { approximately } from './book-curve.ts';
import { EXPECTATION_STRIDE, type ExpectationColumns } from './expectation.ts';
import { DELISTING_NOTICE_MS } from './leg-guards.ts';
import type { LegTable } from './leg-table.ts';
import type { SlotSize } from './slot-size.ts';
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
	readonly size: Pick<SlotSize, 'smallestLots'>;
	readonly expectations: ExpectationColumns;
	readonly defaultTerms: FigureTerms;
	/** A headline APR beyond it is too good to be true, and so is one leg's rate a year. */
	readonly tooGoodApr: number;
}): Figures {
	const { legs, table, basis, size, expectations, defaultTerms } = parts;
	const { columns } = legs;
	const kept = table.columns;

	function quantityOf(slot: Slot, terms: FigureTerms): number {
		const firstRow = columns.row(slot.first);
		const secondRow = columns.row(slot.second);
		const mid = Math.max(columns.mid[firstRow] as number, columns.mid[secondRow] as number);
		const lot = kept.lot[kept.row(slot.index)] as number;
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
		const closesAt = Math.min(
			columns.delistingAt[columns.row(first)] as number,
			columns.delistingAt[columns.row(second)] as number,
		);
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
		const row = columns.row(leg);
		const uncertaintyMs = columns.uncertaintyMs[row] as number;
		const coming = sign * (columns.rate[row] as number);
		const passed = sign * (columns.passedRate[row] as number);
		const nextAt = columns.nextAt[row] as number;
		const passedAt = columns.passedAt[row] as number;
		return (
			(counts(nextAt, coming < 0, entryAt, endAt, uncertaintyMs) ? coming : 0) +
			(counts(passedAt, passed < 0, entryAt, endAt, uncertaintyMs) ? passed : 0)
		);
	}

	/** As the guard TOO_GOOD has it of a leg alone. */
	function isRateModest(leg: number): boolean {
		return (
			Math.abs(columns.hourlyRate[columns.row(leg)] as number) * HOURS_PER_YEAR <=
			parts.tooGoodApr * TOLERANCE
		);
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
		const firstRow = columns.row(first);
		const secondRow = columns.row(second);
		const slotRow = kept.row(index);
		const firstIsLong = table.firstIsLong(slot);
		const direction = firstIsLong ? -1 : 1;
		const perHour =
			direction * ((columns.hourlyRate[firstRow] as number) - (columns.hourlyRate[secondRow] as number));
		into.epochHours = Math.max(
			columns.intervalHours[firstRow] as number,
			columns.intervalHours[secondRow] as number,
		);
		into.spread = perHour * into.epochHours;
		into.apr = perHour * HOURS_PER_YEAR;
		const firstMid = columns.mid[firstRow] as number;
		const secondMid = columns.mid[secondRow] as number;
		const midRatio = firstIsLong ? secondMid / firstMid : firstMid / secondMid;
		const basisNow = midRatio * (kept.quoteRate[slotRow] as number) - 1;
		const fees = 2 * ((columns.takerFee[firstRow] as number) + (columns.takerFee[secondRow] as number));
		const areTwoCoins = pricesDiffer(legs, slot);
		const basisCost = areTwoCoins ? Number.NaN : basis.mean(index, firstIsLong) - basisNow;
		into.totalCost = fees + slippage + basisCost;
		into.isTradable =
			columns.isBlocked[firstRow] === 0 &&
			columns.isBlocked[secondRow] === 0 &&
			slippage >= 0 &&
			quantity >= size.smallestLots(slot) * (kept.lot[slotRow] as number) &&
			now + Math.max(terms.horizonMs, DELISTING_NOTICE_MS) <
				Math.min(columns.delistingAt[firstRow] as number, columns.delistingAt[secondRow] as number) &&
			Math.abs(into.apr) <= parts.tooGoodApr * TOLERANCE &&
			isRateModest(first) &&
			isRateModest(second) &&
			kept.quotesApart[slotRow] === 0 &&
			!areTwoCoins;
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
			const row = kept.row(slot.index);
			const firstRow = columns.row(slot.first);
			const secondRow = columns.row(slot.second);
			const firstBook = columns.bookVersion[firstRow] as number;
			const secondBook = columns.bookVersion[secondRow] as number;
			if (kept.firstBook[row] !== firstBook || kept.secondBook[row] !== secondBook) {
				const quantity = quantityOf(slot, defaultTerms);
				kept.quantity[row] = quantity;
				kept.slippage[row] = slippageOf(slot, quantity);
				kept.firstBook[row] = firstBook;
				kept.secondBook[row] = secondBook;
			}
			const firstClock = columns.clockVersion[firstRow] as number;
			const secondClock = columns.clockVersion[secondRow] as number;
			if (
				now >= (kept.laterHoldsUntil[row] as number) ||
				kept.firstClock[row] !== firstClock ||
				kept.secondClock[row] !== secondClock
			) {
				kept.firstClock[row] = firstClock;
				kept.secondClock[row] = secondClock;
				const entryAt = now + ENTRY_TIME_MS;
				const endAt = endOf(slot, entryAt, defaultTerms);
				kept.laterUnits[row] = laterUnitsOf(slot, entryAt, endAt);
				kept.laterHoldsUntil[row] = laterHoldsUntil(slot, now, endAt);
			}
			fill(
				slot,
				defaultTerms,
				now,
				kept.quantity[row] as number,
				kept.slippage[row] as number,
				kept.laterUnits[row] as number,
				into,
			);
		},
		holdsUntil: ({ index }) => kept.laterHoldsUntil[kept.row(index)] as number,
		forget({ index }) {
			const row = kept.row(index);
			kept.firstBook[row] = Number.NaN;
			kept.laterHoldsUntil[row] = Number.NEGATIVE_INFINITY;
		},
	};
}

/** The remainder that has the sign of the divisor. */
function mod(value: number, by: number): number {
	return ((value % by) + by) % by;
}

/** As the guard PRICE_MISMATCH, in doubles: compares like with like where both legs have it. */
export function pricesDiffer({ columns }: LegTable, slot: Slot): boolean {
	const firstRow = columns.row(slot.first);
	const secondRow = columns.row(slot.second);
	return (
		areApart(columns.index[firstRow] as number, columns.index[secondRow] as number) ??
		areApart(columns.mark[firstRow] as number, columns.mark[secondRow] as number) ??
		areApart(columns.mid[firstRow] as number, columns.mid[secondRow] as number) ??
		false
	);
}

/** Undefined where a price is not known. */
function areApart(a: number, b: number): boolean | undefined {
	if (!(a > 0 && b > 0)) return undefined;
	return Math.max(a, b) > Math.min(a, b) * (PRICE_RATIO_MAX * TOLERANCE);
}
