/**
 * Turns a caller's close into an engine request, refuses it if it is not allowed, and builds the response while the
 * close continues. Pure functions.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import {
	type Decimal,
	divDown,
	divUp,
	floorToStep,
	fromInteger,
	max,
	min,
	mulDown,
	ONE,
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import type { CloseTerms, LegPlan, MakerClose } from '../../domain/event.ts';
import { type ExecutionState, isEnded, isInFlight } from '../../domain/execution.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { midPrice } from '../../domain/order-book.ts';
import { statusOf } from '../../domain/status.ts';
import { PHASE_TEXT, storedReason } from '../../domain/stored-reason.ts';
import type { Market } from '../../ports/market.ts';
import type { CloseAnswer, CloseRequest } from '../../ports/order-service.ts';
import type { Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { satisfies, supersedes } from '../decide/close-terms.ts';
import type { EngineInput } from '../decide/engine.ts';
import { figuresSoFar } from '../decide/finals.ts';
import { leastSlice } from '../decide/order-terms.ts';
import { CLOSE_TEXT } from '../decide/text.ts';
import { instrumentText } from './text.ts';

/** The input that asks an execution to close. */
export type CloseInput = EngineInput & { readonly kind: 'closeRequested' };

/** The market, and the default slippage limit of a close in basis points. */
export type ClosingOptions = {
	readonly market: Market;
	readonly maxSlippageBpsDefault: Decimal;
	/** Returns the mid price of a current order book, USD per coin; undefined without one. */
	readonly currentMid: (venue: VenueName, symbol: string) => Decimal | undefined;
	/** Terms of a close as maker, for a request with this style on a running execution; otherwise undefined. */
	readonly maker: MakerClose | undefined;
};

/**
 * The close that a call waits for: coins per leg that stay open, and the request to the engine. There is no request
 * if a close with the same effect is already in progress.
 */
export type WantedClose = {
	readonly remaining: Decimal;
	readonly input: CloseInput | undefined;
	/** Why a close of a part closes everything: the rest would be too small. Absent for all other closes. */
	readonly tooSmallRest?: Words;
};

const CLOSED_BY_CALLER = 'closed by close_execution';
const TWO = fromInteger(2);

/**
 * The effect of a close depends on the phase:
 *
 * - queued, opening, unbalanced, unwinding, running: the execution is closed;
 * - closing: a call that adds nothing to the close in progress waits with it. A call that leaves less open, or allows
 *   a wider slippage limit (or none), replaces it. Anything else is refused.
 *
 * Only a running execution can be closed in part. A slippage limit set by the caller does not widen while both legs
 * are equal, so the close may wait forever. Another call with a wider limit, or without a limit, widens it. A close as
 * maker is replaced by any close as taker that leaves no more open; the reverse is refused.
 *
 * @param present the close in progress, or the submitted close that is not yet in the journal
 * @throws CarrywireError ALREADY_CLOSING, NOT_CLOSABLE, BELOW_MIN_NOTIONAL, QUOTE_STALE
 */
export function wantedClose(
	state: ExecutionState,
	request: CloseRequest,
	present: CloseTerms | undefined,
	options: ClosingOptions,
): WantedClose {
	const isWhole = request.share === ONE && request.amount === undefined;
	const wantsMaker = request.style === 'maker';
	if (wantsMaker && present !== undefined && present.maker === undefined)
		throw alreadyClosing(state, present, isWhole, true);
	// A close of a part changes nothing about how a close in progress trades.
	const maker = wantsMaker || !isWhole ? (present?.maker ?? options.maker) : undefined;
	const guard = {
		maxSlippageBps: request.maxSlippageBps ?? options.maxSlippageBpsDefault,
		firm: request.maxSlippageBps !== undefined,
		...(maker === undefined ? {} : { maker }),
	};
	const asked = (reason: Words, remaining: Decimal): WantedClose => ({
		remaining,
		input: { kind: 'closeRequested', reason, remaining, ...guard },
	});
	if (present === undefined) {
		if (isWhole) return asked(CLOSED_BY_CALLER, ZERO);
		const { remaining, tooSmallRest } = remainingAfter(state, request, options);
		if (tooSmallRest === undefined) return asked('part closed by close_execution', remaining);
		return { ...asked(PHASE_TEXT.closedWhole({ why: tooSmallRest }), ZERO), tooSmallRest };
	}
	// While a partial close is in progress, a second partial close can only widen its slippage limit.
	const remaining = isWhole ? ZERO : present.remaining;
	const wanted = { ...guard, remaining };
	if (supersedes(present, wanted))
		return asked(isWhole && present.remaining > 0n ? CLOSED_BY_CALLER : present.reason, remaining);
	if (isWhole && satisfies(present, wanted)) return { remaining, input: undefined };
	throw alreadyClosing(state, present, isWhole, false);
}

function alreadyClosing(
	state: ExecutionState,
	present: CloseTerms,
	isWhole: boolean,
	wantsMaker: boolean,
): CarrywireError {
	const { firm, maxSlippageBps, remaining } = present;
	const message = CLOSE_TEXT.alreadyClosing({
		remaining,
		firm: firm ? maxSlippageBps : null,
		isWhole,
		wantsMaker,
	});
	return new CarrywireError('ALREADY_CLOSING', message, { facts: factsOf(state) });
}

function factsOf(state: ExecutionState) {
	return { executionId: state.plan.executionId, status: statusOf(state) };
}

/**
 * Returns the coins that stay open after closing the requested part of both legs. The closed part is rounded down to
 * the common lot. If the rest would be too small for an order, everything is closed, and `tooSmallRest` says why.
 */
function remainingAfter(
	state: ExecutionState,
	request: CloseRequest,
	options: ClosingOptions,
): { readonly remaining: Decimal; readonly tooSmallRest?: Words } {
	const field = request.amount === undefined ? 'share' : 'amount';
	if (state.phase !== 'running')
		throw new CarrywireError('NOT_CLOSABLE', CLOSE_TEXT.partOfOther({ status: statusOf(state) }), {
			field,
			facts: factsOf(state),
		});
	const held = state.held.long;
	const wanted =
		request.amount === undefined
			? mulDown(held, request.share)
			: min(held, quantityOf(state, request.amount, options));
	const closed = floorToStep(wanted, state.plan.commonLot);
	const remaining = sub(held, closed);
	const legs = [state.plan.legs.long, state.plan.legs.short];
	const least = legs.reduce((most, leg) => max(most, leastOf(leg, options.market)), state.plan.commonLot);
	if (closed < least)
		throw new CarrywireError('BELOW_MIN_NOTIONAL', CLOSE_TEXT.smallPart({ field, closed, held, least }), {
			field,
		});
	if (remaining >= least || remaining === 0n) return { remaining };
	return { remaining, tooSmallRest: CLOSE_TEXT.smallRest({ rest: remaining, coin: state.plan.coin, least }) };
}

/**
 * Returns the coins per leg that `amount` buys at the higher current mid price, with the plan's leverage.
 * @throws CarrywireError QUOTE_STALE without a current price
 */
function quantityOf({ plan }: ExecutionState, amount: Decimal, { currentMid }: ClosingOptions): Decimal {
	const mids = [plan.legs.long, plan.legs.short].map(({ venue, instrument }) => {
		const mid = currentMid(venue, instrument.symbol);
		if (mid !== undefined) return mid;
		const name = instrumentText(venue, instrument.symbol);
		throw new CarrywireError('QUOTE_STALE', CLOSE_TEXT.noPrice({ instrument: name }), { field: 'amount' });
	});
	return divDown(divDown(mulDown(amount, plan.leverage), TWO), mids.reduce(max));
}

/** Returns the minimum quantity that the venue accepts at the current price. The closed part must reach it. */
function leastOf(leg: LegPlan, market: Market): Decimal {
	const { instrument } = leg;
	const book = market.get(leg.venue, instrument.symbol)?.book;
	const mid = book === undefined ? undefined : midPrice(book);
	return max(instrument.quantityMin, divUp(instrument.notionalMin, mid ?? leg.decisionMid));
}

/** True if the call's close is over: done, partly done as requested, or taken back. */
export function isCloseOver(state: ExecutionState): boolean {
	return isEnded(state) || (state.phase === 'running' && state.close === undefined);
}

/**
 * Builds the response while part of the execution stays open. `remaining`: coins per leg that the call wanted to
 * keep.
 */
export function unfinishedClose(
	before: ExecutionState,
	after: ExecutionState,
	remaining: Decimal,
	now: number,
): CloseAnswer {
	const held = after.held.long;
	const closed = CLOSE_TEXT.closedPart({
		closed: sub(before.held.long, held),
		before: before.held.long,
		held,
	});
	const isOver = isCloseOver(after);
	const isDone = isOver && remaining > 0n && sub(held, remaining) < leastSlice(after);
	const message = isDone ? closed : isOver ? CLOSE_TEXT.takenBack({ closed }) : goingOn(after);
	return { success: isDone, status: statusOf(after), message, ...figuresSoFar(after, now) };
}

function goingOn({ held, orders, attention, plan, close }: ExecutionState): Words {
	// An order in flight may still fill, so the legs may not stay flat.
	const isFlat = held.long === 0n && held.short === 0n && !orders.some(isInFlight);
	return CLOSE_TEXT.goesOn({
		long: held.long,
		short: held.short,
		coin: plan.coin,
		isFlat,
		rests: restingText(close?.maker, plan),
		attention: attention === null ? null : storedReason(attention),
	});
}

function restingText(maker: MakerClose | undefined, { legs }: ExecutionState['plan']): Words {
	return maker === undefined
		? ''
		: CLOSE_TEXT.makerRests({
				leg: maker.leg,
				exchange: shownNameOf(legs[maker.leg].venue),
				rests: maker.ms,
			});
}
