/**
 * Saves folds of running executions beside the journal, so that the next start need not read all their events. A fold
 * is written seconds after the execution's last change, in its own turns of the event loop. It is rewritten only when
 * it lacks a good part of the events. Each event is so written about eight times over the years, however long its
 * execution runs.
 */
import { type ExecutionState, isEnded, isInFlight } from '../../domain/execution.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal, JournalAtStart } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';
import type { KeptExecutions } from './execution-states.ts';

/** The parts that saving folds needs. */
export type FoldCacheOptions = {
	readonly journal: Pick<Journal, 'keepFolds'>;
	readonly executions: Pick<KeptExecutions, 'onEnter' | 'onChange'>;
	readonly clock: Clock;
	readonly log: Logger;
};

/** A fold is rewritten when one event in this many came after it. */
const MISSING_PART = 8;
/** Delay between the change that makes a fold due and the first write. */
const AFTER_CHANGE_MS = 5_000;
/** Folds of one transaction, which blocks the event loop for 1 to 2 ms, and the pause between two. */
const PORTION = 10;
const BETWEEN_PORTIONS_MS = 250;
const AFTER_FAILURE_MS = 60_000;

/**
 * Starts to save folds of all executions that enter memory. Call `start` before them with the folds that were read at
 * the start.
 */
export function createFoldCache({ journal, executions, clock, log }: FoldCacheOptions): {
	readonly start: (atStart: Pick<JournalAtStart, 'kept'>) => void;
	readonly close: () => void;
} {
	/** Number of events in the saved fold of each execution. */
	const kept = new Map<string, number>();
	/** States whose fold lacks too much, oldest first. */
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
			// Before the write, so that an execution that ends during it leaves nothing here.
			kept.set(plan.executionId, eventCount);
		}
		let delayMs = BETWEEN_PORTIONS_MS;
		try {
			// All due executions may have ended meanwhile.
			if (portion.length > 0) await journal.keepFolds(portion);
		} catch (error) {
			// Nothing is lost: the next start reads more events.
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

/** No order is in flight: the next event is a settlement or a request. */
function isQuiet({ phase, orders }: ExecutionState): boolean {
	return phase === 'running' && !orders.some(isInFlight);
}

/** Whether a fold of `keptCount` events lacks too many of the `eventCount` present ones. */
export function lacksTooMuch(keptCount: number, eventCount: number): boolean {
	return (eventCount - keptCount) * MISSING_PART >= eventCount;
}
