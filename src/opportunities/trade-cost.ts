/** Computes a record's prices, costs and size limits, with a reason for each that is unknown. */
import type { Fills } from '../domain/cost.ts';
import { approximately, coinsOfLots, publishedOrNull, usdOfCents } from '../domain/estimate.ts';
import type { CostParts, CostTerms, FieldReason, Opportunity } from '../domain/opportunity.ts';
import { amountGuards } from './amount-guards.ts';
import { BASIS_SAMPLES_MIN } from './basis-table.ts';
import type { PairFigures } from './figures.ts';
import type { GuardFinding } from './guards.ts';
import { rateBetween } from './pair-guards.ts';
import type { PairInputs, PairReading } from './pair-reading.ts';
import { RECORD_TEXT } from './text.ts';

/**
 * Minimum time that the mean price basis must cover, ms: its half-life. A mean over a shorter time gets the reason
 * BASIS_MEAN_SHORT.
 */
const BASIS_SPAN_MS_MIN = 24 * 3_600_000;
const MINUTE_MS = 60_000;

/** A record's prices, size limits and costs, with the guards and reasons that follow from the order books. */
export type TradeCost = Pick<
	Opportunity,
	'longPrice' | 'shortPrice' | 'priceBasis' | 'maxAmount' | 'minAmount'
> & {
	readonly cost: CostParts;
	readonly findings: readonly GuardFinding[];
	readonly reasons: readonly FieldReason[];
};

/** Prices a trade of the requested amount in both books. Unknown figures are null with a reason. */
export function tradeCost(
	inputs: PairInputs,
	pair: PairReading,
	figures: PairFigures,
	terms: CostTerms,
): TradeCost {
	const cost = costParts(figures);
	const minAmount = usdOfCents(pair.size.minCents(terms));
	const maxAmount = usdOfCents(pair.size.maxCents(terms));
	if (minAmount === null || maxAmount === null)
		return {
			longPrice: null,
			shortPrice: null,
			priceBasis: null,
			maxAmount: null,
			minAmount: null,
			cost,
			findings: [],
			reasons: [...NO_BOOKS, TOTAL_UNKNOWN],
		};
	const quantity = coinsOfQuantity(pair, figures);
	const fills = fillsOf(pair, figures.quantity);
	const prices = {
		longPrice: publishedOrNull(fills.entryLong),
		shortPrice: publishedOrNull(fills.entryShort),
	};
	const smallest = coinsOfLots(pair.size.smallestLots(), pair.lot);
	return {
		...prices,
		priceBasis: publishedOrNull(figures.basisNow),
		minAmount: minAmount,
		maxAmount: maxAmount,
		cost,
		findings: amountGuards(inputs, { quantity, smallest, amount: terms.amount, minAmount }, fills),
		reasons: [
			...fillReasons(cost, prices, quantity > 0n, minAmount),
			...basisReasons(inputs, figures),
			...(pair.size.isBookWhole() ? [BOOK_EXHAUSTED] : []),
			...(cost.total === null ? [TOTAL_UNKNOWN] : []),
		],
	};
}

/** Returns a record's costs by type, as fractions of one leg's notional; null if unknown. */
export function costParts(figures: PairFigures): CostParts {
	const fees = publishedOrNull(figures.fees);
	return {
		entryFees: fees,
		exitFees: fees,
		entrySlippage: publishedOrNull(figures.entrySlippage),
		exitSlippage: publishedOrNull(figures.exitSlippage),
		basis: publishedOrNull(figures.basisCost),
		total: publishedOrNull(figures.totalCost),
	};
}

/** Returns the coins per leg, a multiple of the lot. The quantity must not be NaN. */
export function coinsOfQuantity({ lot }: PairReading, { quantity }: PairFigures): CostTerms['amount'] {
	return coinsOfLots(Math.round(quantity / approximately(lot)), lot);
}

function fillsOf(pair: PairReading, quantity: number): Fills {
	return {
		entryLong: pair.price('long', 'buy', quantity),
		entryShort: pair.price('short', 'sell', quantity),
		exitLong: pair.price('long', 'sell', quantity),
		exitShort: pair.price('short', 'buy', quantity),
	};
}

const TOTAL_UNKNOWN: FieldReason = {
	field: 'net.cost.total',
	code: 'COST_PART_UNKNOWN',
	message: RECORD_TEXT.costUnknown(),
};

const BOOK_EXHAUSTED: FieldReason = {
	field: 'max_amount',
	code: 'BOOK_EXHAUSTED',
	message: RECORD_TEXT.bookExhausted(),
};

/** Reasons that apply without books: everything except the fees is unknown. */
const NO_BOOKS: readonly FieldReason[] = [
	'long_price',
	'short_price',
	'price_basis',
	'max_amount',
	'min_amount',
	'net.cost.entry_slippage',
	'net.cost.exit_slippage',
	'net.cost.basis',
].map((field) => ({ field, code: 'BOOK_MISSING', message: RECORD_TEXT.bookMissing() }));

/** Returns the reasons why a price or a slippage is null although both books are known. */
function fillReasons(
	cost: CostParts,
	prices: Pick<Opportunity, 'longPrice' | 'shortPrice'>,
	buysLots: boolean,
	minAmount: CostTerms['amount'],
): FieldReason[] {
	const values = [
		['long_price', prices.longPrice],
		['short_price', prices.shortPrice],
		['net.cost.entry_slippage', cost.entrySlippage],
		['net.cost.exit_slippage', cost.exitSlippage],
	] as const;
	const why = buysLots
		? { code: 'THIN_BOOK', message: RECORD_TEXT.bookThin() }
		: {
				code: 'BELOW_MIN_NOTIONAL',
				message: RECORD_TEXT.belowOneLot({ minAmount }),
			};
	return values.filter(([, value]) => value === null).map(([field]) => ({ field, ...why }));
}

/**
 * Returns the reasons why the price basis or its cost is unknown, or covers only a short time, although both books
 * are known.
 */
function basisReasons(inputs: PairInputs, { basisNow, areTwoCoins }: PairFigures): FieldReason[] {
	const field = 'net.cost.basis';
	const { count, spanMs } = inputs.basis;
	if (Number.isNaN(basisNow)) {
		const rate = rateBetween(inputs.long, inputs.short, inputs);
		const message = rate.rate === null ? rate.reason : RECORD_TEXT.quoteRateUnknown();
		return ['price_basis', field].map((each) => ({ field: each, code: 'QUOTE_RATE_UNKNOWN', message }));
	}
	if (areTwoCoins) return [NOT_ONE_COIN];
	if (count < BASIS_SAMPLES_MIN) {
		const message = RECORD_TEXT.basisMeanUnknown({ count, required: BASIS_SAMPLES_MIN });
		return [{ field, code: 'BASIS_MEAN_UNKNOWN', message }];
	}
	if (spanMs >= BASIS_SPAN_MS_MIN) return [];
	const minutes = Math.floor(spanMs / MINUTE_MS);
	const message = RECORD_TEXT.basisMeanShort({ minutes });
	return [{ field, code: 'BASIS_MEAN_SHORT', message }];
}

const NOT_ONE_COIN: FieldReason = {
	field: 'net.cost.basis',
	code: 'PRICE_MISMATCH',
	message: RECORD_TEXT.notOneCoin(),
};
