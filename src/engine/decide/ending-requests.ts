/** Turns a request to end an execution (a close, a cancel, or the end of its opening) into events. Pure functions. */
import { ZERO } from '../../domain/decimal.ts';
import type { CloseTerms, ExecutionEvent } from '../../domain/event.ts';
import { type ExecutionState, isEnded } from '../../domain/execution.ts';
import type { Words } from '../../sentences/sentence.ts';
import { passed } from './attention.ts';
import { canceledBecause, isWaitingClose } from './canceling.ts';
import { supersedes } from './close-terms.ts';
import { CLEARED } from './text.ts';

/**
 * The request that leaves less open wins, whichever came first:
 *
 * 1. a full close by a kill switch, an exit rule or a caller, or a cancel of an execution that never ran;
 * 2. a partial close of a running execution;
 * 3. the end of an opening that keeps the filled part, because its agent was stopped, an exit rule applies or a
 *    cancel asks for it;
 * 4. the opening itself.
 *
 * A close in progress changes only as `supersedes` allows. The engine determines the outcome of every order in flight
 * before it closes anything, so that no decision rests on an unproven holding.
 */
export function closeRequested(state: ExecutionState, terms: CloseTerms): readonly ExecutionEvent[] {
	const { reason, remaining, maxSlippageBps, firm, maker } = terms;
	if (state.phase === 'queued') return [{ type: 'ExecutionFailed', reason: canceledBecause(reason) }];
	if (isEnded(state) || (remaining > 0n && !hasRun(state))) return [];
	if (state.close !== undefined && !supersedes(state.close, terms)) return [];
	const requested: ExecutionEvent = { type: 'CloseRequested', reason, remaining, maxSlippageBps, firm };
	// A leg rests only in a close of a running execution, because a close of an opening must not take long.
	const isMaker = maker !== undefined && (state.phase === 'running' || state.close?.maker !== undefined);
	return [isMaker ? { ...requested, maker } : requested, ...passed(state, 'stuck', CLEARED.otherClose)];
}

/**
 * True once the execution has run. A partial close applies to the opened quantity of both legs, so an execution that
 * never ran can only be closed completely.
 */
function hasRun({ openedAt }: ExecutionState): boolean {
	return openedAt !== undefined;
}

/**
 * Cancels an execution that never ran. A running execution must be closed instead, and a close in progress continues.
 */
export function cancelRequested(state: ExecutionState, reason: Words): readonly ExecutionEvent[] {
	if (hasRun(state) || state.close !== undefined) return [];
	const { maxSlippageBps } = state.plan;
	return closeRequested(state, { reason, remaining: ZERO, maxSlippageBps, firm: false });
}

/** Takes back a close that waits for a contract to trade; any other close continues. */
export function closeTakenBack(state: ExecutionState, reason: Words): readonly ExecutionEvent[] {
	if (!isWaitingClose(state)) return [];
	return [...passed(state, 'untradable', reason), { type: 'PartClosed', remaining: state.held.long }];
}

/** Stops the opening; the filled part keeps running. */
export function openingEnded(state: ExecutionState, reason: Words): readonly ExecutionEvent[] {
	if (state.phase === 'queued') return [{ type: 'ExecutionFailed', reason: canceledBecause(reason) }];
	const opens = state.phase === 'opening' || state.phase === 'unbalanced';
	return opens && state.openingEnded === null ? [{ type: 'OpeningEnded', reason }] : [];
}
