/** The course of a user's executions, as it happens. */

import type { WordedEvent } from './journal.ts';
import type { PortfolioExecution } from './portfolio.ts';

/** The same object as long as nothing of it has changed. */
export type ExecutionView = {
	readonly execution: PortfolioExecution['execution'];
	/** The agent that opened it; null: the user themselves. */
	readonly agentId: string | null;
	/** The last ones of its journal, newest last. */
	readonly events: readonly WordedEvent[];
	readonly eventsTotal: number;
};

/** One user's executions, while somebody looks at them. */
export interface ExecutionWatch {
	/** Open ones, and some that have ended lately, newest first. */
	now(): Promise<readonly ExecutionView[]>;
	stop(): void;
}

/** Watches the executions of one user. */
export interface ExecutionFeed {
	/** Calls back after every change that is on disk. The listener must not throw. */
	watch(userId: string, listener: () => void): ExecutionWatch;
}
