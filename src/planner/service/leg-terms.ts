/** Prices a change of one leg on its order book: slippage and depth at the size that a plan may want. */
import { createBookCurve, slippageOf } from '../../domain/cost.ts';
import { approximately, orNaN } from '../../domain/estimate.ts';
import { midPrice, type OrderBook } from '../../domain/order-book.ts';

/** Terms of a change of one leg. */
export type LegTerms = {
	/** Mid price, USD per coin. */
	readonly mid: number;
	/** Mean slippage of a purchase and a sale of `size`, a fraction of the mid. */
	readonly slippage: number;
	/** Notional that each side of the visible book fills, USD. */
	readonly depth: number;
};

/** One curve is enough, because the sides are read one after another. */
const SIDE = createBookCurve();

/**
 * Returns the terms of a change of `size` USD; of the visible depth if the book is thinner. Undefined if the book has
 * no mid.
 */
export function legTerms(book: OrderBook, size: number): LegTerms | undefined {
	const mid = orNaN(midPrice(book));
	if (Number.isNaN(mid)) return undefined;
	const depth = Math.min(depthOf(book.asks), depthOf(book.bids));
	const quantity = Math.min(size, depth) / mid;
	const slippage = (slippageOn(book, 'buy', quantity, mid) + slippageOn(book, 'sell', quantity, mid)) / 2;
	return Number.isNaN(slippage) ? undefined : { mid, slippage, depth };
}

function slippageOn(book: OrderBook, side: 'buy' | 'sell', quantity: number, mid: number): number {
	SIDE.reset(side === 'buy' ? book.asks : book.bids);
	return slippageOf(side, SIDE.averagePrice(quantity), mid);
}

function depthOf(levels: OrderBook['bids']): number {
	return levels.reduce((sum, [price, quantity]) => sum + approximately(price) * approximately(quantity), 0);
}
