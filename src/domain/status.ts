/** Computes the public status of an execution, from the closed set of statuses in the API, with a reason. */
import { reason } from '../sentences/reason.ts';
import { textOf, type Words } from '../sentences/sentence.ts';
import { spoken } from './english.ts';
import { type ExecutionState, isEnded, isInFlight } from './execution.ts';
import { PHASE_TEXT, storedReason } from './stored-reason.ts';

const REASON_TEXT = spoken('reason', reason);

/** Public status. `needs_attention` takes precedence over every other status while the user must act. */
export type ExecutionStatus =
	| 'queued'
	| 'opening'
	| 'running'
	| 'closing'
	| 'closed'
	| 'failed'
	| 'needs_attention';

/** Returns the public status. The phases `unbalanced` and `unwinding` are shown as `opening` or `closing`. */
export function statusOf(state: ExecutionState): ExecutionStatus {
	if (state.attention !== null) return 'needs_attention';
	if (state.phase === 'unbalanced' || state.phase === 'unwinding')
		return state.close === undefined ? 'opening' : 'closing';
	return state.phase;
}

/** Returns the reason for the status; null if there is none. */
export function statusReasonOf(state: ExecutionState): string | null {
	const words = statusWordsOf(state);
	return words === null ? null : textOf(words);
}

/** Returns the reason for the status with its facts; null if there is none. */
export function statusWordsOf(state: ExecutionState): Words | null {
	if (state.attention !== null) return storedReason(state.attention);
	if (state.phase === 'unbalanced') return REASON_TEXT.unbalanced();
	if (state.phase === 'unwinding')
		return state.reason === null
			? REASON_TEXT.unwindingNow()
			: PHASE_TEXT.unwinding({ why: storedReason(state.reason) });
	if (state.phase === 'closing' && state.held.long !== state.held.short) return REASON_TEXT.unbalanced();
	return state.reason === null ? hedgeReason(state) : storedReason(state.reason);
}

function hedgeReason({ plan }: ExecutionState): Words | null {
	if (plan.takenOver === undefined) return null;
	const { from, leg } = plan.takenOver;
	return PHASE_TEXT.emergencyHedge({ from, exchange: plan.legs[leg].venue });
}

/**
 * Returns true if further slices may start: the execution is queued or opening, and nothing has stopped it from
 * opening.
 */
export function mayOpenMore({ phase, openingEnded }: ExecutionState): boolean {
	return openingEnded === null && (phase === 'queued' || phase === 'opening' || phase === 'unbalanced');
}

/**
 * Returns true while the execution is queued, an order is in flight or the legs differ. Stopping the service now
 * would leave work unfinished.
 */
export function isUnsettled(state: ExecutionState): boolean {
	if (isEnded(state)) return false;
	return state.orders.some(isInFlight) || state.held.long !== state.held.short || state.phase === 'queued';
}
