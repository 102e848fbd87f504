/**
 * Computes a pair's carry per hour, independently of when its exchanges settle. Each settled rate is spread evenly
 * over the interval for which it was paid. Therefore even two exchanges that never settle at the same time have a
 * spread in every hour. Pure functions.
 *
 * Definitions. A leg's accrual in a UTC hour is Σ rate × (overlap of the hour and the rate's interval) / interval.
 * The carry in an hour is the short leg's accrual minus the long leg's. The cumulative carry is the sum of the hourly
 * carries from the first hour shown, as a fraction of one leg's notional. An hour is omitted if a leg's known
 * intervals do not cover it completely.
 */
import { add, type Decimal, divTrunc, fromInteger, mulTrunc, sub, ZERO } from '../domain/decimal.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { AccruedCarryRow } from '../domain/opportunity.ts';
import type { PaidRate } from '../domain/paid-rates.ts';

const MS_PER_S = 1_000;

/**
 * Returns the carry of each hour that ends in (from, to] (ms), newest first. An hour is omitted if a leg's accrual in
 * that hour is unknown.
 */
export function accruedCarry(
	long: readonly PaidRate[],
	short: readonly PaidRate[],
	epochHours: Decimal | null,
	from: number,
	to: number,
): readonly AccruedCarryRow[] {
	const longHours = accruedHours(long);
	const shortHours = accruedHours(short);
	const rows: AccruedCarryRow[] = [];
	let cumulative: Decimal = ZERO;
	for (let end = (Math.floor(from / HOUR_MS) + 1) * HOUR_MS; end <= to; end += HOUR_MS) {
		const [paid, received] = [longHours.get(end), shortHours.get(end)];
		if (paid === undefined || received === undefined) continue;
		const carry = sub(received, paid);
		cumulative = add(cumulative, carry);
		rows.push({
			timestamp: end / MS_PER_S,
			spread: epochHours === null ? null : mulTrunc(carry, epochHours),
			cumulativeCarry: cumulative,
		});
	}
	return rows.reverse();
}

/**
 * Returns a leg's accrual per hour, keyed by the end of the hour (ms). Includes only hours that are completely
 * covered by settlements with a known interval.
 */
export function accruedHours(rates: readonly PaidRate[]): ReadonlyMap<number, Decimal> {
	const hours = new Map<number, { accrued: Decimal; coveredMs: number }>();
	for (const { at, rate, intervalMs } of rates) {
		if (intervalMs === null) continue;
		const begun = at - intervalMs;
		const shareOf = (overlapMs: number): Decimal =>
			divTrunc(mulTrunc(rate, fromInteger(overlapMs)), fromInteger(intervalMs));
		// A year of settlements has mostly whole hours, whose share is computed only once per settlement.
		const ofHour = shareOf(HOUR_MS);
		for (let end = (Math.floor(begun / HOUR_MS) + 1) * HOUR_MS; end - HOUR_MS < at; end += HOUR_MS) {
			const overlapMs = Math.min(at, end) - Math.max(begun, end - HOUR_MS);
			const hour = hours.get(end) ?? { accrued: ZERO, coveredMs: 0 };
			const share = overlapMs === HOUR_MS ? ofHour : shareOf(overlapMs);
			hours.set(end, { accrued: add(hour.accrued, share), coveredMs: hour.coveredMs + overlapMs });
		}
	}
	return new Map(
		[...hours].flatMap(([end, { accrued, coveredMs }]) =>
			coveredMs === HOUR_MS ? [[end, accrued] as const] : [],
		),
	);
}
