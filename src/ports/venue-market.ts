/**
 * Public data of a venue: instruments, prices, books, trades and settled rates. Quantities are in coins, prices in
 * USD per coin; reads throw `VenueError`.
 */

import type { Decimal } from '../domain/decimal.ts';
import type { PredictedFunding, SettledRate } from '../domain/funding.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';
import type { OrderBook } from '../domain/order-book.ts';
import type { FeedCounts } from './metrics.ts';
import type { VenueNeed } from './venue-need.ts';
import type { VenueNotices } from './venue-notices.ts';

/** Prices and funding of one instrument from one read of the venue; null if the venue gave nothing usable. */
export type InstrumentTicker = {
	readonly symbol: string;
	readonly mark: Decimal | null;
	readonly index: Decimal | null;
	/** Price of the last trade, possibly a minute old; used only without a mark. */
	readonly last: Decimal | null;
	/** Receipt time, if earlier than that of the answer: data from a stream. */
	readonly receivedAt?: number | undefined;
	/** USD in 24 h. */
	readonly volume24h: Decimal | null;
	/** USD. */
	readonly openInterest: Decimal | null;
	readonly funding: PredictedFunding | null;
	readonly fundingCap: Decimal | null;
	readonly fundingFloor: Decimal | null;
	/** False while the venue states that the instrument is not trading (settling, pre-launch, suspended). */
	readonly tradable: boolean;
	/**
	 * Announced time at which the venue closes and settles the instrument, milliseconds; null without an
	 * announcement.
	 */
	readonly delistingAt: number | null;
	/** Why a member is null or the instrument not tradable; empty without problems. */
	readonly problems: readonly string[];
	/** The index in another quote currency, if the venue trades the two currencies against each other. */
	readonly otherIndex?: { readonly quote: string; readonly price: Decimal } | undefined;
};

/** A book after a change. */
export type BookUpdate = {
	readonly symbol: string;
	/** Top levels, at most the subscription's depth. */
	readonly book: OrderBook;
	/** The venue's stamp in milliseconds, if any. */
	readonly venueAt: number | undefined;
};

/** Settled rates from one venue. */
export type SettledRatesAnswer = {
	/** Newest first, each once. */
	readonly rates: readonly SettledRate[];
	/** A sentence for each unreadable row of the answer. */
	readonly unusable: readonly string[];
};

/** `background` reads use only spare request capacity, and may wait for minutes. */
export type ReadPace = 'prompt' | 'background';

/** A public trade on an instrument, by anybody. */
export type PublicTrade = {
	/** Unique per instrument. */
	readonly tradeId: string;
	/** USD per coin. */
	readonly price: Decimal;
	/** Coins. */
	readonly quantity: Decimal;
	/** Milliseconds, by the venue's clock. */
	readonly tradedAt: number;
};

/** Margin that a venue requires for a position up to a value; maintenance margin = value × rate − deduction. */
export type RiskTier = {
	/** Largest position value of the tier, USD. */
	readonly valueMax: Decimal;
	readonly maintenanceRate: Decimal;
	/** USD; 0 if the venue applies the rate to the whole value. */
	readonly deduction: Decimal;
	readonly leverageMax: Decimal;
};

/** Fees as shares of the traded value: 0.0005 is 5 basis points, and a negative rate is a rebate. */
export type FeeRates = { readonly taker: Decimal; readonly maker: Decimal };

/** Public data of one venue. Every read throws `VenueError`. */
export interface VenueMarketData {
	readonly venue: VenueName;
	/** Features found at the last check; empty before the first. Absent for venues with an adapter of their own. */
	readonly needs?: () => readonly VenueNeed[];
	/** Fetches the linear USDT and USDC perpetuals that are trading. */
	loadInstruments(): Promise<readonly Instrument[]>;
	/**
	 * All present tickers of the venue: prices, running estimates, intervals, clocks, by one read or from its stream.
	 * Data older than the answer states its receipt time (`receivedAt`).
	 */
	fetchTickers(): Promise<readonly InstrumentTicker[]>;
	/** A book from a fresh request. */
	fetchBook(symbol: string, depth: number): Promise<OrderBook>;
	/**
	 * Settled rates with from ≤ settledAt ≤ to; pages through the venue's own limits.
	 * @throws VenueError also if the range has more rows than the paging limit, which is at least 1,500
	 */
	fetchSettledRates(symbol: string, from: number, to: number, pace: ReadPace): Promise<SettledRatesAnswer>;
	/**
	 * Streams books of the symbols until `close` is called; reconnects by itself with backoff. Calls `onDown` with a
	 * sentence whenever the stream of some symbols is lost (their books are no longer current) and the resync starts.
	 */
	streamBooks(
		symbols: readonly string[],
		listener: {
			readonly onBook: (update: BookUpdate) => void;
			readonly onDown: (symbols: readonly string[], reason: string) => void;
		},
	): { readonly close: () => Promise<void> };
	/**
	 * The latest public trades, unordered, at most as many as one request returns: a busy moment may leave a gap.
	 * @throws VenueError
	 */
	fetchTrades(symbol: string): Promise<readonly PublicTrade[]>;
	/** Risk tiers by rising value; null if the venue shows them only to key holders. @throws VenueError */
	fetchRiskTiers(symbol: string): Promise<readonly RiskTier[] | null>;
	/** Reads the venue's notices about itself. Never rejects: an unreadable part is unknown, with a sentence. */
	fetchNotices(): Promise<VenueNotices>;
	/** Counts of its streams since the start; absent if nothing is counted. */
	readonly feed?: () => FeedCounts;
	/** Base-tier fees from the venue's documentation or public API. */
	baseFees(symbol: string): FeeRates;
	/** Venue time minus our time in milliseconds, from a request's round trip. */
	measureClockOffset(): Promise<number>;
	/** Typical round-trip time of a small request, milliseconds; null before the first. */
	roundTripMs(): number | null;
	close(): Promise<void>;
}
