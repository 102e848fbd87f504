/** Live progress of a user's executions. */

import type { WordedEvent } from './journal.ts';
import type { PortfolioExecution } from './portfolio.ts';

/** The same object until something in it changes. */
export type ExecutionView = {
	readonly execution: PortfolioExecution['execution'];
	/** The agent that opened it; null: the user. */
	readonly agentId: string | null;
	/** The latest events of its journal, newest last. */
	readonly events: readonly WordedEvent[];
	readonly eventsTotal: number;
};

/** One user's executions, while somebody watches them. */
export interface ExecutionWatch {
	/** Open executions and some that ended recently, newest first. */
	now(): Promise<readonly ExecutionView[]>;
	stop(): void;
}

/** Watches the executions of one user. */
export interface ExecutionFeed {
	/** Calls back after every durable change. The listener must not throw. */
	watch(userId: string, listener: () => void): ExecutionWatch;
}
