/**
 * Saves folds of running executions next to the journal, so that the service need not read all their events when it
 * starts again. A fold is the state that an execution's events so far produce. It is written seconds after the change
 * that makes it due, at most ten folds per turn of the event loop. It is rewritten only once it lacks a large part of
 * the events. Each event is therefore written about eight times in total, however long its execution runs.
 */
import { type ExecutionState, isEnded, isInFlight } from '../../domain/execution.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal, JournalAtStart } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';
import type { KeptExecutions } from './execution-states.ts';

/** Dependencies of the fold cache. */
export type FoldCacheOptions = {
	readonly journal: Pick<Journal, 'keepFolds'>;
	readonly executions: Pick<KeptExecutions, 'onEnter' | 'onChange'>;
	readonly clock: Clock;
	readonly log: Logger;
};

/** A fold is rewritten once it lacks at least 1/`MISSING_PART` of the execution's events. */
const MISSING_PART = 8;
/** Delay between the change that makes a fold due and the first write. */
const AFTER_CHANGE_MS = 5_000;
/** Maximum folds per transaction. A transaction of this size blocks the event loop for 1 to 2 ms. */
const PORTION = 10;
/** Pause between two transactions. */
const BETWEEN_PORTIONS_MS = 250;
const AFTER_FAILURE_MS = 60_000;

/** Saves no folds. A start then reads all events. */
export const NO_FOLDS: ReturnType<typeof createFoldCache> = { start() {}, close() {} };

/**
 * Starts to save folds of all executions that enter memory. Call `start` with the folds that were read at startup,
 * before any execution enters.
 */
export function createFoldCache({ journal, executions, clock, log }: FoldCacheOptions): {
	readonly start: (atStart: Pick<JournalAtStart, 'kept'>) => void;
	readonly close: () => void;
} {
	/** Number of events in the saved fold of each execution. */
	const kept = new Map<string, number>();
	/** States whose saved fold lacks too many events, in the order in which they became due. */
	const due = new Map<string, ExecutionState>();
	let cancel: (() => void) | undefined;
	let isClosed = false;

	function note(state: ExecutionState): void {
		const { executionId } = state.plan;
		if (isEnded(state)) {
			kept.delete(executionId);
			due.delete(executionId);
		} else if (isQuiet(state) && lacksTooMuch(kept.get(executionId) ?? 0, state.eventCount)) {
			due.set(executionId, state);
			writeAfter(AFTER_CHANGE_MS);
		}
	}

	function writeAfter(delayMs: number): void {
		if (cancel === undefined && due.size > 0 && !isClosed)
			cancel = clock.after(delayMs, () => void writePortion());
	}

	async function writePortion(): Promise<void> {
		const portion = [...due.values()].slice(0, PORTION);
		for (const { plan, eventCount } of portion) {
			due.delete(plan.executionId);
			// Recorded before the write, so that an execution that ends during the write leaves no entry in `kept`.
			kept.set(plan.executionId, eventCount);
		}
		let delayMs = BETWEEN_PORTIONS_MS;
		try {
			// All due executions may have ended since this write was scheduled.
			if (portion.length > 0) await journal.keepFolds(portion);
		} catch (error) {
			// Nothing is lost. When the service starts again, it reads more events instead.
			for (const { plan } of portion) kept.delete(plan.executionId);
			log.warn({ error: messageOf(error) }, 'the saved states of executions could not be updated; retrying');
			delayMs = AFTER_FAILURE_MS;
		}
		cancel = undefined;
		writeAfter(delayMs);
	}

	executions.onEnter(note);
	const stopListening = executions.onChange(note);
	return {
		start(atStart) {
			for (const [executionId, eventCount] of atStart.kept) kept.set(executionId, eventCount);
		},
		close() {
			isClosed = true;
			stopListening();
			cancel?.();
		},
	};
}

/** True if the execution runs with no order in flight, so that its next event is a settlement or a request. */
function isQuiet({ phase, orders }: ExecutionState): boolean {
	return phase === 'running' && !orders.some(isInFlight);
}

/** True if a fold of `keptCount` events lacks too many of the current `eventCount` events. */
export function lacksTooMuch(keptCount: number, eventCount: number): boolean {
	return (eventCount - keptCount) * MISSING_PART >= eventCount;
}
