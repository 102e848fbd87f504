/**
 * Decides when each rule enters and exits. The rules are the shipped verdict and exit, and simpler rules for
 * comparison. The functions are pure.
 */
import { isReversed, type StayOutlook } from '../src/domain/exit-reversal.ts';
import { HOURS_PER_YEAR, MONTH_HOURS } from '../src/domain/funding.ts';
import { carryWithin, firstScoredHour, headlineReader, type ScoredSeries } from './received.ts';
import { roundTripCostBp } from './round-trip-cost.ts';
import { heldTrade, type Side, type Trade, tradesOf } from './trading.ts';
import type { HourlySignals } from './walk-forward.ts';

const BP = 1e4;

/** The 30-day rules enter when the absolute 30-day mean exceeds this value (fraction of notional per year). */
export const ENTER_ABOVE = 0.05;
/**
 * The rule with hysteresis exits when the 30-day mean, signed in the position's direction, falls below this value
 * (fraction of notional per year).
 */
export const HYSTERESIS_LEAVE_BELOW = -0.03;

/** Decides whether to exit a running position. The outlook's carry figures are signed in the position's direction. */
export type ExitRule = (outlook: StayOutlook) => boolean;

/**
 * Returns the trades of a rule that enters on the shipped verdict. @param isLeft exit rule to test; by default the
 * shipped one
 */
export function shippedTrades(
	hourly: readonly HourlySignals[],
	isLeft: ExitRule = isReversed,
): readonly Trade[] {
	return hourly.flatMap(({ series, from, entries, expectedMonth, monthMean }) => {
		const roundTrip = roundTripCostBp(series);
		return tradesOf(series, {
			enter: (hour) => entries[hour - from] as Side | 0,
			leave: (hour, side) =>
				isLeft({
					monthMean: side * (monthMean[hour - from] as number),
					expectedMonth: side * (expectedMonth[hour - from] as number),
					roundTrip,
					exitPremium: 0,
				}),
		});
	});
}

/**
 * Returns the trades of a 30-day rule. It enters when the 30-day mean is above 5 % a year in either direction. It
 * exits when the mean, signed in the position's direction, is below a limit.
 * @param leaveBelow limit as a fraction of notional per year; 0 gives the plain rule, which exits when the mean
 * changes sign
 */
export function monthMeanTrades(all: readonly ScoredSeries[], leaveBelow: number): readonly Trade[] {
	return all.flatMap((series) =>
		tradesOf(series, {
			enter(hour) {
				const mean = monthMeanAt(series, hour);
				return Math.abs(mean) > ENTER_ABOVE ? sideOf(mean) : 0;
			},
			leave: (hour, side) => side * monthMeanAt(series, hour) < leaveBelow,
		}),
	);
}

/**
 * Returns trades that enter at the first scored hour, on the side that earns by the 30-day mean, and stay until the
 * last hour.
 */
export function holdTrades(all: readonly ScoredSeries[]): readonly Trade[] {
	return all.flatMap((series) => {
		const first = firstScoredHour(series);
		return tradesOf(series, {
			enter: (hour) => (hour === first ? sideOf(monthMeanAt(series, hour)) : 0),
			leave: () => false,
		});
	});
}

/** Returns the mean carry of the last 30 days, as a fraction of one leg's notional per year. */
function monthMeanAt(series: ScoredSeries, hour: number): number {
	return (carryWithin(series, hour - MONTH_HOURS, hour) / BP) * (HOURS_PER_YEAR / MONTH_HOURS);
}

function sideOf(carry: number): Side | 0 {
	return Math.sign(carry) as Side | 0;
}

/**
 * Returns trades on the highest headlines, chosen with hindsight: at most `count` trades, each held for `holdHours`.
 * Trades on one series do not overlap.
 */
export function headlineTrades(
	all: readonly ScoredSeries[],
	count: number,
	holdHours: number,
): readonly Trade[] {
	const candidates = all.flatMap((series) => {
		const headline = headlineReader(series);
		const first = firstScoredHour(series);
		const hours = Math.max(0, series.lastAlive - holdHours - first);
		return Array.from({ length: hours }, (_, index) => {
			const entry = first + index;
			return { series, entry, headline: headline(entry) };
		});
	});
	candidates.sort((a, b) => Math.abs(b.headline) - Math.abs(a.headline));
	const trades: Trade[] = [];
	for (const { series, entry, headline } of candidates) {
		if (trades.length === count) break;
		const exit = entry + holdHours;
		if (trades.some((trade) => trade.series === series && entry < trade.exit && trade.entry < exit)) continue;
		trades.push(heldTrade(series, headline < 0 ? -1 : 1, entry, exit));
	}
	return trades;
}
