/**
 * Computes a pair's costs a second time, exactly and from the visible order books, to check the service's estimates,
 * which are doubles. The results are leg quantity, taker fills, price basis, and the largest amount within a slippage
 * limit. Fractions are of one leg's notional. Costs round up and sizes round down. The functions are pure.
 */
import {
	add,
	type Decimal,
	divDown,
	divUp,
	floorToStep,
	fromInteger,
	max,
	min,
	mulDown,
	mulUp,
	ONE,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import {
	averagePrice,
	levelsFor,
	midPrice,
	type OrderBook,
	type Side,
	walkBook,
} from '../../src/domain/order-book.ts';

const TWO = fromInteger(2);
const BPS_PER_ONE = fromInteger(10_000);
const CENT = (ONE / 100n) as Decimal;

/**
 * Computes the quantity of each leg in coins: amount / 2 × leverage / max(long mid, short mid), rounded down to the
 * common lot.
 */
export function legQuantity(
	terms: { readonly amount: Decimal; readonly leverage: Decimal },
	longMid: Decimal,
	shortMid: Decimal,
	lot: Decimal,
): Decimal {
	const notional = mulDown(divDown(terms.amount, TWO), terms.leverage);
	return floorToStep(divDown(notional, max(longMid, shortMid)), lot);
}

/**
 * Returns the largest amount, in cents across both legs, whose leg quantity does not exceed `quantity`. One cent more
 * would buy another lot. Zero if `quantity` is below one lot.
 */
export function largestAmount(
	quantity: Decimal,
	lot: Decimal,
	leverage: Decimal,
	longMid: Decimal,
	shortMid: Decimal,
): Decimal {
	const held = floorToStep(quantity, lot);
	if (held <= 0n) return ZERO;
	// Solves amount × leverage < 2 × mid × (held + lot) for the amount. Both sides are products of two decimals, and
	// therefore in units of 1e-36.
	const bound = 2n * max(longMid, shortMid) * add(held, lot);
	const centStep = CENT * leverage;
	const cents = (bound + centStep - 1n) / centStep - 1n;
	return (cents * CENT) as Decimal;
}

/**
 * The fill of a complete quantity by a taker: the average price (VWAP), and the slippage. Slippage is the distance
 * from the mid price as a fraction of the mid price, ≥ 0.
 */
export type TakerFill = { readonly price: Decimal; readonly slippage: Decimal };

/**
 * Fills a quantity from the visible order book; both figures are rounded against the taker. Null if the levels are
 * too small for the quantity, or if the book has no mid price.
 */
export function takerFill(book: OrderBook, side: Side, quantity: Decimal): TakerFill | null {
	const mid = midPrice(book);
	const walk = walkBook(book, side, quantity);
	const price = averagePrice(side, walk);
	if (mid === undefined || price === undefined || walk.quantity < quantity) return null;
	const distance = side === 'buy' ? sub(price, mid) : sub(mid, price);
	return { price, slippage: max(ZERO, divUp(distance, mid)) };
}

/**
 * The four taker fills of a round trip in the current order books. Each exit takes from the side of its book opposite
 * to the entry's.
 */
export type RoundTrip = Readonly<
	Record<'entryLong' | 'entryShort' | 'exitLong' | 'exitShort', TakerFill | null>
>;

export function roundTrip(longBook: OrderBook, shortBook: OrderBook, quantity: Decimal): RoundTrip {
	return {
		entryLong: takerFill(longBook, 'buy', quantity),
		entryShort: takerFill(shortBook, 'sell', quantity),
		exitLong: takerFill(longBook, 'sell', quantity),
		exitShort: takerFill(shortBook, 'buy', quantity),
	};
}

/** Returns the sum of both legs' slippage; null if either is unknown. */
export function bothSlippages(long: TakerFill | null, short: TakerFill | null): Decimal | null {
	return long === null || short === null ? null : add(long.slippage, short.slippage);
}

/**
 * Computes short mid / long mid − 1, rounded down. `shortInLongQuote` is the value of the short leg's quote currency
 * in that of the long leg, because USDC and USDT may differ in value.
 */
export function priceBasis(longMid: Decimal, shortMid: Decimal, shortInLongQuote: Decimal = ONE): Decimal {
	return sub(divDown(mulDown(shortMid, shortInLongQuote), longMid), ONE);
}

/** The largest quantity that can be taken from an order book within a slippage limit. */
export type Reach = {
	/** Quantity in coins. */
	readonly quantity: Decimal;
	/** True if the visible levels end before the limit is reached. The real order book may be deeper. */
	readonly exhausted: boolean;
};

/**
 * Returns the largest quantity for which the slippage of `takerFill` does not exceed `slippageBps`. One pass through
 * the levels is enough: within a level, the average price moves steadily towards the level's price. A single division
 * gives the quantity at which the average price crosses the limit.
 */
export function reachWithin(book: OrderBook, side: Side, slippageBps: Decimal): Reach {
	const mid = midPrice(book);
	if (mid === undefined) return { quantity: ZERO, exhausted: false };
	const share = divDown(slippageBps, BPS_PER_ONE);
	// Rounded toward the mid price, so that a fill with exactly this average price stays within the slippage limit.
	const limit = side === 'buy' ? mulDown(mid, add(ONE, share)) : mulUp(mid, sub(ONE, share));
	let quantity = 0n;
	/** Amount by which the value so far is better than `limit × quantity`, in units of 1e-36. */
	let slack = 0n;
	for (const [price, available] of levelsFor(book, side)) {
		const overrun = side === 'buy' ? price - limit : limit - price;
		if (overrun > 0n && overrun * available > slack)
			return { quantity: (quantity + slack / overrun) as Decimal, exhausted: false };
		quantity += available;
		slack -= overrun * available;
	}
	return { quantity: quantity as Decimal, exhausted: true };
}

/**
 * Returns the reach with the smallest quantity. If several have it, the result counts as exhausted if any of them is.
 */
export function leastReach(reaches: readonly [Reach, ...Reach[]]): Reach {
	const quantity = reaches.reduce((least, reach) => min(least, reach.quantity), reaches[0].quantity);
	return { quantity, exhausted: reaches.some((reach) => reach.exhausted && reach.quantity === quantity) };
}
