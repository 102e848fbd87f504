/** The live rate between two quote currencies, from the coins that one venue lists in both. */
import { type QuoteRate, type QuoteSample, quoteRateOf } from '../domain/quote-rate.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstrumentInputs } from '../ports/market.ts';

export type QuoteRates = (from: string, to: string) => QuoteRate;

/** A rate is computed anew after this long, milliseconds: many slots ask for one at a time. */
const KEPT_MS = 250;
/** Directions of pairs of currencies that are kept; venues quote in two or three. */
const KEPT_MAX = 64;

export function createQuoteRates(parts: {
	readonly inputs: () => Iterable<InstrumentInputs>;
	readonly clock: Clock;
	/** An index received longer ago is left out. */
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

/** Coins with an index in both currencies at one venue, both received at or after `since`. */
function samplesOf(
	inputs: Iterable<InstrumentInputs>,
	from: string,
	to: string,
	since: number,
): readonly QuoteSample[] {
	const inFrom = new Map<string, InstrumentInputs>();
	const inTo = new Map<string, InstrumentInputs>();
	for (const entry of inputs) {
		const { venue, coin, quote } = entry.instrument;
		const side = quote === from ? inFrom : quote === to ? inTo : undefined;
		if (side === undefined || !((entry.tickerReceivedAt ?? 0) >= since)) continue;
		side.set(`${venue}:${coin}`, entry);
	}
	return [...inFrom].flatMap(([key, a]) => {
		const b = inTo.get(key);
		const prices = [a.ticker?.index ?? null, b?.ticker?.index ?? null] as const;
		if (b === undefined || prices[0] === null || prices[1] === null) return [];
		if (prices[0] <= 0n || prices[1] <= 0n) return [];
		const at = Math.min(a.tickerReceivedAt ?? 0, b.tickerReceivedAt ?? 0);
		return [{ inFrom: prices[0], inTo: prices[1], at }];
	});
}
