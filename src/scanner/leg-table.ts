/**
 * What the scanner's hot path needs of every instrument, in doubles: read once per change of its inputs, used by every
 * slot that hangs on it. What is answered is computed exactly, from the inputs themselves (`record.ts`).
 */
import type { Decimal } from '../domain/decimal.ts';
import { type LaterSettlements, laterSettlementsOf } from '../domain/expected-carry.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { Instrument } from '../domain/instrument.ts';
import { midPrice, type OrderBook } from '../domain/order-book.ts';
import { settlementUncertaintyMs } from '../domain/settlements.ts';
import { approximately, type BookCurve, createBookCurve } from './book-curve.ts';
import { type Columns, createColumns } from './columns.ts';
import {
	GUARDS,
	type GuardContext,
	type GuardFinding,
	type LegInputs,
	receipts,
	warningBits,
} from './guards.ts';
import { legGuards, legGuardsHoldUntil } from './leg-guards.ts';
import type { PassedSettlement } from './passed-settlement.ts';
import { maintenanceMargin } from './score-inputs.ts';

const LEG_COLUMNS = [
	// Running estimate: per its interval and per hour; NaN while unknown.
	'rate',
	'hourlyRate',
	'intervalHours',
	'nextAt',
	// The settlement before the coming one, while it may still count for an entry of now; else NaN.
	'passedRate',
	'passedAt',
	'uncertaintyMs',
	// USD per coin; NaN while unknown.
	'mid',
	'ask',
	'askSize',
	'bid',
	'bidSize',
	'mark',
	'index',
	'takerFee',
	'quantityMin',
	'notionalMin',
	// When its venue closes it, where announced. A position held past it is forbidden, so it hangs on the horizon.
	'delistingAt',
	// 1 while another guard of this leg alone forbids every trade; 1 while its venue trades it.
	'isBlocked',
	// Guards that only have to be known, as bits; that of a delisting hangs on the horizon too, and is not among them.
	'warnings',
	'isCapped',
	'isTrading',
	// When the newest input was received; 0 with none.
	'newestAt',
	// From then on its book says nothing of the present.
	'bookStaleAt',
	// Time alone changes what the guards say at this instant.
	'holdsUntil',
	// Rises with every book, and with every change of the clock or the bounds of rates.
	'bookVersion',
	'clockVersion',
	// Coins that a side takes inside the slippage bound; NaN until asked for.
	'askReach',
	'bidReach',
	// USD; NaN while unknown.
	'volume24h',
	'openInterest',
	// Half of the least initial margin: what venues ask to be maintained at the smallest size.
	'maintenanceMargin',
] as const;

export type LegTable = {
	readonly columns: Columns<(typeof LEG_COLUMNS)[number]>;
	readonly instrument: (leg: number) => Instrument;
	/** Its settlements after the coming one; undefined while no running estimate is known. */
	readonly later: (leg: number) => LaterSettlements | undefined;
	/** The running estimate for the coming settlement. */
	readonly estimate: (leg: number) => Decimal | undefined;
	/** The settlement before the coming one, while it may still count for an entry of now. */
	readonly passed: (leg: number) => PassedSettlement | undefined;
	/**
	 * How far a taker's average price is from the mid, a share of it, at least 0: buying takes the asks. NaN where the book
	 * does not hold the quantity.
	 */
	readonly away: (leg: number, side: 'buy' | 'sell', quantity: number) => number;
	/** Coins that a taker gets within the slippage bound: buying takes the asks. */
	readonly reach: (leg: number, side: 'buy' | 'sell') => number;
	/** True where its venue may or may not count an entry at this instant for a settlement. */
	readonly isNearSettlement: (leg: number, entryAt: number) => boolean;
	/** Takes the inputs of one instant; true when the instrument's own terms are others than before. */
	readonly read: (
		leg: number,
		inputs: LegInputs,
		passed: PassedSettlement | undefined,
		context: GuardContext,
	) => boolean;
	/** The row's instrument is gone: the next one read into it is another. */
	readonly forget: (leg: number) => void;
};

type Row = {
	instrument: Instrument;
	ticker: LegInputs['ticker'];
	book: OrderBook | undefined;
	later: LaterSettlements | undefined;
	passed: PassedSettlement | undefined;
	readonly asks: BookCurve;
	readonly bids: BookCurve;
};

/** @param maxAmountSlippage share of the mid that bounds `reach`. */
export function createLegTable(maxAmountSlippage: number): LegTable {
	const columns = createColumns(LEG_COLUMNS);
	const rows: (Row | undefined)[] = [];

	function rowOf(leg: number): Row {
		const row = rows[leg];
		if (row === undefined) throw new Error(`Invariant broken: row ${leg} holds no instrument.`);
		return row;
	}

	function readBook(leg: number, row: Row, book: OrderBook | undefined): void {
		row.book = book;
		row.asks.reset(book?.asks ?? []);
		row.bids.reset(book?.bids ?? []);
		const mid = book === undefined ? undefined : midPrice(book);
		columns.mid[leg] = mid === undefined ? Number.NaN : approximately(mid);
		columns.askReach[leg] = Number.NaN;
		columns.bidReach[leg] = Number.NaN;
		const ask = book?.asks[0];
		const bid = book?.bids[0];
		columns.ask[leg] = orNaN(ask?.[0]);
		columns.askSize[leg] = orNaN(ask?.[1]);
		columns.bid[leg] = orNaN(bid?.[0]);
		columns.bidSize[leg] = orNaN(bid?.[1]);
		columns.bookVersion[leg] = (columns.bookVersion[leg] as number) + 1;
	}

	function readTicker(leg: number, row: Row, ticker: LegInputs['ticker']): void {
		row.ticker = ticker;
		const funding = ticker?.funding ?? null;
		columns.mark[leg] = orNaN(ticker?.mark);
		columns.volume24h[leg] = orNaN(ticker?.volume24h);
		columns.openInterest[leg] = orNaN(ticker?.openInterest);
		columns.index[leg] = orNaN(ticker?.index);
		columns.rate[leg] = orNaN(funding?.predictedRate);
		columns.intervalHours[leg] = funding === null ? Number.NaN : funding.intervalMs / HOUR_MS;
		columns.hourlyRate[leg] = (columns.rate[leg] as number) / (columns.intervalHours[leg] as number);
		columns.nextAt[leg] = funding?.nextSettlementAt ?? Number.NaN;
		const bounds = { cap: ticker?.fundingCap ?? null, floor: ticker?.fundingFloor ?? null };
		const later = funding === null ? undefined : laterSettlementsOf(row.instrument.venue, funding, bounds);
		if (!isSameClock(row.later, later)) columns.clockVersion[leg] = (columns.clockVersion[leg] as number) + 1;
		row.later = later;
		columns.delistingAt[leg] = ticker?.delistingAt ?? Number.POSITIVE_INFINITY;
		columns.isTrading[leg] = ticker?.tradable === true ? 1 : 0;
	}

	function readInstrument(leg: number, row: Row, instrument: Instrument): void {
		row.instrument = instrument;
		columns.uncertaintyMs[leg] = settlementUncertaintyMs(instrument.venue);
		columns.quantityMin[leg] = approximately(instrument.quantityMin);
		columns.notionalMin[leg] = approximately(instrument.notionalMin);
		columns.maintenanceMargin[leg] = maintenanceMargin(instrument);
	}

	function readAges(leg: number, inputs: LegInputs, context: GuardContext): void {
		const { limits } = context;
		columns.bookStaleAt[leg] = (inputs.bookReceivedAt ?? Number.NEGATIVE_INFINITY) + limits.bookStaleMs;
		columns.takerFee[leg] = approximately(inputs.fees.taker);
		const findings = legGuards(inputs, context);
		columns.isBlocked[leg] = findings.some(isBlockingAlways) ? 1 : 0;
		columns.warnings[leg] = warningBits(findings.filter(({ code }) => code !== 'DELISTING_ANNOUNCED'));
		columns.isCapped[leg] = findings.some(({ code }) => code === 'RATE_CAPPED') ? 1 : 0;
		columns.holdsUntil[leg] = legGuardsHoldUntil(inputs, context);
		columns.newestAt[leg] = receipts(inputs, limits).reduce((newest, { at }) => Math.max(newest, at), 0);
	}

	return {
		columns,
		instrument: (leg) => rowOf(leg).instrument,
		later: (leg) => rowOf(leg).later,
		estimate: (leg) => rowOf(leg).ticker?.funding?.predictedRate,
		passed: (leg) => rowOf(leg).passed,
		isNearSettlement(leg, entryAt) {
			const awayMs = Math.abs((columns.nextAt[leg] as number) - entryAt);
			return awayMs <= (columns.uncertaintyMs[leg] as number) || rowOf(leg).passed !== undefined;
		},
		away(leg, side, quantity) {
			const isBuy = side === 'buy';
			// Most questions are answered by the best level.
			const isBest = quantity <= ((isBuy ? columns.askSize : columns.bidSize)[leg] as number);
			const price = isBest
				? ((isBuy ? columns.ask : columns.bid)[leg] as number)
				: rowOf(leg)[isBuy ? 'asks' : 'bids'].averagePrice(quantity);
			const share = price / (columns.mid[leg] as number) - 1;
			const against = isBuy ? share : -share;
			return against < 0 ? 0 : against;
		},
		reach(leg, side) {
			const isBuy = side === 'buy';
			const column = isBuy ? columns.askReach : columns.bidReach;
			const known = column[leg] as number;
			if (!Number.isNaN(known)) return known;
			const limit = (columns.mid[leg] as number) * (isBuy ? 1 + maxAmountSlippage : 1 - maxAmountSlippage);
			const reach = rowOf(leg)[isBuy ? 'asks' : 'bids'].quantityWithin(limit, isBuy);
			column[leg] = reach;
			return reach;
		},
		read(leg, inputs, passed, context) {
			columns.ensure(leg);
			const known = rows[leg];
			const row = known ?? newRow(inputs.instrument);
			rows[leg] = row;
			const isOther = known === undefined || known.instrument !== inputs.instrument;
			if (isOther) readInstrument(leg, row, inputs.instrument);
			if (known === undefined || known.book !== inputs.book) readBook(leg, row, inputs.book);
			if (known === undefined || known.ticker !== inputs.ticker) readTicker(leg, row, inputs.ticker);
			row.passed = passed;
			columns.passedAt[leg] = passed?.at ?? Number.NaN;
			columns.passedRate[leg] = orNaN(passed?.rate);
			readAges(leg, inputs, context);
			return isOther;
		},
		forget(leg) {
			rows[leg] = undefined;
		},
	};
}

function isBlockingAlways({ code }: GuardFinding): boolean {
	return code !== 'DELISTING' && GUARDS[code].blocking;
}

function newRow(instrument: Instrument): Row {
	return {
		instrument,
		ticker: undefined,
		book: undefined,
		later: undefined,
		passed: undefined,
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

function orNaN(value: Decimal | null | undefined): number {
	return value === null || value === undefined ? Number.NaN : approximately(value);
}
