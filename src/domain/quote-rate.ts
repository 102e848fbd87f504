/**
 * What one quote currency is worth in another, from coins whose index a venue states in both: index in the one over index in
 * the other, median over coins, so that one wrong index moves nothing. Pure.
 */
import { add, type Decimal, divDown, fromInteger } from './decimal.ts';

/** One coin at one venue and its index price in both currencies, each positive. */
export type QuoteSample = {
	readonly inFrom: Decimal;
	readonly inTo: Decimal;
	/** When the older of both was received, milliseconds. */
	readonly at: number;
};

/** `rate`: units of `to` for one unit of `from`, of the instant `at`; else a sentence that says why it is not known. */
export type QuoteRate =
	| { readonly rate: Decimal; readonly at: number }
	| { readonly rate: null; readonly reason: string };

/** With fewer coins a median says nothing against a wrong index. */
const COINS_MIN = 3;

/** Rounded down at the 18th place; as old as the oldest sample. */
export function quoteRateOf(from: string, to: string, samples: readonly QuoteSample[]): QuoteRate {
	if (samples.length < COINS_MIN) {
		const reason = `The rate of ${from} in ${to} is not known: ${samples.length} coins have a fresh index in both at one venue, at least ${COINS_MIN} are needed.`;
		return { rate: null, reason };
	}
	const rates = samples.map(({ inFrom, inTo }) => divDown(inTo, inFrom)).sort(ascending);
	const at = samples.reduce((oldest, sample) => Math.min(oldest, sample.at), Number.POSITIVE_INFINITY);
	return { rate: medianOf(rates), at };
}

function medianOf(sorted: readonly Decimal[]): Decimal {
	const upper = sorted[sorted.length >> 1] as Decimal;
	if (sorted.length % 2 === 1) return upper;
	const lower = sorted[(sorted.length >> 1) - 1] as Decimal;
	return divDown(add(lower, upper), fromInteger(2));
}

function ascending(a: Decimal, b: Decimal): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
