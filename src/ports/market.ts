/** The present inputs of every instrument, with their ages. Kept by `market-data/`, read by scanner, execution and portfolio. */
import type { Instrument, VenueName } from '../domain/instrument.ts';
import type { OrderBook } from '../domain/order-book.ts';
import type { QuoteRate } from '../domain/quote-rate.ts';
import type { VenueFailure } from './venue-failure.ts';
import type { FeeRates, InstrumentTicker } from './venue-market.ts';
import type { VenueNeed } from './venue-need.ts';
import type { VenueNotices } from './venue-notices.ts';

/** Latest public data of one instrument. Times of receipt are milliseconds by the service's clock. */
export type InstrumentInputs = {
	readonly instrument: Instrument;
	/** Last good ticker and when it was received; undefined before the first. */
	readonly ticker: InstrumentTicker | undefined;
	readonly tickerReceivedAt: number | undefined;
	/** Undefined before the first book and while the stream is known to be out of step. */
	readonly book: OrderBook | undefined;
	readonly bookReceivedAt: number | undefined;
	/** Those of the venue's base tier, which is what a public caller is shown. */
	readonly fees: FeeRates;
};

/** State of a venue's data: fresh enough to trade by, stale, or down, with the reason. */
export type VenueDataStatus = {
	readonly venue: VenueName;
	readonly state: 'fresh' | 'stale' | 'down';
	/** A sentence, with its full stop, which stays the same while the same goes on. */
	readonly reason: string | null;
	/** The request that failed, of data that are not fresh; null where none did. */
	readonly failure: VenueFailure | null;
	/** Age of the venue's oldest essential input (tickers), milliseconds; null before the first. */
	readonly dataAgeMs: number | null;
	readonly clockOffsetMs: number | null;
	readonly instrumentCount: number;
	/** What the venue last said of itself; null before its first answer. */
	readonly notices: VenueNotices | null;
	/** What the venue itself says that stops or restricts trading now; null while it says nothing of it. */
	readonly stopped: string | null;
	/** What was found of all that is needed; empty before the first look, and where an adapter was made for the venue. */
	readonly needs: readonly VenueNeed[];
};

/** Why the market data of a venue are not traded on, one sentence or two. Of data that are fresh there is nothing to say. */
export function notFreshSentence({
	venue,
	state,
	reason,
}: Pick<VenueDataStatus, 'venue' | 'state' | 'reason'>): string {
	return `The market data of ${venue} is ${state}: ${reason ?? 'no reason is known.'}`;
}

/** Public market data of all configured venues, from memory; `refreshBook` alone asks a venue. */
export interface Market {
	readonly venues: readonly VenueName[];
	status(venue: VenueName): VenueDataStatus;
	/** All known instruments of one venue, or of all. */
	inputs(venue?: VenueName): readonly InstrumentInputs[];
	get(venue: VenueName, symbol: string): InstrumentInputs | undefined;
	/** What one unit of a quote currency is worth in another, by the venues' own index prices. */
	quoteRate(from: string, to: string): QuoteRate;
	/** Calls back after an instrument's inputs changed. */
	onChange(listener: (inputs: InstrumentInputs) => void): () => void;
	/** Calls back after a venue's status or set of instruments changed. */
	onVenue(listener: (venue: VenueName) => void): () => void;
	/** A book from a fresh request, which also replaces the streamed one when they differ. @throws VenueError */
	refreshBook(venue: VenueName, symbol: string): Promise<OrderBook>;
	/**
	 * The venue has refused something for what is known of it: its contracts and its clock are read anew, once within some
	 * seconds however often it is asked. Failures are logged.
	 */
	checkAgain(venue: VenueName): void;
}
