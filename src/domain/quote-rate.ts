/**
 * Value of one quote currency in another, from coins that have an index in both at one venue: the ratio of the two
 * indices, median over coins, so that one wrong index has no effect. Pure.
 */
import { add, type Decimal, divDown, fromInteger } from './decimal.ts';

/** One coin at one venue and its index price in both currencies, each positive. */
export type QuoteSample = {
	readonly inFrom: Decimal;
	readonly inTo: Decimal;
	/** Receipt time of the older index, milliseconds. */
	readonly at: number;
};

/**
 * `rate`: units of `to` for one unit of `from`, at the instant `at`; otherwise a sentence that explains why it is
 * unknown.
 */
export type QuoteRate =
	| { readonly rate: Decimal; readonly at: number }
	| { readonly rate: null; readonly reason: string };

/** With fewer coins a median does not protect against a wrong index. */
const COINS_MIN = 3;

/** Rounded down at the 18th place; as old as the oldest sample. */
export function quoteRateOf(from: string, to: string, samples: readonly QuoteSample[]): QuoteRate {
	if (samples.length < COINS_MIN) {
		const reason = `The rate of ${from} in ${to} is unknown: ${samples.length} coins have a fresh index price in both currencies at one exchange, but at least ${COINS_MIN} are needed.`;
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
