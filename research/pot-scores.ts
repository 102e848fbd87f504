/**
 * Scores the planner and simpler rules in one pot with the same limits, and compares the figures with the planner's
 * goals. The functions are pure apart from the solver.
 */
import { HOUR_MS } from '../src/domain/funding.ts';
import { PLAN_HOURS } from '../src/planner/leg-worth.ts';
import type { Estimate } from './block-sums.ts';
import { atLeast, atMost, type Goal, type Score } from './goals.ts';
import { type PotMarket, potMarket } from './pot-market.ts';
import {
	HYSTERESIS_RULE,
	MONTH_MEAN_RULE,
	type PotLimits,
	pairPot,
	staticRule,
	VERDICT_RULE,
} from './pot-pairs.ts';
import { type CarryBlend, type PlannerVariant, plannerRule, type SolvePlan } from './pot-planner.ts';
import {
	type NewPotRule,
	netLess,
	netPerYear,
	type PotRun,
	runPot,
	worstDrawdown,
	worstQuarter,
} from './pot-run.ts';
import type { HourlySignals } from './walk-forward.ts';

/**
 * How the pot's margin limits its legs. `none`: it does not. `split`: the margin of 2 G is split equally among the
 * exchanges, so each exchange can hold the same gross notional.
 */
export type Margin = 'none' | 'split';
/** All margins, in the order of display. */
export const MARGINS: readonly Margin[] = ['none', 'split'];

/** Result of one rule under one margin. */
export type MarginScore = {
	readonly run: PotRun;
	/** Net per year, % of G. */
	readonly net: Estimate;
	/** Planner's net less this rule's, % of G per year; null for the planner. */
	readonly plannerLess: Estimate | null;
	/** The same two figures from 2026-04-01 on; null if the data ends before. */
	readonly late: { readonly net: Estimate; readonly plannerLess: Estimate | null } | null;
	/** % of G. */
	readonly drawdown: number;
	/** Net of the worst 90 days, % of G per year. */
	readonly worstQuarter: number;
};

/** Result of one rule. */
export type PotScore = { readonly name: string } & Readonly<Record<Margin, MarginScore>>;

/** Results of all rules in one pot; the planner comes first. */
export type PotScores = readonly PotScore[];

/** Names of the rules that other code looks up. */
export const PLANNER = 'planner';
/** The rival of the planner's goal. */
export const MONTH_FIRST_COME = '30-day rule, first come';

/** First hour of the late span, 2026-04-01. No figure in the planner's definition was chosen on the data from then on. */
export const LATE_FROM = Date.UTC(2026, 3, 1) / HOUR_MS;
/** Pots with at least this many coins hold ten of them; smaller pots hold at least three. */
const MANY_COINS = 10;

/** Pot to score, and its solver. */
export type PotSettings = {
	readonly market: PotMarket;
	/** m: largest one-leg notional of a coin, as a share of G. */
	readonly coinShare: number;
	readonly solve: SolvePlan;
};

/** Settings of the pot of a file: m = 0.1 with ten coins or more, otherwise 0.3. */
export function potSettings(hourly: readonly HourlySignals[], solve: SolvePlan): PotSettings {
	const market = potMarket(hourly);
	const coins = new Set(market.legs.map(({ coin }) => coin)).size;
	return { market, coinShare: coins >= MANY_COINS ? 0.1 : 0.3, solve };
}

/** Everything that is measured in the pot of one file. */
export type PotReport = {
	readonly settings: PotSettings;
	readonly scores: PotScores;
	readonly variants: PotScores;
	readonly hours: HourNets;
	readonly goals: readonly PotGoal[];
};

/** Scores the pot of one file. */
export async function potReport(settings: PotSettings): Promise<PotReport> {
	const scores = await potScores(settings);
	return {
		settings,
		scores,
		variants: await variantScores(settings),
		hours: await hourNets(settings),
		goals: settings.coinShare === 0.1 ? yearGoals(scores) : krakenGoals(scores),
	};
}

type NamedRule = { readonly name: string; readonly rule: (limits: PotLimits) => NewPotRule };

/** Scores the planner and its rivals. */
export async function potScores(settings: PotSettings): Promise<PotScores> {
	const { market, solve } = settings;
	const rules: readonly NamedRule[] = [
		{ name: PLANNER, rule: (limits) => plannerRule(market, limits, solve) },
		{ name: MONTH_FIRST_COME, rule: (limits) => pairPot(market, MONTH_MEAN_RULE, 'first come', limits) },
		{ name: 'verdict, first come', rule: (limits) => pairPot(market, VERDICT_RULE, 'first come', limits) },
		{
			name: '30-day rule, one pair a coin',
			rule: (limits) => pairPot(market, MONTH_MEAN_RULE, 'refill', limits),
		},
		{
			name: '30-day rule with hysteresis, one pair a coin',
			rule: (limits) => pairPot(market, HYSTERESIS_RULE, 'refill', limits),
		},
		{ name: 'verdict, one pair a coin', rule: (limits) => pairPot(market, VERDICT_RULE, 'refill', limits) },
		{ name: 'static best pairs', rule: (limits) => staticRule(market, limits) },
	];
	return scoresOf(settings, rules);
}

/** Names of the planner's variants with their changed part. The carry blends replace `blendedCarry`. */
const VARIANTS: readonly (PlannerVariant & { readonly name: string })[] = [
	{ name: 'carried out pair by pair', isInPairs: true },
	{ name: 'a change pays its cost once (g = 1)', gainShare: 1 },
	{ name: 'model alone', carry: (model) => model },
	{ name: '30-day mean alone', carry: meanAlone() },
];

function meanAlone(): CarryBlend {
	return (_model, shortMean, longMean) => 0.6 * PLAN_HOURS * (shortMean - longMean);
}

/** Scores the planner with one part changed at a time; the unchanged planner comes first. */
export async function variantScores(settings: PotSettings): Promise<PotScores> {
	const { market, solve } = settings;
	return scoresOf(settings, [
		{ name: PLANNER, rule: (limits) => plannerRule(market, limits, solve) },
		...VARIANTS.map(({ name, ...variant }) => ({
			name,
			rule: (limits: PotLimits) => plannerRule(market, limits, solve, variant),
		})),
	]);
}

/** Net of the planner per hour of the daily decision, % of G per year. */
export type HourNets = Readonly<Record<Margin, readonly number[]>>;

/** Hours of the daily decision that are compared, UTC. */
export const DECISION_HOURS_OF_DAY = [0, 4, 8, 12, 16, 20] as const;

/** Runs the planner with other hours of the daily decision. Their spread is luck. */
export async function hourNets({ market, coinShare, solve }: PotSettings): Promise<HourNets> {
	const nets: Record<Margin, number[]> = { none: [], split: [] };
	for (const margin of MARGINS) {
		for (const hourOfDay of DECISION_HOURS_OF_DAY) {
			const rule = plannerRule(market, limitsOf(market, coinShare, margin), solve);
			const run = await runPot(market, rule(), hourOfDay);
			nets[margin].push(netPerYear(run, market.firstHour).value);
		}
	}
	return nets;
}

function limitsOf({ venues }: PotMarket, coinShare: number, margin: Margin): PotLimits {
	return { coinShare, exchangeMax: margin === 'none' ? Number.POSITIVE_INFINITY : 2 / venues.length };
}

async function scoresOf({ market, coinShare }: PotSettings, rules: readonly NamedRule[]): Promise<PotScores> {
	const planners: Partial<Record<Margin, PotRun>> = {};
	const scores: PotScore[] = [];
	for (const { name, rule } of rules) {
		const score: Partial<Record<Margin, MarginScore>> = {};
		for (const margin of MARGINS) {
			const run = await runPot(market, rule(limitsOf(market, coinShare, margin))());
			score[margin] = marginScore(market, run, planners[margin]);
			planners[margin] ??= run;
		}
		scores.push({ name, none: score.none as MarginScore, split: score.split as MarginScore });
	}
	return scores;
}

function marginScore({ firstHour, to }: PotMarket, run: PotRun, planner: PotRun | undefined): MarginScore {
	const span = { from: LATE_FROM, until: Number.POSITIVE_INFINITY };
	return {
		run,
		net: netPerYear(run, firstHour),
		plannerLess: planner === undefined ? null : netLess(planner, run, firstHour),
		late:
			LATE_FROM >= to
				? null
				: {
						net: netPerYear(run, firstHour, span),
						plannerLess: planner === undefined ? null : netLess(planner, run, firstHour, span),
					},
		drawdown: worstDrawdown(run),
		worstQuarter: worstQuarter(run),
	};
}

/** A goal with the figure that the goals were derived from. */
export type PotGoal = Score & { readonly reference: string };

/** Compares the scores of the recorded year at m = 0.1 with the planner's goals. */
export function yearGoals(scores: PotScores): readonly PotGoal[] {
	const planner = scoreCalled(scores, PLANNER);
	const placed = scoreCalled(scores, MONTH_FIRST_COME);
	const unknown = (): Estimate => exactly(Number.NaN);
	return [
		goal('net, no margin limit', '3.85', atLeast(3.4), planner.none.net),
		goal('net, margin split equally', '3.67', atLeast(3.2), planner.split.net),
		goal('net after 2026-04-01, no margin limit', '3.78', atLeast(3.2), planner.none.late?.net ?? unknown()),
		goal('net after 2026-04-01, margin split', '3.23', atLeast(2.8), planner.split.late?.net ?? unknown()),
		goal(
			`planner less ${MONTH_FIRST_COME}, no margin limit`,
			'+0.65',
			atLeast(0.3),
			placed.none.plannerLess ?? unknown(),
		),
		goal(
			`planner less ${MONTH_FIRST_COME}, margin split`,
			'+1.04',
			atLeast(0.5),
			placed.split.plannerLess ?? unknown(),
		),
		goal('turnover, legs a year', '9.9', atMost(13), exactly(planner.none.run.turnover)),
		goal('drawdown, % of G', '0.16', atMost(0.35), exactly(planner.none.drawdown)),
	];
}

/** Compares the scores of the file with Kraken at m = 0.3 with the planner's goal. */
export function krakenGoals(scores: PotScores): readonly PotGoal[] {
	const { net } = scoreCalled(scores, PLANNER).none;
	return [goal('net with Kraken, m = 0.3, no margin limit', '4.18', atLeast(3.4), net)];
}

function goal(measure: string, reference: string, limit: Goal, ours: Estimate): PotGoal {
	return { measure, horizonHours: null, goal: limit, ours, reference };
}

function exactly(value: number): Estimate {
	return { value, interval: { low: Number.NaN, high: Number.NaN } };
}

/** Returns the score of the rule with that name. @throws Error if there is none */
export function scoreCalled(scores: PotScores, name: string): PotScore {
	const found = scores.find((score) => score.name === name);
	if (found === undefined) throw new Error(`No rule is called ${name}.`);
	return found;
}
