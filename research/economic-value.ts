/**
 * Compares the earnings of the shipped verdict with those of simpler rules, in % of one leg's notional per
 * position-year. The functions are pure.
 */
import type { Estimate } from './block-sums.ts';
import { atLeast, atMost, type Goal, type Score, whollyAbove } from './goals.ts';
import { type RuleScore, ruleScores } from './rule-scores.ts';
import type { ScoreRow } from './score-table.ts';
import { ALL_HOURS, netDifference, type Trade, type TradingResult, tradingResult } from './trading.ts';
import {
	HYSTERESIS_LEAVE_BELOW,
	headlineTrades,
	holdTrades,
	monthMeanTrades,
	shippedTrades,
} from './trading-rules.ts';
import type { WalkForward } from './walk-forward.ts';

/** Maximum by which the shipped verdict may trail the rule with hysteresis, in % per position-year. */
const HYSTERESIS_TOLERANCE = 0.05;

/** Net earnings of the shipped verdict and of the simpler rules, in % of one leg's notional per position-year. */
export type EconomicValue = {
	/**
	 * Scores of all rules, the shipped verdict first. Differences are measured against the 30-day rule with
	 * hysteresis.
	 */
	readonly rules: readonly RuleScore[];
	/** Earnings of the shipped verdict minus those of each 30-day rule, over all hours. */
	readonly goals: readonly Score[];
};

/** @param late first hour of the last quarter */
export function economicValue(walk: WalkForward, firstHour: number, late: number): EconomicValue {
	const series = walk.hourly.map((each) => each.series);
	const shipped = { name: 'shipped verdict and exit', trades: shippedTrades(walk.hourly) };
	const plain = { name: '30-day rule', trades: monthMeanTrades(series, 0) };
	const hysteresis = {
		name: '30-day rule with hysteresis',
		trades: monthMeanTrades(series, HYSTERESIS_LEAVE_BELOW),
	};
	const hold = { name: 'hold always', trades: holdTrades(series) };
	const cash = { name: 'cash', trades: [] };
	const less = (other: typeof plain): Pick<Score, 'measure' | 'horizonHours' | 'ours'> => ({
		measure: `shipped verdict less ${other.name}, % per position-year`,
		horizonHours: null,
		ours: netDifference(series, shipped.trades, other.trades, firstHour),
	});
	return {
		rules: ruleScores(series, [shipped, hysteresis, plain, hold, cash], hysteresis, firstHour, late),
		goals: [
			{ ...less(hysteresis), goal: atLeast(-HYSTERESIS_TOLERANCE) },
			{ ...less(plain), goal: whollyAbove(0) },
		],
	};
}

/**
 * Builds the trading rows of the main score table: the shipped verdict, the highest headlines and the plain 30-day
 * rule. The headlines are chosen with hindsight. They make as many trades as the verdict, each held for the verdict's
 * median time.
 * @param from first hour whose earnings count
 */
export function tradingRows(walk: WalkForward, firstHour: number, from: number): readonly ScoreRow[] {
	const series = walk.hourly.map((each) => each.series);
	const trades = shippedTrades(walk.hourly);
	const heldHours = tradingResult(series, trades, firstHour).medianHeldHours;
	const resultOf = (all: readonly Trade[]): TradingResult =>
		tradingResult(series, all, firstHour, { ...ALL_HOURS, from });
	const ours = resultOf(trades);
	const headline = resultOf(headlineTrades(series, trades.length, heldHours));
	const monthMean = resultOf(monthMeanTrades(series, 0));
	const row = (
		measure: string,
		goal: Goal | null,
		figure: (result: TradingResult) => Estimate,
	): ScoreRow => ({
		measure,
		horizonHours: null,
		goal,
		ours: figure(ours),
		headline: figure(headline),
		monthMean: figure(monthMean),
	});
	return [
		row('taker net, % per position-year', atLeast(1), (result) => result.netPerPositionYear),
		row('worst drawdown, % of position notional', atMost(0.15), (result) => exactly(result.worstDrawdown)),
		row('net, % a year while held', null, (result) => exactly(result.netPerYearHeld)),
		row('trades', null, (result) => exactly(result.trades)),
		row('median days held', null, (result) => exactly(result.medianHeldHours / 24)),
	];
}

/** Returns an estimate without an interval. */
function exactly(value: number): Estimate {
	return { value, interval: { low: Number.NaN, high: Number.NaN } };
}
