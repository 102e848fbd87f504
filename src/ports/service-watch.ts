/**
 * Reports the service's state for monitoring without a scraper. The figures are those of `GET /metrics`, from the
 * same counters. Durations that a metric measures are in seconds, all others in milliseconds.
 */

import type { Decimal } from '../domain/decimal.ts';
import type { Words } from '../sentences/sentence.ts';
import type {
	ExecutionEnd,
	MeteredRequestClass,
	MetricSources,
	RequestOutcome,
	UnhedgedPhase,
} from './metrics.ts';

/** Current states of executions, venues, bans, settled history and store, all read at the same time. */
export type ServiceReadings = {
	readonly [Name in 'executions' | 'venues' | 'bans' | 'history' | 'store']: ReturnType<MetricSources[Name]>;
};

/**
 * A histogram. `counts` has one more entry than `bounds`, for values above the last bound. Each value counts in
 * exactly one entry.
 */
export type DistributionReading = {
	/** Upper bounds, each inclusive. */
	readonly bounds: readonly number[];
	readonly counts: readonly number[];
	readonly sum: number;
};

/** Counters since the process started. */
export type ServiceCounts = {
	/** Distribution of unhedged times by phase, seconds. */
	readonly unhedged: Readonly<Record<UnhedgedPhase, DistributionReading>>;
	readonly begun: number;
	readonly ended: Readonly<Record<ExecutionEnd, number>>;
	/** Request counts by venue. */
	readonly requests: ReadonlyMap<string, RequestCounts>;
};

/** Requests to one venue since the process started, by class and outcome. */
export type RequestCounts = Readonly<Record<MeteredRequestClass, Readonly<Record<RequestOutcome, number>>>>;

/** A setting that limits trading, with the value in force. */
export type TradingLimit = {
	/** Path of the setting, such as `execution.leverageMax`. */
	readonly name: string;
	readonly value: Decimal | number | boolean;
	/** Unit such as `USD`, `ms`, `bps`; `on or off` for a switch. */
	readonly unit: string;
	/** A sentence that explains the setting. */
	readonly meaning: string;
};

/** One reading of the service: whether it is ready, its current states, and its counters since the process started. */
export type ServiceReading = {
	/** Time of the reading, by the wall clock. */
	readonly at: number;
	readonly readiness: { readonly ready: boolean; readonly reasons: readonly Words[] };
	readonly readings: ServiceReadings;
	readonly counts: ServiceCounts;
};

/** Reports the service's state on request, with its start time and limits. */
export interface ServiceWatch {
	/** Returns a reading from memory, at most a second old. */
	read(): Promise<ServiceReading>;
	/** Time at which the process started, by the wall clock. */
	readonly startedAt: number;
	readonly limits: readonly TradingLimit[];
	/** True if totals over all users are public (the `server.publicFigures` setting). */
	readonly areSumsPublic: boolean;
}
