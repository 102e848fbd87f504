/**
 * The executions that each agent has begun: a fold of the journal in memory, because an agent's cap for a day is judged within one
 * tick. Loaded at a start, and told of each execution that enters memory.
 */
import { DAY_MS, dayBegin } from '../../domain/funding.ts';
import type { ExecutionSummary } from '../../ports/journal.ts';

type Begun = Pick<ExecutionSummary, 'executionId' | 'userId' | 'agentId' | 'createdAt'>;
type Agent = { readonly userId: string; readonly agentId: string };

/** The fold: it is told of executions, and counts those of an agent. */
export type BegunToday = {
	/** Adds an execution, unless it is known or its user opened it. */
	readonly note: (execution: Begun) => void;
	/** Executions that the agent has begun since 00:00 UTC of the day of `now`, without those of `except`. */
	readonly count: (agent: Agent, now: number, except: ReadonlySet<string>) => number;
};

/** The instant from which executions are loaded at a start: the day before is kept too, for a clock that is set back. */
export function begunSince(now: number): number {
	return dayBegin(now) - DAY_MS;
}

/** An empty fold. */
export function createBegunToday(): BegunToday {
	/** Keyed by agent, then by execution: when it was begun. */
	const byAgent = new Map<string, Map<string, number>>();

	return {
		note({ executionId, userId, agentId, createdAt }) {
			if (agentId === null) return;
			const key = keyOf({ userId, agentId });
			const begun = byAgent.get(key) ?? new Map<string, number>();
			for (const [id, at] of begun) if (at < begunSince(createdAt)) begun.delete(id);
			byAgent.set(key, begun.set(executionId, createdAt));
		},
		count(agent, now, except) {
			const day = dayBegin(now);
			const begun = byAgent.get(keyOf(agent)) ?? new Map<string, number>();
			return [...begun].filter(([id, at]) => at >= day && !except.has(id)).length;
		},
	};
}

function keyOf({ userId, agentId }: Agent): string {
	return JSON.stringify([userId, agentId]);
}
