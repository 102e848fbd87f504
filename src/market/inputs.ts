/** What is kept of each instrument, and the limits of its freshness. */
import type { Instrument } from '../domain/instrument.ts';
import type { OrderBook } from '../domain/order-book.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import type { FeeRates } from '../ports/venue-market.ts';

/** Periods at which market data is read, and the ages at which it counts as stale, ms. */
export type MarketLimits = {
	readonly tickerPeriodMs: number;
	/** Older tickers make the venue stale. */
	readonly tickerStaleMs: number;
	readonly bookStaleMs: number;
	readonly bookDepth: number;
	/** Between two reads of all contracts; five minutes where it is not said. */
	readonly contractsPeriodMs?: number;
	/** Of what the venue says of itself, and of its clock; a minute. */
	readonly noticesPeriodMs?: number;
	readonly clockPeriodMs?: number;
};

/** The latest inputs of one instrument; its members change in place. */
export type Inputs = {
	instrument: Instrument;
	ticker: InstrumentInputs['ticker'];
	tickerReceivedAt: number | undefined;
	book: OrderBook | undefined;
	bookReceivedAt: number | undefined;
	/** True while the book follows its stream; a book that was asked for only ages. */
	bookInStep: boolean;
	fees: FeeRates;
};
