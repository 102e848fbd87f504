/** When a person is called for an execution, and when no more. Pure. */
import type { AttentionKind, ExecutionEvent } from '../../domain/event.ts';
import { type ExecutionState, isEnded } from '../../domain/execution.ts';

export type Attention = { readonly of: AttentionKind; readonly reason: string };

/** The first reason stands until it has passed. */
export function raised(state: ExecutionState, { of: kind, reason }: Attention): readonly ExecutionEvent[] {
	return isEnded(state) || state.attention !== null ? [] : [{ type: 'AttentionRaised', kind, reason }];
}

/** The reason is over; nothing where a person is needed for another, or for none. */
export function passed(
	state: ExecutionState,
	kind: AttentionKind,
	reason: string,
): readonly ExecutionEvent[] {
	return state.attentionKind === kind ? [{ type: 'AttentionCleared', reason }] : [];
}
