/**
 * Sends each watcher a user's executions: current figures and each journal's latest events. No request goes to an
 * exchange.
 */
import type { ExecutionEvent } from '../domain/event.ts';
import { eventSentence } from '../domain/event-sentence.ts';
import { type ExecutionState, isEnded } from '../domain/execution.ts';
import type { ExecutionFeed, ExecutionView } from '../ports/execution-feed.ts';
import type { Journal, Journaled, WordedEvent } from '../ports/journal.ts';
import { shownNameOf } from '../venues/facts.ts';
import { executionFigures } from './execution-record.ts';

const EVENTS_SHOWN = 10;
const ENDED_SHOWN = 20;

type Known = { readonly state: ExecutionState; readonly view: ExecutionView };

/** State of one user's executions, kept while at least one listener watches them. */
type Watched = { readonly listeners: Set<() => void>; readonly executions: Map<string, Known> };

/** Creates the feed. It reads an execution's journal once and then follows its changes in memory. */
export function createExecutionFeed(parts: {
	readonly journal: Pick<Journal, 'readExecution'>;
	readonly statesOf: (userId: string) => readonly ExecutionState[];
	readonly onChange: (
		listener: (state: ExecutionState, events: readonly ExecutionEvent[]) => void,
	) => unknown;
}): ExecutionFeed {
	const { journal, statesOf, onChange } = parts;
	const watched = new Map<string, Watched>();

	onChange((state, events) => {
		const user = watched.get(state.plan.userId);
		if (user === undefined) return;
		const { executionId } = state.plan;
		const known = user.executions.get(executionId);
		// An execution seen for the first time is read from its journal when a watcher requests it.
		if (known !== undefined && known.state.eventCount + events.length === state.eventCount) {
			const added = events.map((event, at) => ({
				event,
				recordedAt: state.updatedAt,
				streamSeq: known.state.eventCount + at,
				text: eventSentence(event, state, shownNameOf),
			}));
			user.executions.set(executionId, { state, view: viewOf(state, [...known.view.events, ...added]) });
		}
		for (const listener of [...user.listeners]) listener();
	});

	/** Lists open executions and the latest ended ones. It reads a journal only if the known state is outdated. */
	async function checkAgain({ executions }: Watched, userId: string): Promise<void> {
		const states = new Map([...executions].map(([id, { state }]) => [id, state]));
		for (const state of statesOf(userId)) states.set(state.plan.executionId, state);
		const ended = [...states.values()].filter(isEnded).sort(newestEndFirst);
		for (const { plan } of ended.slice(ENDED_SHOWN)) {
			states.delete(plan.executionId);
			executions.delete(plan.executionId);
		}
		for (const [id, state] of states) {
			if (executions.get(id)?.state.eventCount === state.eventCount) continue;
			const rows = (await journal.readExecution(id)).filter(({ streamSeq }) => streamSeq < state.eventCount);
			// A change that was reported during the read is newer than the rows that were read.
			if ((executions.get(id)?.state.eventCount ?? 0) >= state.eventCount) continue;
			executions.set(id, { state, view: viewOf(state, worded(state, rows)) });
		}
	}

	return {
		watch(userId, listener) {
			const user = watched.get(userId) ?? { listeners: new Set(), executions: new Map() };
			watched.set(userId, user);
			// Each watcher gets a function of its own. If two watchers passed the same function, the set would hold
			// it only once.
			const own = () => listener();
			user.listeners.add(own);
			return {
				async now() {
					await checkAgain(user, userId);
					return [...user.executions.values()].sort(newestFirst).map(({ view }) => view);
				},
				stop() {
					user.listeners.delete(own);
					if (user.listeners.size === 0 && watched.get(userId) === user) watched.delete(userId);
				},
			};
		},
	};
}

/** Writes the sentences for the latest events only. */
function worded(state: ExecutionState, rows: readonly Journaled<ExecutionEvent>[]): readonly WordedEvent[] {
	return rows
		.slice(-EVENTS_SHOWN)
		.map((row) => ({ ...row, text: eventSentence(row.event, state, shownNameOf) }));
}

function viewOf(state: ExecutionState, events: readonly WordedEvent[]): ExecutionView {
	return {
		execution: executionFigures(state),
		agentId: state.plan.agentId ?? null,
		events: events.slice(-EVENTS_SHOWN),
		eventsTotal: state.eventCount,
	};
}

function newestFirst(a: Known, b: Known): number {
	return (
		b.state.createdAt - a.state.createdAt || (a.state.plan.executionId < b.state.plan.executionId ? -1 : 1)
	);
}

function newestEndFirst(a: ExecutionState, b: ExecutionState): number {
	return (b.closedAt ?? b.updatedAt) - (a.closedAt ?? a.updatedAt);
}
