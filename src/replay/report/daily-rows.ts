/** Sums a result per UTC day and per month, for the CSV files and for the tables beside the charts. */
import { fallsBelowPeak } from '../../domain/drawdown.ts';
import { DAY_MS } from '../../domain/funding.ts';
import type { ReplayResult } from './result.ts';

/** One UTC day, or one month with the figures of its end. Money is USD. */
export type PeriodRow = {
	/** Start of the period, ms. */
	readonly at: number;
	/** Equity, exposure and idle capital at the end of the period. */
	readonly equity: number;
	readonly exposure: number;
	readonly idle: number;
	/** Largest fall of equity below an earlier peak in the period. */
	readonly drawdown: number;
	/** Largest margin that positions used in the period, over all exchanges. */
	readonly marginUsed: number;
	/** Least distance to a liquidation in the period; null without a position. */
	readonly liquidationDistance: number | null;
	readonly fundingReceived: number;
	/** Negative. */
	readonly fundingPaid: number;
};

type Group = (at: number) => number;
type Open = { -readonly [member in keyof PeriodRow]: PeriodRow[member] };

/** Returns one row per UTC day that has equity, in order. */
export function dailyRows(result: Pick<ReplayResult, 'columns' | 'funding'>): readonly PeriodRow[] {
	return periodRows(result, (at) => Math.floor(at / DAY_MS) * DAY_MS);
}

/** Returns one row per UTC month that has equity, in order. */
export function monthlyRows(result: Pick<ReplayResult, 'columns' | 'funding'>): readonly PeriodRow[] {
	return periodRows(result, monthOf);
}

/** Returns the start of the UTC month of a time. */
export function monthOf(at: number): number {
	const date = new Date(at);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** Returns the least of some distances; null if none is known. */
export function leastOf(distances: readonly (number | null | undefined)[]): number | null {
	let least: number | null = null;
	for (const distance of distances)
		if (typeof distance === 'number' && (least === null || distance < least)) least = distance;
	return least;
}

function periodRows(
	{ columns, funding }: Pick<ReplayResult, 'columns' | 'funding'>,
	groupOf: Group,
): PeriodRow[] {
	const rows = new Map<number, Open>();
	const falls = fallsBelowPeak(columns.equity);
	for (const [index, at] of columns.at.entries()) {
		const period = groupOf(at);
		const row = rows.get(period) ?? emptyRow(period);
		rows.set(period, row);
		row.equity = columns.equity[index] ?? 0;
		row.exposure = columns.exposure[index] ?? 0;
		row.idle = columns.idle[index] ?? 0;
		row.drawdown = Math.max(row.drawdown, falls[index] ?? 0);
		const margin = columns.exchanges.reduce((sum, { marginUsed }) => sum + (marginUsed[index] ?? 0), 0);
		row.marginUsed = Math.max(row.marginUsed, margin);
		row.liquidationDistance = leastOf([
			row.liquidationDistance,
			...columns.exchanges.map(({ liquidationDistance }) => liquidationDistance[index]),
		]);
	}
	for (const [index, at] of funding.at.entries()) {
		const row = rows.get(groupOf(at));
		if (row === undefined) continue;
		const usd = funding.usd[index] ?? 0;
		if (usd > 0) row.fundingReceived += usd;
		else row.fundingPaid += usd;
	}
	return [...rows.values()].sort((one, other) => one.at - other.at);
}

function emptyRow(at: number): Open {
	return {
		...{ at, equity: 0, exposure: 0, idle: 0, drawdown: 0, marginUsed: 0 },
		...{ liquidationDistance: null, fundingReceived: 0, fundingPaid: 0 },
	};
}
