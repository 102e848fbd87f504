/**
 * Defines the current inputs for every instrument, with their ages. `src/market/` maintains them; opportunities,
 * execution and portfolio read them.
 */
import type { Instrument, VenueName } from '../domain/instrument.ts';
import { MARKET_TEXT } from '../domain/market-text.ts';
import type { OrderBook } from '../domain/order-book.ts';
import type { QuoteRate } from '../domain/quote-rate.ts';
import type { Words } from '../sentences/sentence.ts';
import type { VenueFailure } from './venue-failure.ts';
import type { FeeRates, InstrumentTicker } from './venue-market.ts';
import type { VenueNeed } from './venue-need.ts';
import type { VenueNotices } from './venue-notices.ts';

/** Latest public data about one instrument. Receipt times are milliseconds on the service's clock. */
export type InstrumentInputs = {
	readonly instrument: Instrument;
	/** Last valid ticker; undefined before the first one. */
	readonly ticker: InstrumentTicker | undefined;
	/** Receipt time of `ticker`; undefined before the first ticker. */
	readonly tickerReceivedAt: number | undefined;
	/** Latest order book; undefined before the first one, and while its stream is known to have missed an update. */
	readonly book: OrderBook | undefined;
	readonly bookReceivedAt: number | undefined;
	/** Fees in the venue's base tier, as shown to a caller without an account. */
	readonly fees: FeeRates;
};

/** State of a venue's data: fresh enough for trading, stale, or down, with the reason. */
export type VenueDataStatus = {
	readonly venue: VenueName;
	/** True if the service can place orders at the venue; false if it only reads its data. */
	readonly isTraded: boolean;
	readonly state: 'fresh' | 'stale' | 'down';
	/**
	 * Why the data is not fresh, as a sentence with its full stop; null if the data is fresh. The reason stays the
	 * same while the state lasts.
	 */
	readonly reason: Words | null;
	/** The failed request that caused a `stale` or `down` state; null if none failed. */
	readonly failure: VenueFailure | null;
	/** Age of the venue's newest ticker, milliseconds; null before the first one. */
	readonly dataAgeMs: number | null;
	readonly clockOffsetMs: number | null;
	readonly instrumentCount: number;
	/** The venue's latest notices about itself; null before its first response. */
	readonly notices: VenueNotices | null;
	/** The venue's own statement that trading is currently stopped or restricted; null if there is none. */
	readonly stopped: Words | null;
	/**
	 * Result of checking the required features; empty before the first check, and for a venue with its own adapter.
	 */
	readonly needs: readonly VenueNeed[];
};

/**
 * Returns one or two sentences that explain why a venue's market data is unusable for trading. Call it only for data
 * that is not fresh.
 */
export function notFreshSentence(
	exchange: string,
	{ state, reason }: Pick<VenueDataStatus, 'state' | 'reason'>,
): Words {
	return MARKET_TEXT.notFresh({ exchange, state: state === 'stale' ? 'stale' : 'down', reason });
}

/** Public market data from all configured venues, in memory. Only `refreshBook` sends a request. */
export interface Market {
	readonly venues: readonly VenueName[];
	status(venue: VenueName): VenueDataStatus;
	/** Returns all known instruments on one venue, or on all. */
	inputs(venue?: VenueName): readonly InstrumentInputs[];
	get(venue: VenueName, symbol: string): InstrumentInputs | undefined;
	/** Returns the value of one unit of the quote currency `from` in `to`, from the venues' own index prices. */
	quoteRate(from: string, to: string): QuoteRate;
	/** Calls `listener` after an instrument's inputs have changed. */
	onChange(listener: (inputs: InstrumentInputs) => void): () => void;
	/** Calls `listener` after a venue's status or set of instruments has changed. */
	onVenue(listener: (venue: VenueName) => void): () => void;
	/** Returns an order book from a fresh request, and replaces the streamed order book with it. @throws VenueError */
	refreshBook(venue: VenueName, symbol: string): Promise<OrderBook>;
	/**
	 * Refetches the venue's contracts and clock after the venue refused a request because of them. Repeated calls
	 * within two seconds cause one refetch. Failures are logged.
	 */
	checkAgain(venue: VenueName): void;
}
