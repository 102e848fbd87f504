/**
 * When a running pair is best left: the same entries, left by different rules, on recorded settlements. The rule that
 * ships is asked through the function that the service closes by. In bp of one leg's notional. Pure.
 */
import { isWorthLeaving, REVERSAL_TERMS, type ReversalTerms } from '../domain/exit-reversal.ts';
import type { Estimate } from './block-sums.ts';
import {
	type ExitRule,
	modelTrades,
	netDifference,
	SIMPLE_EXIT,
	type Trade,
	type TradingResult,
	tradingResult,
} from './trading.ts';
import type { WalkForward } from './walk-forward.ts';

/** What `leave − stay` had to exceed in the rule that the shipped one comes from, in bp. */
const LITERAL_MARGIN_BP = 2;

/** Any horizon counts as staying, and 2 bp decide: the rule without what was added to it. */
const literal = (costBp: number): ReversalTerms => ({
	stayHoursMin: 0,
	marginRoundTrips: LITERAL_MARGIN_BP / costBp,
});

const byTerms =
	(termsOf: (costBp: number) => ReversalTerms): ExitRule =>
	(expected, costBp) =>
		isWorthLeaving({ expected, exitPremium: 0, roundTrip: costBp }, termsOf(costBp));

/** Expected carry over the last horizon is all that these look at. */
const byLastHorizon =
	(limitOf: (costBp: number) => number): ExitRule =>
	(expected, costBp) =>
		(expected.at(-1) as number) < limitOf(costBp);

type NamedRule = { readonly name: string; readonly leave: ExitRule };

const SHIPPED: NamedRule = { name: 'shipped', leave: byTerms(() => REVERSAL_TERMS) };
const SIMPLE: NamedRule = { name: 'simple: 30 days lose half a round trip', leave: SIMPLE_EXIT };

const RULES: readonly NamedRule[] = [
	SIMPLE,
	SHIPPED,
	{ name: 'any stay, 2 bp', leave: byTerms(literal) },
	{
		name: '30 days or more, 2 bp',
		leave: byTerms((costBp) => ({ ...literal(costBp), stayHoursMin: 720 })),
	},
	...[0.25, 1].map((marginRoundTrips): NamedRule => {
		const share = marginRoundTrips === 1 ? 'a' : 'a quarter of a';
		return {
			name: `shipped with ${share} round trip as margin`,
			leave: byTerms(() => ({ ...REVERSAL_TERMS, marginRoundTrips })),
		};
	}),
	{ name: '30 days lose anything', leave: byLastHorizon(() => 0) },
	{ name: 'never', leave: () => false },
];

export type ExitRuleScore = {
	readonly name: string;
	readonly result: TradingResult;
	/** Net per slot-year less that of the simple rule, over the same blocks; null of that rule itself. */
	readonly difference: Estimate | null;
	/** Net per slot-year before `late`, and from there on. */
	readonly early: number;
	readonly late: number;
};

/** Every rule over the whole walk. @param late the hour from which on results are told apart as well */
export function exitRuleScores(walk: WalkForward, firstHour: number, late: number): readonly ExitRuleScore[] {
	const series = walk.hourly.map((each) => each.series);
	const simple = modelTrades(walk.hourly, SIMPLE.leave);
	const score = (rule: NamedRule): ExitRuleScore => {
		const trades: readonly Trade[] = rule === SIMPLE ? simple : modelTrades(walk.hourly, rule.leave);
		return {
			name: rule.name,
			result: tradingResult(series, trades, firstHour, 0),
			difference: rule === SIMPLE ? null : netDifference(series, trades, simple, firstHour, 0),
			early: tradingResult(series, trades, firstHour, 0, late).netPerSlotYear.value,
			late: tradingResult(series, trades, firstHour, late).netPerSlotYear.value,
		};
	};
	return RULES.map(score);
}
