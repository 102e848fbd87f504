/**
 * Defines a snapshot of one instrument's order book and computes the cost of walking it. Prices are USD per coin,
 * quantities in coins.
 */
import {
	add,
	type Decimal,
	divDown,
	divUp,
	fromInteger,
	min,
	mulDown,
	mulUp,
	sub,
	sum,
	ZERO,
} from './decimal.ts';

/** One price level on a side: USD per coin, and the coins offered at that price. */
export type BookLevel = readonly [price: Decimal, quantity: Decimal];

/** An order book. The best level comes first on both sides. */
export type OrderBook = { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] };

/** Side of an order, as its owner sees it, or of a trade, as its taker sees it. */
export type Side = 'buy' | 'sell';

/** Result of taking a quantity from one side of a book. */
export type Walk = {
	/** Coins taken, up to the requested quantity. */
	readonly quantity: Decimal;
	/** Σ price × quantity in USD, rounded against the taker (up for a buy, down for a sell). */
	readonly value: Decimal;
	/** Price of the last level reached; undefined if there is none. */
	readonly worstPrice: Decimal | undefined;
};

/** Returns the side that closes a position opened on the given side. */
export function oppositeSide(side: Side): Side {
	return side === 'buy' ? 'sell' : 'buy';
}

/** Returns the levels that an order on `side` takes from, best first. */
export function levelsFor(book: OrderBook, side: Side): readonly BookLevel[] {
	return side === 'buy' ? book.asks : book.bids;
}

/** Computes the mean of best bid and best ask; undefined if a side is empty or the book is crossed. */
export function midPrice(book: OrderBook): Decimal | undefined {
	const bid = book.bids[0];
	const ask = book.asks[0];
	if (bid === undefined || ask === undefined || bid[0] >= ask[0] || bid[0] <= 0n) return undefined;
	return divDown(add(bid[0], ask[0]), fromInteger(2));
}

/** Walks the levels that an order on `side` takes from, until `quantity` is reached or `priceLimit` is passed. */
export function walkBook(book: OrderBook, side: Side, quantity: Decimal, priceLimit?: Decimal): Walk {
	let taken = ZERO;
	let value = ZERO;
	let worstPrice: Decimal | undefined;
	const multiply = side === 'buy' ? mulUp : mulDown;
	for (const [price, available] of levelsFor(book, side)) {
		if (taken >= quantity || isBeyond(side, price, priceLimit)) break;
		const part = min(available, sub(quantity, taken));
		taken = add(taken, part);
		value = add(value, multiply(price, part));
		worstPrice = price;
	}
	return { quantity: taken, value, worstPrice };
}

/** Computes the coins available to an order on `side` at the limit price or better, on the visible levels. */
export function depthWithin(book: OrderBook, side: Side, priceLimit: Decimal): Decimal {
	const levels = levelsFor(book, side).filter(([price]) => !isBeyond(side, price, priceLimit));
	return sum(levels.map(([, quantity]) => quantity));
}

/** Computes the average price of a walk, rounded against the taker; undefined for an empty walk. */
export function averagePrice(side: Side, walk: Walk): Decimal | undefined {
	if (walk.quantity <= 0n) return undefined;
	return side === 'buy' ? divUp(walk.value, walk.quantity) : divDown(walk.value, walk.quantity);
}

/** Returns true if `price` is worse than `limit` for a taker of `side`. */
export function isBeyond(side: Side, price: Decimal, limit: Decimal | undefined): boolean {
	if (limit === undefined) return false;
	return side === 'buy' ? price > limit : price < limit;
}
