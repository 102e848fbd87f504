/**
 * Defines a venue's public data: instruments, prices, order books, trades and settled rates. Quantities are in coins,
 * prices in USD per coin. Reads throw `VenueError`.
 */

import type { Decimal } from '../domain/decimal.ts';
import type { PredictedFunding, SettledRate } from '../domain/funding.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';
import type { OrderBook } from '../domain/order-book.ts';
import type { Words } from '../sentences/sentence.ts';
import type { FeedCounts } from './metrics.ts';
import type { VenueNeed } from './venue-need.ts';
import type { VenueNotices } from './venue-notices.ts';

/** Prices and funding for one instrument from one read. A field is null if the venue gave no usable value. */
export type InstrumentTicker = {
	readonly symbol: string;
	readonly mark: Decimal | null;
	readonly index: Decimal | null;
	/** Price of the last trade, which may be a minute old. It is used only if there is no mark price. */
	readonly last: Decimal | null;
	/** Receipt time of data from a stream, milliseconds; set only if the data is older than the response. */
	readonly receivedAt?: number | undefined;
	/** Volume over 24 h, USD. */
	readonly volume24h: Decimal | null;
	/** Open interest, USD. */
	readonly openInterest: Decimal | null;
	readonly funding: PredictedFunding | null;
	readonly fundingCap: Decimal | null;
	readonly fundingFloor: Decimal | null;
	/** False while the venue reports that the instrument is not trading (settling, pre-launch, suspended). */
	readonly tradable: boolean;
	/**
	 * Announced time at which the venue closes and settles the instrument, milliseconds; null if none is announced.
	 */
	readonly delistingAt: number | null;
	/** Reasons why a field is null or the instrument is not tradable; empty if there are none. */
	readonly problems: readonly Words[];
	/** The index price in another quote currency, if the venue trades the two currencies against each other. */
	readonly otherIndex?: { readonly quote: string; readonly price: Decimal } | undefined;
};

/** An order book after a change. */
export type BookUpdate = {
	readonly symbol: string;
	/** Top levels of the order book, at most as many as the subscription's depth. */
	readonly book: OrderBook;
	/** The venue's timestamp in milliseconds, if any. */
	readonly venueAt: number | undefined;
};

/** Settled rates from one venue. */
export type SettledRatesAnswer = {
	/** Settled rates, newest first, each once. */
	readonly rates: readonly SettledRate[];
	/** A sentence for each unreadable row in the response. */
	readonly unusable: readonly string[];
};

/** `background` reads use only spare request capacity, so they may wait for minutes. */
export type ReadPace = 'prompt' | 'background';

/** A public trade on an instrument, by any trader. */
export type PublicTrade = {
	/** Id of the trade, unique per instrument. */
	readonly tradeId: string;
	/** Price of the trade, USD per coin. */
	readonly price: Decimal;
	/** Traded quantity, coins. */
	readonly quantity: Decimal;
	/** Time of the trade on the venue's clock, milliseconds. */
	readonly tradedAt: number;
};

/** Margin that a venue requires for a position up to a value; maintenance margin = value × rate − deduction. */
export type RiskTier = {
	/** Maximum position value in the tier, USD. */
	readonly valueMax: Decimal;
	readonly maintenanceRate: Decimal;
	/** Amount subtracted from value × rate, USD; 0 if the venue applies the rate to the whole value. */
	readonly deduction: Decimal;
	readonly leverageMax: Decimal;
};

/** Fees as fractions of the traded value. 0.0005 is 5 basis points; a negative rate is a rebate. */
export type FeeRates = { readonly taker: Decimal; readonly maker: Decimal };

/** Public data from one venue. Every read throws `VenueError`. */
export interface VenueMarketData {
	readonly venue: VenueName;
	/**
	 * Returns the required features as found by the last check; empty before the first check. Absent for venues with
	 * their own adapter.
	 */
	readonly needs?: () => readonly VenueNeed[];
	/** Fetches the linear USDT and USDC perpetuals that are trading. */
	loadInstruments(): Promise<readonly Instrument[]>;
	/**
	 * Fetches the venue's current tickers, by one request or from its stream: prices, running funding estimates,
	 * funding intervals and next settlements. Data older than the response has its receipt time in `receivedAt`.
	 */
	fetchTickers(): Promise<readonly InstrumentTicker[]>;
	/** Fetches an order book with a fresh request. */
	fetchBook(symbol: string, depth: number): Promise<OrderBook>;
	/**
	 * Fetches settled rates with from ≤ settledAt ≤ to, in as many pages as the venue's limits require.
	 * @throws VenueError, also if the range has more rows than the paging limit, which is at least 1,500
	 */
	fetchSettledRates(symbol: string, from: number, to: number, pace: ReadPace): Promise<SettledRatesAnswer>;
	/**
	 * Streams order books for the symbols until `close` is called, and reconnects with backoff. Whenever the stream
	 * for some symbols is lost and the resync starts, calls `onDown` with a reason. The order books for these symbols
	 * are then no longer current.
	 */
	streamBooks(
		symbols: readonly string[],
		listener: {
			readonly onBook: (update: BookUpdate) => void;
			readonly onDown: (symbols: readonly string[], reason: string) => void;
		},
	): { readonly close: () => Promise<void> };
	/**
	 * Fetches the latest public trades, unordered, at most as many as one request returns. In a busy market, trades
	 * between two calls may therefore be missed.
	 * @throws VenueError
	 */
	fetchTrades(symbol: string): Promise<readonly PublicTrade[]>;
	/**
	 * Fetches risk tiers in order of rising value; null if the venue shows them only to key holders. @throws
	 * VenueError
	 */
	fetchRiskTiers(symbol: string): Promise<readonly RiskTier[] | null>;
	/**
	 * Reads the venue's notices about itself. Never rejects: a part that cannot be read is listed as unknown, with a
	 * sentence.
	 */
	fetchNotices(): Promise<VenueNotices>;
	/** Returns the counts from the venue's streams since the process started; absent if nothing is counted. */
	readonly feed?: () => FeedCounts;
	/** Returns base-tier fees from the venue's documentation or public API. */
	baseFees(symbol: string): FeeRates;
	/** Returns venue time minus our time in milliseconds, measured over one round trip. */
	measureClockOffset(): Promise<number>;
	/** Returns the typical round-trip time for a small request, milliseconds; null before the first request. */
	roundTripMs(): number | null;
	close(): Promise<void>;
}
