/** Defines the latest market data of an instrument, and the limits within which the data counts as fresh. */
import type { Instrument } from '../domain/instrument.ts';
import type { OrderBook } from '../domain/order-book.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import type { FeeRates } from '../ports/venue-market.ts';

/** Intervals between reads of market data, and the ages at which data counts as stale, ms. */
export type MarketLimits = {
	readonly tickerPeriodMs: number;
	/** The venue counts as stale when its tickers are older than this, milliseconds. */
	readonly tickerStaleMs: number;
	readonly bookStaleMs: number;
	readonly bookDepth: number;
	/** Interval between reads of all contracts; five minutes by default. */
	readonly contractsPeriodMs?: number;
	/** Interval between reads of announcements; one minute by default. */
	readonly noticesPeriodMs?: number;
	/** Interval between clock measurements; one minute by default. */
	readonly clockPeriodMs?: number;
};

/** The latest inputs of one instrument. Its fields change in place. */
export type Inputs = {
	instrument: Instrument;
	ticker: InstrumentInputs['ticker'];
	tickerReceivedAt: number | undefined;
	book: OrderBook | undefined;
	bookReceivedAt: number | undefined;
	/**
	 * True while the book is in sync with its stream. A book that was fetched by request is never in sync, so it ages
	 * from its receipt on.
	 */
	bookInStep: boolean;
	fees: FeeRates;
};
