/** Plans a roll: which coins move, in which slices, and what both trades cost. Pure functions. */
import {
	abs,
	add,
	ceilToStep,
	commonStep,
	type Decimal,
	divDown,
	divTrunc,
	divUp,
	floorToStep,
	fromInteger,
	max,
	min,
	mulDown,
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import { type ExecutionState, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { commonLot, type Instrument } from '../../domain/instrument.ts';
import {
	averagePrice,
	depthWithin,
	midPrice,
	type OrderBook,
	oppositeSide,
	type Side,
	walkBook,
} from '../../domain/order-book.ts';
import { estimate } from '../../domain/stay-advice.ts';
import type { RollFigures, RollTrade } from '../../ports/order-service.ts';
import { tradablePart } from '../decide/giving.ts';
import { guardedPrice, leastOrder, otherLeg } from '../decide/order-terms.ts';
import { type Draft, draftQuantity, type LegInputs } from '../decide/plan.ts';
import { OPENING_TEXT } from '../decide/text.ts';
import { smallestTrade } from '../risk/minimums.ts';
import { CHILDREN_MAX, countOf, type OpeningLimits, type OpeningPlan, slices } from './opening-plan.ts';

/** Hours over which the carry of both pairs is compared: a month, as in the advice. */
export const ROLL_HORIZON_HOURS = 720;
const PERCENT = fromInteger(100);

/** The position before a roll, its staying leg and the new contract. */
export type RollStart = {
	readonly before: ExecutionState;
	/** The leg that stays. */
	readonly stays: LegRole;
	/** Contract to which the other leg moves. */
	readonly target: Instrument;
};

/** Returns the coins that move for a share of the position, above 0 and at most 1; zero if nothing can move. */
export function movable({ before, stays, target }: RollStart, share: Decimal): Decimal {
	const lot = commonLot(legPlan(before, stays).instrument, target);
	const wanted = mulDown(min(before.held.long, before.held.short), share);
	return tradablePart(before, stays, { quantity: wanted, least: lot, lot });
}

/** Drafts the pair after. The staying leg needs no margin, because it exists. */
export function rollDraft(
	{ stays }: RollStart,
	inputs: Readonly<Record<LegRole, LegInputs>>,
	quantity: Decimal,
	terms: { readonly leverage: Decimal; readonly maxSlippageBps: Decimal },
): Draft | undefined {
	const draft = draftQuantity(inputs.long, inputs.short, quantity, terms);
	if (draft === undefined) return undefined;
	const kept = draft[stays];
	return { ...draft, [stays]: { ...kept, margin: ZERO, depth: max(kept.depth, quantity) } };
}

/**
 * Divides a roll into slices. Each is worth at most the unhedged cap, and takes at most its allowed percentage of the
 * book in which it opens and of the one in which the old leg closes. All three exchanges accept an order of each slice.
 */
export function rollOpening(
	draft: Draft,
	{ before, stays }: RollStart,
	closing: { readonly depth: Decimal; readonly mid: Decimal | undefined },
	limits: OpeningLimits,
): OpeningPlan {
	const { quantity } = draft;
	const step = commonStep(draft.commonLot, before.plan.commonLot);
	const price = max(draft.long.plan.decisionMid, draft.short.plan.decisionMid);
	const share = divDown(limits.childDepthSharePct, PERCENT);
	const moving = otherLeg(stays);
	const thinnest = min(draft[moving].depth, closing.depth);
	const most = floorToStep(min(divDown(limits.unhedgedMaxUsd, price), mulDown(thinnest, share)), step);
	const leaves = ceilToStep(leastOrder(before, moving, { [moving]: closing.mid }), step);
	const least = max(smallestTrade({ ...draft, commonLot: step }, limits.stressMovePct), leaves);
	const count = most < least ? 1 : Math.max(1, countOf(divUp(quantity, most)));
	const parts = count > CHILDREN_MAX ? [quantity] : slices({ quantity, commonLot: step }, count);
	const isSmall = most < least || (parts.at(-1) ?? ZERO) < (count === 1 ? leaves : least);
	const { childDepthSharePct: pct, unhedgedMaxUsd: cap } = limits;
	const fault = isSmall
		? OPENING_TEXT.smallSlices({ most, cap, share: pct, thinnest, least })
		: count > CHILDREN_MAX
			? OPENING_TEXT.manySlices({ count, most, limit: CHILDREN_MAX })
			: null;
	const planned = fault === null ? parts : [quantity];
	return {
		asked: 'grid',
		mode: 'grid',
		children: planned.map((part) => ({ quantity: part, basisMin: null })),
		fault,
		firstLeg: null,
		makerMs: 0,
		openWithinMs: limits.gridMs,
		message: OPENING_TEXT.roll({ slices: planned.length, lasts: limits.gridMs }),
	};
}

/** One trade of a roll before it is priced. */
export type RollOrder = {
	readonly instrument: Instrument;
	readonly book: OrderBook;
	readonly takerFee: Decimal;
	readonly side: Side;
};

/** Returns the coins in the book within the slippage limit of a taker; zero without a mid price. */
export function depthOf({ book, side, instrument }: RollOrder, maxSlippageBps: Decimal): Decimal {
	const mid = midPrice(book);
	if (mid === undefined) return ZERO;
	return depthWithin(book, side, guardedPrice(side, mid, maxSlippageBps, instrument.tickSize));
}

/** Prices one trade of a roll in the current book. Returns undefined if the book has no usable mid price. */
export function rollTrade(
	{ instrument, book, takerFee, side }: RollOrder,
	quantity: Decimal,
	maxSlippageBps: Decimal,
): RollTrade | undefined {
	const mid = midPrice(book);
	if (mid === undefined) return undefined;
	const limitPrice = guardedPrice(side, mid, maxSlippageBps, instrument.tickSize);
	const walk = walkBook(book, side, quantity, limitPrice);
	const average = walk.quantity < quantity ? undefined : averagePrice(side, walk);
	return {
		exchange: instrument.venue,
		symbol: instrument.symbol,
		side,
		limitPrice,
		expectedPrice: average ?? null,
		fee: takerFee,
		slippage: average === undefined ? null : divUp(abs(sub(average, mid)), mid),
	};
}

/** Expected carry of two legs, a fraction of one leg's notional. */
export type ExpectedCarry = { readonly carry: number } | { readonly unknown: unknown };

/** Compares the pair before with the pair after, and with the cost of both trades. */
export function rollFigures(
	before: ExpectedCarry,
	after: ExpectedCarry,
	trades: readonly RollTrade[],
): RollFigures {
	const carryBefore = 'carry' in before ? estimate(before.carry) : null;
	const carryAfter = 'carry' in after ? estimate(after.carry) : null;
	const gain = carryBefore === null || carryAfter === null ? null : sub(carryAfter, carryBefore);
	const cost = trades.reduce<Decimal | null>(
		(total, { fee, slippage }) =>
			total === null || slippage === null ? null : add(total, add(fee, slippage)),
		ZERO,
	);
	const isKnown = gain !== null && cost !== null;
	return {
		horizonHours: ROLL_HORIZON_HOURS,
		carryBefore,
		carryAfter,
		gain,
		cost,
		net: isKnown ? sub(gain, cost) : null,
		ratio: isKnown && cost > 0n ? divTrunc(gain, cost) : null,
	};
}

/** Returns the side of the orders that close a leg. */
export function closeSideOf(before: ExecutionState, leg: LegRole): Side {
	return oppositeSide(legPlan(before, leg).openSide);
}
