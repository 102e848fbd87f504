/**
 * Checks whether an opening may be canceled, or stopped with its filled part kept, and builds the responses. Pure
 * functions.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type ExecutionState, isEnded, isInFlight } from '../../domain/execution.ts';
import { statusOf } from '../../domain/status.ts';
import { PHASE_TEXT, storedReason } from '../../domain/stored-reason.ts';
import type { CloseAnswer } from '../../ports/order-service.ts';
import { textOf, type Words } from '../../sentences/sentence.ts';
import { figuresSoFar } from './finals.ts';
import { CLOSE_TEXT } from './text.ts';

/** Every cancel reason begins with this word, as the API specification requires. */
const CANCELED = 'CANCELED';

/** Builds the reason for a close that cancels an opening. */
export function canceledBecause(reason: Words): Words {
	if (isCanceledBy(reason)) return reason;
	return typeof reason === 'string' ? `${CANCELED}: ${reason}` : PHASE_TEXT.canceled({ why: reason });
}

/** True for a reason made by `canceledBecause`. */
export function isCanceledBy(reason: Words): boolean {
	return textOf(reason).startsWith(CANCELED);
}

/** True for an ended execution if it or its opening was canceled. */
export function isCanceled(state: ExecutionState): boolean {
	return isEnded(state) && [state.reason, state.openingEnded].some((reason) => isCanceledBy(reason ?? ''));
}

/** True while a cancel, close or kill switch closes an execution that never ran. */
export function closesOpening({ close, openedAt }: ExecutionState): boolean {
	return close !== undefined && openedAt === undefined;
}

/**
 * True while a close waits for a contract to trade and the legs are equal, so that the position could stay open
 * unchanged.
 */
export function isWaitingClose(state: ExecutionState): boolean {
	const { held, orders, phase, attentionKind } = state;
	const isWaiting = phase === 'closing' && attentionKind === 'untradable';
	return isWaiting && held.long === held.short && held.long > 0n && !orders.some(isInFlight);
}

/**
 * Checks that an execution may be canceled: it is queued or opening, or it is being canceled or closed without ever
 * having run.
 * @throws CarrywireError NOT_CANCELABLE, ALREADY_CLOSING
 */
export function requireCancelable(state: ExecutionState): void {
	if (state.phase === 'running') throw notCancelable(state, CLOSE_TEXT.isRunning());
	requireOpening(state);
}

/**
 * Checks that an execution may keep its filled part. A running execution passes, because it keeps its position
 * anyway. An execution that is being closed is refused.
 * @throws CarrywireError NOT_CANCELABLE, ALREADY_CLOSING
 */
export function requireKeepable(state: ExecutionState): void {
	if (!isEnded(state) && state.close !== undefined) throw alreadyClosing(state, CLOSE_TEXT.keepsNothing());
	if (state.phase !== 'running') requireOpening(state);
}

function requireOpening(state: ExecutionState): void {
	if (isEnded(state))
		throw notCancelable(state, CLOSE_TEXT.hasEnded({ why: storedReason(state.reason ?? state.phase) }));
	if (state.openedAt === undefined) return;
	throw alreadyClosing(
		state,
		state.close === undefined ? CLOSE_TEXT.unwinding() : CLOSE_TEXT.alreadyEnding(),
	);
}

function notCancelable(state: ExecutionState, message: Words): CarrywireError {
	return new CarrywireError('NOT_CANCELABLE', message, { facts: factsOf(state) });
}

function alreadyClosing(state: ExecutionState, message: Words): CarrywireError {
	return new CarrywireError('ALREADY_CLOSING', message, { facts: factsOf(state) });
}

function factsOf(state: ExecutionState) {
	return { executionId: state.plan.executionId, status: statusOf(state) };
}

/** Builds the response to a cancel that is still in progress. */
export function cancelGoesOn(state: ExecutionState, now: number): CloseAnswer {
	return {
		success: false,
		status: statusOf(state),
		message: CLOSE_TEXT.cancelGoesOn(),
		...figuresSoFar(state, now),
	};
}

/** Builds the response to a cancel that withdrew a waiting close. */
export function closeTakenBack(state: ExecutionState, now: number): CloseAnswer {
	return {
		success: true,
		status: statusOf(state),
		message: CLOSE_TEXT.closeTakenBack(),
		...figuresSoFar(state, now),
	};
}

/**
 * Builds the response to a cancel that keeps the filled part. It reports success once the execution runs; before
 * that, its legs are still being balanced.
 */
export function openingKept(state: ExecutionState, now: number): CloseAnswer {
	const runs = state.phase === 'running';
	return {
		success: runs,
		status: statusOf(state),
		message: runs
			? CLOSE_TEXT.kept({ held: state.held.long, planned: state.plan.quantity, coin: state.plan.coin })
			: CLOSE_TEXT.balancing(),
		...figuresSoFar(state, now),
	};
}
