/**
 * Plans pots with the portfolio planner: gathers the inputs, and turns the plan into changes that the autopilot can
 * make.
 */
import {
	add,
	type Decimal,
	divDown,
	floorPlaces,
	fromNumber,
	parseDecimal,
	toNumber,
	ZERO,
} from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import { CASH_RATE } from '../planner/explain-pot.ts';
import { PLAN_HOURS } from '../planner/leg-worth.ts';
import type { HeldPair, PlanChange, PlanContract } from '../planner/plan-change.ts';
import { GAIN_SHARE, type PortfolioPlan, planPortfolio } from '../planner/portfolio-plan.ts';
import { type PotLimits, potLimits } from '../planner/pot-limits.ts';
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

const CENT_PLACES = 2;
const RATE_PLACES = 6;
const SHARE_PLACES = 9;

type Optimal = PortfolioPlan & { readonly status: 'optimal' };

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
	const planning = { ...parts, balances };
	const pairs = holdings.map(
		(held): HeldPair => ({
			id: held.executionId,
			coin: held.coin,
			long: contractOf(held.long),
			short: contractOf(held.short),
			notional: toNumber(held.notional ?? ZERO),
		}),
	);
	const records = await planPairs(parts, pot.settings, holdings);
	const gathered = await planLegs(planning, pot, records, pairs);
	const size = sizeOf(planning, ask);
	const planned = await planPortfolio(
		{
			legs: gathered.legs,
			limits: size.limits,
			pairs,
			changeMin: size.changeMin,
			terms: { capital: toNumber(pot.settings.capital), leverage: toNumber(pot.settings.leverage) },
			carrySd: gathered.carrySd,
			names: shownNameOf,
		},
		parts.solver,
	);
	if (planned.status === 'infeasible') return { waits: planned.words };
	return planOf(ask, planned, gathered, size);
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

/**
 * Returns the limits of the pot's plan. Losses shrink what the pot uses, and profits do not enlarge it. At each exchange
 * it has the margin of its own legs and what the account has available; other positions keep theirs.
 */
function sizeOf({ balances }: PlanningParts, { pot, holdings, equity }: PotPlanAsk): PotLimits {
	const { exchanges, capital, leverage, limits } = pot.settings;
	const own = (exchange: VenueName): Decimal =>
		holdings
			.flatMap(({ long, short, notional }) => [long, short].map((leg) => ({ leg, notional })))
			.filter(({ leg }) => leg.venue === exchange)
			.reduce((total, { notional }) => add(total, notional ?? ZERO), ZERO);
	const used = equity === null || equity > capital ? capital : equity;
	return potLimits(
		{
			capital: Math.max(0, toNumber(used)),
			leverage: toNumber(leverage),
			coinShare: toNumber(limits.coinShare),
			equity: Object.fromEntries(
				exchanges.map((exchange) => {
					const available = balances.get(exchange)?.available ?? ZERO;
					return [exchange, Math.max(0, toNumber(add(divDown(own(exchange), leverage), available)))];
				}),
			),
			...(limits.exchangeShare === null ? {} : { exchangeShare: toNumber(limits.exchangeShare) }),
		},
		exchanges,
	);
}

function planOf(
	{ equity, now }: PotPlanAsk,
	planned: Optimal,
	gathered: PlanLegs,
	{ limits }: PotLimits,
): PotPlan {
	const { pot, changes } = planned;
	return {
		targets: targetsOf(gathered, planned),
		changes: changes.map(({ change, gain, cost, words }) => plannedChange(change, gain, cost, words)),
		netOnCapital: decimalOf(pot.net, RATE_PLACES),
		cash: parseDecimal(String(CASH_RATE)),
		knew: {
			dataAt: gathered.dataAt ?? now,
			equity,
			inputs: { horizonHours: PLAN_HOURS, limits, interval: pot.interval, ...coinsOf(planned, gathered) },
		},
		notes: [pot.words, ...pot.binding.map(({ words }) => words), ...gathered.reasons],
	};
}

function targetsOf({ legs }: PlanLegs, { targets }: Optimal): readonly PotTarget[] {
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

/** Returns the plan's inputs for the coins that it holds or wants; all other coins would only repeat the market. */
function coinsOf({ targets }: Optimal, { legs, forecasts }: PlanLegs) {
	const coins = new Set(
		legs.flatMap(({ coin, held }, at) => (held !== 0 || Math.abs(targets[at] as number) > 0 ? [coin] : [])),
	);
	return {
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
