/**
 * Keeps what plans of portfolios were expected to earn, and scores them once their horizon is over. Figures are
 * doubles: USD, or fractions of the capital per year; times are milliseconds.
 */
import type { VenueName } from '../domain/instrument.ts';
import type { PlanForecastKind, PlanForecastSums } from '../domain/plan-track-record.ts';

/** A leg of a plan after its changes. */
export type ForecastLeg = {
	readonly exchange: VenueName;
	readonly symbol: string;
	/** Signed notional, USD; long is positive. */
	readonly notional: number;
};

/** The expected net of one plan. */
export type PlanForecast = {
	readonly kind: PlanForecastKind;
	/** The user of a shown plan, or the pot. */
	readonly ownerId: string;
	/** Time of the plan. Settlements in (at, at + horizon] count. */
	readonly at: number;
	readonly horizonHours: number;
	/** Capital, USD, above 0. */
	readonly capital: number;
	readonly net: number;
	/** Bounds of the interval of `net` that holds 90 % of the expected outcomes; null if unknown. */
	readonly low: number | null;
	readonly high: number | null;
	/** Cost that `net` counts, USD per year. */
	readonly costPerYear: number;
	/** Legs that the plan holds. A pot is scored by its own profit instead. */
	readonly legs: readonly ForecastLeg[];
};

/** A forecast whose horizon is over. */
export type DuePlanForecast = PlanForecast & { readonly forecastId: number; readonly endsAt: number };

/** Result of a due forecast. `received` is in the unit of `net`. */
export type PlanForecastOutcome =
	| { readonly state: 'scored'; readonly received: number }
	| { readonly state: 'unscorable' }
	/** The result is not known yet; check again at `checkAt`. */
	| { readonly state: 'pending'; readonly checkAt: number };

/** Stores forecasts of plans. A method that fails rejects and stores nothing. */
export interface PlanForecastStore {
	/**
	 * Adds a forecast. Not stored, and false: another plan of the same owner and horizon on the same UTC day, or no
	 * space. At the limit, the oldest scored forecasts are removed; their sums stay.
	 */
	add(forecast: PlanForecast): Promise<boolean>;
	/** Returns forecasts that are due for a check, the longest overdue first. */
	due(now: number, limit: number): Promise<readonly DuePlanForecast[]>;
	/** Stores an outcome and adds it to the sums, in one transaction. */
	settle(forecast: DuePlanForecast, outcome: PlanForecastOutcome, now: number): Promise<void>;
	/** Returns the sums of each kind that has forecasts. */
	sums(): Promise<readonly PlanForecastSums[]>;
}

/** Notes the expected net of plans. */
export interface PlanForecasts {
	/** Notes a plan. Cheap; never throws. */
	note(forecast: PlanForecast): void;
	/** Scores due forecasts. Never rejects. */
	scoreDue(now: number): Promise<void>;
	/** Ends the scoring. */
	close(): Promise<void>;
}
