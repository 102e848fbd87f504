/**
 * The carry of a pair per hour, independent of its exchanges' funding clocks: each settled rate is spread evenly over
 * the interval that it paid for. So two exchanges that never settle at the same time still have a spread in every
 * hour. Pure.
 *
 * Definitions. A leg's accrual in a UTC hour is Σ rate × (overlap of the hour and the rate's interval) / interval. The carry of
 * an hour is the short leg's accrual minus the long leg's; the cumulative carry is their sum from the first shown
 * hour on, as a
 * share of one leg's notional. An hour that a leg's known intervals do not fully cover is omitted.
 */
import { add, type Decimal, divTrunc, fromInteger, mulTrunc, sub, ZERO } from '../domain/decimal.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { AccruedCarryRow } from '../domain/opportunity.ts';
import type { PaidRate } from '../domain/paid-rates.ts';

const MS_PER_S = 1_000;

/** Hours that end in (from, to] (ms), newest first, without hours that are unknown for a leg. */
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

/** A leg's accrual by the end of the hour (ms), for fully covered hours. */
function accruedHours(rates: readonly PaidRate[]): ReadonlyMap<number, Decimal> {
	const hours = new Map<number, { accrued: Decimal; coveredMs: number }>();
	for (const { at, rate, intervalMs } of rates) {
		if (intervalMs === null) continue;
		const begun = at - intervalMs;
		for (let end = (Math.floor(begun / HOUR_MS) + 1) * HOUR_MS; end - HOUR_MS < at; end += HOUR_MS) {
			const overlapMs = Math.min(at, end) - Math.max(begun, end - HOUR_MS);
			const hour = hours.get(end) ?? { accrued: ZERO, coveredMs: 0 };
			const share = divTrunc(mulTrunc(rate, fromInteger(overlapMs)), fromInteger(intervalMs));
			hours.set(end, { accrued: add(hour.accrued, share), coveredMs: hour.coveredMs + overlapMs });
		}
	}
	return new Map(
		[...hours].flatMap(([end, { accrued, coveredMs }]) =>
			coveredMs === HOUR_MS ? [[end, accrued] as const] : [],
		),
	);
}
