/** Decides what a request to end does to an execution: a close, a cancel, the end of its opening. Pure. */
import { ZERO } from '../../domain/decimal.ts';
import type { CloseTerms, ExecutionEvent } from '../../domain/event.ts';
import { type ExecutionState, isEnded } from '../../domain/execution.ts';
import { passed } from './attention.ts';
import { canceledBecause, isWaitingClose } from './canceling.ts';
import { supersedes } from './close-terms.ts';

/**
 * The request that leaves less open is done, whichever came first:
 *
 * 1. a close of everything: by a kill switch, an exit rule, a caller, or a cancel of what never ran;
 * 2. a close of a part, of what runs;
 * 3. the end of an opening that keeps what is open: its agent was stopped, an exit rule, a cancel that keeps;
 * 4. opening.
 *
 * A close under way changes only as `supersedes` says. An order in flight is proven before anything is closed, whatever
 * was asked: nothing is decided on what a leg may hold.
 */
export function closeRequested(state: ExecutionState, terms: CloseTerms): readonly ExecutionEvent[] {
	const { reason, remaining, maxSlippageBps, firm } = terms;
	if (state.phase === 'queued') return [{ type: 'ExecutionFailed', reason: canceledBecause(reason) }];
	if (isEnded(state) || (remaining > 0n && !hasRun(state))) return [];
	if (state.close !== undefined && !supersedes(state.close, terms)) return [];
	const requested: ExecutionEvent = { type: 'CloseRequested', reason, remaining, maxSlippageBps, firm };
	return [requested, ...passed(state, 'stuck', 'Another close was asked for.')];
}

/** A part is closed of what both legs were opened to; what never ran is closed whole. */
function hasRun({ openedAt }: ExecutionState): boolean {
	return openedAt !== undefined;
}

/** An execution that runs is closed, not cancelled; a close under way goes on. */
export function cancelRequested(state: ExecutionState, reason: string): readonly ExecutionEvent[] {
	if (hasRun(state) || state.close !== undefined) return [];
	const { maxSlippageBps } = state.plan;
	return closeRequested(state, { reason, remaining: ZERO, maxSlippageBps, firm: false });
}

/** A close that waits for a contract; any other goes its way. */
export function closeTakenBack(state: ExecutionState, reason: string): readonly ExecutionEvent[] {
	if (!isWaitingClose(state)) return [];
	return [...passed(state, 'untradable', reason), { type: 'PartClosed', remaining: state.held.long }];
}

/** Nothing more is opened; what is open runs. */
export function openingEnded(state: ExecutionState, reason: string): readonly ExecutionEvent[] {
	if (state.phase === 'queued') return [{ type: 'ExecutionFailed', reason: canceledBecause(reason) }];
	const opens = state.phase === 'opening' || state.phase === 'unbalanced';
	return opens && state.openingEnded === null ? [{ type: 'OpeningEnded', reason }] : [];
}
