/**
 * Plans pots with the portfolio planner: gathers the inputs, solves the plan, and turns it into changes that the
 * autopilot can make.
 */
import { type Decimal, floorPlaces, fromNumber, parseDecimal, toNumber } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import { planChanges } from '../planner/changes.ts';
import { type ExplainedPlan, explainChanges } from '../planner/explain-changes.ts';
import { CASH_RATE, type ExplainedPot, explainPot } from '../planner/explain-pot.ts';
import { PLAN_HOURS } from '../planner/leg-worth.ts';
import {
	type HeldPair,
	type PlanChange,
	type PlanContract,
	pairsAfter,
	reachedTargets,
} from '../planner/plan-change.ts';
import type { OptimalPlan, PlanLimits, PlanProblem } from '../planner/plan-problem.ts';
import { contradictionText } from '../planner/plan-text.ts';
import { solvePlan } from '../planner/solve-plan.ts';
import type {
	PlannedChange,
	PotLeg,
	PotPlan,
	PotPlanAsk,
	PotPlanner,
	PotTarget,
} from '../ports/autopilot.ts';
import type { Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import { type PlanLegs, planLegs } from './plan-legs.ts';
import { planPairs } from './plan-pairs.ts';
import type { Balance, PlannerParts, PlanningParts } from './planner-parts.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/** Share of the capital that stays idle, for margin where it is needed. */
const IDLE_SHARE = 0.25;
/** Share of the expected gain that a change must earn back: it must bring back twice its cost. */
const GAIN_SHARE = 0.5;
/** Smallest change as a share of the one-leg notional of the pot. */
const CHANGE_SHARE_MIN = 0.005;
const CENT_PLACES = 2;
const RATE_PLACES = 6;
const SHARE_PLACES = 9;

/** Creates the planner of pots. */
export function createPortfolioPlanner(parts: PlannerParts): PotPlanner {
	return { plan: (ask) => plan(parts, ask) };
}

async function plan(parts: PlannerParts, ask: PotPlanAsk): ReturnType<PotPlanner['plan']> {
	const { pot, holdings } = ask;
	const unvalued = holdings.find(({ notional }) => notional === null);
	if (unvalued !== undefined) return { waits: AUTOPILOT_TEXT.noMark({ coin: unvalued.coin }) };
	const balances = await readBalances(parts, ask);
	const unread = pot.settings.exchanges.find((exchange) => !balances.has(exchange));
	if (unread !== undefined) return { waits: AUTOPILOT_TEXT.noBalance({ exchange: shownNameOf(unread) }) };
	const pairs = holdings.map(
		(held): HeldPair => ({
			id: held.executionId,
			coin: held.coin,
			long: contractOf(held.long),
			short: contractOf(held.short),
			notional: held.notional === null ? 0 : toNumber(held.notional),
		}),
	);
	const planning = { ...parts, balances };
	const records = await planPairs(parts, pot.settings, holdings);
	const gathered = await planLegs(planning, pot, records, pairs);
	const oneLeg = oneLegMax(ask);
	const problem: PlanProblem = {
		legs: gathered.legs,
		limits: limitsOf(planning, ask, pairs, oneLeg),
		gainShare: GAIN_SHARE,
	};
	const solution = await solvePlan(problem, parts.solver);
	if (solution.status === 'infeasible')
		return { waits: contradictionText(problem, solution.limits, shownNameOf) };
	return planOf(ask, problem, solution, gathered, pairs, oneLeg);
}

async function readBalances(
	{ readBalance }: PlannerParts,
	{ pot }: PotPlanAsk,
): Promise<ReadonlyMap<VenueName, Balance>> {
	const read = await Promise.allSettled(
		pot.settings.exchanges.map((exchange) => readBalance(pot.tradesAs, exchange)),
	);
	return new Map(
		pot.settings.exchanges.flatMap((exchange, at): readonly (readonly [VenueName, Balance])[] => {
			const one = read[at];
			return one?.status === 'fulfilled' ? [[exchange, one.value]] : [];
		}),
	);
}

/** G: the one-leg notional that the pot may hold, USD. Losses shrink it, profits do not enlarge it. */
function oneLegMax({ pot, equity }: PotPlanAsk): number {
	const capital = toNumber(pot.settings.capital);
	const own = equity === null ? capital : Math.max(0, Math.min(capital, toNumber(equity)));
	return (own * (1 - IDLE_SHARE) * toNumber(pot.settings.leverage)) / 2;
}

function limitsOf(
	{ balances }: PlanningParts,
	{ pot }: PotPlanAsk,
	pairs: readonly HeldPair[],
	oneLeg: number,
): PlanLimits {
	const { exchanges, leverage, limits } = pot.settings;
	const share = limits.exchangeShare === null ? 1 : toNumber(limits.exchangeShare);
	const times = toNumber(leverage);
	const exchangeMax = Object.fromEntries(
		exchanges.map((exchange) => {
			const own = pairs.reduce(
				(sum, { long, short, notional }) =>
					sum + [long, short].filter((leg) => leg.exchange === exchange).length * notional,
				0,
			);
			const available = balances.get(exchange)?.available;
			const carried = own + times * Math.max(0, available === undefined ? 0 : toNumber(available));
			return [exchange, Math.min(2 * oneLeg * share, carried)];
		}),
	);
	return { grossMax: 2 * oneLeg, coinMax: 2 * toNumber(limits.coinShare) * oneLeg, exchangeMax };
}

function planOf(
	{ pot, equity, now }: PotPlanAsk,
	problem: PlanProblem,
	solution: OptimalPlan,
	gathered: PlanLegs,
	pairs: readonly HeldPair[],
	oneLeg: number,
): PotPlan {
	const changes = planChanges(gathered.legs, solution.targets, pairs, CHANGE_SHARE_MIN * oneLeg);
	const explained: ExplainedPlan = {
		problem,
		shadowPrices: solution.shadowPrices,
		horizonHours: PLAN_HOURS,
		names: shownNameOf,
	};
	const reasons = explainChanges(explained, changes);
	const whole: ExplainedPot = explainPot(
		explained,
		{
			reached: reachedTargets(problem.legs, changes),
			cost: reasons.reduce((sum, { cost }) => sum + cost, 0),
			pairs: pairsAfter(pairs, changes),
			carrySd: gathered.carrySd,
		},
		{ capital: toNumber(pot.settings.capital), leverage: toNumber(pot.settings.leverage) },
	);
	return {
		targets: targetsOf(problem, solution),
		changes: reasons.map(({ change, gain, cost, words }) => plannedChange(change, gain, cost, words)),
		netOnCapital: decimalOf(whole.net, RATE_PLACES),
		cash: parseDecimal(String(CASH_RATE)),
		knew: {
			dataAt: gathered.dataAt ?? now,
			equity,
			inputs: inputsOf(problem, solution, gathered, whole),
		},
		notes: [whole.words, ...whole.binding.map(({ words }) => words), ...gathered.reasons],
	};
}

function targetsOf({ legs }: PlanProblem, { targets }: OptimalPlan): readonly PotTarget[] {
	return legs.flatMap(({ coin, exchange, symbol }, at) => {
		const notional = decimalOf(targets[at] as number, CENT_PLACES);
		return notional === null || notional === 0n ? [] : [{ coin, venue: exchange, symbol, notional }];
	});
}

/** Turns a change of the planner into one that the autopilot makes. */
export function plannedChange(change: PlanChange, gain: number, cost: number, words: Words): PlannedChange {
	const { kind, coin, long, short, notional } = change;
	const isExit = kind === 'close' || kind === 'reduce';
	return {
		kind,
		coin,
		long: legOf(long),
		short: legOf(short),
		executionId: isExit || kind === 'roll' ? change.executionId : null,
		leg: kind === 'roll' ? change.leg : null,
		notional: decimalOf(notional, CENT_PLACES) ?? (0n as Decimal),
		share: kind === 'reduce' || kind === 'roll' ? decimalOf(Math.min(1, change.share), SHARE_PLACES) : null,
		gain: decimalOf(gain, CENT_PLACES),
		cost: decimalOf(cost, CENT_PLACES),
		costMax: isExit ? null : decimalOf(Math.max(0, gain * GAIN_SHARE), CENT_PLACES),
		explanation: words,
	};
}

/** What the plan knew about the coins that it holds or wants; all other coins would only repeat the market. */
function inputsOf(
	{ legs, limits }: PlanProblem,
	{ targets, objective, shadowPrices }: OptimalPlan,
	{ forecasts }: PlanLegs,
	whole: ExplainedPot,
): unknown {
	const coins = new Set(
		legs.flatMap(({ coin, held }, at) => (held !== 0 || Math.abs(targets[at] as number) > 0 ? [coin] : [])),
	);
	return {
		horizonHours: PLAN_HOURS,
		limits,
		objective,
		shadowPrices,
		interval: whole.interval,
		legs: legs.filter(({ coin }) => coins.has(coin)),
		forecasts: forecasts.filter(({ coin }) => coins.has(coin)),
		coinsSeen: new Set(legs.map(({ coin }) => coin)).size,
	};
}

function decimalOf(value: number, places: number): Decimal | null {
	return Number.isFinite(value) ? floorPlaces(fromNumber(value), places) : null;
}

function contractOf({ venue, symbol }: PotLeg): PlanContract {
	return { exchange: venue, symbol };
}

function legOf({ exchange, symbol }: PlanContract): PotLeg {
	return { venue: exchange, symbol };
}
