/** Defines the past series of one opportunity: settled funding, cumulative carry, price basis and matured forecasts. */
import type { Decimal } from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';

/**
 * Settled funding in one step. Each settled rate is divided evenly over its funding interval, so that exchanges with
 * different settlement hours are comparable. Rates and spread are per 8 hours, null if unknown.
 */
export type FundingStep = {
	/** End of the step's last known hour, Unix seconds. */
	readonly timestamp: number;
	readonly longRate: Decimal | null;
	readonly shortRate: Decimal | null;
	/** Short leg's rate minus long leg's, over the hours known for both. */
	readonly spread: Decimal | null;
	/**
	 * Carry received since the start of the range, before costs, as a fraction of one leg's notional. Counts the hours
	 * known for both legs.
	 */
	readonly cumulativeCarry: Decimal;
};

/** Forecasts of the pair in this direction whose horizon ended in one step, and what was received. Per 8 hours. */
export type ForecastStep = {
	/** End of the step, Unix seconds. */
	readonly timestamp: number;
	readonly count: number;
	/** Mean forecast carry, as a fraction of one leg's notional. */
	readonly forecast: number;
	/** Mean received carry of the same forecasts. */
	readonly received: number;
};

/** Mean and sample standard deviation of a series; null below seven values. */
export type SeriesStatistics = { readonly mean: Decimal | null; readonly sd: Decimal | null };

/** Past series of one opportunity, newest first. Each has at most 1,440 points. */
export type OpportunityHistory = {
	/** Requested range, days. */
	readonly days: number;
	/** Start and end of the range, Unix ms. */
	readonly from: number;
	readonly to: number;
	readonly funding: {
		readonly stepHours: number;
		/** Number of hours in `cumulativeCarry`; at most 24 per day. */
		readonly knownHours: number;
		readonly cumulativeCarry: Decimal | null;
		readonly spread: SeriesStatistics;
		readonly steps: readonly FundingStep[];
	};
	readonly basis: SeriesStatistics & {
		readonly stepSeconds: number;
		/** `timestamp`: start of the minute or hour of the sample, Unix seconds. `basis`: short mid / long mid − 1. */
		readonly points: readonly { readonly timestamp: number; readonly basis: Decimal }[];
	};
	readonly forecasts: { readonly stepHours: number; readonly steps: readonly ForecastStep[] };
};

/** Reads past series. */
export interface OpportunityHistories {
	/**
	 * Returns the series of a pair in one direction over the last `days` days, 1 to 365. Waits up to five seconds for
	 * settled funding of the last month. Rejects if the store cannot be read.
	 */
	read(
		legs: { readonly long: Instrument; readonly short: Instrument },
		days: number,
	): Promise<OpportunityHistory>;
}
