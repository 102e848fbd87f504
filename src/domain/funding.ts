/**
 * Defines the funding of one instrument. Predicted and settled rates are never mixed. Every rate is a fraction of
 * notional for its own interval.
 */
import { type Decimal, divTrunc, fromInteger, mulTrunc } from './decimal.ts';

/** Milliseconds per hour. */
export const HOUR_MS = 3_600_000;
/** Milliseconds per day. */
export const DAY_MS = 24 * HOUR_MS;
/** Hours in a year of 365 days; converts an hourly rate to an APR. */
export const HOURS_PER_YEAR = 8_760;
/** Hours to which the funding map converts every rate, because most contracts settle every 8 hours. */
export const NORMAL_HOURS = 8;
/** Window of the 30-day mean, hours. */
export const MONTH_HOURS = 720;

/** Returns 00:00 UTC on the day of the given time, both in milliseconds. */
export function dayBegin(now: number): number {
	return Math.floor(now / DAY_MS) * DAY_MS;
}

/** The venue's running estimate for the next settlement. */
export type PredictedFunding = {
	readonly predictedRate: Decimal;
	readonly intervalMs: number;
	readonly nextSettlementAt: number;
};

/** One settled rate from the venue's history. */
export type SettledRate = { readonly settledAt: number; readonly rate: Decimal };

/** Converts a rate to a rate per hour, truncated at the 18th place. */
export function hourlyRate(rate: Decimal, intervalMs: number): Decimal {
	return rateOver(rate, intervalMs, 1);
}

/** Converts a rate to a rate per `hours` hours, truncated at the 18th place. @param intervalMs above 0 */
export function rateOver(rate: Decimal, intervalMs: number, hours: number): Decimal {
	return divTrunc(mulTrunc(rate, fromInteger(hours * HOUR_MS)), fromInteger(intervalMs));
}
