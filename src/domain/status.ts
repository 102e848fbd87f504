/** What callers are told of an execution's state: the contract's closed set, and the reason inside it. */
import { type ExecutionState, isEnded, isInFlight } from './execution.ts';

/** Status that callers see. `needs_attention` goes before every other while a person is needed. */
export type ExecutionStatus =
	| 'queued'
	| 'opening'
	| 'running'
	| 'closing'
	| 'closed'
	| 'failed'
	| 'needs_attention';

/** Unbalanced and unwinding are parts of opening and closing. */
export function statusOf(state: ExecutionState): ExecutionStatus {
	if (state.attention !== null) return 'needs_attention';
	if (state.phase === 'unbalanced' || state.phase === 'unwinding')
		return state.close === undefined ? 'opening' : 'closing';
	return state.phase;
}

/** Why it is in that status; null when there is nothing to say. */
export function statusReasonOf(state: ExecutionState): string | null {
	if (state.attention !== null) return state.attention;
	if (state.phase === 'unbalanced') return 'unbalanced';
	if (state.phase === 'unwinding') return state.reason === null ? 'unwinding' : `unwinding: ${state.reason}`;
	if (state.phase === 'closing' && state.held.long !== state.held.short) return 'unbalanced';
	return state.reason ?? hedgeReason(state);
}

function hedgeReason({ plan }: ExecutionState): string | null {
	if (plan.takenOver === undefined) return null;
	const { from, leg } = plan.takenOver;
	return `emergency hedge of ${from}: closed once ${plan.legs[leg].venue} answers again`;
}

/** Further slices may be begun: it is being opened, and nobody has ended that. */
export function mayOpenMore({ phase, openingEnded }: ExecutionState): boolean {
	return openingEnded === null && (phase === 'queued' || phase === 'opening' || phase === 'unbalanced');
}

/** True while something is on its way to a venue or the legs differ: stopping now would leave work half done. */
export function isUnsettled(state: ExecutionState): boolean {
	if (isEnded(state)) return false;
	return state.orders.some(isInFlight) || state.held.long !== state.held.short || state.phase === 'queued';
}
