/** Computes the return on a user's capital in the last 24 hours. */
import {
	add,
	type Decimal,
	divTrunc,
	fromInteger,
	mulTrunc,
	parseDecimal,
	sub,
	ZERO,
} from '../domain/decimal.ts';
import { DAY_MS } from '../domain/funding.ts';
import type { PnlSample } from '../ports/journal.ts';
import { percentOf } from './execution-record.ts';

/**
 * Computes the change in total profit over the last 24 h, divided by the time-weighted deployed capital, percent;
 * null if the current profit is unknown. `samples` contains the samples of the last 24 h and the last one before
 * them, oldest first.
 */
export function dailyRoi(
	samples: readonly PnlSample[],
	totalPnl: Decimal | null,
	deployed: Decimal,
	now: number,
): Decimal | null {
	if (totalPnl === null) return null;
	const first = samples[0];
	// Before the first sample, the user had no execution, so profit and capital were zero.
	const base = first !== undefined && first.at <= now - DAY_MS ? parseDecimal(first.totalPnl) : ZERO;
	let weighted = ZERO;
	const points = [
		...samples.map((sample) => ({
			at: Math.max(sample.at, now - DAY_MS),
			deployed: parseDecimal(sample.deployed),
		})),
		{ at: now, deployed },
	];
	for (const [index, point] of points.entries()) {
		const next = points[index + 1];
		if (next !== undefined)
			weighted = add(weighted, mulTrunc(point.deployed, fromInteger(next.at - point.at)));
	}
	const span = now - (points[0]?.at ?? now);
	const average = span === 0 ? deployed : divTrunc(weighted, fromInteger(span));
	return percentOf(sub(totalPnl, base), average);
}
