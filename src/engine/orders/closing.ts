/** Turns a caller's close into a request to the engine, refuses it where it may not be made, and answers before its end. Pure. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import {
	type Decimal,
	divUp,
	floorToStep,
	formatDecimal,
	max,
	mulDown,
	ONE,
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import type { CloseTerms, LegPlan } from '../../domain/event.ts';
import { type ExecutionState, isEnded, isInFlight } from '../../domain/execution.ts';
import { midPrice } from '../../domain/order-book.ts';
import { statusOf } from '../../domain/status.ts';
import type { Market } from '../../ports/market.ts';
import type { CloseAnswer, CloseRequest } from '../../ports/order-service.ts';
import { satisfies, supersedes } from '../decide/close-terms.ts';
import type { EngineInput } from '../decide/engine.ts';
import { figuresSoFar } from '../decide/finals.ts';
import { leastSlice } from '../decide/order-terms.ts';

/** The input that asks an execution to close. */
export type CloseInput = EngineInput & { readonly kind: 'closeRequested' };

/** The market, and the slippage guard of a close that names none, basis points. */
export type ClosingOptions = { readonly market: Market; readonly maxSlippageBpsDefault: Decimal };

/** The close that a call waits for: coins per leg that remain, and the request to the engine; none where that close is under way. */
export type WantedClose = { readonly remaining: Decimal; readonly input: CloseInput | undefined };

/**
 * The effect of a close by phase:
 *
 * - queued, opening, unbalanced, unwinding, running: it is closed;
 * - being closed: a call that asks for nothing that the close under way does not do waits with it; one that leaves less, or
 *   allows a wider guard (or none), takes its place; anything else is refused.
 *
 * A share is a part of what runs. A guard that the caller names is kept while both legs are equal, so a close may wait
 * inside it for ever: calling again with a wider one, or none, widens it.
 *
 * @param present the close under way, or asked for and not yet in the journal
 * @throws CarrywireError ALREADY_CLOSING, NOT_CLOSABLE, BELOW_MIN_NOTIONAL
 */
export function wantedClose(
	state: ExecutionState,
	request: CloseRequest,
	present: CloseTerms | undefined,
	options: ClosingOptions,
): WantedClose {
	const isWhole = request.share === ONE;
	const guard = {
		maxSlippageBps: request.maxSlippageBps ?? options.maxSlippageBpsDefault,
		firm: request.maxSlippageBps !== undefined,
	};
	const asked = (reason: string, remaining: Decimal): WantedClose => ({
		remaining,
		input: { kind: 'closeRequested', reason, remaining, ...guard },
	});
	if (present === undefined)
		return isWhole
			? asked('closed by close_execution', ZERO)
			: asked('part closed by close_execution', remainingAfter(state, request.share, options.market));
	// While a share is being closed no further share can be closed; only its guard may be widened.
	const remaining = isWhole ? ZERO : present.remaining;
	const wanted = { ...guard, remaining };
	if (supersedes(present, wanted))
		return asked(isWhole && present.remaining > 0n ? 'closed by close_execution' : present.reason, remaining);
	if (isWhole && satisfies(present, wanted)) return { remaining, input: undefined };
	throw alreadyClosing(state, present, isWhole);
}

function alreadyClosing(state: ExecutionState, present: CloseTerms, isWhole: boolean): CarrywireError {
	const { firm, maxSlippageBps, remaining } = present;
	const guard = firm ? ` inside ${formatDecimal(maxSlippageBps)} bp` : '';
	const what = remaining === 0n ? 'closed' : `closed down to ${formatDecimal(remaining)} coins of each leg`;
	const advice = firm
		? 'Call again with a larger max_slippage_bps, or without one, to widen that.'
		: isWhole
			? 'Its slippage guard widens until it is done and cannot be narrowed; call without max_slippage_bps to wait for the end.'
			: 'A share can be closed again once that is done.';
	return new CarrywireError('ALREADY_CLOSING', `The execution is being ${what}${guard}. ${advice}`, {
		facts: factsOf(state),
	});
}

function factsOf(state: ExecutionState) {
	return { executionId: state.plan.executionId, status: statusOf(state) };
}

/** What stays after closing `share` of both legs, the closed part rounded down to the common lot. */
function remainingAfter(state: ExecutionState, share: Decimal, market: Market): Decimal {
	if (state.phase !== 'running')
		throw new CarrywireError(
			'NOT_CLOSABLE',
			`A share can be closed of a running execution; this one is ${statusOf(state)}. Leave share out to close all of it; an opening can be ended with cancel_execution and keep, and a share closed then.`,
			{ field: 'share', facts: factsOf(state) },
		);
	const held = state.held.long;
	const closed = floorToStep(mulDown(held, share), state.plan.commonLot);
	const remaining = sub(held, closed);
	const legs = [state.plan.legs.long, state.plan.legs.short];
	const least = legs.reduce((most, leg) => max(most, leastOf(leg, market)), state.plan.commonLot);
	if (remaining >= least && closed >= least) return remaining;
	throw new CarrywireError(
		'BELOW_MIN_NOTIONAL',
		`share closes ${formatDecimal(closed)} of ${formatDecimal(held)} coins of each leg and leaves ${formatDecimal(remaining)}; both parts must be at least ${formatDecimal(least)}. Close all of it, or another share.`,
		{ field: 'share' },
	);
}

/** Smallest quantity that the venue takes at the present price: a part must be closable, and so must the rest. */
function leastOf(leg: LegPlan, market: Market): Decimal {
	const { instrument } = leg;
	const book = market.get(leg.venue, instrument.symbol)?.book;
	const mid = book === undefined ? undefined : midPrice(book);
	return max(instrument.quantityMin, divUp(instrument.notionalMin, mid ?? leg.decisionMid));
}

/** The close that the call waits for is over: by its end, by its share, or because it was taken back. */
export function isCloseOver(state: ExecutionState): boolean {
	return isEnded(state) || (state.phase === 'running' && state.close === undefined);
}

/** The answer while, or because, something of the execution runs on. `remaining`: what the call wanted to stay. */
export function unfinishedClose(
	before: ExecutionState,
	after: ExecutionState,
	remaining: Decimal,
	now: number,
): CloseAnswer {
	const held = after.held.long;
	const closed = `${formatDecimal(sub(before.held.long, held))} of ${formatDecimal(before.held.long)} coins of each leg are closed; ${formatDecimal(held)} run on.`;
	const isOver = isCloseOver(after);
	const isDone = isOver && remaining > 0n && sub(held, remaining) < leastSlice(after);
	const message = isDone
		? closed
		: isOver
			? `The close was taken back with cancel_execution. ${closed}`
			: goingOn(after);
	return { success: isDone, status: statusOf(after), message, ...figuresSoFar(after, now) };
}

function goingOn({ held, orders, attention, plan }: ExecutionState): string {
	// An order that is not proven may still fill.
	const isFlat = held.long === 0n && held.short === 0n && !orders.some(isInFlight);
	const left = isFlat
		? 'our orders have closed both legs, but the exchanges do not confirm yet that nothing is held'
		: `${formatDecimal(held.long)} ${plan.coin} long and ${formatDecimal(held.short)} short are still open`;
	const why = attention === null ? '' : ` A person is needed: ${attention}`;
	return `Not closed yet: ${left}, and the closing goes on; follow it in portfolio_live.${why}`;
}
