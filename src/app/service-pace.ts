/** Defines how often the service does work that no order depends on. A replay does it less often. */
import type { ExecutionServiceOptions } from '../engine/orders/execution-service-options.ts';
import { MID_SAMPLE_MS } from '../market/mid-history.ts';
import { SCORE_PERIOD_MS } from '../opportunities/forecast-ledger.ts';
import { MINUTE_MS } from '../ports/money-samples.ts';

/** How often the service does work that no order depends on. */
export type ServicePace = {
	/** Time between two samples of equity and profit, ms; a whole number of minutes. */
	readonly sampleMs: number;
	/** When the engine reads an account's payments after a settlement. */
	readonly settlements: ExecutionServiceOptions['settlements'];
	/** Time between two reads of settled rates by a paper account, besides those after each settlement, ms. */
	readonly paperSweepMs: number;
	/** Minimum time between two forecasts of a pair that follow from new rates, ms. */
	readonly forecastEveryMs: number;
	/** True if conditions are watched that raise alerts. */
	readonly raisesAlerts: boolean;
	/** Time between two samples of mid prices, ms. */
	readonly midSampleMs: number;
	/** Time between two scorings of due forecasts, ms. */
	readonly scoreMs: number;
	/** True if the states of executions are stored now and then, so that a restart reads fewer events. */
	readonly keepsFolds: boolean;
	/** True if mid prices are stored, so that the price basis survives a restart. */
	readonly storesMids: boolean;
	/** True if the carry model is fitted again to the service's own history. */
	readonly refits: boolean;
};

/** Pace of a service that runs by itself. */
export const USUAL_PACE: ServicePace = {
	sampleMs: MINUTE_MS,
	// Several reads follow each settlement, because a venue may record a payment about 20 s late.
	settlements: {
		readDelaysMs: [400, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
		sweepPeriodMs: MINUTE_MS,
		lateRecordMs: 10 * MINUTE_MS,
	},
	paperSweepMs: MINUTE_MS,
	forecastEveryMs: 0,
	raisesAlerts: true,
	midSampleMs: MID_SAMPLE_MS,
	scoreMs: SCORE_PERIOD_MS,
	keepsFolds: true,
	storesMids: true,
	refits: true,
};
