/** Whether an opening may be cancelled, or ended with what is open kept, and what is answered meanwhile. Pure. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { type ExecutionState, isEnded, isInFlight } from '../../domain/execution.ts';
import { statusOf } from '../../domain/status.ts';
import type { CloseAnswer } from '../../ports/order-service.ts';
import { figuresSoFar } from './finals.ts';

/** Every reason of a cancel begins so: it is what the contract calls it. */
const CANCELED = 'CANCELED';

/** The reason of a close that cancels an opening. */
export function canceledBecause(reason: string): string {
	return isCanceledBy(reason) ? reason : `${CANCELED}: ${reason}`;
}

/** True for a reason that `canceledBecause` made. */
export function isCanceledBy(reason: string): boolean {
	return reason.startsWith(CANCELED);
}

/** It has ended, and somebody had cancelled it or its opening. */
export function isCanceled(state: ExecutionState): boolean {
	return isEnded(state) && [state.reason, state.openingEnded].some((reason) => isCanceledBy(reason ?? ''));
}

/** It never ran, and is being closed: by a cancel, a close or a kill switch. */
export function closesOpening({ close, openedAt }: ExecutionState): boolean {
	return close !== undefined && openedAt === undefined;
}

/** Nothing of it can be closed now, and neither leg is ahead: what is held may run on as it is. */
export function isWaitingClose(state: ExecutionState): boolean {
	const { held, orders, phase, attentionKind } = state;
	const isWaiting = phase === 'closing' && attentionKind === 'untradable';
	return isWaiting && held.long === held.short && held.long > 0n && !orders.some(isInFlight);
}

/**
 * Queued and opening ones may, and those that are being cancelled or closed before they ran.
 * @throws CarrywireError NOT_CANCELABLE, ALREADY_CLOSING
 */
export function requireCancelable(state: ExecutionState): void {
	if (state.phase === 'running')
		throw notCancelable(state, 'The execution runs: both legs are open. Close it with close_execution.');
	requireOpening(state);
}

/**
 * The same, but that one which runs is what a cancel that keeps wants, and one that is being closed is not.
 * @throws CarrywireError NOT_CANCELABLE, ALREADY_CLOSING
 */
export function requireKeepable(state: ExecutionState): void {
	if (!isEnded(state) && state.close !== undefined)
		throw alreadyClosing(state, 'The execution is being closed, so what is open cannot be kept any more.');
	if (state.phase !== 'running') requireOpening(state);
}

function requireOpening(state: ExecutionState): void {
	if (isEnded(state))
		throw notCancelable(
			state,
			`The execution has ended: ${(state.reason ?? state.phase).replace(/\.$/, '')}.`,
		);
	if (state.openedAt === undefined) return;
	throw alreadyClosing(
		state,
		state.close === undefined
			? 'The execution had opened and is being unwound already.'
			: 'The execution is being closed already.',
	);
}

function notCancelable(state: ExecutionState, message: string): CarrywireError {
	return new CarrywireError('NOT_CANCELABLE', message, { facts: factsOf(state) });
}

function alreadyClosing(state: ExecutionState, message: string): CarrywireError {
	return new CarrywireError('ALREADY_CLOSING', message, { facts: factsOf(state) });
}

function factsOf(state: ExecutionState) {
	return { executionId: state.plan.executionId, status: statusOf(state) };
}

/** The answer while a cancel goes on. */
export function cancelGoesOn(state: ExecutionState, now: number): CloseAnswer {
	return {
		success: false,
		status: statusOf(state),
		message: 'Nothing more is opened, and what was opened is being closed; follow it in portfolio_live.',
		...figuresSoFar(state, now),
	};
}

/** The answer to a cancel that took a close back. */
export function closeTakenBack(state: ExecutionState, now: number): CloseAnswer {
	return {
		success: true,
		status: statusOf(state),
		message: 'The close is taken back: what both legs hold runs on. Close it again with close_execution.',
		...figuresSoFar(state, now),
	};
}

/** The answer to a cancel that keeps what is open, once it runs or while the legs are still being brought level. */
export function openingKept(state: ExecutionState, now: number): CloseAnswer {
	const runs = state.phase === 'running';
	return {
		success: runs,
		status: statusOf(state),
		message: runs
			? `Nothing more is opened. ${shareText(state.held.long, state)} run on; close them with close_execution.`
			: 'No further slice is begun. What is open is being balanced and runs on then; follow it in portfolio_live.',
		...figuresSoFar(state, now),
	};
}

function shareText(held: Decimal, { plan }: ExecutionState): string {
	return `${formatDecimal(held)} of ${formatDecimal(plan.quantity)} ${plan.coin} on each leg`;
}
