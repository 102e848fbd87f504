/**
 * Provides the order book for a trade: the streamed one while it is recent and deep enough, otherwise a fetched one.
 */
import { add, type Decimal, mulDown, ZERO } from '../../domain/decimal.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { type BookLevel, midPrice, type OrderBook } from '../../domain/order-book.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Market } from '../../ports/market.ts';

/**
 * @param notional USD that both sides of a streamed book must hold. A thinner book may be cut off because the
 * stream's depth is limited.
 * @throws VenueError if a fetch is needed and fails
 */
export async function freshBook(
	parts: { readonly market: Market; readonly clock: Clock; readonly bookAgeMsMax: number },
	venue: VenueName,
	symbol: string,
	notional: Decimal,
): Promise<OrderBook> {
	const { market, clock, bookAgeMsMax } = parts;
	const inputs = market.get(venue, symbol);
	const { book, bookReceivedAt } = inputs ?? {};
	if (book === undefined || bookReceivedAt === undefined) return market.refreshBook(venue, symbol);
	const ageMs = clock.now() - bookReceivedAt;
	// A clock that was set back makes a book seem to come from the future, so its age is unknown.
	const isYoung = ageMs >= 0 && ageMs <= bookAgeMsMax;
	const isUsable = midPrice(book) !== undefined && shows(book.bids, notional) && shows(book.asks, notional);
	return isYoung && isUsable ? book : market.refreshBook(venue, symbol);
}

function shows(levels: readonly BookLevel[], notional: Decimal): boolean {
	let value: Decimal = ZERO;
	for (const [price, quantity] of levels) {
		value = add(value, mulDown(price, quantity));
		if (value >= notional) return true;
	}
	return false;
}
