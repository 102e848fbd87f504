/** What a caller's close asks of the engine: how much, inside which guard, and whether it may be asked at all. Pure. */
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
} from '../domain/decimal.ts';
import type { LegPlan } from '../domain/event.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { midPrice } from '../domain/order-book.ts';
import { statusOf } from '../domain/status.ts';
import { CarrywireError } from '../errors/carrywire-error.ts';
import type { CloseAnswer, CloseRequest } from '../ports/desk.ts';
import type { Market } from '../ports/market.ts';
import { type EngineInput, widens } from './engine.ts';

export type CloseInput = EngineInput & { readonly kind: 'closeRequested' };

/**
 * A guard that the caller names is kept while both legs are equal, so a close may wait inside it for ever: calling again
 * with a wider one, or none, widens it.
 * @throws CarrywireError ALREADY_CLOSING, NOT_CLOSABLE, BELOW_MIN_NOTIONAL
 */
export function closeInput(
	state: ExecutionState,
	request: CloseRequest,
	options: { readonly market: Market; readonly maxSlippageBpsDefault: Decimal },
): CloseInput {
	const whole = request.share === ONE;
	const guard = {
		maxSlippageBps: request.maxSlippageBps ?? options.maxSlippageBpsDefault,
		firm: request.maxSlippageBps !== undefined,
	};
	const present = state.close;
	if (present !== undefined && state.phase === 'closing' && widens(present, guard)) {
		const remaining = whole ? ZERO : present.remaining;
		return { kind: 'closeRequested', reason: present.reason, remaining, ...guard };
	}
	requireRunning(state);
	return {
		kind: 'closeRequested',
		reason: whole ? 'closed by close_execution' : 'part closed by close_execution',
		remaining: whole ? ZERO : remainingAfter(state, request.share, options.market),
		...guard,
	};
}

function requireRunning(state: ExecutionState): void {
	const status = statusOf(state);
	const facts = { execution_id: state.plan.executionId, status };
	if (state.close?.firm === true)
		throw new CarrywireError(
			'ALREADY_CLOSING',
			`The execution is being closed inside ${formatDecimal(state.close.maxSlippageBps)} bp. Call again with a larger max_slippage_bps, or without one, to widen that.`,
			{ facts },
		);
	if (state.close !== undefined || state.phase === 'unwinding')
		throw new CarrywireError('ALREADY_CLOSING', 'The execution is being closed or unwound already.', {
			facts,
		});
	if (state.phase !== 'running')
		throw new CarrywireError('NOT_CLOSABLE', `The execution can be closed while running, was ${status}.`, {
			facts,
		});
}

/** What stays after closing `share` of both legs, the closed part rounded down to the common lot. */
function remainingAfter(state: ExecutionState, share: Decimal, market: Market): Decimal {
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

/** The answer while, or because, something of the execution runs on. */
export function unfinishedClose(before: ExecutionState, after: ExecutionState): CloseAnswer {
	const held = after.held.long;
	const isPartDone = after.phase === 'running' && after.close === undefined;
	return {
		success: true,
		execution_id: after.plan.executionId,
		status: statusOf(after),
		message: isPartDone
			? `${formatDecimal(sub(before.held.long, held))} of ${formatDecimal(before.held.long)} coins of each leg are closed; ${formatDecimal(held)} run on.`
			: 'The closing goes on; follow it in portfolio_live.',
		final_pnl: null,
		final_roi_pct: null,
		total_funding: null,
		duration_hours: null,
	};
}
