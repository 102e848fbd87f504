/**
 * Computes the value of one quote currency in another from coins that have an index in both at one venue. It is the
 * median, over these coins, of the ratio of the two indices, so that one wrong index has no effect. Pure function.
 */
import type { Words } from '../sentences/sentence.ts';
import { add, type Decimal, divDown, fromInteger } from './decimal.ts';
import { MARKET_TEXT } from './market-text.ts';

/** One coin at one venue, with its index price in both currencies; both are positive. */
export type QuoteSample = {
	readonly inFrom: Decimal;
	readonly inTo: Decimal;
	/** Receipt time of the older index, milliseconds. */
	readonly at: number;
};

/** Units of `to` for one unit of `from` at time `at`, or a sentence that explains why the rate is unknown. */
export type QuoteRate =
	| { readonly rate: Decimal; readonly at: number }
	| { readonly rate: null; readonly reason: Words };

/** Minimum number of coins. With fewer, a median does not protect against a wrong index. */
const COINS_MIN = 3;

/** Computes the rate, rounded down at the 18th place. Its time is that of the oldest sample. */
export function quoteRateOf(from: string, to: string, samples: readonly QuoteSample[]): QuoteRate {
	if (samples.length < COINS_MIN) {
		const reason = MARKET_TEXT.quoteUnknown({ from, to, count: samples.length, needed: COINS_MIN });
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
