/** Prices, costs and size of entering and leaving at an amount, as a record says them, and why one of them is not known. */
import type { Fills } from '../domain/cost.ts';
import { approximately, coinsOfLots, publishedOrNull, usdOfCents } from '../domain/estimate.ts';
import { usdText } from '../domain/figure-text.ts';
import type { CostParts, CostTerms, FieldReason, Opportunity } from '../domain/opportunity.ts';
import { amountGuards } from './amount-guards.ts';
import { BASIS_SAMPLES_MIN } from './basis-table.ts';
import type { PairFigures } from './figures.ts';
import type { GuardFinding } from './guards.ts';
import { rateBetween } from './pair-guards.ts';
import type { PairInputs, PairReading } from './pair-reading.ts';

/** A mean over less than its half-life is said to be short. */
const BASIS_SPAN_MS_MIN = 24 * 3_600_000;
const MINUTE_MS = 60_000;

/** Prices, size limits and costs of a record, with the guards and reasons that follow from the order books. */
export type TradeCost = Pick<
	Opportunity,
	'longPrice' | 'shortPrice' | 'priceBasis' | 'maxAmount' | 'minAmount'
> & {
	readonly cost: CostParts;
	readonly findings: readonly GuardFinding[];
	readonly reasons: readonly FieldReason[];
};

/** Prices a trade of the terms' amount against both books; unknown figures are null with a reason. */
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

/** Costs by kind as a record shows them, shares of one leg's notional; null for what is unknown. */
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

/** Coins of each leg, a multiple of the lot. The quantity must be known. */
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
	message: 'A part of the cost is unknown, so the total is.',
};

const BOOK_EXHAUSTED: FieldReason = {
	field: 'max_amount',
	code: 'BOOK_EXHAUSTED',
	message: 'The visible levels end before the slippage limit does: max_amount is what they hold.',
};

/** Fees do not hang on a book; all else does. */
const NO_BOOKS: readonly FieldReason[] = [
	'long_price',
	'short_price',
	'price_basis',
	'max_amount',
	'min_amount',
	'net.cost.entry_slippage',
	'net.cost.exit_slippage',
	'net.cost.basis',
].map((field) => ({ field, code: 'BOOK_MISSING', message: 'A usable book of a leg is missing.' }));

/** Why a price or a slippage of this amount is null although both books are there. */
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
		? { code: 'THIN_BOOK', message: 'A visible book does not hold the whole leg.' }
		: {
				code: 'BELOW_MIN_NOTIONAL',
				message: `The amount buys no whole lot, so nothing would be traded: the smallest is ${usdText(minAmount)}.`,
			};
	return values.filter(([, value]) => value === null).map(([field]) => ({ field, ...why }));
}

/** Why the price basis, or what it costs, is not known, or is known of a short time only. Both books are there. */
function basisReasons(inputs: PairInputs, { basisNow, areTwoCoins }: PairFigures): FieldReason[] {
	const field = 'net.cost.basis';
	const { count, spanMs } = inputs.basis;
	if (Number.isNaN(basisNow)) {
		const rate = rateBetween(inputs.long, inputs.short, inputs);
		const message = rate.rate === null ? rate.reason : 'The rate between the quote currencies is not known.';
		return ['price_basis', field].map((each) => ({ field: each, code: 'QUOTE_RATE_UNKNOWN', message }));
	}
	if (areTwoCoins) return [NOT_ONE_COIN];
	if (count < BASIS_SAMPLES_MIN) {
		const message = `The mean of this pair's price basis is not known yet: observed ${count} times, at least ${BASIS_SAMPLES_MIN} are needed.`;
		return [{ field, code: 'BASIS_MEAN_UNKNOWN', message }];
	}
	if (spanMs >= BASIS_SPAN_MS_MIN) return [];
	const minutes = Math.floor(spanMs / MINUTE_MS);
	const message = `The mean of this pair's price basis was observed over ${minutes} minutes only, less than 24 hours.`;
	return [{ field, code: 'BASIS_MEAN_SHORT', message }];
}

const NOT_ONE_COIN: FieldReason = {
	field: 'net.cost.basis',
	code: 'PRICE_MISMATCH',
	message:
		'The prices are too far apart for one coin, so nothing can be said of how far apart they will be at the exit.',
};
