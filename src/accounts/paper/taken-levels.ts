/**
 * What an account has taken of the venue's book stays taken. The venue knows nothing of it and goes on showing those orders,
 * so they are subtracted from every later book until others have proven to be there in their place.
 *
 * The rule: of what a level shows, at most as much can still be what was taken as the level has shown at the least ever since.
 * What is shown beyond that least quantity has come later. So per level
 *
 *   taken := min(taken, shown in each later book),   there to be taken = shown − taken
 *
 * A level that was away (nothing shown, where the book reaches that far) is new altogether when it comes back. A book that does
 * not reach the level says nothing of it. While no book is seen, as over a restart, nothing is released: the rule errs on the
 * side of less.
 */
import { add, type Decimal, max, min, sub, ZERO } from '../../domain/decimal.ts';
import { type BookLevel, isBeyond, levelsFor, type OrderBook, type Side } from '../../domain/order-book.ts';
import type { TakenLevel } from '../../ports/paper-store.ts';

/** Coins that were taken at one price, USD per coin. */
export type Piece = { readonly price: Decimal; readonly quantity: Decimal };

/** What is still taken after a later book. The same list where nothing has changed. */
export function afterBook(taken: readonly TakenLevel[], book: OrderBook): readonly TakenLevel[] {
	if (taken.length === 0) return taken;
	const left = taken.flatMap((level) => {
		const shown = shownAt(book, level.side, level.price);
		if (shown === undefined || shown >= level.quantity) return [level];
		return shown <= 0n ? [] : [{ ...level, quantity: shown }];
	});
	return left.length === taken.length && left.every((level, index) => level === taken[index]) ? taken : left;
}

/** The levels that an order of `side` takes from, best first, without what is taken. */
export function levelsLeft(book: OrderBook, side: Side, taken: readonly TakenLevel[]): readonly BookLevel[] {
	return levelsFor(book, side).flatMap(([price, shown]): BookLevel[] => {
		const gone = taken.find((level) => level.side === side && level.price === price)?.quantity ?? ZERO;
		const left = max(ZERO, sub(shown, gone));
		return left > 0n ? [[price, left]] : [];
	});
}

/** The levels with these pieces taken off one side of the book as well. */
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

/** What of `levels` an order gets inside its limit price, best first. */
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

/** Undefined where the book does not reach the price, or shows nothing on that side at all. */
function shownAt(book: OrderBook, side: Side, price: Decimal): Decimal | undefined {
	const levels = levelsFor(book, side);
	const worst = levels.at(-1)?.[0];
	if (worst === undefined || isBeyond(side, price, worst)) return undefined;
	return levels.find(([at]) => at === price)?.[1] ?? ZERO;
}
