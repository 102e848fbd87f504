/**
 * Computes the terms for hedging an unhedged leg on a third venue. Pure functions.
 *
 * The unhedged quantity moves to a new execution. One leg of that execution already exists at the silent venue, and
 * the other leg is opened at the third venue. After the handover the new execution is an ordinary one, and the
 * original execution has equal legs again. The service cannot know what the silent venue has done since its last
 * response, so the operator must allow emergency hedges in the configuration.
 */
import {
	abs,
	add,
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
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import type { ExitPlan, Fill, HedgePlan, LegPlan } from '../../domain/event.ts';
import { exchangePair } from '../../domain/exchange-pair.ts';
import { type ExecutionState, legFills, legPlan } from '../../domain/execution.ts';
import { type LegRole, opportunityId } from '../../domain/ids.ts';
import { commonLot, type Instrument } from '../../domain/instrument.ts';
import { liquidationDistance, maintenanceRateMax } from '../../domain/isolated-margin.ts';
import { averagePrice, midPrice, type OrderBook, walkBook } from '../../domain/order-book.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import { textOf } from '../../sentences/sentence.ts';
import type { InstrumentUse, ProposedTrade } from '../risk/facts.ts';
import { positionConflict } from '../risk/position.ts';
import { guardedPrice, otherLeg } from './order-terms.ts';
import { marginOf } from './plan.ts';
import { mayBeTakenSince } from './reconcile.ts';
import { HEDGE_FAULTS } from './text.ts';
import type { UnhedgedLeg } from './unhedged-leg.ts';

/** A possible hedge: an instrument of the coin at a third venue, and the state of the user's account at that venue. */
export type HedgeCandidate = {
	readonly instrument: Instrument;
	readonly book: OrderBook;
	readonly intervalHours: number;
	readonly fees: FeeRates;
	/** Margin available at the third venue that no other call has claimed, USD. */
	readonly available: Decimal;
	readonly use: InstrumentUse;
};

/** Price and liquidation price against which a hedge is checked. */
export type HedgeFacts = {
	/**
	 * Price of the coin, USD: the mid price of the other leg's order book; without a current book, the decision mid
	 * of the unhedged leg's last order.
	 */
	readonly price: Decimal;
	/** Last liquidation price that the silent venue reported, USD; null if it reported none. */
	readonly liquidationPrice: Decimal | null;
};

/** Limits of an emergency hedge at another exchange. */
export type HedgeLimits = {
	readonly unwindSlippageBpsMax: Decimal;
	readonly maxSlippageBpsDefault: Decimal;
	readonly unhedgedMaxUsd: Decimal;
	/**
	 * Maximum deviation of the third venue's mid price from the known price, percent. A larger deviation suggests
	 * that the order book is outdated or belongs to another coin.
	 */
	readonly collarPct: Decimal;
};

/** Candidate, price, quantity, margin and cost of an emergency hedge. */
export type HedgeTerms = {
	readonly candidate: HedgeCandidate;
	readonly mid: Decimal;
	/** Quantity to hedge, coins. */
	readonly quantity: Decimal;
	readonly commonLot: Decimal;
	/** Margin at the third venue, USD. */
	readonly margin: Decimal;
	/** Cost relative to the mid price, as a fraction of notional: slippage plus the taker fee. */
	readonly cost: Decimal;
};

const PERCENT = fromInteger(100);
const NO_EXIT: ExitPlan = {
	maxHours: null,
	maxEpochs: null,
	takeProfitPct: null,
	stopLossPct: null,
	closeOnReversal: false,
	minLiquidationDistancePct: null,
};

/** Computes the terms of a hedge at a candidate, or returns why the candidate cannot be used. */
export function hedgeTerms(
	giver: ExecutionState,
	unhedged: UnhedgedLeg,
	candidate: HedgeCandidate,
	facts: HedgeFacts,
	limits: HedgeLimits,
): HedgeTerms | string {
	const { instrument, book, fees } = candidate;
	const { leverage } = giver.plan;
	const kept = legPlan(giver, unhedged.leg);
	const role = otherLeg(unhedged.leg);
	const side = legPlan(giver, role).openSide;
	const mid = midPrice(book);
	if (mid === undefined) return HEDGE_FAULTS.noMid;
	if (isApart(mid, facts.price, limits.collarPct)) return HEDGE_FAULTS.priceApart;
	if (isLiquidated(giver, unhedged.leg, mid, facts.liquidationPrice))
		return HEDGE_FAULTS.liquidated(kept.venue);
	if (fromInteger(instrument.leverageMax) < leverage) return HEDGE_FAULTS.leverage;
	const lot = commonLot(kept.instrument, instrument);
	const quantity = floorToStep(unhedged.quantity, lot);
	const rest = sub(giver.held[unhedged.leg], quantity);
	if (kept.instrument.quantityMin > kept.instrument.lotSize && rest > 0n)
		return HEDGE_FAULTS.smallRest(kept.venue);
	if (isTooSmall(quantity, mid, kept.instrument) || isTooSmall(quantity, mid, instrument))
		return HEDGE_FAULTS.tooSmall;
	const conflict = positionConflict(instrument, role, leverage, candidate.use);
	if (conflict !== undefined) return textOf(conflict.sentence);
	const limitPrice = guardedPrice(side, mid, limits.unwindSlippageBpsMax, instrument.tickSize);
	const walk = walkBook(book, side, quantity, limitPrice);
	const average = averagePrice(side, walk);
	if (walk.quantity < quantity || average === undefined) return HEDGE_FAULTS.thinBook;
	const margin = marginOf(mulUp(max(limitPrice, mid), quantity), leverage, fees.taker);
	if (margin > candidate.available) return HEDGE_FAULTS.noMargin;
	const slippage = divUp(abs(sub(average, mid)), mid);
	return { candidate, mid, quantity, commonLot: lot, margin, cost: add(slippage, fees.taker) };
}

function isApart(mid: Decimal, price: Decimal, pct: Decimal): boolean {
	return abs(sub(divDown(mid, price), ONE)) > divDown(pct, PERCENT);
}

/**
 * True if the price has passed the leg's liquidation price. Without a reported liquidation price, the function
 * assumes the worst case: the one nearest to entry that an isolated leg of this plan can have.
 */
function isLiquidated(giver: ExecutionState, leg: LegRole, mid: Decimal, said: Decimal | null): boolean {
	const { openSide, instrument, limitPrice, decisionMid } = legPlan(giver, leg);
	const isLong = openSide === 'buy';
	const distance = liquidationDistance(giver.plan.leverage, maintenanceRateMax(instrument.leverageMax));
	const entry = isLong ? max(limitPrice, decisionMid) : min(limitPrice, decisionMid);
	const nearest = mulDown(entry, isLong ? sub(ONE, distance) : add(ONE, distance));
	const price = said ?? nearest;
	return isLong ? mid <= price : mid >= price;
}

function isTooSmall(quantity: Decimal, price: Decimal, { quantityMin, notionalMin }: Instrument): boolean {
	return quantity < quantityMin || mulDown(quantity, price) < notionalMin || quantity === 0n;
}

/** Builds the plan of the execution that takes over an unhedged leg and hedges it at the third venue. */
export function hedgePlan(
	giver: ExecutionState,
	leg: LegRole,
	terms: HedgeTerms,
	limits: HedgeLimits,
	ids: { readonly executionId: string; readonly jobId: string },
	now: number,
): HedgePlan {
	const { plan } = giver;
	const { quantity, mid, candidate } = terms;
	const planned = (legOf: LegPlan, instrument: Instrument, intervalHours: number): LegPlan => ({
		role: legOf.role,
		venue: instrument.venue,
		instrument,
		openSide: legOf.openSide,
		decisionMid: mid,
		limitPrice: guardedPrice(legOf.openSide, mid, limits.maxSlippageBpsDefault, instrument.tickSize),
		intervalHours,
	});
	const kept = legPlan(giver, leg);
	const own = planned(kept, kept.instrument, kept.intervalHours);
	const third = planned(legPlan(giver, otherLeg(leg)), candidate.instrument, candidate.intervalHours);
	const legs = leg === 'long' ? { long: own, short: third } : { long: third, short: own };
	return {
		...ids,
		userId: plan.userId,
		...(plan.agentId === undefined ? {} : { agentId: plan.agentId }),
		opportunityId: opportunityId(legs.long.instrument, legs.short.instrument),
		symbol: plan.symbol,
		coin: plan.coin,
		exchangepair: exchangePair(legs.long.venue, legs.short.venue).name,
		mode: 'single-direct',
		amount: divUp(mulUp(mulUp(quantity, mid), fromInteger(2)), plan.leverage),
		leverage: plan.leverage,
		marginMode: 'isolated',
		quantity,
		commonLot: terms.commonLot,
		maxSlippageBps: limits.maxSlippageBpsDefault,
		children: [{ quantity, basisMin: null }],
		firstLeg: null,
		makerMs: 0,
		openWithinMs: 0,
		unhedgedMax: limits.unhedgedMaxUsd,
		netFloor: null,
		exit: NO_EXIT,
		idempotencyKey: null,
		legs,
		takenOver: {
			from: plan.executionId,
			leg,
			fill: handedFill(giver, leg, terms, ids.executionId, now),
			since: mayBeTakenSince(giver),
		},
	};
}

/**
 * Both journals book the handover at the same price and time, so that the two results still add up to the same total.
 * The time is the venue's last timestamp on the leg, so that only the venue's clock decides which execution a payment
 * belongs to. Payments before it belong to the giving execution; later payments and reductions are split by holdings.
 */
function handedFill(
	giver: ExecutionState,
	leg: LegRole,
	{ quantity, mid }: HedgeTerms,
	executionId: string,
	now: number,
): Fill {
	return {
		tradeId: `handover-${executionId}`,
		quantity,
		price: mid,
		fee: ZERO,
		feeAsset: legPlan(giver, leg).instrument.quote,
		feeQuantity: ZERO,
		filledAt: lastStamp(giver, leg),
		handedAt: now,
	};
}

/**
 * Returns the latest of the venue's timestamps on the leg: the times of its fills, and the times of its settlements
 * plus 1 ms. The extra millisecond keeps booked settlements before the handover.
 */
export function lastStamp(state: ExecutionState, leg: LegRole): number {
	const settled = state.funding.filter((record) => record.leg === leg);
	return Math.max(
		...legFills(state, leg).map(({ fill }) => fill.filledAt),
		...settled.map(({ settledAt }) => settledAt + 1),
	);
}

/** Builds the trade that reserves the hedge's margin against other calls. The existing leg needs no further margin. */
export function hedgeTrade(plan: HedgePlan, terms: HedgeTerms): ProposedTrade {
	const leg = (role: LegRole) => ({
		plan: plan.legs[role],
		quantity: plan.quantity,
		notional: mulDown(terms.mid, plan.quantity),
		margin: role === plan.takenOver.leg ? ZERO : terms.margin,
		depth: ZERO,
		exitDepth: ZERO,
	});
	return { quantity: plan.quantity, commonLot: plan.commonLot, long: leg('long'), short: leg('short') };
}
