/** Provides current prices from the market's books for trading, and requests fresh books. */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Market } from '../../ports/market.ts';
import { type Quote, quoteOf } from '../decide/surroundings.ts';

/** Minimum interval between two requests for an instrument's missing price. */
const PRICE_REFRESH_MS = 500;

/** Returns the quote from the instrument's book; undefined if there is no book or it is older than `bookStaleMs`. */
export function currentQuotes(
	market: Market,
	clock: Clock,
	bookStaleMs: number,
): (venue: VenueName, symbol: string) => Quote | undefined {
	return (venue, symbol) => {
		const inputs = market.get(venue, symbol);
		if (inputs?.book === undefined || inputs.bookReceivedAt === undefined) return undefined;
		return clock.now() - inputs.bookReceivedAt > bookStaleMs ? undefined : quoteOf(inputs.book);
	};
}

/**
 * Creates the function that requests a fresh book when the engine lacks a price, at most once per interval and
 * instrument.
 */
export function priceRefresher(
	market: Market,
	clock: Clock,
	log: Logger,
): (venue: VenueName, symbol: string) => void {
	const asked = new Map<string, number>();
	return (venue, symbol) => {
		const key = `${venue}:${symbol}`;
		const now = clock.monotonic();
		if (now - (asked.get(key) ?? Number.NEGATIVE_INFINITY) < PRICE_REFRESH_MS) return;
		asked.set(key, now);
		market
			.refreshBook(venue, symbol)
			.catch((error: unknown) =>
				log.warn({ venue, symbol, error }, 'cannot read the order book for a leg that must be traded'),
			);
	};
}
