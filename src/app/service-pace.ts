/** Defines how often the service does work that no order depends on. A replay does it less often. */
import { MINUTE_MS } from '../ports/money-samples.ts';

/** How often the service does work that no order depends on. */
export type ServicePace = {
	/** Time between two samples of equity and profit, ms; a whole number of minutes. */
	readonly sampleMs: number;
	/** Time between two searches for settlements that the reads after each settlement missed, ms. */
	readonly sweepMs: number;
	/** True if the carry model is fitted again to the service's own history. */
	readonly refits: boolean;
};

/** Pace of a service that runs by itself. */
export const USUAL_PACE: ServicePace = { sampleMs: MINUTE_MS, sweepMs: MINUTE_MS, refits: true };
