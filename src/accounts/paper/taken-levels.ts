/**
 * Remembers the quantities that a paper account has taken from the venue's book. The venue still shows those orders,
 * so they are subtracted from every later book until the book shows that other orders have replaced them.
 *
 * Rule: the taken part of a level is at most the minimum quantity that the level has shown since the account took
 * from it. Any quantity above that minimum was added later. For each level, therefore,
 *
 *   taken := min(taken, shown in each later book), available = shown − taken
 *
 * A level that was empty in a book that reached its price is entirely new when it reappears. A book that does not
 * reach the level changes nothing. Without a book, as during a restart, nothing is released, so the rule assumes too
 * little liquidity rather than too much.
 */
import { add, type Decimal, max, min, sub, ZERO } from '../../domain/decimal.ts';
import { type BookLevel, isBeyond, levelsFor, type OrderBook, type Side } from '../../domain/order-book.ts';
import type { TakenLevel } from '../../ports/paper-store.ts';

/** Taken quantity, coins, at one price, USD per coin. */
export type Piece = { readonly price: Decimal; readonly quantity: Decimal };

/** Returns the quantities that are still taken after a later book; the same list if nothing has changed. */
export function afterBook(taken: readonly TakenLevel[], book: OrderBook): readonly TakenLevel[] {
	if (taken.length === 0) return taken;
	const left = taken.flatMap((level) => {
		const shown = shownAt(book, level.side, level.price);
		if (shown === undefined || shown >= level.quantity) return [level];
		return shown <= 0n ? [] : [{ ...level, quantity: shown }];
	});
	return left.length === taken.length && left.every((level, index) => level === taken[index]) ? taken : left;
}

/** Returns the levels that an order on `side` takes from, best first, less the quantities already taken. */
export function levelsLeft(book: OrderBook, side: Side, taken: readonly TakenLevel[]): readonly BookLevel[] {
	return levelsFor(book, side).flatMap(([price, shown]): BookLevel[] => {
		const gone = taken.find((level) => level.side === side && level.price === price)?.quantity ?? ZERO;
		const left = max(ZERO, sub(shown, gone));
		return left > 0n ? [[price, left]] : [];
	});
}

/** Adds pieces from one side of the book to the taken levels. */
export function withTaken(
	taken: readonly TakenLevel[],
	side: Side,
	pieces: readonly Piece[],
): readonly TakenLevel[] {
	return pieces.reduce((levels, piece) => {
		const before = levels.find((level) => level.side === side && level.price === piece.price);
		const quantity = add(before?.quantity ?? ZERO, piece.quantity);
		return [...levels.filter((level) => level !== before), { side, price: piece.price, quantity }];
	}, taken);
}

/** Returns the parts of `levels` that an order gets within its limit price, best first. */
export function piecesWithin(
	levels: readonly BookLevel[],
	order: { readonly side: Side; readonly limitPrice: Decimal; readonly quantity: Decimal },
): readonly Piece[] {
	const pieces: Piece[] = [];
	let wanted = order.quantity;
	for (const [price, available] of levels) {
		if (wanted <= 0n || isBeyond(order.side, price, order.limitPrice)) break;
		const quantity = min(wanted, available);
		pieces.push({ price, quantity });
		wanted = sub(wanted, quantity);
	}
	return pieces;
}

/** Returns the quantity shown at the price; undefined if the book does not reach the price or its side is empty. */
function shownAt(book: OrderBook, side: Side, price: Decimal): Decimal | undefined {
	const levels = levelsFor(book, side);
	const worst = levels.at(-1)?.[0];
	if (worst === undefined || isBeyond(side, price, worst)) return undefined;
	return levels.find(([at]) => at === price)?.[1] ?? ZERO;
}
