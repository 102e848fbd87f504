/**
 * Chooses the instrument, quantity and price for a self-check's test order, so that the order cannot fill. Pure
 * functions.
 */
import {
	ceilToStep,
	type Decimal,
	divUp,
	floorToStep,
	max,
	min,
	mulDown,
	mulUp,
	parseDecimal,
	ZERO,
} from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { OrderBook } from '../domain/order-book.ts';
import type { InstrumentInputs } from '../ports/market.ts';

/**
 * Limit price as a fraction of the lower of best bid and mark. No exchange's price band, however narrow, refuses or
 * moves a buy at this price (read 2026-11):
 * - Bybit "Set Price Limit Behaviour": a maximum for a buy and a minimum for a sell, a few per cent from mark, index
 *   and premium. An order beyond the limit is moved to the limit; a buy below the market is never moved.
 * - Binance filter PERCENT_PRICE: a buy at most mark × multiplierUp, a sell at least mark × multiplierDown ("price
 *   ceilings for buy orders and price floors for sell orders", announcement of 2025-04-01).
 * - OKX help "Price limit rules": refuses a buy above the maximum price and a sell below the minimum, 2 to 20 %
 *   around the index.
 * - KuCoin documents no lower limit.
 * - Hyperliquid refuses any order more than 95 % away from the reference price, on either side ("Order price cannot
 *   be more than 95% away from the reference price"; recorded refusals say 80 %).
 */
const PRICE_SHARE = parseDecimal('0.9');
/**
 * Only the most traded instruments qualify, because a thin market could fall 10 % within seconds and fill the order.
 */
const MOST_TRADED = 30;

/** Quantity in coins and limit price in USD per coin for a probe order. */
export type ProbeTerms = { readonly quantity: Decimal; readonly limitPrice: Decimal };

/** Returns the minimum order that the exchange accepts at the limit price; undefined if there is no positive price. */
export function probeTerms(
	instrument: Instrument,
	book: Pick<OrderBook, 'bids'>,
	mark: Decimal,
): ProbeTerms | undefined {
	const bid = book.bids[0]?.[0] ?? ZERO;
	const limitPrice = floorToStep(mulDown(min(bid, mark), PRICE_SHARE), instrument.tickSize);
	if (limitPrice <= ZERO) return undefined;
	return { quantity: smallestAt(instrument, limitPrice), limitPrice };
}

/** Computes the margin that the order ties up at leverage 1, USD. */
export function probeValue({ quantity, limitPrice }: ProbeTerms): Decimal {
	return mulUp(quantity, limitPrice);
}

/**
 * Returns the most traded instruments in the currency, except the `avoided` ones. The instrument with the
 * lowest-value minimum order comes first.
 */
export function probeInstruments(
	inputs: readonly InstrumentInputs[],
	quote: string,
	avoided: ReadonlySet<string>,
): readonly (InstrumentInputs & { readonly mark: Decimal; readonly least: Decimal })[] {
	return inputs
		.flatMap((input) => {
			const { instrument, ticker } = input;
			const mark = ticker?.mark;
			if (instrument.quote !== quote || avoided.has(instrument.symbol)) return [];
			if (ticker?.tradable !== true || ticker.delistingAt !== null || mark === null || mark === undefined)
				return [];
			const limitPrice = mulDown(mark, PRICE_SHARE);
			if (limitPrice <= ZERO) return [];
			const least = probeValue({ quantity: smallestAt(instrument, limitPrice), limitPrice });
			return [{ ...input, mark, least, volume: ticker.volume24h ?? ZERO }];
		})
		.sort((a, b) => compare(b.volume, a.volume))
		.slice(0, MOST_TRADED)
		.sort((a, b) => compare(a.least, b.least));
}

/**
 * Returns the settlement currency for accounts at the exchange: USDT if any instrument is quoted in it, otherwise the
 * first quote currency.
 */
export function settlementCurrency(inputs: readonly InstrumentInputs[]): string {
	const quotes = new Set(inputs.map(({ instrument }) => instrument.quote));
	return quotes.size === 0 || quotes.has('USDT') ? 'USDT' : ([...quotes].sort()[0] ?? 'USDT');
}

function smallestAt({ quantityMin, notionalMin, lotSize }: Instrument, price: Decimal): Decimal {
	return ceilToStep(max(quantityMin, divUp(notionalMin, price)), lotSize);
}

function compare(a: Decimal, b: Decimal): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
