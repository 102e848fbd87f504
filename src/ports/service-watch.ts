/**
 * What the service knows of itself, for whoever looks at it without a scraper: the figures of `GET /metrics`, from the same
 * parts and counters. Durations are seconds where a metric counts them, else
 * milliseconds.
 */
import type { Decimal } from '../domain/decimal.ts';
import type {
	ExecutionEnd,
	MeteredRequestClass,
	MetricSources,
	RequestOutcome,
	UnhedgedPhase,
} from './metrics.ts';

/** What stood somewhere at one moment. */
export type ServiceReadings = {
	readonly [Name in 'executions' | 'venues' | 'bans' | 'history' | 'store']: ReturnType<MetricSources[Name]>;
};

/** A histogram: `counts` has one more than `bounds`, for what lies above the last, and none of them includes another. */
export type DistributionReading = {
	/** Upper bounds, each inclusive. */
	readonly bounds: readonly number[];
	readonly counts: readonly number[];
	readonly sum: number;
};

/** What was counted since the process started. */
export type ServiceCounts = {
	/** Seconds. */
	readonly unhedged: Readonly<Record<UnhedgedPhase, DistributionReading>>;
	readonly begun: number;
	readonly ended: Readonly<Record<ExecutionEnd, number>>;
	/** By venue. */
	readonly requests: ReadonlyMap<string, RequestCounts>;
};

/** Requests to one venue since the start, by class and outcome. */
export type RequestCounts = Readonly<Record<MeteredRequestClass, Readonly<Record<RequestOutcome, number>>>>;

/** A setting that bounds trading, as it is in force. */
export type TradingLimit = {
	/** Path of the setting, such as `execution.leverageMax`. */
	readonly name: string;
	readonly value: Decimal | number | boolean;
	/** Such as `USD`, `ms`, `bps`; of what is on or off, `on or off`. */
	readonly unit: string;
	/** A sentence. */
	readonly meaning: string;
};

/** One look at the service: whether it is ready, its present readings, and its counters since the start. */
export type ServiceReading = {
	/** Of the look, by the wall clock. */
	readonly at: number;
	readonly readiness: { readonly ready: boolean; readonly reasons: readonly string[] };
	readonly readings: ServiceReadings;
	readonly counts: ServiceCounts;
};

/** Looks at the service on request, and says since when it runs and under which limits. */
export interface ServiceWatch {
	/** From memory, at most a second old. */
	read(): Promise<ServiceReading>;
	/** When the process started, by the wall clock. */
	readonly startedAt: number;
	readonly limits: readonly TradingLimit[];
	/** Whether sums over all users are shown to whoever asks: the setting `server.publicFigures`. */
	readonly areSumsPublic: boolean;
}
