/**
 * Keeps folds of running executions beside the journal, so that the next start need not read all their events. A fold is written
 * seconds after the execution's last change, in turns of the event loop of its own, and again only when a good part of the
 * events is missing in it: an event is written about eight times over the years, however long its execution runs.
 */
import { type ExecutionState, isEnded, isInFlight } from '../../domain/execution.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal, JournalAtStart } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';
import type { KeptExecutions } from './execution-states.ts';

/** The parts that keeping folds needs. */
export type FoldCacheOptions = {
	readonly journal: Pick<Journal, 'keepFolds'>;
	readonly executions: Pick<KeptExecutions, 'onEnter' | 'onChange'>;
	readonly clock: Clock;
	readonly log: Logger;
};

/** A fold is written anew when this part of the events, one in so many, came after it. */
const MISSING_PART = 8;
/** From the change that makes a fold due to the first writing. */
const AFTER_CHANGE_MS = 5_000;
/** Folds of one transaction, which holds up the event loop for 1 to 2 ms, and the time between two. */
const PORTION = 10;
const BETWEEN_PORTIONS_MS = 250;
const AFTER_FAILURE_MS = 60_000;

/** Begins to keep folds of all executions that enter memory. `start` is told before them which folds a start has read. */
export function createFoldCache({ journal, executions, clock, log }: FoldCacheOptions): {
	readonly start: (atStart: Pick<JournalAtStart, 'kept'>) => void;
	readonly close: () => void;
} {
	/** Events in the fold of each execution that has one. */
	const kept = new Map<string, number>();
	/** The state to write of each execution whose fold lacks too much; the oldest first. */
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
			// All executions that were due may have ended meanwhile.
			if (portion.length > 0) await journal.keepFolds(portion);
		} catch (error) {
			// Nothing is lost: a start reads more events.
			for (const { plan } of portion) kept.delete(plan.executionId);
			log.warn({ error: messageOf(error) }, 'folds of executions could not be kept');
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

/** Nothing is under way: what comes next is a settlement, or somebody's wish. */
function isQuiet({ phase, orders }: ExecutionState): boolean {
	return phase === 'running' && !orders.some(isInFlight);
}

/** Whether a fold of so many events lacks too many of those that there are now. */
export function lacksTooMuch(keptCount: number, eventCount: number): boolean {
	return (eventCount - keptCount) * MISSING_PART >= eventCount;
}
