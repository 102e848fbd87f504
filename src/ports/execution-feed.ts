/** Defines the live progress of a user's executions. */

import type { WordedEvent } from './journal.ts';
import type { PortfolioExecution } from './portfolio.ts';

/** The same object until a part of it changes. */
export type ExecutionView = {
	readonly execution: PortfolioExecution['execution'];
	/** The agent that opened it; null if the user did. */
	readonly agentId: string | null;
	/** The latest events in its journal, newest last. */
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
	/** Calls back after every durable change. The listener must not throw. */
	watch(userId: string, listener: () => void): ExecutionWatch;
}
