/** Formats the scores of the planner as Markdown. */
import type { Estimate } from '../research/block-sums.ts';
import type { Score } from '../research/goals.ts';
import {
	DECISION_HOURS_OF_DAY,
	type HourNets,
	MARGINS,
	type Margin,
	type MarginScore,
	PLANNER,
	type PotGoal,
	type PotReport,
	type PotScores,
	scoreCalled,
} from '../research/pot-scores.ts';
import { estimateText, goalText, metText, table } from './calibration-report.ts';

/** Interest on cash that a plan is compared with, % a year. */
const CASH_PERCENT = 4;
/** Leverages in the comparison with cash: none, the default and the maximum. */
const LEVERAGES = [1, 1.8, 3] as const;
/** Shares of capital that stay idle in the comparison with cash: none and the default. */
const IDLE_SHARES = [0, 0.25] as const;

/** Number of coins whose share of the result is stated. */
const BEST_COINS = 3;
const HOUR_MS = 3_600_000;

/** Formats all scores of one pot: the unfavourable figures first. */
export function potLines(report: PotReport): readonly string[] {
	const { scores, variants, hours, goals } = report;
	return [
		spanLine(report),
		'',
		'### Compared with cash',
		'',
		...cashTable(scores),
		'',
		'### Worst spans',
		'',
		...worstTable(scores),
		'',
		coinsLine(scores),
		'',
		'### Goals',
		'',
		...potGoalTable(goals),
		'',
		'### The planner and its rivals',
		'',
		...MARGINS.flatMap((margin) => [...potTable(scores, margin), '']),
		...activityTable(scores),
		'',
		'### Hour of the daily decision',
		'',
		...hourTable(hours),
		'',
		'### One part of the planner changed',
		'',
		...MARGINS.flatMap((margin) => [...potTable(variants, margin), '']),
	];
}

function spanLine({ settings: { market, coinShare } }: PotReport): string {
	const day = (hour: number): string => new Date(hour * HOUR_MS).toISOString().slice(0, 10);
	const coins = new Set(market.legs.map(({ coin }) => coin)).size;
	return (
		`${coins} coins at ${market.venues.join(', ')}: ${market.legs.length} legs, ${market.pairs.length} pairs. ` +
		`Scored from ${day(market.from)} to ${day(market.to)}; m = ${coinShare}.`
	);
}

function coinsLine(scores: PotScores): string {
	const { coinNet } = scoreCalled(scores, PLANNER).none.run;
	const all = [...coinNet.values()].reduce((sum, net) => sum + net, 0);
	const best = [...coinNet].sort(([, a], [, b]) => b - a).slice(0, BEST_COINS);
	const share = best.reduce((sum, [, net]) => sum + net, 0) / all;
	const losing = [...coinNet.values()].filter((net) => net < 0).length;
	return (
		`${best.map(([coin]) => coin).join(', ')} bring ${(100 * share).toFixed(0)} % of the planner's net without a margin ` +
		`limit. ${losing} of the ${coinNet.size} coins that it held lost.`
	);
}

/**
 * Formats the net on capital. A pot of leverage L with an idle share i holds a one-leg notional of
 * capital × (1 − i) × L / 2.
 */
export function cashTable(scores: PotScores): readonly string[] {
	const planner = scoreCalled(scores, PLANNER);
	const rows = MARGINS.flatMap((margin) =>
		IDLE_SHARES.map((idle) => {
			const perLeverage = (planner[margin].net.value * (1 - idle)) / 2;
			return [
				marginText(margin),
				`${100 * idle} %`,
				...LEVERAGES.map((leverage) => (leverage * perLeverage).toFixed(2)),
				(CASH_PERCENT / perLeverage).toFixed(2),
			];
		}),
	);
	return table(
		[
			'margin',
			'idle',
			...LEVERAGES.map((leverage) => `leverage ${leverage}, % of capital`),
			`leverage that equals ${CASH_PERCENT} % cash`,
		],
		rows,
	);
}

/** Formats the worst spans of every rule. */
export function worstTable(scores: PotScores): readonly string[] {
	const cells = ({ drawdown, worstQuarter, net }: MarginScore): readonly string[] => [
		Number.isNaN(worstQuarter) ? 'fewer were scored' : worstQuarter.toFixed(2),
		net.interval.low.toFixed(2),
		drawdown.toFixed(2),
	];
	return table(
		[
			'rule',
			'worst 90 days, % of G a year',
			'lower end of the interval',
			'drawdown, % of G',
			'margin split: worst 90 days',
			'lower end',
			'drawdown',
		],
		scores.map((score) => [score.name, ...MARGINS.flatMap((margin) => cells(score[margin]))]),
	);
}

/** Formats the nets of every rule under one margin, and the first rule's advantage over each. */
export function potTable(scores: PotScores, margin: Margin): readonly string[] {
	const hasLate = scores.some((score) => score[margin].late !== null);
	const lateHeader = hasLate ? ['after 2026-04-01', 'planner less rule'] : [];
	return table(
		[marginText(margin), 'net, % of G a year', 'planner less rule', ...lateHeader],
		scores.map((score) => {
			const { net, plannerLess, late } = score[margin];
			const lateCells = [late?.net ?? null, late?.plannerLess ?? null].map(differenceText);
			return [score.name, estimateText(net), differenceText(plannerLess), ...(hasLate ? lateCells : [])];
		}),
	);
}

function differenceText(estimate: Estimate | null): string {
	return estimate === null ? '' : estimateText(estimate);
}

/** Formats how much every rule trades. */
export function activityTable(scores: PotScores): readonly string[] {
	return table(
		[
			'rule',
			'turnover, legs a year',
			'leg orders a year',
			'invested, % of G',
			'one-sided, % of G',
			'margin split: turnover',
			'leg orders',
			'invested',
			'one-sided',
		],
		scores.map((score) => [
			score.name,
			...MARGINS.flatMap((margin) => {
				const { turnover, orders, invested, oneSided } = score[margin].run;
				return [
					turnover.toFixed(1),
					orders.toFixed(0),
					(100 * invested).toFixed(0),
					(100 * oneSided).toFixed(0),
				];
			}),
		]),
	);
}

/** Formats the goals with the reference figures. */
export function potGoalTable(goals: readonly PotGoal[]): readonly string[] {
	return table(
		['figure', 'reference', 'goal', 'measured', 'met'],
		goals.map((goal: PotGoal & Score) => [
			goal.measure,
			goal.reference,
			goalText(goal.goal),
			estimateText(goal.ours),
			metText(goal),
		]),
	);
}

/** Formats the planner's net by hour of the daily decision. */
export function hourTable(nets: HourNets): readonly string[] {
	return table(
		['margin', ...DECISION_HOURS_OF_DAY.map((hour) => `${hour} UTC`), 'mean', 'standard deviation'],
		MARGINS.map((margin) => {
			const values = nets[margin];
			const mean = values.reduce((sum, net) => sum + net, 0) / values.length;
			const squares = values.reduce((sum, net) => sum + (net - mean) ** 2, 0);
			return [
				marginText(margin),
				...[...values, mean, Math.sqrt(squares / values.length)].map((net) => net.toFixed(2)),
			];
		}),
	);
}

function marginText(margin: Margin): string {
	return margin === 'none' ? 'no margin limit' : 'margin split equally';
}
