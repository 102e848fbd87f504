/**
 * Calculates quantities, guarded prices and margins from an opportunity's legs and the caller's terms. Pure
 * functions.
 */
import {
	add,
	type Decimal,
	divDown,
	divUp,
	floorToStep,
	fromInteger,
	max,
	mulDown,
	mulUp,
	ONE,
	parseDecimal,
	sub,
} from '../../domain/decimal.ts';
import type { LegRole } from '../../domain/ids.ts';
import { commonLot, type Instrument } from '../../domain/instrument.ts';
import {
	averagePrice,
	depthWithin,
	midPrice,
	type OrderBook,
	type Side,
	walkBook,
} from '../../domain/order-book.ts';
import type { AmountDifference, Warning } from '../../ports/order-service.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import type { ProposedLeg, ProposedTrade } from '../risk/facts.ts';
import { guardedPrice } from './order-terms.ts';
import { OPENING_TEXT } from './text.ts';

/**
 * Safety buffer on the required margin, as a fraction of notional / leverage plus fees (API specification,
 * definitions).
 */
const MARGIN_BUFFER = parseDecimal('0.02');
/** A warning is given if the opening is smaller than this fraction of the requested amount. */
const SHARE_MIN = parseDecimal('0.9');
const HUNDRED = parseDecimal('100');

/** A proposed leg with its expected fill price. */
export type LegDraft = ProposedLeg & { readonly expectedPrice: Decimal | null };

/** A trade as it would be opened now, with both legs and their prices. */
export type Draft = ProposedTrade & { readonly long: LegDraft; readonly short: LegDraft };

/** Inputs for one leg's plan. */
export type LegInputs = {
	readonly instrument: Instrument;
	readonly book: OrderBook;
	readonly fees: FeeRates;
	readonly intervalHours: number;
};

/** Capital across both legs in USD, leverage, and slippage limit in basis points. */
export type DraftTerms = {
	readonly amount: Decimal;
	readonly leverage: Decimal;
	readonly maxSlippageBps: Decimal;
};

/**
 * Drafts a trade. Leg quantity = amount / 2 × leverage / max(long mid, short mid), rounded down to the common
 * multiple of both lot sizes. Returns undefined if an order book has no usable mid price.
 */
export function draftExecution(long: LegInputs, short: LegInputs, terms: DraftTerms): Draft | undefined {
	const longMid = midPrice(long.book);
	const shortMid = midPrice(short.book);
	if (longMid === undefined || shortMid === undefined) return undefined;
	const lot = commonLot(long.instrument, short.instrument);
	const target = mulDown(divDown(terms.amount, fromInteger(2)), terms.leverage);
	const quantity = floorToStep(divDown(target, max(longMid, shortMid)), lot);
	return draftQuantity(long, short, quantity, terms);
}

/** Drafts a trade of this quantity, coins per leg. Returns undefined if an order book has no usable mid price. */
export function draftQuantity(
	long: LegInputs,
	short: LegInputs,
	quantity: Decimal,
	terms: Pick<DraftTerms, 'leverage' | 'maxSlippageBps'>,
): Draft | undefined {
	const longMid = midPrice(long.book);
	const shortMid = midPrice(short.book);
	if (longMid === undefined || shortMid === undefined) return undefined;
	const lot = commonLot(long.instrument, short.instrument);
	return {
		quantity,
		commonLot: lot,
		long: draftLeg('long', long, longMid, quantity, terms),
		short: draftLeg('short', short, shortMid, quantity, terms),
	};
}

/**
 * Returns the required margin of a leg: notional / leverage plus the fees for opening and closing, plus 2 % of that
 * sum.
 */
export function marginOf(notional: Decimal, leverage: Decimal, takerFee: Decimal): Decimal {
	const fee = mulUp(notional, takerFee);
	return mulUp(add(divUp(notional, leverage), add(fee, fee)), add(ONE, MARGIN_BUFFER));
}

/** Returns the capital across both legs that the draft opens, USD. */
export function plannedAmount({ long, short }: Draft, leverage: Decimal): Decimal {
	return divDown(add(long.notional, short.notional), leverage);
}

/**
 * Returns why the draft opens less than the requested amount; null if it opens all of it. @param asked Requested
 * capital across both legs, USD
 */
export function amountDifference(draft: Draft, asked: Decimal, leverage: Decimal): AmountDifference | null {
	const difference = sub(asked, plannedAmount(draft, leverage));
	if (difference <= 0n) return null;
	const { long, short } = draft;
	const [longLot, shortLot] = [long.plan.instrument.lotSize, short.plan.instrument.lotSize];
	const lot = draft.commonLot;
	const price = max(long.plan.decisionMid, short.plan.decisionMid);
	const amountOf = (quantity: Decimal): Decimal =>
		divUp(mulUp(mulUp(quantity, price), fromInteger(2)), leverage);
	// The quantity is rounded with the higher of both prices, so only the remainder is due to the lot.
	const hasRest = sub(asked, amountOf(draft.quantity)) > 0n;
	const deciding = lot === longLot ? (lot === shortLot ? null : long.plan.venue) : short.plan.venue;
	const isCommon = lot !== longLot && lot !== shortLot;
	const code = isCommon ? 'COMMON_LOT' : 'EXCHANGE_LOT';
	return {
		code: hasRest ? code : 'PRICE_GAP',
		amount: difference,
		lot,
		longLot,
		shortLot,
		exchange: isCommon ? null : deciding,
		nextAmount: amountOf(add(draft.quantity, lot)),
	};
}

/**
 * Returns a warning if the lot sizes leave more than a tenth of the requested amount unopened. @param asked Requested
 * capital across both legs, USD
 */
export function lessThanAsked(draft: Draft, asked: Decimal, leverage: Decimal): readonly Warning[] {
	const planned = plannedAmount(draft, leverage);
	const share = divDown(planned, asked);
	if (share >= SHARE_MIN) return [];
	const { instrument } = draft.long.plan;
	return [
		{
			code: 'AMOUNT_ROUNDED',
			message: OPENING_TEXT.rounded({
				planned,
				asked,
				share: mulDown(share, HUNDRED),
				lot: draft.commonLot,
				coin: instrument.coin,
			}),
		},
	];
}

function draftLeg(
	role: LegRole,
	inputs: LegInputs,
	mid: Decimal,
	quantity: Decimal,
	terms: Pick<DraftTerms, 'leverage' | 'maxSlippageBps'>,
): LegDraft {
	const openSide: Side = role === 'long' ? 'buy' : 'sell';
	const closeSide: Side = role === 'long' ? 'sell' : 'buy';
	const { instrument, book, fees, intervalHours } = inputs;
	const limitPrice = guardedPrice(openSide, mid, terms.maxSlippageBps, instrument.tickSize);
	const entry = walkBook(book, openSide, quantity, limitPrice);
	const worst = mulUp(max(limitPrice, mid), quantity);
	return {
		plan: {
			role,
			venue: instrument.venue,
			instrument,
			openSide,
			decisionMid: mid,
			limitPrice,
			intervalHours,
		},
		quantity,
		notional: mulDown(mid, quantity),
		margin: marginOf(worst, terms.leverage, fees.taker),
		depth: depthWithin(book, openSide, limitPrice),
		expectedPrice: entry.quantity === 0n ? null : (averagePrice(openSide, entry) ?? null),
		exitDepth: depthWithin(
			book,
			closeSide,
			guardedPrice(closeSide, mid, terms.maxSlippageBps, instrument.tickSize),
		),
	};
}
