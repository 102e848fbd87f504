/**
 * What a taker would have earned: one slot of a leg's notional per series, entered and left by a rule. Carry of real
 * settlements less fees and slippage; in bp of one leg's notional. Pure.
 */
import { createBlockSums, type Estimate, estimate } from './block-sums.ts';
import {
	carryWithin,
	HISTORY_HOURS,
	headlineReader,
	SCORED_HORIZONS_HOURS,
	type ScoredSeries,
} from './received.ts';
import type { HourlyPromises } from './walk-forward.ts';

/**
 * Taker fees of the lowest tier, in bp. Those of Binance, Bybit, Hyperliquid and KuCoin follow from the base-tier sums of
 * round trips (read 2026-11); what is not named is assumed.
 */
const TAKER_FEE_BP: Readonly<Record<string, number>> = {
	binance: 5,
	bybit: 5.5,
	hyperliquid: 4.5,
	kucoin: 6,
	okx: 5,
};
/** What a venue that is not named is taken to charge, in bp. */
const TAKER_FEE_BP_OTHERS = 5;
/** Four fills at 2 bp. */
const SLIPPAGE_BP = 8;
/** How many standard deviations an entry keeps in hand. */
const CAUTION = 0.25;
const LAST = SCORED_HORIZONS_HOURS.length - 1;
const MONTH_HOURS = 720;
const YEAR_HOURS = 8_760;
/** The plain rule enters above this many bp per hour: 5 % a year. */
const MONTH_RULE_BP = 500 / YEAR_HOURS;

export type Trade = {
	readonly series: ScoredSeries;
	/** 1: short the first leg. */
	readonly side: 1 | -1;
	readonly entry: number;
	readonly exit: number;
	/** What the rule expected over the horizon it entered for; NaN where it promises nothing. */
	readonly expectedBp: number;
	readonly carryBp: number;
	readonly costBp: number;
};

/** Four taker fees and slippage of a round trip. */
export function roundTripCostBp(series: ScoredSeries): number {
	const fee = (venue: string): number =>
		(Object.hasOwn(TAKER_FEE_BP, venue) ? TAKER_FEE_BP[venue] : undefined) ?? TAKER_FEE_BP_OTHERS;
	return 2 * (fee(series.first.venue) + fee(series.second.venue)) + SLIPPAGE_BP;
}

/** Whether and on which side a rule enters at an hour, and whether it leaves. */
type Rule = {
	readonly enter: (hour: number) => { readonly side: 1 | -1; readonly expectedBp: number } | undefined;
	readonly leave: (hour: number, side: 1 | -1) => boolean;
};

function tradesOf(series: ScoredSeries, from: number, rule: Rule): readonly Trade[] {
	const trades: Trade[] = [];
	for (let hour = from; hour < series.lastAlive; hour += 1) {
		const entered = rule.enter(hour);
		if (entered === undefined) continue;
		const entry = hour;
		do hour += 1;
		while (hour < series.lastAlive && !rule.leave(hour, entered.side));
		trades.push({ series, ...entered, entry, exit: hour, ...resultOf(series, entered.side, entry, hour) });
	}
	return trades;
}

function resultOf(
	series: ScoredSeries,
	side: 1 | -1,
	entry: number,
	exit: number,
): { carryBp: number; costBp: number } {
	return { carryBp: side * carryWithin(series, entry, exit), costBp: roundTripCostBp(series) };
}

/** Whether a running trade is left: carry expected in its direction, one per scored horizon, and its round trip, in bp. */
export type ExitRule = (expected: readonly number[], costBp: number) => boolean;

/** Leave when the expected loss over 720 h exceeds half the round trip. */
export const SIMPLE_EXIT: ExitRule = (expected, costBp) => (expected[LAST] as number) < -costBp / 2;

/**
 * The model's rule: enter the horizon and side with the largest |expected| − cost − a quarter of a standard deviation, if
 * positive; leave by the exit rule.
 */
export function modelTrades(
	hourly: readonly HourlyPromises[],
	isLeft: ExitRule = SIMPLE_EXIT,
): readonly Trade[] {
	return hourly.flatMap(({ series, from, promised, sd }) => {
		const cost = roundTripCostBp(series);
		const width = SCORED_HORIZONS_HOURS.length;
		return tradesOf(series, from, {
			enter(hour) {
				let best = 0;
				let expected = 0;
				for (let at = (hour - from) * width; at < (hour - from + 1) * width; at += 1) {
					const margin = Math.abs(promised[at] as number) - cost - CAUTION * (sd[at] as number);
					if (margin <= best) continue;
					best = margin;
					expected = promised[at] as number;
				}
				return best > 0 ? { side: expected > 0 ? 1 : -1, expectedBp: Math.abs(expected) } : undefined;
			},
			leave(hour, side) {
				const at = (hour - from) * width;
				return isLeft(
					SCORED_HORIZONS_HOURS.map((_, index) => side * (promised[at + index] as number)),
					cost,
				);
			},
		});
	});
}

/** The plain rule: enter while the trailing 30-day mean is above 5 % a year, leave when its sign turns. */
export function monthMeanTrades(all: readonly ScoredSeries[]): readonly Trade[] {
	return all.flatMap((series) => {
		const mean = (hour: number): number => carryWithin(series, hour - MONTH_HOURS, hour) / MONTH_HOURS;
		return tradesOf(series, series.firstAlive + HISTORY_HOURS, {
			enter(hour) {
				const now = mean(hour);
				if (Math.abs(now) <= MONTH_RULE_BP) return undefined;
				return { side: now > 0 ? 1 : -1, expectedBp: Number.NaN };
			},
			leave: (hour, side) => side * mean(hour) < 0,
		});
	});
}

/** The highest headlines with hindsight: as many trades as told, each held as long as told, one at a time per series. */
export function headlineTrades(
	all: readonly ScoredSeries[],
	count: number,
	holdHours: number,
): readonly Trade[] {
	const candidates = all.flatMap((series) => {
		const headline = headlineReader(series);
		const hours = Math.max(0, series.lastAlive - holdHours - series.firstAlive - HISTORY_HOURS);
		return Array.from({ length: hours }, (_, index) => {
			const entry = series.firstAlive + HISTORY_HOURS + index;
			return { series, entry, headline: headline(entry) };
		});
	});
	candidates.sort((a, b) => Math.abs(b.headline) - Math.abs(a.headline));
	const trades: Trade[] = [];
	for (const { series, entry, headline } of candidates) {
		if (trades.length === count) break;
		const exit = entry + holdHours;
		if (trades.some((trade) => trade.series === series && entry < trade.exit && trade.entry < exit)) continue;
		const side = headline < 0 ? -1 : 1;
		trades.push({
			series,
			side,
			entry,
			exit,
			expectedBp: Math.abs(headline) * holdHours,
			...resultOf(series, side, entry, exit),
		});
	}
	return trades;
}

/** What trades came to over all slots, in the hours from `from` on and before `until`. */
export type TradingResult = {
	/** % of one leg's notional per slot and year. */
	readonly netPerSlotYear: Estimate;
	/** % a year of the notional while it was held. */
	readonly netPerYearHeld: number;
	/** Largest fall of the cumulative net of all slots from its peak, in % of their notional. */
	readonly worstDrawdown: number;
	readonly trades: number;
	readonly medianHeldHours: number;
};

export function tradingResult(
	all: readonly ScoredSeries[],
	trades: readonly Trade[],
	firstHour: number,
	from: number,
	until = Number.POSITIVE_INFINITY,
): TradingResult {
	const netByHour = hourlyNet(trades);
	const sums = createBlockSums(firstHour);
	for (const series of all) {
		const start = Math.max(from, series.firstAlive + HISTORY_HOURS);
		const end = Math.min(series.lastAlive, until - 1);
		for (let hour = start; hour <= end; hour += 1) sums.add(hour, [0, 1]);
	}
	let cumulative = 0;
	let peak = 0;
	let drawdown = 0;
	let net = 0;
	for (const [hour, bp] of netByHour) {
		if (hour < from || hour >= until) continue;
		sums.add(hour, [bp, 0]);
		net += bp;
		cumulative += bp / all.length;
		peak = Math.max(peak, cumulative);
		drawdown = Math.max(drawdown, peak - cumulative);
	}
	const counted = trades.filter((trade) => trade.exit >= from && trade.entry < until);
	const held = counted.map((trade) => Math.min(trade.exit, until) - Math.max(from, trade.entry));
	const heldHours = held.reduce((sum, hours) => sum + hours, 0);
	return {
		netPerSlotYear: estimate(sums, ([bp, hours]) => (bp as number) / 100 / ((hours as number) / YEAR_HOURS)),
		netPerYearHeld: net / 100 / (heldHours / YEAR_HOURS),
		worstDrawdown: drawdown / 100,
		trades: counted.length,
		medianHeldHours: held.sort((a, b) => a - b)[held.length >> 1] ?? 0,
	};
}

/** How much more one set of trades earned than the other per slot and year, drawn over the same blocks. */
export function netDifference(
	all: readonly ScoredSeries[],
	trades: readonly Trade[],
	others: readonly Trade[],
	firstHour: number,
	from: number,
): Estimate {
	const sums = createBlockSums(firstHour);
	for (const series of all) {
		for (let hour = Math.max(from, series.firstAlive + HISTORY_HOURS); hour <= series.lastAlive; hour += 1)
			sums.add(hour, [0, 1]);
	}
	for (const [hour, bp] of hourlyNet(trades)) if (hour >= from) sums.add(hour, [bp, 0]);
	for (const [hour, bp] of hourlyNet(others)) if (hour >= from) sums.add(hour, [-bp, 0]);
	return estimate(sums, ([bp, hours]) => (bp as number) / 100 / ((hours as number) / YEAR_HOURS));
}

/** Net of all slots by hour, ascending: settlements as they come, half of the cost at each end. */
function hourlyNet(trades: readonly Trade[]): readonly (readonly [number, number])[] {
	const net = new Map<number, number>();
	const book = (hour: number, bp: number): void => {
		net.set(hour, (net.get(hour) ?? 0) + bp);
	};
	for (const { series, side, entry, exit, costBp } of trades) {
		book(entry, -costBp / 2);
		for (let hour = entry + 1; hour <= exit; hour += 1) {
			const paid = carryWithin(series, hour - 1, hour);
			if (paid !== 0) book(hour, side * paid);
		}
		book(exit, -costBp / 2);
	}
	return [...net].sort(([a], [b]) => a - b);
}
