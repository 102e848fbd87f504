/**
 * Plans a user's whole portfolio: which contracts to hold at which exchange, and the changes from the present
 * holdings. A plan sends nothing. Figures are estimates, in doubles: USD, or fractions; a year is 365 days.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Words } from '../sentences/sentence.ts';
import { MARGIN_LEVELS } from './margin-plan.ts';
import type { ShownTransfer } from './planned-transfers.ts';

/**
 * Place of the margin of a plan. `accounts`: as in the connected accounts now. `equal`: the capital split equally.
 * `free`: wherever the plan needs it, so that no exchange limits the plan.
 */
export const MARGIN_PLACES = ['accounts', 'equal', 'free'] as const;
/** One of `MARGIN_PLACES`. */
export type MarginPlace = (typeof MARGIN_PLACES)[number];

/** Terms of a plan. */
export type PlanTerms = {
	/** Capital, USD; undefined for the equity of the accounts at these exchanges. */
	readonly capital: number | undefined;
	/** Exchanges to use; undefined for every exchange with an account, or without accounts every traded exchange. */
	readonly exchanges: readonly VenueName[] | undefined;
	/** Coins to use; undefined for all. */
	readonly coins: readonly string[] | undefined;
	/** Coins not to use. */
	readonly withoutCoins: readonly string[];
	/** Undefined: `accounts` if the user has any at these exchanges, otherwise `free`. */
	readonly margin: MarginPlace | undefined;
	/** Notional of both legs over the margin. */
	readonly leverage: number;
	/** Share of the capital that stays idle, as a reserve of margin. */
	readonly idle: number;
	/** Largest one-leg notional of a coin, as a share of the one-leg notional of the whole plan. */
	readonly coinShare: number;
	/** Largest notional at one exchange, as a share of both legs of the whole plan; undefined for no limit. */
	readonly exchangeShare: number | undefined;
	/** Largest difference between longs and shorts at one exchange, as the same share; undefined for no limit. */
	readonly exchangeNetShare: number | undefined;
	/** Interest on cash, a fraction per year. */
	readonly cashApr: number;
	/** Hours within which a change must earn twice its cost; absent: 720. */
	readonly horizonHours?: number;
};

/** A request for a plan. */
export type PlanRequest = PlanTerms & {
	readonly userId: string;
	/** The executions that the plan may change; undefined for all of the user's running ones. */
	readonly executionIds: readonly string[] | undefined;
	/**
	 * True: a leg that cannot change now may hold more than a limit allows, and the rest is planned beside it. Absent:
	 * such a plan is refused with PLAN_CONTRADICTION.
	 */
	readonly keepsFixed?: true;
	/** The pot that plans. Absent: the user asks for the plan. */
	readonly potId?: string;
};

/** One contract of a plan. Notionals are signed USD, long positive. */
export type PlannedLeg = {
	readonly coin: string;
	readonly exchange: VenueName;
	readonly symbol: string;
	readonly held: number;
	readonly target: number;
	/** Mid price, USD per coin. */
	readonly price: number;
	/** Cost of a change: taker fee plus slippage, a fraction. */
	readonly cost: number;
	/** Why the plan may not change the leg freely; empty if it may. */
	readonly reasons: readonly Words[];
};

/** Kinds of changes. `enlarge` opens more of a pair that is held. */
export const PLAN_CHANGE_KINDS = ['open', 'enlarge', 'reduce', 'close', 'roll'] as const;
/** One of `PLAN_CHANGE_KINDS`. */
export type PlanChangeKind = (typeof PLAN_CHANGE_KINDS)[number];

/** A contract of a change. */
export type PlanContract = { readonly exchange: VenueName; readonly symbol: string };

/** One change from the present holdings. */
export type PlannedChange = {
	readonly kind: PlanChangeKind;
	readonly coin: string;
	/** The pair after the change; for a reduction or a close, the pair that is held. */
	readonly long: PlanContract;
	readonly short: PlanContract;
	/** The execution that the change reduces, closes or rolls; null for an opening. */
	readonly executionId: string | null;
	/**
	 * Share of what the execution holds after the changes before this one, above 0 and at most 1, that the change takes
	 * away or moves; null for an opening.
	 */
	readonly share: number | null;
	/** For a roll: the leg that moves, and the contract that it leaves. */
	readonly roll: { readonly leg: LegRole; readonly from: PlanContract } | null;
	/** One-leg notional of the change, USD, above 0. */
	readonly notional: number;
	/** Expected gain over the horizon compared with no change, before the cost, USD. */
	readonly gain: number;
	/** Cost of the change, USD. */
	readonly cost: number;
	/** `gain` over `cost`; null if the change costs nothing. */
	readonly ratio: number | null;
	/** Limits that made the change this size, with their shadow prices. */
	readonly limits: readonly PlanLimit[];
	/** The change in one or two sentences: what, why, which limit decided. */
	readonly message: Words;
};

/** A limit that binds. */
export type PlanLimit = {
	readonly limit: Words;
	/** Additional net per year for each USD by which the limit is widened. */
	readonly shadowPrice: number;
};

/** The expected result of a plan. Money is USD per year; shares are of the capital per year. */
export type PlanOutcome = {
	/** Expected carry of what is held after the changes, less the cost of a year's turnover, or of these changes if more. */
	readonly netPerYear: number;
	/** Cost that `netPerYear` counts: of a year's turnover, or of the first changes if that is more. */
	readonly costPerYear: number;
	readonly netOnCapital: number;
	/** Bounds of `netOnCapital`: 90 % of the outcomes are expected between them. Null without a known deviation. */
	readonly netOnCapitalLow: number | null;
	readonly netOnCapitalHigh: number | null;
	readonly cashApr: number;
	/** `netOnCapital` minus `cashApr`. */
	readonly overCash: number;
	/** Leverage at which the plan would earn as much as cash; null if it loses at every leverage. */
	readonly leverageOfCash: number | null;
	readonly verdict: 'trade' | 'no_trade';
	readonly message: Words;
};

/** An exchange under a common move of all prices. */
export type MarginUnderMove = {
	/** The move, a fraction; −0.3 is a fall of 30 %. */
	readonly move: number;
	/** Equity after the move, USD. */
	readonly equity: number;
	/** Equity over the notional of both sides after the move; null without positions. */
	readonly ratio: number | null;
	readonly level: PlanMarginLevel;
};

/** Levels of an exchange's margin against 1 / leverage, best first. */
export const PLAN_MARGIN_LEVELS = [...MARGIN_LEVELS, 'empty'] as const;
/** One of `PLAN_MARGIN_LEVELS`. */
export type PlanMarginLevel = (typeof PLAN_MARGIN_LEVELS)[number];

/** The margin of one exchange after the plan. */
export type PlannedMargin = {
	readonly exchange: VenueName;
	/** Equity that the plan counts on, USD. */
	readonly equity: number;
	readonly notional: number;
	readonly net: number;
	readonly moves: readonly MarginUnderMove[];
};

/** A transfer that the plan would like. The service never withdraws. */
export type WantedTransfer = {
	readonly from: VenueName;
	readonly to: VenueName;
	/** Whole USD. */
	readonly amount: Decimal;
	/** Time by which it should arrive, Unix milliseconds; null if the volatility is unknown. */
	readonly by: number | null;
	/** Why the plan wants it. */
	readonly message: Words;
	/** The consequence of not sending it. */
	readonly without: Words;
	/** Id of the transfer that the service waits for; null if the plan does not start from the accounts. */
	readonly transferId: string | null;
};

/** A plan. */
export type PortfolioPlan = {
	/** Unix milliseconds. */
	readonly at: number;
	readonly terms: Omit<PlanTerms, 'capital' | 'exchanges' | 'margin' | 'horizonHours'> & {
		readonly capital: number;
		readonly exchanges: readonly VenueName[];
		readonly margin: MarginPlace;
		/** Largest one-leg notional of the whole plan, USD. */
		readonly legNotionalMax: number;
		readonly horizonHours: number;
	};
	readonly legs: readonly PlannedLeg[];
	readonly changes: readonly PlannedChange[];
	readonly outcome: PlanOutcome;
	readonly limits: readonly PlanLimit[];
	readonly margins: readonly PlannedMargin[];
	readonly transfers: readonly WantedTransfer[];
	/** All transfers that the service waits for or has recognized within the last week, newest first. */
	readonly plannedTransfers: readonly ShownTransfer[];
	/** Facts that the plan could not consider, such as accounts that do not answer. */
	readonly reasons: readonly Words[];
};

/** Plans portfolios. */
export interface PortfolioPlanner {
	/**
	 * Plans at the present prices and forecasts.
	 * @throws CarrywireError PLAN_CONTRADICTION if no plan meets all limits; the sentence names them
	 * @throws CarrywireError PLAN_UNAVAILABLE if the solver does not answer
	 */
	plan(request: PlanRequest): Promise<PortfolioPlan>;
}
