/** The latest market data of an instrument, and the limits of its freshness. */
import type { Instrument } from '../domain/instrument.ts';
import type { OrderBook } from '../domain/order-book.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import type { FeeRates } from '../ports/venue-market.ts';

/** Periods of reading market data, and the ages at which it counts as stale, ms. */
export type MarketLimits = {
	readonly tickerPeriodMs: number;
	/** The venue is stale when its tickers are older. */
	readonly tickerStaleMs: number;
	readonly bookStaleMs: number;
	readonly bookDepth: number;
	/** Time between two reads of all contracts; five minutes by default. */
	readonly contractsPeriodMs?: number;
	/** Periods of reading announcements and measuring the clock; one minute by default. */
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
	/** True while the book follows its stream. A book that was fetched by request only ages. */
	bookInStep: boolean;
	fees: FeeRates;
};
