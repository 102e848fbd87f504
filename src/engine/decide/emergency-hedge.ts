/**
 * With what, and at which terms, a leg that stands alone is hedged on a third venue. Pure.
 *
 * What stands alone is handed to an execution of its own: its one leg is there already, at the venue that does not answer,
 * the other is opened at the third venue. From then on it is an execution like any other, and the one that gave has equal
 * legs again. Nobody knows what the silent venue has done meanwhile: that is why this must be allowed by configuration.
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
import type { InstrumentUse, ProposedTrade } from '../risk/facts.ts';
import { positionConflict } from '../risk/position.ts';
import { guardedPrice, otherLeg } from './order-terms.ts';
import { marginOf } from './plan.ts';
import { mayBeTakenSince } from './reconcile.ts';
import type { Alone } from './stands-alone.ts';

/** An instrument of the coin at a third venue, and what the user's account there could do with it. */
export type HedgeCandidate = {
	readonly instrument: Instrument;
	readonly book: OrderBook;
	readonly intervalHours: number;
	readonly fees: FeeRates;
	/** USD of margin that nothing else has claimed. */
	readonly available: Decimal;
	readonly use: InstrumentUse;
};

/** What is known of the coin and of the silent venue. */
export type HedgeFacts = {
	/** USD per coin, from the living leg's book or as last decided on. */
	readonly price: Decimal;
	/** At which the silent venue was last said to liquidate; null where it said none. */
	readonly liquidationPrice: Decimal | null;
};

/** Limits of an emergency hedge at another exchange. */
export type HedgeLimits = {
	readonly unwindSlippageBpsMax: Decimal;
	readonly maxSlippageBpsDefault: Decimal;
	readonly unhedgedMaxUsd: Decimal;
	/** A book further than this from the known price, percent, is of another coin or of another moment. */
	readonly collarPct: Decimal;
};

/** Finds the exchange and the price at which an unhedged leg is hedged. */
export type HedgeTerms = {
	readonly candidate: HedgeCandidate;
	readonly mid: Decimal;
	/** Coins. */
	readonly quantity: Decimal;
	readonly commonLot: Decimal;
	/** USD of margin that the third venue will take. */
	readonly margin: Decimal;
	/** What it costs beyond the mid, a share of notional: slippage and the taker fee. */
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

/** The terms at a candidate, or why it cannot be used. */
export function hedgeTerms(
	giver: ExecutionState,
	alone: Alone,
	candidate: HedgeCandidate,
	facts: HedgeFacts,
	limits: HedgeLimits,
): HedgeTerms | string {
	const { instrument, book, fees } = candidate;
	const { leverage } = giver.plan;
	const kept = legPlan(giver, alone.leg);
	const role = otherLeg(alone.leg);
	const side = legPlan(giver, role).openSide;
	const mid = midPrice(book);
	if (mid === undefined) return 'its book has no usable middle';
	if (isApart(mid, facts.price, limits.collarPct)) return 'its price is too far from the known one';
	if (isLiquidated(giver, alone.leg, mid, facts.liquidationPrice))
		return `${kept.venue} has passed its liquidation price: what it still holds is not known`;
	if (fromInteger(instrument.leverageMax) < leverage) return 'it does not allow the leverage';
	const lot = commonLot(kept.instrument, instrument);
	const quantity = floorToStep(alone.quantity, lot);
	const rest = sub(giver.held[alone.leg], quantity);
	if (kept.instrument.quantityMin > kept.instrument.lotSize && rest > 0n)
		return `${kept.venue} takes no order as small as a rest of either part could be`;
	if (isTooSmall(quantity, mid, kept.instrument) || isTooSmall(quantity, mid, instrument))
		return 'what stands alone is below the smallest order';
	const conflict = positionConflict(instrument, role, leverage, candidate.use);
	if (conflict !== undefined) return conflict.sentence;
	const limitPrice = guardedPrice(side, mid, limits.unwindSlippageBpsMax, instrument.tickSize);
	const walk = walkBook(book, side, quantity, limitPrice);
	const average = averagePrice(side, walk);
	if (walk.quantity < quantity || average === undefined) return 'its book is too thin';
	const margin = marginOf(mulUp(max(limitPrice, mid), quantity), leverage, fees.taker);
	if (margin > candidate.available) return 'the account has too little margin there';
	const slippage = divUp(abs(sub(average, mid)), mid);
	return { candidate, mid, quantity, commonLot: lot, margin, cost: add(slippage, fees.taker) };
}

function isApart(mid: Decimal, price: Decimal, pct: Decimal): boolean {
	return abs(sub(divDown(mid, price), ONE)) > divDown(pct, PERCENT);
}

/** Where the venue said no price, by the nearest that an isolated leg of the plan can have. */
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

/** The plan of the execution that takes an unhedged leg over and hedges it elsewhere. */
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
 * Both journals book it at the same price and instant, so that their sums say what they said before. The instant is the
 * venue's last word on the leg: what it has paid until then is the giver's, what it took and pays after that is shared by
 * what each holds, and no clock but the venue's decides.
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
		filledAt: lastWord(giver, leg),
		handedAt: now,
	};
}

/** The venue's latest stamp of what is booked of the leg, behind every settlement. */
function lastWord(state: ExecutionState, leg: LegRole): number {
	const settled = state.funding.filter((record) => record.leg === leg);
	return Math.max(
		...legFills(state, leg).map(({ fill }) => fill.filledAt),
		...settled.map(({ settledAt }) => settledAt + 1),
	);
}

/** What the hedge would use, as claims beside other calls count it: the leg that is there needs no margin any more. */
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
