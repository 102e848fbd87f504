/** Whether an execution may be cancelled, and what is answered while that goes on. Pure. */
import { type ExecutionState, isInFlight } from '../domain/execution.ts';
import { statusOf } from '../domain/status.ts';
import { CarrywireError } from '../errors/carrywire-error.ts';
import type { CloseAnswer } from '../ports/desk.ts';

/** Every reason of a cancel begins so: it is what the contract calls it. */
const CANCELED = 'CANCELED';

export function canceledBecause(reason: string): string {
	return `${CANCELED}: ${reason}`;
}

export function isCanceled(state: ExecutionState): boolean {
	return state.canceled !== null || state.reason?.startsWith(CANCELED) === true;
}

/** Nothing of it can be closed now, and no leg stands alone: what is held may run on as it is. */
export function isWaitingClose(state: ExecutionState): boolean {
	const { held, orders, phase, attentionKind } = state;
	const isWaiting = phase === 'closing' && attentionKind === 'untradable';
	return isWaiting && held.long === held.short && held.long > 0n && !orders.some(isInFlight);
}

/** The answer to a cancel that took a close back. */
export function closeTakenBack(state: ExecutionState): CloseAnswer {
	const message =
		'The close is taken back: what both legs hold runs on. Close it again with close_execution.';
	return { ...canceledAlready(state), message };
}

/** Queued and opening ones may, a close that waits for a contract may, and those that are being cancelled. @throws CarrywireError NOT_CANCELABLE, ALREADY_CLOSING */
export function requireCancelable(state: ExecutionState): void {
	if (state.canceled !== null) return;
	const status = statusOf(state);
	const facts = { execution_id: state.plan.executionId, status };
	const refuse = (message: string) => new CarrywireError('NOT_CANCELABLE', message, { facts });
	switch (state.phase) {
		case 'running':
			throw refuse('The execution runs: both legs are open. Close it with close_execution.');
		case 'closed':
		case 'failed':
			throw refuse(`The execution has ended: ${state.reason ?? state.phase}.`);
		case 'closing':
			if (isWaitingClose(state)) return;
			throw new CarrywireError('ALREADY_CLOSING', 'The execution is being closed already.', { facts });
		case 'unwinding':
			if (state.openedAt === undefined && state.close === undefined) return;
			throw new CarrywireError('ALREADY_CLOSING', 'The execution had opened and is being unwound already.', {
				facts,
			});
		case 'queued':
		case 'opening':
		case 'unbalanced':
			return;
	}
}

/** The answer while a cancel goes on. */
export function canceledAlready(state: ExecutionState): CloseAnswer {
	return {
		success: true,
		execution_id: state.plan.executionId,
		status: statusOf(state),
		message: 'Nothing more is opened, and what was opened is being unwound; follow it in portfolio_live.',
		final_pnl: null,
		final_roi_pct: null,
		total_funding: null,
		duration_hours: null,
	};
}
