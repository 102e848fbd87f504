/**
 * Computes what a trader would have earned with taker orders and at most one position per series, entered and exited
 * by a rule. Earnings are the carry from real settlements less fees and slippage, in bp of one leg's notional. The
 * functions are pure.
 */
import { HOURS_PER_YEAR } from '../src/domain/funding.ts';
import { createBlockSums, type Estimate, estimate } from './block-sums.ts';
import { carryWithin, firstScoredHour, type ScoredSeries } from './received.ts';
import { roundTripCostBp } from './round-trip-cost.ts';

/** 1: short the first leg; −1: long the first leg. */
export type Side = 1 | -1;

/** One trade: hours of entry and exit; carry and cost in bp of one leg's notional. */
export type Trade = {
	readonly series: ScoredSeries;
	/** 1: short the first leg; −1: long the first leg. */
	readonly side: Side;
	readonly entry: number;
	readonly exit: number;
	readonly carryBp: number;
	readonly costBp: number;
};

/** Decides when a position on a series is entered and exited. */
export type TradingRule = {
	/** Returns the side on which to enter at the hour; 0 for no entry. */
	readonly enter: (hour: number) => Side | 0;
	/** Decides whether a position of that side exits at the hour. */
	readonly leave: (hour: number, side: Side) => boolean;
};

/**
 * Returns a rule's trades in a series, from the first scored hour on. A position still open at the last known hour is
 * closed then.
 */
export function tradesOf(series: ScoredSeries, rule: TradingRule): readonly Trade[] {
	const trades: Trade[] = [];
	for (let hour = firstScoredHour(series); hour < series.lastAlive; hour += 1) {
		const side = rule.enter(hour);
		if (side === 0) continue;
		const entry = hour;
		do hour += 1;
		while (hour < series.lastAlive && !rule.leave(hour, side));
		trades.push(heldTrade(series, side, entry, hour));
	}
	return trades;
}

/** Builds the trade held from `entry` to `exit`. It receives the settlements in (entry, exit]. */
export function heldTrade(series: ScoredSeries, side: Side, entry: number, exit: number): Trade {
	const carryBp = side * carryWithin(series, entry, exit);
	return { series, side, entry, exit, carryBp, costBp: roundTripCostBp(series) };
}

/** A span of hours, [from, until). */
export type Span = { readonly from: number; readonly until: number };

/** The span without bounds. */
export const ALL_HOURS: Span = { from: 0, until: Number.POSITIVE_INFINITY };

/** Result of a rule's trades across all series, within a span. */
export type TradingResult = {
	/**
	 * Net earnings, % of one leg's notional per position-year. Each series counts as one position in every scored
	 * hour, whether or not a position is held.
	 */
	readonly netPerPositionYear: Estimate;
	/** Net earnings while a position was held, % of one leg's notional per year. */
	readonly netPerYearHeld: number;
	/**
	 * Largest fall of the cumulative net earnings from their peak, summed over all series. The unit is % of the
	 * notional of all series together (one leg each).
	 */
	readonly worstDrawdown: number;
	readonly trades: number;
	readonly medianHeldHours: number;
};

/** @param firstHour first hour of the file */
export function tradingResult(
	all: readonly ScoredSeries[],
	trades: readonly Trade[],
	firstHour: number,
	span: Span = ALL_HOURS,
): TradingResult {
	const counted = trades.filter((trade) => trade.exit >= span.from && trade.entry < span.until);
	const held = counted.map((trade) => Math.min(trade.exit, span.until) - Math.max(span.from, trade.entry));
	const heldHours = held.reduce((sum, hours) => sum + hours, 0);
	const net = hourlyNet(trades, span);
	const totalBp = net.reduce((sum, [, bp]) => sum + bp, 0);
	return {
		netPerPositionYear: perPositionYear(all, net, firstHour, span),
		netPerYearHeld: totalBp / 100 / (heldHours / HOURS_PER_YEAR),
		worstDrawdown: worstFall(net) / all.length / 100,
		trades: counted.length,
		medianHeldHours: held.sort((a, b) => a - b)[held.length >> 1] ?? 0,
	};
}

/**
 * Returns the net earnings of `trades` minus those of `others`, in % per position-year. Both are resampled over the
 * same bootstrap blocks.
 */
export function netDifference(
	all: readonly ScoredSeries[],
	trades: readonly Trade[],
	others: readonly Trade[],
	firstHour: number,
	span: Span = ALL_HOURS,
): Estimate {
	const lost = hourlyNet(others, span).map(([hour, bp]): HourNet => [hour, -bp]);
	return perPositionYear(all, [...hourlyNet(trades, span), ...lost], firstHour, span);
}

type HourNet = readonly [hour: number, bp: number];

/**
 * Returns the net earnings of all trades by hour, ascending. Each settlement counts at its hour; half of the cost
 * counts at entry and half at exit.
 */
function hourlyNet(trades: readonly Trade[], { from, until }: Span): readonly HourNet[] {
	const net = new Map<number, number>();
	const record = (hour: number, bp: number): void => {
		if (hour >= from && hour < until) net.set(hour, (net.get(hour) ?? 0) + bp);
	};
	for (const { series, side, entry, exit, costBp } of trades) {
		record(entry, -costBp / 2);
		for (let hour = entry + 1; hour <= exit; hour += 1) {
			const paid = carryWithin(series, hour - 1, hour);
			if (paid !== 0) record(hour, side * paid);
		}
		record(exit, -costBp / 2);
	}
	return [...net].sort(([a], [b]) => a - b);
}

/**
 * Computes the net earnings per position-year, %. The position-years are the scored hours of all series within the
 * span.
 */
function perPositionYear(
	all: readonly ScoredSeries[],
	net: readonly HourNet[],
	firstHour: number,
	{ from, until }: Span,
): Estimate {
	const sums = createBlockSums(firstHour);
	for (const series of all) {
		const last = Math.min(series.lastAlive, until - 1);
		for (let hour = Math.max(from, firstScoredHour(series)); hour <= last; hour += 1) sums.add(hour, [0, 1]);
	}
	for (const [hour, bp] of net) sums.add(hour, [bp, 0]);
	return estimate(sums, ([bp, hours]) => (bp as number) / 100 / ((hours as number) / HOURS_PER_YEAR));
}

/** Returns the largest fall of the running sum from its peak, in bp. */
function worstFall(net: readonly HourNet[]): number {
	let cumulative = 0;
	let peak = 0;
	let fall = 0;
	for (const [, bp] of net) {
		cumulative += bp;
		peak = Math.max(peak, cumulative);
		fall = Math.max(fall, peak - cumulative);
	}
	return fall;
}
