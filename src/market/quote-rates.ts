/** Computes the live rate between two quote currencies from the coins that one venue lists in both. */
import type { Decimal } from '../domain/decimal.ts';
import { type QuoteRate, type QuoteSample, quoteRateOf } from '../domain/quote-rate.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstrumentInputs } from '../ports/market.ts';

/** Returns the value of one unit of the first currency in units of the second. */
export type QuoteRates = (from: string, to: string) => QuoteRate;

/** Lifetime of a computed rate, ms. Rates are cached because many pairs need the same rate at once. */
const KEPT_MS = 250;
/** Maximum number of cached rates, one per currency pair and direction. Venues quote in two or three currencies. */
const KEPT_MAX = 64;

/** Creates the lookup of rates between quote currencies, computed from the exchanges' index prices. */
export function createQuoteRates(parts: {
	readonly inputs: () => Iterable<InstrumentInputs>;
	readonly clock: Clock;
	/** Index prices older than this, ms, are ignored. */
	readonly tickerStaleMs: number;
}): QuoteRates {
	const { clock } = parts;
	const kept = new Map<string, { readonly at: number; readonly rate: QuoteRate }>();
	return (from, to) => {
		const key = `${from}/${to}`;
		const known = kept.get(key);
		const at = clock.monotonic();
		if (known !== undefined && at - known.at < KEPT_MS) return known.rate;
		const rate = quoteRateOf(
			from,
			to,
			samplesOf(parts.inputs(), from, to, clock.now() - parts.tickerStaleMs),
		);
		if (kept.size >= KEPT_MAX) kept.clear();
		kept.set(key, { at, rate });
		return rate;
	};
}

/**
 * Returns the coins with an index price in both currencies at one venue, received at or after `since`. The two prices
 * may come from one contract or two.
 */
function samplesOf(
	inputs: Iterable<InstrumentInputs>,
	from: string,
	to: string,
	since: number,
): readonly QuoteSample[] {
	const inFrom = new Map<string, Indexed>();
	const inTo = new Map<string, Indexed>();
	for (const { instrument, ticker, tickerReceivedAt: at = 0 } of inputs) {
		if (!(at >= since) || ticker === undefined) continue;
		const indexes = [
			{ quote: instrument.quote, price: ticker.index },
			...(ticker.otherIndex === undefined ? [] : [ticker.otherIndex]),
		];
		for (const { quote, price } of indexes) {
			const side = quote === from ? inFrom : quote === to ? inTo : undefined;
			if (price !== null && price > 0n) side?.set(`${instrument.venue}:${instrument.coin}`, { price, at });
		}
	}
	return [...inFrom].flatMap(([key, a]) => {
		const b = inTo.get(key);
		return b === undefined ? [] : [{ inFrom: a.price, inTo: b.price, at: Math.min(a.at, b.at) }];
	});
}

type Indexed = { readonly price: Decimal; readonly at: number };
