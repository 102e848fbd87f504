/**
 * Computes the cost of a pair of legs on the visible order books, in doubles: fills of a quantity, slippage, price
 * basis, and their sum. Figures are fractions of one leg's notional; NaN means unknown. Pure functions, except that a
 * curve keeps its sums.
 */
import { approximately, orNaN, wholeShare } from './estimate.ts';
import { type BookLevel, midPrice, type OrderBook, type Side } from './order-book.ts';

const LEVELS_MIN = 64;
/**
 * Factor applied to a required quantity, because the sum of a book's levels in doubles may fall short by one part in
 * 1e12.
 */
export const HELD = 1 - 1e-12;
/** A price beyond a limit by less than this fraction counts as being at the limit. */
const PRICE_NOISE = 1e-12;
/**
 * Factor applied to a computed number of lots. Three divisions of doubles may give slightly less than a whole number,
 * which must still count as that number.
 */
const QUOTIENT_TOLERANCE = 1 + 4e-15;
/** Factor applied to a quantity in lots, so that one just below a whole number of lots counts as that number. */
const LOT_TOLERANCE = 1 + 1e-10;
/** An amount is lowered by this fraction, so that an amount just above a whole cent counts as that cent. */
const CENT_TOLERANCE = 4e-15;
const CENTS_PER_USD = 100;

/**
 * One side of an order book with cumulative sums from the best level, so that pricing a quantity is a lookup. Sums
 * are computed on demand, level by level, because most calls need only one level.
 */
export type BookCurve = {
	/** Replaces the levels of the side. Nothing is computed yet. */
	readonly reset: (levels: readonly BookLevel[]) => void;
	/**
	 * Returns the average price for `quantity`; NaN if the levels contain less. If `spans` is given, the span of the
	 * last level used is written to it at index `at`.
	 */
	readonly averagePrice: (quantity: number, spans?: Float64Array, at?: number) => number;
	/**
	 * Returns the maximum quantity whose average price stays within `limit` (`isBuy`: not above it, otherwise not
	 * below it). Returns the total quantity of the side if the levels end first.
	 */
	readonly quantityWithin: (limit: number, isBuy: boolean) => number;
	/** Returns the total coins on all levels. */
	readonly quantity: () => number;
};

/**
 * Length of a span, which describes one level of a side. Its numbers are the two bounds of the quantities that end in
 * this level, the cost of the lower bound (USD), and the level's price.
 */
export const SPAN_NUMBERS = 4;

/** Placeholder for a span that the caller does not need. */
const NOT_KEPT = new Float64Array(SPAN_NUMBERS);

/** Returns the average price for a quantity that ends in the span at `at`; NaN for any other quantity. */
export function priceInSpan(quantity: number, spans: Float64Array, at: number): number {
	const above = spans[at] as number;
	const held = quantity * HELD;
	if (!(held > above && held <= (spans[at + 1] as number))) return Number.NaN;
	const price = spans[at + 3] as number;
	return above === 0 ? price : ((spans[at + 2] as number) + (quantity - above) * price) / quantity;
}

/**
 * Creates an empty curve, which returns NaN or 0 until `reset` gives it a side. Reuse one curve for many books,
 * because its arrays then need no new allocation.
 */
export function createBookCurve(): BookCurve {
	let levels: readonly BookLevel[] = [];
	let known = 0;
	let prices = new Float64Array(LEVELS_MIN);
	/** Cumulative sums up to and including each level: coins in `quantities`, USD in `values`. */
	let quantities = new Float64Array(LEVELS_MIN);
	let values = new Float64Array(LEVELS_MIN);

	/** Adds the next level to the sums; returns false at the end of the side. */
	function extend(): boolean {
		const level = levels[known];
		if (level === undefined) return false;
		if (known === quantities.length) {
			prices = doubled(prices);
			quantities = doubled(quantities);
			values = doubled(values);
		}
		const price = approximately(level[0]);
		const quantity = approximately(level[1]);
		const isBest = known === 0;
		prices[known] = price;
		quantities[known] = quantity + (isBest ? 0 : (quantities[known - 1] as number));
		values[known] = quantity * price + (isBest ? 0 : (values[known - 1] as number));
		known += 1;
		return true;
	}

	/** Returns the first level at which the sum of quantities reaches `quantity`; -1 if the levels end first. */
	function levelOf(quantity: number): number {
		while (known === 0 || (quantities[known - 1] as number) < quantity) if (!extend()) return -1;
		let low = 0;
		let high = known - 1;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((quantities[middle] as number) < quantity) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	return {
		reset(side) {
			levels = side;
			known = 0;
		},
		averagePrice(quantity, spans = NOT_KEPT, at = 0) {
			const level = levelOf(quantity * HELD);
			if (level < 0) return Number.NaN;
			spans[at] = level === 0 ? 0 : (quantities[level - 1] as number);
			spans[at + 1] = quantities[level] as number;
			spans[at + 2] = level === 0 ? 0 : (values[level - 1] as number);
			spans[at + 3] = prices[level] as number;
			return priceInSpan(quantity, spans, at);
		},
		quantityWithin(limit, isBuy) {
			let quantity = 0;
			/** USD by which the levels so far are better than the limit. Levels beyond the limit may use it up. */
			let slack = 0;
			for (const [price, available] of levels) {
				const overrun = isBuy ? approximately(price) - limit : limit - approximately(price);
				const size = approximately(available);
				if (overrun > limit * PRICE_NOISE && overrun * size > slack) return quantity + slack / overrun;
				quantity += size;
				slack -= overrun * size;
			}
			return quantity;
		},
		quantity: () => levels.reduce((sum, [, size]) => sum + approximately(size), 0),
	};
}

function doubled(array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
	const larger = new Float64Array(array.length * 2);
	larger.set(array);
	return larger;
}

/**
 * Computes the whole lots per leg that half of the leveraged amount buys at the higher of the two legs' mids.
 * `amount` is USD across both legs.
 */
export function legLots(
	{ amount, leverage }: { readonly amount: number; readonly leverage: number },
	highMid: number,
	lot: number,
): number {
	return Math.floor((((amount / 2) * leverage) / highMid / lot) * QUOTIENT_TOLERANCE);
}

/**
 * Computes the maximum amount across both legs, in whole cents, that buys no more lots than `quantity` contains. One
 * more cent would buy one more lot. Returns 0 if `quantity` is less than one lot.
 */
export function largestCents(quantity: number, lot: number, leverage: number, highMid: number): number {
	const lots = Math.floor((quantity / lot) * LOT_TOLERANCE);
	return lots > 0 ? smallestCents(lots + 1, lot, leverage, highMid) - 1 : 0;
}

/** Computes the minimum amount across both legs, in whole cents, that buys this many lots. */
export function smallestCents(lots: number, lot: number, leverage: number, highMid: number): number {
	return Math.ceil(((2 * CENTS_PER_USD * lots * lot * highMid) / leverage) * (1 - CENT_TOLERANCE));
}

/** Computes how much worse a taker's price is than the mid, as a fraction of the mid; 0 if it is not worse. */
export function slippageOf(side: Side, price: number, mid: number): number {
	const away = wholeShare(price / mid - 1);
	return Math.max(side === 'buy' ? away : -away, 0);
}

/**
 * Computes short mid / long mid − 1. `shortInLongQuote` is the value of one unit of the short leg's quote currency in
 * the long leg's quote currency.
 */
export function priceBasis(longMid: number, shortMid: number, shortInLongQuote: number): number {
	return wholeShare((shortMid / longMid) * shortInLongQuote - 1);
}

/** Sums four taker fees and the slippage of four fills, without the price basis. All amounts have the same unit. */
export function roundTripCost(longFee: number, shortFee: number, slippage: number): number {
	return 2 * (longFee + shortFee) + slippage;
}

/** Prices of the four fills of a round trip, USD per coin; NaN if a book contains too little or has no mid. */
export type Fills = Readonly<Record<'entryLong' | 'entryShort' | 'exitLong' | 'exitShort', number>>;

/** A round trip on the current books. On each book, the exit takes from the side opposite to the entry. */
export type RoundTrip = {
	readonly prices: Fills;
	/** Total slippage of all four fills; NaN if one is unknown. */
	readonly slippage: number;
};

/** Shared curve. A round trip uses the sides of the books one after another, so one curve is enough. */
const SIDE_IN_HAND = createBookCurve();

/** Computes the fills and slippage of opening and closing a pair. @param quantity coins per leg */
export function roundTrip(long: OrderBook, short: OrderBook, quantity: number): RoundTrip {
	const fill = (book: OrderBook, side: Side) => {
		const mid = orNaN(midPrice(book));
		SIDE_IN_HAND.reset(side === 'buy' ? book.asks : book.bids);
		const price = Number.isNaN(mid) ? mid : SIDE_IN_HAND.averagePrice(quantity);
		return { price, slippage: slippageOf(side, price, mid) };
	};
	const fills = {
		entryLong: fill(long, 'buy'),
		entryShort: fill(short, 'sell'),
		exitLong: fill(long, 'sell'),
		exitShort: fill(short, 'buy'),
	};
	const { entryLong, entryShort, exitLong, exitShort } = fills;
	return {
		prices: {
			entryLong: entryLong.price,
			entryShort: entryShort.price,
			exitLong: exitLong.price,
			exitShort: exitShort.price,
		},
		slippage: entryLong.slippage + entryShort.slippage + (exitLong.slippage + exitShort.slippage),
	};
}
