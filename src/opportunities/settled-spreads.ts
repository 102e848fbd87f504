/**
 * Computes statistics of the spread from two legs' settled rates. Pure functions.
 *
 * Definitions. A settled rate pays for the interval before it. The mean hourly rate of a leg over a window is Σ rates
 * / Σ hours of their intervals, for the settlements inside the window. The average spread is (short mean − long mean)
 * × the record's epoch_hours, so that it is comparable with the record's `spread`.
 */
import {
	add,
	type Decimal,
	divTrunc,
	fromInteger,
	mulTrunc,
	parseDecimal,
	sub,
	toNumber,
	ZERO,
} from '../domain/decimal.ts';
import { DAY_MS, HOUR_MS, hourlyRate } from '../domain/funding.ts';
import type { FundingHistoryRow } from '../domain/opportunity.ts';
import type { PaidRate } from '../domain/paid-rates.ts';

/** Minimum fraction of a window that known rates must cover for the window to have an average. */
const COVERED_SHARE_MIN = 0.5;
const STABILITY_DAYS = 30;
const STABILITY_DAYS_MIN = 7;
const STABILITY_PLACES = 6;
const DEVIATION_ROWS_MIN = 7;
const DEVIATION_PLACES = 12;
/** Maximum rows in a history: a month of hourly settlements at different times on the two legs. */
const HISTORY_ROWS_MAX = 1_500;

/**
 * Computes the average spread of the settlements in (from, to], ms; null if a leg's history is too short or has too
 * many holes.
 */
export function averageSpread(
	long: readonly PaidRate[],
	short: readonly PaidRate[],
	epochHours: Decimal,
	from: number,
	to: number,
): Decimal | null {
	const longMean = meanHourlyRate(long, from, to);
	const shortMean = meanHourlyRate(short, from, to);
	return longMean === null || shortMean === null ? null : mulTrunc(sub(shortMean, longMean), epochHours);
}

function meanHourlyRate(rates: readonly PaidRate[], from: number, to: number): Decimal | null {
	let total: Decimal = ZERO;
	let coveredMs = 0;
	let startsAt = Number.POSITIVE_INFINITY;
	for (const { at, rate, intervalMs } of rates) {
		if (intervalMs === null) continue;
		startsAt = Math.min(startsAt, at - intervalMs);
		if (at <= from || at > to) continue;
		total = add(total, rate);
		coveredMs += intervalMs;
	}
	if (startsAt > from || coveredMs < COVERED_SHARE_MIN * (to - from) || coveredMs === 0) return null;
	return divTrunc(mulTrunc(total, fromInteger(HOUR_MS)), fromInteger(coveredMs));
}

/**
 * Computes the stability of the spread: |m| / (|m| + s). Here m and s are the mean and the standard deviation of the
 * daily average spreads in the last 30 days, counted back from `now` (ms). A value of 1 means the same spread every
 * day, 0 means noise around zero. Null with fewer than 7 known days, or if the spread was always zero.
 */
export function spreadStability(
	long: readonly PaidRate[],
	short: readonly PaidRate[],
	epochHours: Decimal,
	now: number,
): Decimal | null {
	const days: number[] = [];
	for (let day = 0; day < STABILITY_DAYS; day += 1) {
		const to = now - day * DAY_MS;
		const average = averageSpread(long, short, epochHours, to - DAY_MS, to);
		if (average !== null) days.push(toNumber(average));
	}
	if (days.length < STABILITY_DAYS_MIN) return null;
	const mean = days.reduce((sum, value) => sum + value, 0) / days.length;
	const variance = days.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (days.length - 1);
	const scale = Math.abs(mean) + Math.sqrt(variance);
	return scale === 0 ? null : parseDecimal((Math.abs(mean) / scale).toFixed(STABILITY_PLACES));
}

/**
 * Computes the standard deviation (n − 1) of the spreads in a history's rows in (from, to], ms, around their mean.
 * Only settlements of both legs at the same time count; null if there are fewer than 7.
 */
export function spreadDeviation(
	rows: readonly FundingHistoryRow[],
	from: number,
	to: number,
): Decimal | null {
	const spreads: number[] = [];
	for (const { timestamp, spread } of rows) {
		const at = timestamp * 1_000;
		if (spread !== null && at > from && at <= to) spreads.push(toNumber(spread));
	}
	if (spreads.length < DEVIATION_ROWS_MIN) return null;
	const mean = spreads.reduce((sum, value) => sum + value, 0) / spreads.length;
	const variance = spreads.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (spreads.length - 1);
	return parseDecimal(Math.sqrt(variance).toFixed(DEVIATION_PLACES));
}

/**
 * Returns a row for every settlement of either leg, newest first. A leg that does not settle at that time has no
 * rate. `spread` is known if both legs settle and both intervals are known: (short per hour − long per hour) ×
 * epoch_hours.
 */
export function fundingHistory(
	long: readonly PaidRate[],
	short: readonly PaidRate[],
	epochHours: Decimal | null,
): readonly FundingHistoryRow[] {
	const rows = new Map<number, { readonly long?: PaidRate; readonly short?: PaidRate }>();
	for (const rate of long) rows.set(rate.at, { long: rate });
	for (const rate of short) rows.set(rate.at, { ...rows.get(rate.at), short: rate });
	return [...rows]
		.sort(([a], [b]) => b - a)
		.slice(0, HISTORY_ROWS_MAX)
		.map(([at, row]) => ({
			timestamp: at / 1_000,
			longRate: row.long?.rate ?? null,
			shortRate: row.short?.rate ?? null,
			spread: spreadOf(row.long, row.short, epochHours),
		}));
}

function spreadOf(
	long: PaidRate | undefined,
	short: PaidRate | undefined,
	epochHours: Decimal | null,
): Decimal | null {
	if (long === undefined || short === undefined || epochHours === null) return null;
	if (long.intervalMs === null || short.intervalMs === null) return null;
	const difference = sub(hourlyRate(short.rate, short.intervalMs), hourlyRate(long.rate, long.intervalMs));
	return mulTrunc(difference, epochHours);
}
