/** On which instrument, how much and at which price the order of a self-check is written, so that it cannot fill. Pure. */
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
 * Share of the lower of best bid and mark at which it buys. The bands of the exchanges bound a buy from above alone, however
 * narrow they are (read 2026-11):
 * Bybit "Set Price Limit Behaviour": a maximum for a buy, a minimum for a sell, of mark, index and premium, some per cent; what
 * is beyond is moved to the limit, which no buy below the market is. Binance filter PERCENT_PRICE: a buy at most mark ×
 * multiplierUp, a sell at least mark × multiplierDown ("price ceilings for buy orders and price floors for sell orders",
 * announcement of 2025-04-01). OKX help "Price limit rules": a buy above the highest price is refused, a sell below the lowest, 2 to
 * 20 % around the index. KuCoin documents no lower one. Hyperliquid takes nothing that is more than 95 % away from the
 * reference price, on either side (its refusal "Order price cannot be more than 95% away from the reference price"; recorded ones
 * say 80 %).
 */
const PRICE_SHARE = parseDecimal('0.9');
/** The most traded ones are looked at: a thin market could fall so far within seconds. */
const MOST_TRADED = 30;

/** Coins and limit, USD per coin, of a probe order. */
export type ProbeTerms = { readonly quantity: Decimal; readonly limitPrice: Decimal };

/** The smallest order that the exchange takes at that price; undefined without a price. */
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

/** USD that it ties up at leverage 1. */
export function probeValue({ quantity, limitPrice }: ProbeTerms): Decimal {
	return mulUp(quantity, limitPrice);
}

/** Among the most traded instruments of the currency that are not `avoided`, those with the cheapest smallest order first. */
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

/** What accounts at the exchange settle in: USDT, or the only currency that its instruments are quoted in. */
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
