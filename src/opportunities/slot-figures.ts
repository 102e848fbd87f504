/**
 * What a slot is worth at some terms, in doubles: the hot path, run for every slot that hangs on a changed input. Lists are
 * ranked by these figures; what a list answers is computed exactly from the inputs (`record.ts`), by the same rules.
 */
import { forecastDirection } from '../domain/carry.ts';
import { counts, FORWARD_COUNT, laterUnitsWithin, RATE_UNITS_PER_ONE } from '../domain/expected-carry.ts';
import { HOUR_MS, HOURS_PER_YEAR } from '../domain/funding.ts';
import { type CostTerms, ENTRY_TIME_MS, horizonMsOf } from '../domain/opportunity.ts';
import { VERDICT_HORIZONS_HOURS } from '../domain/verdict.ts';
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
	/** Undefined: the best of each slot. */
	readonly horizonHours: number | undefined;
	/** The same in whole milliseconds, as `horizonMsOf` has it. */
	readonly horizonMs: number | undefined;
};

export function figureTerms({ amount, leverage, horizonHours }: CostTerms): FigureTerms {
	return {
		amount: approximately(amount),
		leverage: approximately(leverage),
		horizonHours: horizonHours === undefined ? undefined : approximately(horizonHours),
		horizonMs: horizonHours === undefined ? undefined : horizonMsOf({ horizonHours }),
	};
}

/** Shares of one leg's notional; NaN is unknown. One object serves many slots. */
export type SlotFigures = {
	epochHours: number;
	spread: number;
	apr: number;
	/** The horizon that the slot is judged at: the one asked for, or its best. */
	horizonHours: number;
	expectedCarry: number;
	/** Carry expected over DIRECTION_HOURS; only at default terms. */
	directionCarry: number;
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
		horizonHours: unknown,
		expectedCarry: unknown,
		directionCarry: unknown,
		totalCost: unknown,
		expectedNet: unknown,
		netApr: unknown,
		isTradable: false,
	};
}

const HORIZONS_MS = VERDICT_HORIZONS_HOURS.map((hours) => hours * HOUR_MS);
const LAST_HORIZON = HORIZONS_MS.length - 1;
/** `PRICE_RATIO_MAX` of the guards, as a double. */
const PRICE_RATIO_MAX = 1.02;
/** A double just below a whole lot, or a bound, is at it. */
const TOLERANCE = 1 + 1e-12;
/** Sums of rates are whole numbers of this many units per one, so that what cancels out is nothing. */
const CARRY_UNITS_PER_ONE = 1e15;

/** The later settlements of a slot, summed to the end of each horizon, in canonical direction. One object serves all slots. */
type LaterCarry = {
	/** Units, one per horizon. */
	readonly units: Float64Array;
	hours: ArrayLike<number>;
	/** When the shortest horizon ends, and the longest, milliseconds. */
	firstEndAt: number;
	lastEndAt: number;
};

/** Terms that name their horizon. */
type HeldFigureTerms = FigureTerms & { readonly horizonHours: number; readonly horizonMs: number };

function isHeld(terms: FigureTerms): terms is HeldFigureTerms {
	return terms.horizonMs !== undefined;
}

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
	/** All of them are the caller's own horizon. */
	const heldHours = new Float64Array(HORIZONS_MS.length);
	const later: LaterCarry = {
		units: new Float64Array(HORIZONS_MS.length),
		hours: VERDICT_HORIZONS_HOURS,
		firstEndAt: 0,
		lastEndAt: 0,
	};

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

	/** When a venue closes a leg: as `heldMs` of a record, horizons end there. */
	function closesAt({ first, second }: Slot): number {
		return Math.min(
			columns.delistingAt[columns.row(first)] as number,
			columns.delistingAt[columns.row(second)] as number,
		);
	}

	/** One horizon alone: the caller's own. */
	function readLaterAt(slot: Slot, entryAt: number, terms: HeldFigureTerms): void {
		const endAt = Math.min(entryAt + terms.horizonMs, closesAt(slot));
		later.units.fill(laterUnitsOf(slot, entryAt, endAt));
		later.hours = heldHours.fill(terms.horizonHours);
		later.firstEndAt = endAt;
		later.lastEndAt = endAt;
	}

	function readLater(slot: Slot, entryAt: number): void {
		const end = closesAt(slot);
		for (let index = 0; index <= LAST_HORIZON; index += 1)
			later.units[index] = laterUnitsOf(
				slot,
				entryAt,
				Math.min(entryAt + (HORIZONS_MS[index] as number), end),
			);
		endLater(entryAt, end);
	}

	function keepLater(slot: Slot, now: number): void {
		const row = kept.row(slot.index);
		kept.later8h[row] = later.units[0] as number;
		kept.later24h[row] = later.units[1] as number;
		kept.later72h[row] = later.units[2] as number;
		kept.later168h[row] = later.units[3] as number;
		kept.later336h[row] = later.units[4] as number;
		kept.later720h[row] = later.units[5] as number;
		kept.firstClock[row] = columns.clockVersion[columns.row(slot.first)] as number;
		kept.secondClock[row] = columns.clockVersion[columns.row(slot.second)] as number;
		kept.laterHoldsUntil[row] = laterHoldsUntil(slot, now);
	}

	/** All horizons of the verdict as they were kept; false where a clock, or time, has changed them since. */
	function recallLater(slot: Slot, now: number): boolean {
		const row = kept.row(slot.index);
		if (
			now >= (kept.laterHoldsUntil[row] as number) ||
			kept.firstClock[row] !== columns.clockVersion[columns.row(slot.first)] ||
			kept.secondClock[row] !== columns.clockVersion[columns.row(slot.second)]
		)
			return false;
		later.units[0] = kept.later8h[row] as number;
		later.units[1] = kept.later24h[row] as number;
		later.units[2] = kept.later72h[row] as number;
		later.units[3] = kept.later168h[row] as number;
		later.units[4] = kept.later336h[row] as number;
		later.units[5] = kept.later720h[row] as number;
		endLater(now + ENTRY_TIME_MS, closesAt(slot));
		return true;
	}

	function endLater(entryAt: number, end: number): void {
		later.hours = VERDICT_HORIZONS_HOURS;
		later.firstEndAt = Math.min(entryAt + (HORIZONS_MS[0] as number), end);
		later.lastEndAt = Math.min(entryAt + (HORIZONS_MS[LAST_HORIZON] as number), end);
	}

	/** When the next settlement comes into a horizon, or the present one passes. */
	function laterHoldsUntil(slot: Slot, now: number): number {
		const entryAt = now + ENTRY_TIME_MS;
		const end = closesAt(slot);
		let until = Number.POSITIVE_INFINITY;
		for (let side = 0; side < 2; side += 1) {
			const settlements = legs.later(side === 0 ? slot.first : slot.second);
			if (settlements === undefined || !(settlements.laterIntervalMs > 0)) continue;
			const { nextAt, laterIntervalMs } = settlements;
			until = Math.min(until, now + laterIntervalMs - mod(entryAt - nextAt, laterIntervalMs));
			for (const horizonMs of HORIZONS_MS) {
				const endAt = Math.min(entryAt + horizonMs, end);
				until = Math.min(until, now + laterIntervalMs - mod(endAt - nextAt, laterIntervalMs));
			}
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
		into: SlotFigures,
	): void {
		const { first, second, index } = slot;
		const firstRow = columns.row(first);
		const secondRow = columns.row(second);
		const slotRow = kept.row(index);
		const firstIsLong = table.firstIsLong(slot);
		const direction = forecastDirection(firstIsLong);
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
		carriesOf(slot, now + ENTRY_TIME_MS, into);
		into.isTradable =
			columns.isBlocked[firstRow] === 0 &&
			columns.isBlocked[secondRow] === 0 &&
			slippage >= 0 &&
			quantity >= size.smallestLots(slot) * (kept.lot[slotRow] as number) &&
			now + Math.max(terms.horizonMs ?? (HORIZONS_MS[LAST_HORIZON] as number), DELISTING_NOTICE_MS) <
				closesAt(slot) &&
			Math.abs(into.apr) <= parts.tooGoodApr * TOLERANCE &&
			isRateModest(first) &&
			isRateModest(second) &&
			kept.quotesApart[slotRow] === 0 &&
			!areTwoCoins;
		into.expectedNet = into.expectedCarry - into.totalCost;
		into.netApr = (into.expectedNet * HOURS_PER_YEAR) / into.horizonHours;
	}

	/**
	 * The best horizon of `later` in the slot's direction, its carry, and that over the last one. Coming settlements lie within
	 * the shortest horizon or at its end, so that all longer ones meet the same, and the best of them has the most units.
	 */
	function carriesOf(slot: Slot, entryAt: number, into: SlotFigures): void {
		const side = forecastDirection(table.firstIsLong(slot));
		const { units } = later;
		let longest = 1;
		for (let index = 2; index <= LAST_HORIZON; index += 1)
			if (side * (units[index] as number) > side * (units[longest] as number)) longest = index;
		const nearLast = nearBoth(slot, side, entryAt, later.lastEndAt);
		const nearFirst = isComingBy(slot, later.firstEndAt)
			? nearLast
			: nearBoth(slot, side, entryAt, later.firstEndAt);
		const shortCarry = roundedCarry(side * (units[0] as number), nearFirst);
		const longCarry = roundedCarry(side * (units[longest] as number), nearLast);
		const isLonger = longCarry > shortCarry;
		into.expectedCarry = isLonger ? longCarry : shortCarry;
		into.directionCarry =
			longest === LAST_HORIZON ? longCarry : roundedCarry(side * (units[LAST_HORIZON] as number), nearLast);
		const best = Number.isNaN(shortCarry) ? LAST_HORIZON : isLonger ? longest : 0;
		into.horizonHours = later.hours[best] as number;
	}

	/** True where both coming settlements are over by then. */
	function isComingBy({ first, second }: Slot, at: number): boolean {
		return (
			(columns.nextAt[columns.row(first)] as number) <= at &&
			(columns.nextAt[columns.row(second)] as number) <= at
		);
	}

	function nearBoth({ first, second }: Slot, side: 1 | -1, entryAt: number, endAt: number): number {
		return nearOf(first, side, entryAt, endAt) + nearOf(second, side === 1 ? -1 : 1, entryAt, endAt);
	}

	return {
		at(slot, terms, now, into) {
			const quantity = quantityOf(slot, terms);
			const entryAt = now + ENTRY_TIME_MS;
			if (isHeld(terms)) readLaterAt(slot, entryAt, terms);
			else if (!recallLater(slot, now)) readLater(slot, entryAt);
			fill(slot, terms, now, quantity, slippageOf(slot, quantity), into);
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
			if (!recallLater(slot, now)) {
				readLater(slot, now + ENTRY_TIME_MS);
				keepLater(slot, now);
			}
			fill(slot, defaultTerms, now, kept.quantity[row] as number, kept.slippage[row] as number, into);
		},
		holdsUntil: ({ index }) => kept.laterHoldsUntil[kept.row(index)] as number,
		forget({ index }) {
			const row = kept.row(index);
			kept.firstBook[row] = Number.NaN;
			kept.laterHoldsUntil[row] = Number.NEGATIVE_INFINITY;
		},
	};
}

/** Sums of rates are whole numbers of CARRY_UNITS_PER_ONE, so that what cancels out is nothing. */
function roundedCarry(units: number, near: number): number {
	return Math.round((units / RATE_UNITS_PER_ONE + near) * CARRY_UNITS_PER_ONE) / CARRY_UNITS_PER_ONE;
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
