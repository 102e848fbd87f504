/** Explains a plan as a whole: what it is expected to earn on the capital, with an interval, and against cash. Pure. */
import { HOURS_PER_YEAR } from '../domain/funding.ts';
import type { Sentence } from '../sentences/sentence.ts';
import { type ExplainedPlan, type PricedLimit, pricedLimits } from './explain-changes.ts';
import type { HeldPair } from './plan-change.ts';
import { PLAN_TEXT } from './plan-text.ts';
import { LEVERAGE_MAX } from './pot-limits.ts';

/** Yield of cash, a fraction a year, unless the caller gives another. */
export const CASH_RATE = 0.04;
/**
 * Legs that a pot trades a year, per unit of its one-leg notional. Measured over a year of settled funding of 57 pairs
 * (docs/planner.md).
 */
export const TURNOVER_PER_YEAR = 9.9;

/** The terms of a pot. */
export type PotTerms = {
	/** Capital, USD, above 0, with the idle part. */
	readonly capital: number;
	readonly leverage: number;
	/** Yield of cash, a fraction a year. */
	readonly cashRate?: number;
};

/** Expected earnings of a plan. Amounts are USD a year; shares are fractions of capital a year. */
export type ExplainedPot = {
	/** Notional of all legs after the changes, USD. */
	readonly gross: number;
	/** Expected carry. */
	readonly carryPerYear: number;
	/** Expected cost: of a year's turnover, or of the first changes if that is more. */
	readonly costPerYear: number;
	readonly netPerYear: number;
	/** Net on capital. */
	readonly net: number;
	/**
	 * Interval of `net` with about 68 % of outcomes of one horizon, at a yearly rate. It assumes that the forecasts of
	 * all pairs err on the same side, which makes it as wide as it can be. Null if no pair has a known deviation.
	 */
	readonly interval: { readonly low: number; readonly high: number } | null;
	readonly cashRate: number;
	/** Net above cash. */
	readonly overCash: number;
	/** `nothing`: the plan holds no position. */
	readonly verdict: 'pays' | 'below_cash' | 'nothing';
	/** Leverage at which the plan would equal cash, if all limits grow with it; null if it earns nothing. */
	readonly leverageOfCash: number | null;
	/** Limits that bind, the most expensive first. */
	readonly binding: readonly PricedLimit[];
	readonly words: Sentence;
};

/** The result of a plan's changes. */
export type PotChanges = {
	/** Holding of each leg after the changes, USD (`reachedTargets`). */
	readonly reached: readonly number[];
	/** Cost of the changes, USD. */
	readonly cost: number;
	/** Pairs that are held after them (`pairsAfter`). */
	readonly pairs: readonly HeldPair[];
	/** Standard deviation of a pair's carry over the horizon, a fraction; NaN if unknown. */
	readonly carrySd: (pair: HeldPair) => number;
};

/** Explains a plan as a whole. */
export function explainPot(plan: ExplainedPlan, changes: PotChanges, terms: PotTerms): ExplainedPot {
	const { capital, leverage, cashRate = CASH_RATE } = terms;
	const { legs } = plan.problem;
	const perYear = HOURS_PER_YEAR / plan.horizonHours;
	let [gross, carry, feesOfAll] = [0, 0, 0];
	legs.forEach(({ worth, cost }, index) => {
		const target = changes.reached[index] as number;
		gross += Math.abs(target);
		carry -= worth * target;
		feesOfAll += cost * Math.abs(target);
	});
	const carryPerYear = carry * perYear;
	// Turnover is per unit of one-leg notional, and `feesOfAll` is of both legs.
	const costPerYear = Math.max(changes.cost, (TURNOVER_PER_YEAR / 2) * feesOfAll);
	const net = (carryPerYear - costPerYear) / capital;
	const deviation = (deviationOf(changes) * perYear) / capital;
	const verdict = verdictOf(gross, net, cashRate);
	const leverageOfCash = net > 0 ? (leverage * cashRate) / net : null;
	return {
		gross,
		carryPerYear,
		costPerYear,
		netPerYear: carryPerYear - costPerYear,
		net,
		interval: Number.isNaN(deviation) ? null : { low: net - deviation, high: net + deviation },
		cashRate,
		overCash: net - cashRate,
		verdict,
		leverageOfCash,
		binding: pricedLimits(plan),
		words: verdictText(verdict, { net, cash: cashRate, leverage, needed: leverageOfCash }),
	};
}

function verdictOf(gross: number, net: number, cashRate: number): ExplainedPot['verdict'] {
	if (gross === 0) return 'nothing';
	return net > cashRate ? 'pays' : 'below_cash';
}

function verdictText(
	verdict: ExplainedPot['verdict'],
	facts: {
		readonly net: number;
		readonly cash: number;
		readonly leverage: number;
		readonly needed: number | null;
	},
): Sentence {
	const { net, cash } = facts;
	if (verdict === 'nothing') return PLAN_TEXT.nothing({ cash });
	return verdict === 'pays'
		? PLAN_TEXT.pays({ net, cash })
		: PLAN_TEXT.belowCash({ ...facts, max: LEVERAGE_MAX });
}

/**
 * Adds up the pairs' deviations over the horizon, USD. A pair without a known one counts as the most uncertain known
 * one. NaN if none is known.
 */
function deviationOf({ pairs, carrySd }: PotChanges): number {
	if (pairs.length === 0) return 0;
	const known = pairs.map((pair) => carrySd(pair));
	const largest = Math.max(...known.filter((sd) => !Number.isNaN(sd)), Number.NEGATIVE_INFINITY);
	if (largest === Number.NEGATIVE_INFINITY) return Number.NaN;
	return pairs.reduce((sum, { notional }, index) => {
		const sd = known[index] as number;
		return sum + notional * (Number.isNaN(sd) ? largest : sd);
	}, 0);
}
