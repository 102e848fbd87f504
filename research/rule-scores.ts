/**
 * Compares trading rules with a reference rule: net earnings, differences and trades over all hours, before a
 * dividing hour, and from that hour on. The functions are pure.
 */
import type { Estimate } from './block-sums.ts';
import type { ScoredSeries } from './received.ts';
import {
	ALL_HOURS,
	netDifference,
	type Span,
	type Trade,
	type TradingResult,
	tradingResult,
} from './trading.ts';

/** All trades of one rule. */
export type NamedTrades = { readonly name: string; readonly trades: readonly Trade[] };

/** A rule's result within a span. */
export type SpanScore = {
	readonly result: TradingResult;
	/** Net earnings per position-year minus those of the reference rule; null for the reference itself. */
	readonly difference: Estimate | null;
};

/** The scores of one rule over all hours, before the dividing hour, and from that hour on. */
export type RuleScore = {
	readonly name: string;
	readonly whole: SpanScore;
	readonly early: SpanScore;
	readonly late: SpanScore;
};

/**
 * @param rules rules to score, including the reference
 * @param late hour that divides the early span from the late span
 */
export function ruleScores(
	series: readonly ScoredSeries[],
	rules: readonly NamedTrades[],
	reference: NamedTrades,
	firstHour: number,
	late: number,
): readonly RuleScore[] {
	return rules.map((rule) => {
		const score = (span: Span): SpanScore => ({
			result: tradingResult(series, rule.trades, firstHour, span),
			difference:
				rule === reference ? null : netDifference(series, rule.trades, reference.trades, firstHour, span),
		});
		return {
			name: rule.name,
			whole: score(ALL_HOURS),
			early: score({ ...ALL_HOURS, until: late }),
			late: score({ ...ALL_HOURS, from: late }),
		};
	});
}
