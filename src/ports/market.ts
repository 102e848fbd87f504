/**
 * Present inputs of every instrument, with their ages. Maintained by `src/market/`, read by opportunities, execution
 * and portfolio.
 */
import type { Instrument, VenueName } from '../domain/instrument.ts';
import type { OrderBook } from '../domain/order-book.ts';
import type { QuoteRate } from '../domain/quote-rate.ts';
import type { VenueFailure } from './venue-failure.ts';
import type { FeeRates, InstrumentTicker } from './venue-market.ts';
import type { VenueNeed } from './venue-need.ts';
import type { VenueNotices } from './venue-notices.ts';

/** Latest public data of one instrument. Receipt times are milliseconds by the service's clock. */
export type InstrumentInputs = {
	readonly instrument: Instrument;
	/** Last good ticker with its receipt time; undefined before the first. */
	readonly ticker: InstrumentTicker | undefined;
	readonly tickerReceivedAt: number | undefined;
	/** Undefined before the first book and while the stream is known to be out of step. */
	readonly book: OrderBook | undefined;
	readonly bookReceivedAt: number | undefined;
	/** Fees of the venue's base tier, as shown to a caller without an account. */
	readonly fees: FeeRates;
};

/** State of a venue's data: fresh enough for trading, stale, or down, with the reason. */
export type VenueDataStatus = {
	readonly venue: VenueName;
	readonly state: 'fresh' | 'stale' | 'down';
	/** A sentence with its full stop, constant while the state lasts. */
	readonly reason: string | null;
	/** The failed request behind data that is not fresh; null if none failed. */
	readonly failure: VenueFailure | null;
	/** Age of the venue's oldest essential input (tickers), milliseconds; null before the first. */
	readonly dataAgeMs: number | null;
	readonly clockOffsetMs: number | null;
	readonly instrumentCount: number;
	/** The venue's latest notices about itself; null before its first answer. */
	readonly notices: VenueNotices | null;
	/** The venue's own statement that it stops or restricts trading now; null without one. */
	readonly stopped: string | null;
	/** Result of checking the required features; empty before the first check, and for a venue with its own adapter. */
	readonly needs: readonly VenueNeed[];
};

/** Why a venue's market data is unusable for trading, one or two sentences. Call it only for data that is not fresh. */
export function notFreshSentence(
	exchange: string,
	{ state, reason }: Pick<VenueDataStatus, 'state' | 'reason'>,
): string {
	return `The market data of ${exchange} is ${state}: ${reason ?? 'the reason is unknown.'}`;
}

/** Public market data of all configured venues, from memory; only `refreshBook` sends a request. */
export interface Market {
	readonly venues: readonly VenueName[];
	status(venue: VenueName): VenueDataStatus;
	/** All known instruments of one venue, or of all. */
	inputs(venue?: VenueName): readonly InstrumentInputs[];
	get(venue: VenueName, symbol: string): InstrumentInputs | undefined;
	/** Value of one unit of a quote currency in another, from the venues' own index prices. */
	quoteRate(from: string, to: string): QuoteRate;
	/** Calls back after an instrument's inputs changed. */
	onChange(listener: (inputs: InstrumentInputs) => void): () => void;
	/** Calls back after a venue's status or set of instruments changed. */
	onVenue(listener: (venue: VenueName) => void): () => void;
	/** A book from a fresh request, which also replaces the streamed one if they differ. @throws VenueError */
	refreshBook(venue: VenueName, symbol: string): Promise<OrderBook>;
	/**
	 * Refetches the venue's contracts and clock after it refused a request because of them: once within some seconds,
	 * however often it is called. Failures are logged.
	 */
	checkAgain(venue: VenueName): void;
}
