/**
 * Compares rules for when to exit a running pair. All enter on the shipped verdict. They exit by the shipped rule, by
 * either half of it, when the 30-day mean is below −3 % a year, or never. The functions are pure.
 */
import { isReversed } from '../src/domain/exit-reversal.ts';
import { type NamedTrades, type RuleScore, ruleScores } from './rule-scores.ts';
import { type ExitRule, HYSTERESIS_LEAVE_BELOW, shippedTrades } from './trading-rules.ts';
import type { WalkForward } from './walk-forward.ts';

type NamedExit = { readonly name: string; readonly isLeft: ExitRule };

/** Exit rules to compare; the shipped one comes first. */
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

/**
 * Scores each exit rule. Differences are measured against the shipped one. @param late first hour of the last quarter
 */
export function exitRuleScores(walk: WalkForward, firstHour: number, late: number): readonly RuleScore[] {
	const series = walk.hourly.map((each) => each.series);
	const rules = EXITS.map(({ name, isLeft }) => ({ name, trades: shippedTrades(walk.hourly, isLeft) }));
	return ruleScores(series, rules, rules[0] as NamedTrades, firstHour, late);
}
