/** What is counted of executions for whoever watches the service. Implemented by `runtime/metrics.ts`. */
import type { VenueName } from '../domain/instrument.ts';
import type { ExecutionStatus } from '../domain/status.ts';

/**
 * How an order ended. `partial`: ended with a part of it filled; `canceled` and `expired`: with none; `absent`: proven never
 * to have reached the venue.
 */
export const ORDER_OUTCOMES = ['filled', 'partial', 'canceled', 'expired', 'rejected', 'absent'] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

export const UNHEDGED_PHASES = ['open', 'close'] as const;
export type UnhedgedPhase = (typeof UNHEDGED_PHASES)[number];

export interface ExecutionMetrics {
	/** `open`: until it ran, or ended without having run; `close`: from then to its end. */
	unhedged(phase: UnhedgedPhase, seconds: number): void;
	order(venue: VenueName, outcome: OrderOutcome): void;
}

/** As of now, over executions that have not ended. */
export type ExecutionGauges = {
	readonly byStatus: Readonly<Record<Exclude<ExecutionStatus, 'closed' | 'failed'>, number>>;
	/** USD by which legs are ahead of each other, summed. */
	readonly unhedgedNotionalUsd: number;
};
