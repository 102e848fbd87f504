/**
 * Counts the executions that each agent began. The count is a fold of the journal in memory, because the gate checks
 * an agent's daily cap synchronously. It is loaded at startup, and then counts each execution that enters memory.
 */
import { DAY_MS, dayBegin } from '../../domain/funding.ts';
import type { ExecutionSummary } from '../../ports/journal.ts';

type Begun = Pick<ExecutionSummary, 'executionId' | 'userId' | 'agentId' | 'createdAt'>;
type Agent = { readonly userId: string; readonly agentId: string };

/** Counts the executions of each agent. */
export type BegunToday = {
	/** Adds an execution, unless it is known or was opened by the user instead of an agent. */
	readonly note: (execution: Begun) => void;
	/** Counts the executions that the agent began since 00:00 UTC on the day of `now`, without those in `except`. */
	readonly count: (agent: Agent, now: number, except: ReadonlySet<string>) => number;
};

/**
 * Returns the start of the period whose executions are loaded at startup. The period includes the previous day, in
 * case the clock is set back.
 */
export function begunSince(now: number): number {
	return dayBegin(now) - DAY_MS;
}

/** Creates a count without executions. */
export function createBegunToday(): BegunToday {
	/** Start time of each execution, by agent and execution. */
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
