/** Prices, costs and size of entering and leaving at an amount, by both books as they stand. */
import {
	bothSlippages,
	largestAmount,
	leastReach,
	legQuantity,
	priceBasis,
	type Reach,
	type RoundTrip,
	reachWithin,
	roundTrip,
} from '../domain/cost.ts';
import { add, type Decimal, min, neg, sub, sum } from '../domain/decimal.ts';
import { usdText } from '../domain/figure-text.ts';
import type { LegRole } from '../domain/ids.ts';
import { commonLot } from '../domain/instrument.ts';
import type { CostParts, CostTerms, FieldReason, Opportunity } from '../domain/opportunity.ts';
import { midPrice, type OrderBook } from '../domain/order-book.ts';
import type { QuoteRate } from '../domain/quote-rate.ts';
import { fallen, smallestAmount, smallestQuantity } from '../domain/smallest-trade.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import { amountGuards } from './amount-guards.ts';
import { BASIS_SAMPLES_MIN, type ObservedBasis } from './basis-table.ts';
import type { GuardFinding } from './guards.ts';
import { arePricesApart } from './pair-guards.ts';

/** A mean over less than its half-life is said to be short. */
const BASIS_SPAN_MS_MIN = 24 * 3_600_000;
const MINUTE_MS = 60_000;

const NO_FILLS: RoundTrip = { entryLong: null, entryShort: null, exitLong: null, exitShort: null };

/** What both books give together; undefined when either has no mid. */
export type TwoBooks = {
	readonly long: OrderBook;
	readonly short: OrderBook;
	readonly longMid: Decimal;
	readonly shortMid: Decimal;
	/** Coins: both legs trade multiples of it. */
	readonly lot: Decimal;
};

/** Limits of the size of a trade. */
export type TradeLimits = {
	/** Slippage of each fill of each leg that bounds max_amount, basis points. */
	readonly maxAmountSlippageBps: Decimal;
	/** After a move of the price by so much the smallest trade can still be closed, percent. */
	readonly stressMovePct: Decimal;
};

export type TradeCost = Pick<
	Opportunity,
	'long_price' | 'short_price' | 'price_basis' | 'max_amount' | 'min_amount'
> & {
	readonly cost: CostParts;
	/** Price basis now, less its mean; null while either is unknown. */
	readonly basis_deviation: Decimal | null;
	/** Coins that the books take inside the slippage bound: all four sides, and the two of the exit. */
	readonly reach: { readonly all: Decimal; readonly exit: Decimal } | null;
	readonly findings: readonly GuardFinding[];
	readonly reasons: readonly FieldReason[];
};

export function twoBooks(long: InstrumentInputs, short: InstrumentInputs): TwoBooks | undefined {
	if (long.book === undefined || short.book === undefined) return undefined;
	const longMid = midPrice(long.book);
	const shortMid = midPrice(short.book);
	if (longMid === undefined || shortMid === undefined) return undefined;
	const lot = commonLot(long.instrument, short.instrument);
	return { long: long.book, short: short.book, longMid, shortMid, lot };
}

/**
 * `observed` is the mean of the same basis. `rate`: units of the long leg's quote currency for one of the short leg's; while
 * it is not known, neither is the price basis.
 */
export function tradeCost(
	legs: { readonly long: InstrumentInputs; readonly short: InstrumentInputs },
	observed: ObservedBasis,
	terms: CostTerms,
	limits: TradeLimits,
	rate: QuoteRate,
): TradeCost {
	const { long, short } = legs;
	const books = twoBooks(long, short);
	const fees = add(long.fees.taker, short.fees.taker);
	if (books === undefined) return costWithoutBooks(fees);
	const quantity = legQuantity(terms, books.longMid, books.shortMid, books.lot);
	const smallest = smallestTrade(legs, books, limits.stressMovePct);
	const minAmount = smallestAmount(smallest, terms.leverage, books.longMid, books.shortMid);
	const fills = quantity > 0n ? roundTrip(books.long, books.short, quantity) : NO_FILLS;
	const basisNow = rate.rate === null ? null : priceBasis(books.longMid, books.shortMid, rate.rate);
	const basis = basisCost(observed, basisNow, rate, arePricesApart(long, short));
	const sides = reachOfSides(books, limits.maxAmountSlippageBps);
	const reach = leastReach([sides.entryLong, sides.exitLong, sides.entryShort, sides.exitShort]);
	const parts = {
		entry_fees: fees,
		exit_fees: fees,
		entry_slippage: bothSlippages(fills.entryLong, fills.entryShort),
		exit_slippage: bothSlippages(fills.exitLong, fills.exitShort),
		basis: basis.cost,
	};
	const cost: CostParts = { ...parts, total: totalOf(Object.values(parts)) };
	const prices = {
		long_price: fills.entryLong?.price ?? null,
		short_price: fills.entryShort?.price ?? null,
	};
	return {
		...prices,
		price_basis: basisNow,
		min_amount: minAmount,
		max_amount: largestAmount(reach.quantity, books.lot, terms.leverage, books.longMid, books.shortMid),
		cost,
		basis_deviation: basis.cost === null ? null : neg(basis.cost),
		reach: { all: reach.quantity, exit: min(sides.exitLong.quantity, sides.exitShort.quantity) },
		findings: amountGuards(legs, { quantity, smallest, amount: terms.amount, minAmount }, fills),
		reasons: [
			...fillReasons(cost, prices, quantity, minAmount),
			...basis.reasons,
			...(reach.exhausted ? [BOOK_EXHAUSTED] : []),
			...(cost.total === null ? [TOTAL_UNKNOWN] : []),
		],
	};
}

const TOTAL_UNKNOWN: FieldReason = {
	field: 'net.cost.total',
	code: 'COST_PART_UNKNOWN',
	message: 'A part of the cost is unknown, so the total is.',
};

const NOT_ONE_COIN = {
	code: 'PRICE_MISMATCH',
	message:
		'The prices are too far apart for one coin, so nothing can be said of how far apart they will be at the exit.',
};

const BOOK_EXHAUSTED: FieldReason = {
	field: 'max_amount',
	code: 'BOOK_EXHAUSTED',
	message: 'The visible levels end before the slippage limit does: max_amount is what they hold.',
};

const FIELDS_OF_BOOKS = [
	'long_price',
	'short_price',
	'price_basis',
	'max_amount',
	'min_amount',
	'net.cost.entry_slippage',
	'net.cost.exit_slippage',
	'net.cost.basis',
] as const;

/** Fees do not hang on a book; all else does. */
function costWithoutBooks(fees: Decimal): TradeCost {
	return {
		long_price: null,
		short_price: null,
		price_basis: null,
		max_amount: null,
		min_amount: null,
		cost: {
			entry_fees: fees,
			exit_fees: fees,
			entry_slippage: null,
			exit_slippage: null,
			basis: null,
			total: null,
		},
		basis_deviation: null,
		reach: null,
		findings: [],
		reasons: [
			...FIELDS_OF_BOOKS.map((field) => ({
				field,
				code: 'BOOK_MISSING',
				message: 'A usable book of a leg is missing.',
			})),
			TOTAL_UNKNOWN,
		],
	};
}

function totalOf(parts: readonly (Decimal | null)[]): Decimal | null {
	const known = parts.filter((part) => part !== null);
	return known.length === parts.length ? sum(known) : null;
}

/** Coins per leg of the smallest trade that can be opened, and closed after the stress move. */
function smallestTrade(
	{ long, short }: Readonly<Record<LegRole, InstrumentInputs>>,
	{ longMid, shortMid, lot }: TwoBooks,
	stressMovePct: Decimal,
): Decimal {
	return smallestQuantity(
		[
			{ instrument: long.instrument, lowPrice: fallen(longMid, stressMovePct) },
			{ instrument: short.instrument, lowPrice: fallen(shortMid, stressMovePct) },
		],
		lot,
	);
}

/** What each side of a round trip takes. */
function reachOfSides(books: TwoBooks, slippageBps: Decimal): Readonly<Record<keyof RoundTrip, Reach>> {
	return {
		entryLong: reachWithin(books.long, 'buy', slippageBps),
		exitLong: reachWithin(books.long, 'sell', slippageBps),
		entryShort: reachWithin(books.short, 'sell', slippageBps),
		exitShort: reachWithin(books.short, 'buy', slippageBps),
	};
}

/** Why a price or a slippage of this amount is null although both books are there. */
function fillReasons(
	cost: CostParts,
	prices: Pick<Opportunity, 'long_price' | 'short_price'>,
	quantity: Decimal,
	minAmount: Decimal,
): FieldReason[] {
	const values = {
		long_price: prices.long_price,
		short_price: prices.short_price,
		'net.cost.entry_slippage': cost.entry_slippage,
		'net.cost.exit_slippage': cost.exit_slippage,
	};
	const why =
		quantity > 0n
			? { code: 'THIN_BOOK', message: 'A visible book does not hold the whole leg.' }
			: {
					code: 'BELOW_MIN_NOTIONAL',
					message: `The amount buys no whole lot, so nothing would be traded: the smallest is ${usdText(minAmount)}.`,
				};
	return Object.entries(values)
		.filter(([, value]) => value === null)
		.map(([field]) => ({ field, ...why }));
}

/**
 * Expected price basis at the exit, which is the slot's own mean, less the present one: positive is a cost. Of prices that
 * are not of one coin it would be their quotient's noise, thousands of percent, and head or foot of every list.
 */
function basisCost(
	observed: ObservedBasis,
	present: Decimal | null,
	rate: QuoteRate,
	areApart: boolean,
): { readonly cost: Decimal | null; readonly reasons: readonly FieldReason[] } {
	const field = 'net.cost.basis';
	if (present === null) {
		const message = rate.rate === null ? rate.reason : 'The rate between the quote currencies is not known.';
		const why = { code: 'QUOTE_RATE_UNKNOWN', message };
		return {
			cost: null,
			reasons: [
				{ field: 'price_basis', ...why },
				{ field, ...why },
			],
		};
	}
	if (areApart) return { cost: null, reasons: [{ field, ...NOT_ONE_COIN }] };
	if (observed.count < BASIS_SAMPLES_MIN) {
		const message = `The mean of this pair's price basis is not known yet: observed ${observed.count} times, at least ${BASIS_SAMPLES_MIN} are needed.`;
		return { cost: null, reasons: [{ field, code: 'BASIS_MEAN_UNKNOWN', message }] };
	}
	const cost = sub(observed.mean, present);
	if (observed.spanMs >= BASIS_SPAN_MS_MIN) return { cost, reasons: [] };
	const minutes = Math.floor(observed.spanMs / MINUTE_MS);
	const message = `The mean of this pair's price basis was observed over ${minutes} minutes only, less than 24 hours.`;
	return { cost, reasons: [{ field, code: 'BASIS_MEAN_SHORT', message }] };
}
