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
	return spreadBetween(meanHourlyRateIn(long, from, to), meanHourlyRateIn(short, from, to), epochHours);
}

/**
 * Returns the spread of two legs per interval of this many hours, from their mean hourly rates; null if one is unknown.
 */
export function spreadBetween(long: Decimal | null, short: Decimal | null, hours: Decimal): Decimal | null {
	return long === null || short === null ? null : mulTrunc(sub(short, long), hours);
}

function meanHourlyRateIn(rates: readonly PaidRate[], from: number, to: number): Decimal | null {
	const known = rates.filter(({ intervalMs }) => intervalMs !== null);
	const startsAt = Math.min(...known.map(({ at, intervalMs }) => at - (intervalMs ?? 0)));
	if (startsAt > from) return null;
	return meanHourlyRate(
		known.filter(({ at }) => at > from && at <= to),
		to - from,
	);
}

/** Computes the mean hourly rate of all these rates; null if they cover too little of the window, ms. */
function meanHourlyRate(rates: readonly PaidRate[], windowMs: number): Decimal | null {
	let total: Decimal = ZERO;
	let coveredMs = 0;
	for (const { rate, intervalMs } of rates) {
		if (intervalMs === null) continue;
		total = add(total, rate);
		coveredMs += intervalMs;
	}
	if (coveredMs < COVERED_SHARE_MIN * windowMs || coveredMs === 0) return null;
	return divTrunc(mulTrunc(total, fromInteger(HOUR_MS)), fromInteger(coveredMs));
}

/**
 * Computes a leg's mean hourly rate on each of the last `days` days, oldest first. The last day ends at `to`, ms. A
 * day follows the rules of `averageSpread`: it is null if the history is too short or has too many holes.
 */
export function dailyHourlyRates(
	rates: readonly PaidRate[],
	to: number,
	days: number,
): readonly (Decimal | null)[] {
	const from = to - days * DAY_MS;
	const byDay: PaidRate[][] = Array.from({ length: days }, () => []);
	let startsAt = Number.POSITIVE_INFINITY;
	for (const rate of rates) {
		if (rate.intervalMs !== null) startsAt = Math.min(startsAt, rate.at - rate.intervalMs);
		// A day includes a settlement at its end, but not at its beginning.
		if (rate.at > from && rate.at <= to) byDay[Math.ceil((rate.at - from) / DAY_MS) - 1]?.push(rate);
	}
	return byDay.map((paid, day) => {
		const dayFrom = from + day * DAY_MS;
		return startsAt > dayFrom ? null : meanHourlyRate(paid, DAY_MS);
	});
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
	const shortRates = dailyHourlyRates(short, now, STABILITY_DAYS);
	const days = dailyHourlyRates(long, now, STABILITY_DAYS).flatMap((rate, day) => {
		const average = spreadBetween(rate, shortRates[day] ?? null, epochHours);
		return average === null ? [] : [toNumber(average)];
	});
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
