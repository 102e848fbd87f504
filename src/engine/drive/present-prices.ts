/** Prices of now from the market's books, for what trades: the quote of an instrument, and the wish for a fresh book. */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Market } from '../../ports/market.ts';
import { type Quote, quoteOf } from '../decide/surroundings.ts';

/** A missing price is asked for at most this often per instrument. */
const PRICE_REFRESH_MS = 500;

/** The quote of the instrument's book; undefined where there is none, or it is older than `bookStaleMs`. */
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

/** Asks for a fresh book when the engine misses a price, not more often than the limit. */
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
			.catch((error: unknown) => log.warn({ venue, symbol, error }, 'no book for a leg that must be traded'));
	};
}
