/** Defines the live progress of a user's executions. */

import type { WordedEvent } from './journal.ts';
import type { PortfolioExecution } from './portfolio.ts';

/** One execution as its subscribers see it. The object stays the same until a part of it changes. */
export type ExecutionView = {
	readonly execution: PortfolioExecution['execution'];
	/** Id of the agent that opened the execution; null if the user opened it. */
	readonly agentId: string | null;
	/** The latest events in the execution's journal, newest last. */
	readonly events: readonly WordedEvent[];
	readonly eventsTotal: number;
};

/** One user's executions while a subscriber watches them. */
export interface ExecutionWatch {
	/** Returns the open executions and some that ended recently, newest first. */
	now(): Promise<readonly ExecutionView[]>;
	stop(): void;
}

/** Watches one user's executions. */
export interface ExecutionFeed {
	/** Calls `listener` after every durable change of the user's executions. The listener must not throw. */
	watch(userId: string, listener: () => void): ExecutionWatch;
}
