/**
 * Computes an opportunity's figures a second time in whole numbers, using only the definitions in the API
 * specification. It shares nothing with the service except the parsing and formatting of decimal text. The code is
 * plain and slow on purpose.
 */
import { type Decimal, formatDecimal, parseDecimal } from '../../src/domain/decimal.ts';

/** A leg with prices in hundredths of a USD and quantities in tenths of a coin. */
export type RawLeg = {
	readonly bids: readonly (readonly [number, number])[];
	readonly asks: readonly (readonly [number, number])[];
	/** Funding rate in millionths per funding interval. */
	readonly rate: number;
	readonly intervalHours: number;
	readonly lotTenths: number;
	/** Taker fee, in hundred-thousandths of the notional. */
	readonly taker: number;
	readonly tickerAgeMs: number;
	readonly bookAgeMs: number;
};

/** A fraction as numerator and divisor; the divisor is positive. */
type Ratio = readonly [bigint, bigint];

const UNIT = 10n ** 18n;
const ratio = (n: number | bigint, d: number | bigint = 1): Ratio => [BigInt(n), BigInt(d)];
const times = (a: Ratio, b: Ratio): Ratio => [a[0] * b[0], a[1] * b[1]];
const over = (a: Ratio, b: Ratio): Ratio => [a[0] * b[1], a[1] * b[0]];
const minus = (a: Ratio, b: Ratio): Ratio => [a[0] * b[1] - b[0] * a[1], a[1] * b[1]];
const isAbove = (a: Ratio, b: Ratio): boolean => a[0] * b[1] > b[0] * a[1];
const floor = ([n, d]: Ratio): bigint => (n - (((n % d) + d) % d)) / d;
const floor18 = ([n, d]: Ratio): string => formatDecimal(floor([n * UNIT, d]) as Decimal);
const ceil18 = ([n, d]: Ratio): string => formatDecimal(-floor([-n * UNIT, d]) as Decimal);
const ofText = (text: string): Ratio => [parseDecimal(text), UNIT];
const sumOf = (...texts: readonly string[]): string =>
	formatDecimal(texts.reduce((total, text) => total + parseDecimal(text), 0n) as Decimal);

const midOf = ({ bids, asks }: RawLeg): Ratio => ratio((bids[0]?.[0] ?? 0) + (asks[0]?.[0] ?? 0), 200);

/**
 * Returns the average price and the slippage of taking this quantity (tenths of a coin); undefined if the levels are
 * too small for it.
 */
export function naiveFill(leg: RawLeg, side: 'buy' | 'sell', tenths: number) {
	let left = tenths;
	let value = 0;
	for (const [price, size] of side === 'buy' ? leg.asks : leg.bids) {
		const part = Math.min(left, size);
		value += part * price;
		left -= part;
	}
	if (left > 0 || tenths === 0) return undefined;
	const average = ratio(value, tenths * 100);
	const price = side === 'buy' ? ceil18(average) : floor18(average);
	const apart = side === 'buy' ? minus(ofText(price), midOf(leg)) : minus(midOf(leg), ofText(price));
	return { price, slippage: ceil18(over(apart, midOf(leg))) };
}

/** Returns the four fills of a round trip: entry long, entry short, exit long, exit short. */
export function naiveRoundTrip(long: RawLeg, short: RawLeg, tenths: number) {
	return [
		naiveFill(long, 'buy', tenths),
		naiveFill(short, 'sell', tenths),
		naiveFill(long, 'sell', tenths),
		naiveFill(short, 'buy', tenths),
	] as const;
}

/** Returns the common lot of both venues, in tenths of a coin: the least common multiple of their lots. */
function commonLotTenths(long: RawLeg, short: RawLeg): number {
	let step = long.lotTenths;
	while (step % short.lotTenths !== 0) step += long.lotTenths;
	return step;
}

/** Returns the quantity of each leg for an amount, in tenths of a coin. */
export function naiveLegTenths(long: RawLeg, short: RawLeg, cents: bigint, leverage: number): number {
	const lot = commonLotTenths(long, short);
	const dearest = isAbove(midOf(long), midOf(short)) ? midOf(long) : midOf(short);
	const coins = over(times(ratio(cents, 200), ratio(leverage)), dearest);
	return Number(floor(times(coins, ratio(10, lot)))) * lot;
}

/**
 * Returns the largest amount, in cents, that buys no more than `tenths` per leg. The amount is found by bisection
 * down to a cent.
 */
function largestCents(long: RawLeg, short: RawLeg, tenths: number, leverage: number): bigint {
	let low = 0n;
	let high = 1n;
	while (naiveLegTenths(long, short, high, leverage) <= tenths) high *= 2n;
	while (high - low > 1n) {
		const middle = (low + high) / 2n;
		if (naiveLegTenths(long, short, middle, leverage) <= tenths) low = middle;
		else high = middle;
	}
	return low;
}

/**
 * Returns the largest amount within the slippage limit. Adds one lot at a time, until a fill exceeds the limit or an
 * order book runs out of levels.
 */
function naiveMaxAmount(long: RawLeg, short: RawLeg, leverage: number, limit: string): string {
	const lot = commonLotTenths(long, short);
	const isInside = (tenths: number) =>
		naiveRoundTrip(long, short, tenths).every(
			(fill) => fill !== undefined && parseDecimal(fill.slippage) <= parseDecimal(limit),
		);
	let tenths = 0;
	while (isInside(tenths + lot)) tenths += lot;
	return tenths === 0 ? '0' : floor18(ratio(largestCents(long, short, tenths, leverage), 100));
}

type Terms = {
	readonly amountUsd: number;
	readonly leverage: number;
	/** Slippage limit for `max_amount`, as a fraction of the mid price. */
	readonly slippageMax: string;
	/** Mean of the price basis; null if there are too few samples. */
	readonly basisMean: string | null;
};

/** Returns the figures of a record as text; an unknown figure is null. */
export function naiveFigures(long: RawLeg, short: RawLeg, terms: Terms) {
	const tenths = naiveLegTenths(long, short, BigInt(terms.amountUsd * 100), terms.leverage);
	const [entryLong, entryShort, exitLong, exitShort] = naiveRoundTrip(long, short, tenths);
	const both = (a: typeof entryLong, b: typeof entryLong) =>
		a === undefined || b === undefined ? null : sumOf(a.slippage, b.slippage);
	const fees = ceil18(ratio(long.taker + short.taker, 100_000));
	const basisNow = floor18(minus(over(midOf(short), midOf(long)), ratio(1)));
	const basis = terms.basisMean === null ? null : floor18(minus(ofText(terms.basisMean), ofText(basisNow)));
	const parts = [fees, fees, both(entryLong, entryShort), both(exitLong, exitShort), basis];
	const known = parts.filter((part) => part !== null);
	const epoch = Math.max(long.intervalHours, short.intervalHours);
	const perHour = minus(
		ratio(short.rate, short.intervalHours * 1_000_000),
		ratio(long.rate, long.intervalHours * 1_000_000),
	);
	return {
		spread: floor18(times(perHour, ratio(epoch))),
		apr: floor18(times(perHour, ratio(8_760))),
		epochHours: String(epoch),
		longPrice: entryLong?.price ?? null,
		shortPrice: entryShort?.price ?? null,
		priceBasis: basisNow,
		maxAmount: naiveMaxAmount(long, short, terms.leverage, terms.slippageMax),
		entryFees: fees,
		exitFees: fees,
		entrySlippage: both(entryLong, entryShort),
		exitSlippage: both(exitLong, exitShort),
		basis,
		total: known.length === parts.length ? sumOf(...known) : null,
	};
}
