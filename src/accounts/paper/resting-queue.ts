/**
 * Computes the queue position and the fills of a resting post-only order.
 *
 * The order queues behind the quantity that its price level shows on arrival and behind the account's own orders at
 * that price. Only trades shorten the queue. Cancellations do not, because they cannot be observed reliably. Trades
 * at or through the order's price fill the order once they exceed the queue. Opposite orders at the order's price or
 * better also fill the order at its own price, because they would have matched it on arrival.
 *
 * If the order's price is beyond the visible levels, the queue is unknown and no trade counts until a book reaches
 * the price.
 */
import { add, type Decimal, max, min, sub, ZERO } from '../../domain/decimal.ts';
import { isBeyond, levelsFor, type OrderBook, oppositeSide } from '../../domain/order-book.ts';
import type { PaperOrder, TakenLevel } from '../../ports/paper-store.ts';
import type { PublicTrade } from '../../ports/venue-market.ts';
import { levelsLeft, type Piece, piecesWithin } from './taken-levels.ts';

type Placed = Pick<PaperOrder, 'side' | 'limitPrice'>;

/**
 * True if the order would take liquidity from the book, after subtracting the quantities that the account has already
 * taken.
 */
export function wouldTake(order: Placed, book: OrderBook, taken: readonly TakenLevel[]): boolean {
	const best = levelsLeft(book, order.side, taken)[0];
	return best !== undefined && !isBeyond(order.side, best[0], order.limitPrice);
}

/** Returns the quantity at the order's price level, coins; null if the book does not reach that price. */
export function queueIn(book: OrderBook, { side, limitPrice }: Placed): Decimal | null {
	// An order on the other side takes from the resting orders on this side.
	const takers = oppositeSide(side);
	const levels = levelsFor(book, takers);
	const worst = levels.at(-1)?.[0];
	if (worst === undefined || isBeyond(takers, limitPrice, worst)) return null;
	return levels.find(([price]) => price === limitPrice)?.[1] ?? ZERO;
}

/** Returns the quantity of the account's own earlier orders at the order's side and price, coins. */
export function ownAhead(order: PaperOrder, open: Iterable<PaperOrder>): Decimal {
	let ahead = ZERO;
	for (const other of open) {
		if (other.clientOrderId === order.clientOrderId) break;
		if (other.status !== 'resting' || other.symbol !== order.symbol) continue;
		if (other.side === order.side && other.limitPrice === order.limitPrice)
			ahead = add(ahead, sub(other.quantity, other.filled));
	}
	return ahead;
}

/** Returns the total quantity of the trades after `countsFrom` at or through the order's price, coins. */
export function tradedAt(order: PaperOrder, trades: readonly PublicTrade[]): Decimal {
	const takers = oppositeSide(order.side);
	return trades.reduce<Decimal>((total, { price, quantity, tradedAt: at }) => {
		// A sell order that traded at the resting buy's price or lower would have matched the buy. The reverse holds
		// for a resting sell.
		const reaches = price === order.limitPrice || isBeyond(takers, price, order.limitPrice);
		return at > order.countsFrom && reaches ? add(total, quantity) : total;
	}, ZERO);
}

/** Returns the quantity that the trades so far fill in addition to earlier fills, coins. */
export function dueByTrades({ queueAhead, tradedPast, quantity, filled }: PaperOrder): Decimal {
	if (queueAhead === null) return ZERO;
	return max(ZERO, sub(min(quantity, sub(tradedPast, queueAhead)), filled));
}

/** Returns the opposite orders in the book at the order's price or better, up to the order's remaining quantity. */
export function piecesAcross(
	order: PaperOrder,
	book: OrderBook,
	taken: readonly TakenLevel[],
): readonly Piece[] {
	const { side, limitPrice, quantity, filled } = order;
	return piecesWithin(levelsLeft(book, side, taken), { side, limitPrice, quantity: sub(quantity, filled) });
}
