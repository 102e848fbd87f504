/**
 * When a post-only order is filled.
 *
 * It stands behind what its price level shows when it arrives, and behind what the account itself has resting there. That
 * queue shrinks by trades alone, never by cancellations, which nobody sees for certain. Of what is traded at its price or
 * through it since then, the part beyond the queue is its own. And it is filled at its price by whatever others offer at its
 * price or better: such orders would have met it first.
 *
 * Where its price lies beyond the visible levels the queue is not known: nothing counts until a book reaches it.
 */
import { add, type Decimal, max, min, sub, ZERO } from '../../domain/decimal.ts';
import { isBeyond, levelsFor, type OrderBook, oppositeSide } from '../../domain/order-book.ts';
import type { PaperOrder, TakenLevel } from '../../ports/paper-store.ts';
import type { PublicTrade } from '../../ports/venue-market.ts';
import { levelsLeft, type Piece, piecesWithin } from './taken-levels.ts';

type Placed = Pick<PaperOrder, 'side' | 'limitPrice'>;

/** Whether it would take from the book, less what the account itself has taken there. */
export function wouldTake(order: Placed, book: OrderBook, taken: readonly TakenLevel[]): boolean {
	const best = levelsLeft(book, order.side, taken)[0];
	return best !== undefined && !isBeyond(order.side, best[0], order.limitPrice);
}

/** Coins that the level of its price shows; null where the book does not reach it. */
export function queueIn(book: OrderBook, { side, limitPrice }: Placed): Decimal | null {
	// Resting orders of a side are what the other side takes from.
	const takers = oppositeSide(side);
	const levels = levelsFor(book, takers);
	const worst = levels.at(-1)?.[0];
	if (worst === undefined || isBeyond(takers, limitPrice, worst)) return null;
	return levels.find(([price]) => price === limitPrice)?.[1] ?? ZERO;
}

/** What the account has resting at the price before it. */
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

/** Coins of the trades that were made at its price or through it and count for it. */
export function tradedAt(order: PaperOrder, trades: readonly PublicTrade[]): Decimal {
	const takers = oppositeSide(order.side);
	return trades.reduce<Decimal>((total, { price, quantity, tradedAt: at }) => {
		// At or worse for whoever sells to a resting buy: the price that the seller's limit would have had to reach.
		const reaches = price === order.limitPrice || isBeyond(takers, price, order.limitPrice);
		return at > order.countsFrom && reaches ? add(total, quantity) : total;
	}, ZERO);
}

/** Coins that the trades so far fill beyond what is filled already. */
export function dueByTrades({ queueAhead, tradedPast, quantity, filled }: PaperOrder): Decimal {
	if (queueAhead === null) return ZERO;
	return max(ZERO, sub(min(quantity, sub(tradedPast, queueAhead)), filled));
}

/** What others offer at its price or better, as far as it still wants it. */
export function piecesAcross(
	order: PaperOrder,
	book: OrderBook,
	taken: readonly TakenLevel[],
): readonly Piece[] {
	const { side, limitPrice, quantity, filled } = order;
	return piecesWithin(levelsLeft(book, side, taken), { side, limitPrice, quantity: sub(quantity, filled) });
}
