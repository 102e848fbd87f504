/**
 * Keeps the inputs of every instrument as doubles. Inputs are read once per change and used by all of the
 * instrument's pairs.
 */
import { type BookCurve, createBookCurve, priceInSpan, slippageOf } from '../domain/cost.ts';
import { approximately, orNaN } from '../domain/estimate.ts';
import { type LaterSettlements, laterSettlementsOf } from '../domain/expected-carry.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { Instrument } from '../domain/instrument.ts';
import { type BookLevel, midPrice, type OrderBook } from '../domain/order-book.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import { settlementTermsOf } from '../venues/facts.ts';
import {
	GUARDS,
	type GuardCode,
	type GuardContext,
	type GuardFinding,
	isStale,
	type LegInputs,
	warningBits,
} from './guards.ts';
import { createLegColumns, type LegColumns } from './leg-columns.ts';
import { bookGuardsHoldUntil, isUsable, legGuards, otherGuardsHoldUntil } from './leg-guards.ts';
import type { PassedSettlement } from './passed-settlement.ts';

/** Guards that may cease to apply because of a new book or a settled rate. */
const UNSTEADY: ReadonlySet<GuardCode> = new Set([
	'BOOK_MISSING',
	'BOOK_CROSSED',
	'QUOTE_STALE',
	'SETTLEMENT_NEAR',
]);

/**
 * Prices, rates and book depth of every instrument as doubles, one row per leg. Quantities are in coins, prices in
 * USD per coin.
 */
export type LegTable = {
	readonly columns: LegColumns;
	readonly instrument: (leg: number) => Instrument;
	/** Returns the settlements after the next one; undefined without a predicted rate. */
	readonly later: (leg: number) => LaterSettlements | undefined;
	/**
	 * Returns the average taker price for a quantity; NaN if the quantity is zero, the book is too thin or there is
	 * no mid price. Buying takes the asks.
	 */
	readonly price: (leg: number, side: 'buy' | 'sell', quantity: number) => number;
	/**
	 * Returns a taker's slippage: the distance between the average and the mid price, as a non-negative fraction of
	 * the mid price. Buying takes the asks. NaN if the book does not hold the quantity.
	 */
	readonly away: (leg: number, side: 'buy' | 'sell', quantity: number) => number;
	/** Returns the slippage at the best price, which is the minimum for any quantity. */
	readonly leastAway: (leg: number, side: 'buy' | 'sell') => number;
	/** Returns the coins in all visible levels; the price of a larger quantity is unknown. Buying takes the asks. */
	readonly held: (leg: number, side: 'buy' | 'sell') => number;
	/** True if the visible levels end before the slippage limit, so that the real book may hold more than `reach`. */
	readonly isReachWhole: (leg: number, side: 'buy' | 'sell') => boolean;
	/** Returns the coins that a taker gets within the slippage limit. Buying takes the asks. */
	readonly reach: (leg: number, side: 'buy' | 'sell') => number;
	/** True if it is uncertain whether the exchange counts an entry at this time for a settlement. */
	readonly isNearSettlement: (leg: number, entryAt: number) => boolean;
	/** Reads all of a leg's inputs. Returns true if the leg is new or the instrument's terms have changed. */
	readonly read: (
		leg: number,
		inputs: LegInputs,
		passed: PassedSettlement | undefined,
		context: GuardContext,
	) => boolean;
	/**
	 * Reads only the book, if nothing else has changed since the last `read` and no guard can change. Otherwise
	 * returns false, and the caller must call `read`.
	 */
	readonly readBook: (
		leg: number,
		inputs: InstrumentInputs,
		status: LegInputs['status'],
		limits: Pick<GuardContext['limits'], 'bookStaleMs'>,
		now: number,
	) => boolean;
	/** Frees a removed instrument's row. */
	readonly forget: (leg: number) => void;
};

type Row = {
	instrument: Instrument;
	ticker: LegInputs['ticker'];
	book: OrderBook | undefined;
	/** True if the book passes `isUsable`. Stored, so that a new ticker requires no access to the book. */
	isBookUsable: boolean;
	tickerReceivedAt: number | undefined;
	status: LegInputs['status'] | undefined;
	fees: LegInputs['fees'] | undefined;
	later: LaterSettlements | undefined;
	/** The book from which both curves are built. After a new book, the curves are reset on the next query. */
	curvesOf: OrderBook | undefined;
	readonly asks: BookCurve;
	readonly bids: BookCurve;
};

/** Limits on the size of a trade, as fractions of the price. */
export type SizeLimits = {
	/** Slippage limit for `reach`. */
	readonly maxAmountSlippage: number;
	/** Price move after which the smallest trade must still be closable. */
	readonly stressMove: number;
};

type Table = {
	readonly limits: SizeLimits;
	readonly columns: LegTable['columns'];
	readonly rows: (Row | undefined)[];
};

/** Creates an empty table. @param capacityMin initial capacity, in legs */
export function createLegTable(limits: SizeLimits, capacityMin?: number): LegTable {
	const table: Table = { limits, columns: createLegColumns(capacityMin), rows: [] };
	const { columns, rows } = table;
	return {
		columns,
		instrument: (leg) => rowOf(table, leg).instrument,
		later: (leg) => rowOf(table, leg).later,
		isNearSettlement(leg, entryAt) {
			const at = columns.row(leg);
			const awayMs = Math.abs((columns.nextAt[at] as number) - entryAt);
			return awayMs <= (columns.uncertaintyMs[at] as number) || !Number.isNaN(columns.passedAt[at] as number);
		},
		price(leg, side, quantity) {
			const isKnown = quantity > 0 && !Number.isNaN(columns.mid[columns.row(leg)] as number);
			return isKnown ? priceOf(table, leg, side === 'buy', quantity) : Number.NaN;
		},
		away(leg, side, quantity) {
			const price = priceOf(table, leg, side === 'buy', quantity);
			return slippageOf(side, price, columns.mid[columns.row(leg)] as number);
		},
		leastAway(leg, side) {
			const at = columns.row(leg);
			const best = (side === 'buy' ? columns.ask : columns.bid)[at] as number;
			return slippageOf(side, best, columns.mid[at] as number);
		},
		held: (leg, side) => heldOf(table, leg, side),
		reach: (leg, side) => reachOf(table, leg, side),
		isReachWhole: (leg, side) => reachOf(table, leg, side) === heldOf(table, leg, side),
		read(leg, inputs, passed, context) {
			columns.ensure(leg);
			const known = rows[leg];
			const row = known ?? newRow(inputs.instrument);
			rows[leg] = row;
			const isChanged = known === undefined || known.instrument !== inputs.instrument;
			if (isChanged) readInstrument(table, leg, row, inputs.instrument);
			if (isChanged || row.book !== inputs.book) readBook(table, leg, row, inputs.book);
			row.status = inputs.status;
			row.tickerReceivedAt = inputs.tickerReceivedAt;
			if (isChanged || row.ticker !== inputs.ticker) readTicker(table, leg, row, inputs.ticker);
			const at = columns.row(leg);
			columns.passedAt[at] = passed?.at ?? Number.NaN;
			columns.passedRate[at] = orNaN(passed?.rate);
			readAges(table, leg, row, inputs, context);
			return isChanged;
		},
		readBook: (leg, inputs, status, limits, now) => readBookAlone(table, leg, inputs, status, limits, now),
		forget(leg) {
			rows[leg] = undefined;
		},
	};
}

function rowOf({ rows }: Table, leg: number): Row {
	const row = rows[leg];
	if (row === undefined) throw new Error(`Invariant broken: row ${leg} holds no instrument.`);
	return row;
}

/** Returns the curve for one side of a leg's book, and resets it if the book has changed. */
function curveOf(table: Table, leg: number, isBuy: boolean): BookCurve {
	const row = rowOf(table, leg);
	if (row.curvesOf !== row.book) {
		row.curvesOf = row.book;
		row.asks.reset(row.book?.asks ?? []);
		row.bids.reset(row.book?.bids ?? []);
	}
	return row[isBuy ? 'asks' : 'bids'];
}

function readBookAlone(
	table: Table,
	leg: number,
	inputs: InstrumentInputs,
	status: LegInputs['status'],
	limits: Pick<GuardContext['limits'], 'bookStaleMs'>,
	now: number,
): boolean {
	const { columns } = table;
	const row = table.rows[leg];
	const at = columns.row(leg);
	if (
		row === undefined ||
		row.instrument !== inputs.instrument ||
		row.ticker !== inputs.ticker ||
		row.tickerReceivedAt !== inputs.tickerReceivedAt ||
		row.status !== status ||
		row.fees !== inputs.fees ||
		columns.isSteady[at] !== 1 ||
		now >= (columns.othersHoldUntil[at] as number) ||
		isStale(inputs.bookReceivedAt, limits.bookStaleMs, now)
	)
		return false;
	if (row.book !== inputs.book) readBook(table, leg, row, inputs.book);
	if (!row.isBookUsable) return false;
	readBookAge(columns, at, inputs, limits, now);
	return true;
}

function readBookAge(
	columns: LegTable['columns'],
	at: number,
	inputs: InstrumentInputs,
	limits: Pick<GuardContext['limits'], 'bookStaleMs'>,
	now: number,
): void {
	columns.bookStaleAt[at] = (inputs.bookReceivedAt ?? Number.NEGATIVE_INFINITY) + limits.bookStaleMs;
	const othersHoldUntil = columns.othersHoldUntil[at] as number;
	columns.holdsUntil[at] = Math.min(bookGuardsHoldUntil(inputs, limits, now), othersHoldUntil);
	columns.newestAt[at] = newestReceipt(inputs);
}

function readBook(table: Table, leg: number, row: Row, book: OrderBook | undefined): void {
	const { columns } = table;
	const at = columns.row(leg);
	row.book = book;
	row.isBookUsable = isUsable(book);
	const mid = book === undefined ? undefined : midPrice(book);
	columns.mid[at] = mid === undefined ? Number.NaN : approximately(mid);
	columns.askReach[at] = Number.NaN;
	columns.bidReach[at] = Number.NaN;
	columns.askHeld[at] = Number.NaN;
	columns.bidHeld[at] = Number.NaN;
	columns.ask[at] = readBest(columns.askSpan, at, book?.asks[0]);
	columns.bid[at] = readBest(columns.bidSpan, at, book?.bids[0]);
	columns.bookVersion[at] = (columns.bookVersion[at] as number) + 1;
	readMinimums(table, at);
}

/**
 * Prepares the span of the best level, which is enough for most price queries. Returns the level's price; NaN without
 * a level.
 */
function readBest(spans: Float64Array, at: number, level: BookLevel | undefined): number {
	const price = orNaN(level?.[0]);
	spans[at] = 0;
	spans[at + 1] = orNaN(level?.[1]);
	spans[at + 2] = 0;
	spans[at + 3] = price;
	return price;
}

function readTicker({ columns }: Table, leg: number, row: Row, ticker: LegInputs['ticker']): void {
	const at = columns.row(leg);
	row.ticker = ticker;
	const funding = ticker?.funding ?? null;
	columns.mark[at] = orNaN(ticker?.mark);
	columns.volume24h[at] = orNaN(ticker?.volume24h);
	columns.openInterest[at] = orNaN(ticker?.openInterest);
	columns.index[at] = orNaN(ticker?.index);
	columns.rate[at] = orNaN(funding?.predictedRate);
	columns.intervalHours[at] = funding === null ? Number.NaN : funding.intervalMs / HOUR_MS;
	columns.hourlyRate[at] = (columns.rate[at] as number) / (columns.intervalHours[at] as number);
	columns.nextAt[at] = funding?.nextSettlementAt ?? Number.NaN;
	const bounds = { cap: ticker?.fundingCap ?? null, floor: ticker?.fundingFloor ?? null };
	const later =
		funding === null
			? undefined
			: laterSettlementsOf(settlementTermsOf(row.instrument.venue), funding, bounds);
	const closesAt = ticker?.delistingAt ?? Number.POSITIVE_INFINITY;
	if (!isSameClock(row.later, later) || columns.delistingAt[at] !== closesAt)
		columns.clockVersion[at] = (columns.clockVersion[at] as number) + 1;
	row.later = later;
	columns.laterIntervalMs[at] = later?.laterIntervalMs ?? Number.NaN;
	columns.floorUnits[at] = later?.floorUnits ?? Number.NaN;
	columns.capUnits[at] = later?.capUnits ?? Number.NaN;
	columns.delistingAt[at] = closesAt;
	columns.isTrading[at] = ticker?.tradable === true ? 1 : 0;
}

function priceOf(table: Table, leg: number, isBuy: boolean, quantity: number): number {
	const { columns } = table;
	const at = columns.row(leg);
	const spans = isBuy ? columns.askSpan : columns.bidSpan;
	const known = priceInSpan(quantity, spans, at);
	if (!Number.isNaN(known)) return known;
	return curveOf(table, leg, isBuy).averagePrice(quantity, spans, at);
}

function reachOf(table: Table, leg: number, side: 'buy' | 'sell'): number {
	const { columns, limits } = table;
	const isBuy = side === 'buy';
	const at = columns.row(leg);
	const column = isBuy ? columns.askReach : columns.bidReach;
	const known = column[at] as number;
	if (!Number.isNaN(known)) return known;
	const limit =
		(columns.mid[at] as number) * (isBuy ? 1 + limits.maxAmountSlippage : 1 - limits.maxAmountSlippage);
	const reach = curveOf(table, leg, isBuy).quantityWithin(limit, isBuy);
	column[at] = reach;
	return reach;
}

function heldOf(table: Table, leg: number, side: 'buy' | 'sell'): number {
	const isBuy = side === 'buy';
	const at = table.columns.row(leg);
	const column = isBuy ? table.columns.askHeld : table.columns.bidHeld;
	const known = column[at] as number;
	if (!Number.isNaN(known)) return known;
	const held = curveOf(table, leg, isBuy).quantity();
	column[at] = held;
	return held;
}

function readInstrument(table: Table, leg: number, row: Row, instrument: Instrument): void {
	const { columns } = table;
	const at = columns.row(leg);
	row.instrument = instrument;
	columns.uncertaintyMs[at] = settlementTermsOf(instrument.venue).uncertaintyMs;
	columns.maintenanceMargin[at] = maintenanceMargin(instrument);
	columns.quantityMin[at] = approximately(instrument.quantityMin);
	columns.notionalMin[at] = approximately(instrument.notionalMin);
	readMinimums(table, at);
}

function readMinimums({ columns, limits }: Table, at: number): void {
	const lowPrice = (columns.mid[at] as number) * (1 - limits.stressMove);
	const byValue = (columns.notionalMin[at] as number) / lowPrice;
	columns.quantityLeast[at] = Math.max(columns.quantityMin[at] as number, byValue);
}

function readAges({ columns }: Table, leg: number, row: Row, inputs: LegInputs, context: GuardContext): void {
	const at = columns.row(leg);
	if (row.fees !== inputs.fees) {
		row.fees = inputs.fees;
		columns.takerFee[at] = approximately(inputs.fees.taker);
	}
	const findings = legGuards(inputs, context, row.isBookUsable);
	columns.isBlocked[at] = 0;
	columns.warnings[at] = 0;
	columns.isCapped[at] = 0;
	columns.isSteady[at] = findings.some(({ code }) => UNSTEADY.has(code)) ? 0 : 1;
	if (findings.length > 0) readFindings(columns, at, findings);
	columns.othersHoldUntil[at] = otherGuardsHoldUntil(inputs, context);
	readBookAge(columns, at, inputs, context.limits, context.now);
}

function readFindings(columns: LegTable['columns'], at: number, findings: readonly GuardFinding[]): void {
	columns.isBlocked[at] = findings.some(isBlockingAlways) ? 1 : 0;
	columns.warnings[at] = warningBits(findings.filter(({ code }) => code !== 'DELISTING_ANNOUNCED'));
	columns.isCapped[at] = findings.some(({ code }) => code === 'RATE_CAPPED') ? 1 : 0;
}

function isBlockingAlways({ code }: GuardFinding): boolean {
	return code !== 'DELISTING' && GUARDS[code].blocking;
}

/** Returns when the newest input was received, ms; 0 without an input. */
function newestReceipt({ ticker, tickerReceivedAt, book, bookReceivedAt }: InstrumentInputs): number {
	const tickerAt = ticker === undefined ? 0 : (tickerReceivedAt ?? 0);
	const bookAt = book === undefined ? 0 : (bookReceivedAt ?? 0);
	return Math.max(tickerAt, bookAt, 0);
}

function newRow(instrument: Instrument): Row {
	return {
		instrument,
		ticker: undefined,
		book: undefined,
		isBookUsable: false,
		tickerReceivedAt: undefined,
		status: undefined,
		fees: undefined,
		later: undefined,
		curvesOf: undefined,
		asks: createBookCurve(),
		bids: createBookCurve(),
	};
}

function isSameClock(a: LaterSettlements | undefined, b: LaterSettlements | undefined): boolean {
	if (a === undefined || b === undefined) return a === b;
	return (
		a.nextAt === b.nextAt &&
		a.laterIntervalMs === b.laterIntervalMs &&
		a.floorUnits === b.floorUnits &&
		a.capUnits === b.capUnits
	);
}

/**
 * Returns the maintenance margin as a fraction of the notional, which is half of the lowest initial margin.
 * Hyperliquid documents this rule, and the first tiers of Bybit and KuCoin match it (margin pages, read 2026-11).
 */
function maintenanceMargin({ leverageMax }: Instrument): number {
	return 0.5 / leverageMax;
}
