/**
 * Public data of a venue: instruments, prices, books, trades and settled rates. Quantities are in coins, prices in USD per coin;
 * reads throw `VenueError`.
 */

import type { Decimal } from '../domain/decimal.ts';
import type { PredictedFunding, SettledRate } from '../domain/funding.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';
import type { OrderBook } from '../domain/order-book.ts';
import type { FeedCounts } from './metrics.ts';
import type { VenueNeed } from './venue-need.ts';
import type { VenueNotices } from './venue-notices.ts';

/** Prices and funding of one instrument from one read of the venue; null where the venue gave nothing usable. */
export type InstrumentTicker = {
	readonly symbol: string;
	readonly mark: Decimal | null;
	readonly index: Decimal | null;
	/** The price of the last trade; it may be a minute old, and no figure hangs on it while there is a mark. */
	readonly last: Decimal | null;
	/** When it was received, where that was before the answer that has it: from a stream. */
	readonly receivedAt?: number | undefined;
	/** USD in 24 h. */
	readonly volume24h: Decimal | null;
	/** USD. */
	readonly openInterest: Decimal | null;
	readonly funding: PredictedFunding | null;
	readonly fundingCap: Decimal | null;
	readonly fundingFloor: Decimal | null;
	/** False while the venue says that the instrument is not trading (settling, pre-launch, suspended). */
	readonly tradable: boolean;
	/** When the venue closes the instrument and settles what is held, milliseconds; null while nothing is announced. */
	readonly delistingAt: number | null;
	/** Why a member is null or the instrument not tradable; empty when all is well. */
	readonly problems: readonly string[];
	/** The index in another quote currency, where the venue trades the two currencies for each other. */
	readonly otherIndex?: { readonly quote: string; readonly price: Decimal } | undefined;
};

/** A book after a change. */
export type BookUpdate = {
	readonly symbol: string;
	/** Top levels, at most the subscription's depth. */
	readonly book: OrderBook;
	/** The venue's stamp in milliseconds, when it gives one. */
	readonly venueAt: number | undefined;
};

/** Settled rates as a venue gave them. */
export type SettledRatesAnswer = {
	/** Newest first, each once. */
	readonly rates: readonly SettledRate[];
	/** A sentence for each row of the answer that could not be read. */
	readonly unusable: readonly string[];
};

/** `background` reads take places that nothing else needs, and may wait for minutes. */
export type ReadPace = 'prompt' | 'background';

/** A trade of anybody on an instrument, as the venue publishes it. */
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

/** The margin that a venue asks for a position up to a value; maintenance margin = value × rate − deduction. */
export type RiskTier = {
	/** Largest value of a position in the tier, USD. */
	readonly valueMax: Decimal;
	readonly maintenanceRate: Decimal;
	/** USD; 0 where the venue takes the rate of the whole value. */
	readonly deduction: Decimal;
	readonly leverageMax: Decimal;
};

/** Fees as shares of the traded value: 0.0005 is 5 basis points, and a negative rate is a rebate. */
export type FeeRates = { readonly taker: Decimal; readonly maker: Decimal };

/** Public data of one venue. Every read throws `VenueError`. */
export interface VenueMarketData {
	readonly venue: VenueName;
	/** The needs found at the last look; empty before the first. Absent for venues that have an adapter of their own. */
	readonly needs?: () => readonly VenueNeed[];
	/** Fetches the linear USDT and USDC perpetuals that are trading. */
	loadInstruments(): Promise<readonly Instrument[]>;
	/**
	 * All tickers: prices, running estimates, intervals, clocks, as the venue tells them now, by one read or by its stream. What is
	 * older than the answer says since when it stands (`receivedAt`).
	 */
	fetchTickers(): Promise<readonly InstrumentTicker[]>;
	/** A book from a fresh request. */
	fetchBook(symbol: string, depth: number): Promise<OrderBook>;
	/**
	 * Settled rates with from ≤ settledAt ≤ to; pages through the venue's own limits.
	 * @throws VenueError also when the range has more rows than it pages through: 1,500 at the least
	 */
	fetchSettledRates(symbol: string, from: number, to: number, pace: ReadPace): Promise<SettledRatesAnswer>;
	/**
	 * Streams books of the symbols until `close` is called: reconnects by itself with backoff. `onDown` is called with
	 * a sentence whenever the stream of some symbols is lost (their books are no longer current) and the resync begins.
	 */
	streamBooks(
		symbols: readonly string[],
		listener: {
			readonly onBook: (update: BookUpdate) => void;
			readonly onDown: (symbols: readonly string[], reason: string) => void;
		},
	): { readonly close: () => Promise<void> };
	/** The latest trades of anybody, in no order and no more than one request answers: after a busy moment there may be a gap. @throws VenueError */
	fetchTrades(symbol: string): Promise<readonly PublicTrade[]>;
	/** Risk tiers by rising value; null where the venue tells them only to whoever has a key. @throws VenueError */
	fetchRiskTiers(symbol: string): Promise<readonly RiskTier[] | null>;
	/** Reads the venue's word about itself. Never rejects: a part that cannot be read is unknown, with a sentence. */
	fetchNotices(): Promise<VenueNotices>;
	/** Counts of its streams since the start; absent where nothing is counted. */
	readonly feed?: () => FeedCounts;
	/** Base-tier fees as the venue documents or states them publicly. */
	baseFees(symbol: string): FeeRates;
	/** Venue time minus our time in milliseconds, from a request's round trip. */
	measureClockOffset(): Promise<number>;
	/** How long a small request and its answer are usually on their way, milliseconds; null before the first. */
	roundTripMs(): number | null;
	close(): Promise<void>;
}
