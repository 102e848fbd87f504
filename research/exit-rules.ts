/**
 * Compares when to exit a running pair: shipped entries with the shipped exit, with parts of that exit, and without
 * any exit. The functions are pure.
 */
import { isReversed } from '../src/domain/exit-reversal.ts';
import { type NamedTrades, type RuleScore, ruleScores } from './rule-scores.ts';
import { type ExitRule, HYSTERESIS_LEAVE_BELOW, shippedTrades } from './trading-rules.ts';
import type { WalkForward } from './walk-forward.ts';

type NamedExit = { readonly name: string; readonly isLeft: ExitRule };

/** Exits to compare; the shipped exit comes first. */
const EXITS: readonly NamedExit[] = [
	{ name: 'shipped', isLeft: isReversed },
	{
		name: 'next 30 days lose half a round trip',
		isLeft: ({ expectedMonth, roundTrip }) => expectedMonth < -roundTrip / 2,
	},
	{ name: '30-day mean has turned', isLeft: ({ monthMean }) => monthMean < 0 },
	{ name: '30-day mean below −3 % a year', isLeft: ({ monthMean }) => monthMean < HYSTERESIS_LEAVE_BELOW },
	{ name: 'never', isLeft: () => false },
];

/** Scores each exit; differences are measured against the shipped exit. @param late first hour of the last quarter */
export function exitRuleScores(walk: WalkForward, firstHour: number, late: number): readonly RuleScore[] {
	const series = walk.hourly.map((each) => each.series);
	const rules = EXITS.map(({ name, isLeft }) => ({ name, trades: shippedTrades(walk.hourly, isLeft) }));
	return ruleScores(series, rules, rules[0] as NamedTrades, firstHour, late);
}
