/** Plans pots with the portfolio planner, on the pot's own executions and its own capital. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import {
	type Decimal,
	floorPlaces,
	fromNumber,
	max,
	min,
	parseDecimal,
	toNumber,
	ZERO,
} from '../domain/decimal.ts';
import { atPlaces, published } from '../domain/estimate.ts';
import type {
	PlannedChange,
	PotLeg,
	PotPlan,
	PotPlanAsk,
	PotPlanner,
	PotTarget,
} from '../ports/autopilot.ts';
import type {
	PlanContract,
	PlanRequest,
	PlannedChange as PortfolioChange,
	PortfolioPlan,
	PortfolioPlanner,
} from '../ports/portfolio-planner.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/** Share of the capital that stays idle, for margin where it is needed. */
const IDLE_SHARE = 0.25;
/** Interest that cash earns, a fraction a year. */
const CASH_APR = 0.04;
/** A change must bring back twice its cost. */
const COST_SHARE_MAX = 0.5;
const CENT = parseDecimal('0.01');
/** Places of estimated amounts, USD. A reader rounds them to the cents that the explanation states. */
const ESTIMATE_PLACES = 4;
const CENT_PLACES = 2;
const RATE_PLACES = 6;
const SHARE_PLACES = 9;
const INPUT_PLACES = 9;
/** Reasons why there is no plan now. The next decision asks again. */
const WAITS: ReadonlySet<string> = new Set(['PLAN_CONTRADICTION', 'PLAN_UNAVAILABLE', 'INVALID_PARAMS']);

/** Creates the planner of pots. */
export function createPotPlanner(planner: PortfolioPlanner): PotPlanner {
	return {
		async plan(ask) {
			const unvalued = ask.holdings.find(({ notional }) => notional === null);
			if (unvalued !== undefined) return { waits: AUTOPILOT_TEXT.noMark({ coin: unvalued.coin }) };
			if (ask.equity === null) return { waits: AUTOPILOT_TEXT.noEquity() };
			try {
				return planOf(ask, await planner.plan(requestOf(ask, ask.equity)));
			} catch (error) {
				if (error instanceof CarrywireError && WAITS.has(error.code)) return { waits: error.words };
				throw error;
			}
		},
	};
}

/**
 * Losses shrink the capital of a pot, profits do not enlarge it. A pot that has lost all of it plans with a cent, so
 * that it leaves its positions.
 */
function requestOf({ pot, holdings }: PotPlanAsk, equity: Decimal): PlanRequest {
	const { capital, exchanges, coinsAllowed, coinsDenied, leverage, limits } = pot.settings;
	const own = max(CENT, min(capital, equity));
	return {
		userId: pot.tradesAs,
		executionIds: holdings.map(({ executionId }) => executionId),
		capital: toNumber(own),
		exchanges,
		coins: coinsAllowed ?? undefined,
		withoutCoins: coinsDenied,
		margin: 'accounts',
		leverage: toNumber(leverage),
		idle: IDLE_SHARE,
		coinShare: toNumber(limits.coinShare),
		exchangeShare: limits.exchangeShare === null ? undefined : toNumber(limits.exchangeShare),
		exchangeNetShare: undefined,
		cashApr: CASH_APR,
		keepsFixed: true,
		potId: pot.potId,
	};
}

function planOf({ equity }: PotPlanAsk, plan: PortfolioPlan): PotPlan {
	const { outcome } = plan;
	return {
		targets: plan.legs.flatMap(({ coin, exchange, symbol, target }): readonly PotTarget[] => {
			const notional = decimalOf(target, CENT_PLACES);
			return notional === null || notional === 0n ? [] : [{ coin, venue: exchange, symbol, notional }];
		}),
		changes: plan.changes.map(changeOf),
		netOnCapital: decimalOf(outcome.netOnCapital, RATE_PLACES),
		cash: fromNumber(CASH_APR),
		knew: { dataAt: plan.at, equity, inputs: inputsOf(plan) },
		notes: [outcome.message, ...plan.limits.map(({ limit }) => limit), ...plan.reasons],
	};
}

function changeOf(change: PortfolioChange): PlannedChange {
	const { kind, coin, long, short, executionId, share, roll, notional, gain, cost, message } = change;
	const isExit = kind === 'close' || kind === 'reduce';
	return {
		kind,
		coin,
		long: legOf(long),
		short: legOf(short),
		executionId,
		leg: roll?.leg ?? null,
		notional: decimalOf(notional, CENT_PLACES) ?? ZERO,
		share: share === null || kind === 'close' ? null : decimalOf(Math.min(1, share), SHARE_PLACES),
		gain: decimalOf(gain, ESTIMATE_PLACES),
		cost: decimalOf(cost, ESTIMATE_PLACES),
		costMax: isExit ? null : decimalOf(Math.max(0, gain * COST_SHARE_MAX), CENT_PLACES),
		explanation: message,
	};
}

/** Facts about the contracts that the plan holds or wants. All others would only repeat the market. */
function inputsOf({ terms, legs, outcome, margins }: PortfolioPlan): PotPlan['knew']['inputs'] {
	const { message: _message, ...figures } = outcome;
	const inputs = {
		terms,
		outcome: figures,
		legs: legs
			.filter(({ held, target }) => held !== 0 || target !== 0)
			.map(({ reasons: _reasons, ...leg }) => leg),
		margins,
		coinsSeen: new Set(legs.map(({ coin }) => coin)).size,
	};
	return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, rounded(value)]));
}

/** Rounds every figure, because the API sends decimals with a limited number of places. */
function rounded(value: unknown): unknown {
	if (typeof value === 'number') return Number.isFinite(value) ? atPlaces(value, INPUT_PLACES) : null;
	if (Array.isArray(value)) return value.map(rounded);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rounded(inner)]));
}

function decimalOf(value: number, places: number): Decimal | null {
	return Number.isFinite(value) ? floorPlaces(published(value), places) : null;
}

function legOf({ exchange, symbol }: PlanContract): PotLeg {
	return { venue: exchange, symbol };
}
