/** From an opportunity's legs and the caller's terms to quantities, guarded prices and margins. Pure. */
import {
	add,
	ceilToStep,
	type Decimal,
	divDown,
	divUp,
	floorToStep,
	fromInteger,
	max,
	min,
	mulDown,
	mulUp,
	ONE,
	parseDecimal,
	ZERO,
} from '../domain/decimal.ts';
import type { LegPlan } from '../domain/event.ts';
import type { LegRole } from '../domain/ids.ts';
import { commonLot, type Instrument } from '../domain/instrument.ts';
import {
	averagePrice,
	depthWithin,
	midPrice,
	type OrderBook,
	type Side,
	walkBook,
} from '../domain/order-book.ts';
import type { FeeRates } from '../ports/venue.ts';
import { guardedPrice } from './order-terms.ts';

/** Preflight margin adds this share to notional / leverage plus fees (wire contract, definitions). */
const MARGIN_BUFFER = parseDecimal('0.02');

export type LegDraft = {
	readonly plan: LegPlan;
	readonly quantity: Decimal;
	/** Quantity × decision mid, USD. */
	readonly notional: Decimal;
	/** Margin the account needs: notional at the limit / leverage, both fees, 2 %. */
	readonly margin: Decimal;
	/** Coins that the book holds inside the limit price. */
	readonly depth: Decimal;
	readonly expectedPrice: Decimal | null;
	/** Coins on the other side of the book inside the same guard: what a close at this moment would find. */
	readonly exitDepth: Decimal;
};

export type Draft = {
	readonly quantity: Decimal;
	readonly commonLot: Decimal;
	readonly long: LegDraft;
	readonly short: LegDraft;
};

export type LegInputs = {
	readonly instrument: Instrument;
	readonly book: OrderBook;
	readonly fees: FeeRates;
	readonly intervalHours: number;
};

export type DraftTerms = {
	readonly amount: Decimal;
	readonly leverage: Decimal;
	readonly maxSlippageBps: Decimal;
};

/**
 * Leg quantity = floor to the common multiple of both lot steps of amount / 2 × leverage / max(long mid, short mid).
 * Undefined when a book has no usable middle.
 */
export function draftExecution(long: LegInputs, short: LegInputs, terms: DraftTerms): Draft | undefined {
	const longMid = midPrice(long.book);
	const shortMid = midPrice(short.book);
	if (longMid === undefined || shortMid === undefined) return undefined;
	const lot = commonLot(long.instrument, short.instrument);
	const target = mulDown(divDown(terms.amount, fromInteger(2)), terms.leverage);
	const quantity = floorToStep(divDown(target, max(longMid, shortMid)), lot);
	return {
		quantity,
		commonLot: lot,
		long: draftLeg('long', long, longMid, quantity, terms),
		short: draftLeg('short', short, shortMid, quantity, terms),
	};
}

function draftLeg(
	role: LegRole,
	inputs: LegInputs,
	mid: Decimal,
	quantity: Decimal,
	terms: DraftTerms,
): LegDraft {
	const openSide: Side = role === 'long' ? 'buy' : 'sell';
	const closeSide: Side = role === 'long' ? 'sell' : 'buy';
	const { instrument, book, fees, intervalHours } = inputs;
	const limitPrice = guardedPrice(openSide, mid, terms.maxSlippageBps, instrument.tickSize);
	const entry = walkBook(book, openSide, quantity, limitPrice);
	const worst = mulUp(max(limitPrice, mid), quantity);
	const fee = mulUp(worst, fees.taker);
	const margin = mulUp(add(divUp(worst, terms.leverage), add(fee, fee)), add(ONE, MARGIN_BUFFER));
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
		margin,
		depth: depthWithin(book, openSide, limitPrice),
		expectedPrice: entry.quantity === 0n ? null : (averagePrice(openSide, entry) ?? null),
		exitDepth: depthWithin(
			book,
			closeSide,
			guardedPrice(closeSide, mid, terms.maxSlippageBps, instrument.tickSize),
		),
	};
}

/** Smallest quantity that both venues take at the open and at the close, and its amount over both legs in USD (rounded up). */
export function smallestTrade(
	draft: Draft,
	leverage: Decimal,
): { readonly quantity: Decimal; readonly amount: Decimal } {
	let quantity: Decimal = draft.commonLot;
	let price: Decimal = ZERO;
	for (const leg of [draft.long, draft.short]) {
		const { instrument, decisionMid, limitPrice } = leg.plan;
		quantity = max(quantity, instrument.quantityMin);
		// The lower of both prices: a close a little lower must not fall under the venue's minimum.
		const low = min(decisionMid, limitPrice);
		quantity = max(quantity, divUp(instrument.notionalMin, low));
		price = max(price, decisionMid);
	}
	const stepped = ceilToStep(quantity, draft.commonLot);
	const amount = divUp(mulUp(mulUp(stepped, price), fromInteger(2)), leverage);
	return { quantity: stepped, amount };
}
