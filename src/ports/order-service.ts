/** Defines the requests that the API sends to execution and portfolio. Decimals are exact; null means unknown. */

import type { Decimal } from '../domain/decimal.ts';
import type { ExitPlan } from '../domain/event.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { CashParts, Opportunity } from '../domain/opportunity.ts';
import type { ExecutionStatus } from '../domain/status.ts';
import type { Words } from '../sentences/sentence.ts';
import type { ClosePreview } from './close-preview.ts';
import type { WordedEvent } from './journal.ts';
import type { ExecutionAdvice } from './stay-advice.ts';

/** The caller's opening mode. `auto` lets the service choose among the other three. */
export type ExecutionMode = 'auto' | 'grid' | 'single-direct' | 'single-delay';

/** Exit rules that a caller may set. */
export type ExitRules = {
	readonly maxHours?: Decimal | undefined;
	readonly maxEpochs?: number | undefined;
	readonly takeProfitPct?: Decimal | undefined;
	readonly stopLossPct?: Decimal | undefined;
	readonly closeOnReversal?: boolean | undefined;
	readonly minLiquidationDistancePct?: Decimal | undefined;
	readonly minSpreadAprPct?: Decimal | undefined;
	readonly minNetAprPct?: Decimal | undefined;
};

/** Limits that an owner sets for an agent; null means no limit. */
export type AgentCaps = {
	/** Maximum amount of one execution, USD across both legs. */
	readonly amountMax: Decimal | null;
	/** Maximum total amount of the agent's open executions, USD across both legs. */
	readonly openAmountMax: Decimal | null;
	/** Canonical names of the allowed exchange pairs. */
	readonly pairs: readonly string[] | null;
	/** Maximum number of executions that the agent may start per UTC day, including ended ones. */
	readonly executionsPerDay: number | null;
	/** True if the agent may open only opportunities with the verdict `trade`. */
	readonly mustBeTrade: boolean;
};

/** The agent that calls on its owner's behalf. */
export type CallingAgent = { readonly agentId: string; readonly caps: AgentCaps };

/**
 * The caller: a user, or an agent on behalf of its owner. An agent can read all of its owner's data, but can command
 * only the executions that it opened itself.
 */
export type Asker = {
	readonly userId: string;
	/** The calling agent; undefined if the user calls. */
	readonly agent: CallingAgent | undefined;
};

/** A call to `execute` with parsed parameters. Amounts are USD across both legs, horizons are hours. */
export type ExecuteRequest = Asker & {
	readonly opportunityId: string;
	readonly amount: Decimal;
	readonly mode: ExecutionMode;
	readonly leverage: Decimal;
	readonly maxSlippageBps: Decimal | undefined;
	readonly minNetApr: Decimal | undefined;
	readonly onlyIfTrade: boolean;
	/** True: open the direction of the id even if the forecast favours the other one. Absent: refuse it. */
	readonly isAnyDirection?: true | undefined;
	readonly exit: ExitRules | undefined;
	/** The caller's idempotency key. An agent's key never collides with its owner's or another agent's key. */
	readonly idempotencyKey: string | undefined;
	/**
	 * True for the retry of a failed job. The idempotency key then belongs to the job, so that the job is retried
	 * only once, whether the user or an agent requests it.
	 */
	readonly isRerun?: boolean;
	readonly preview: boolean;
	readonly previewId: string | undefined;
};

/** Reasons why a plan opens less than the requested amount. */
export const AMOUNT_DIFFERENCES = ['COMMON_LOT', 'EXCHANGE_LOT', 'PRICE_GAP'] as const;

/**
 * Why a plan opens less than the requested amount. EXCHANGE_LOT: the lot of one exchange, or the same lot of both.
 * COMMON_LOT: the least common multiple of two different lots. PRICE_GAP: the leg with the lower price is worth less.
 */
export type AmountDifference = {
	readonly code: (typeof AMOUNT_DIFFERENCES)[number];
	/** Requested amount minus planned amount, USD across both legs. */
	readonly amount: Decimal;
	/** The quantity of each leg is a multiple of this, coins. */
	readonly lot: Decimal;
	/** Lot of each exchange, coins. */
	readonly longLot: Decimal;
	readonly shortLot: Decimal;
	/** Exchange whose lot decides; null if both have this lot, or neither. */
	readonly exchange: VenueName | null;
	/** Smallest amount that buys one lot more at the present prices, USD across both legs. */
	readonly nextAmount: Decimal;
};

/** A warning in a response: its code, and a message for the user. */
export type Warning = { readonly code: string; readonly message: Words };

/** Response to `execute`: the new job and execution, and the amount after rounding to both exchanges' lots. */
export type ExecuteAnswer = {
	readonly success: true;
	readonly jobId: string;
	readonly executionId: string;
	readonly status: 'queued';
	readonly mode: ExecutionMode;
	readonly message: Words;
	/** Planned amount, USD across both legs, after rounding to both exchanges' lots. */
	readonly plannedAmount: Decimal;
	/** Estimated time of entry, ISO 8601. */
	readonly estimatedEntryTime: string;
	readonly warnings: readonly Warning[];
};

/** One check in a preview: the value found, the limit, and a message, all as text. */
export type PreviewCheck = {
	readonly check: string;
	readonly passed: boolean;
	readonly value: string;
	readonly limit: string;
	readonly message: Words;
};

/** Steps that the engine may take for an unhedged leg, in the order in which the API lists them. */
export const ONE_LEG_ACTIONS = [
	'prove',
	'complete',
	'complete_wider',
	'cut',
	'call_person',
	'hedge_elsewhere',
] as const;

/**
 * One step for an unhedged leg. `after_ms` counts from the time at which one leg got ahead or an exchange fell
 * silent. If the first leg's order rests, it counts from the time at which the first hedge of that order was sent.
 */
export type OneLegStep = {
	readonly afterMs: number;
	readonly action: (typeof ONE_LEG_ACTIONS)[number];
	readonly text: Words;
};

/** Plan for the case that one leg of an opening fills and the other does not. */
export type OneLegPlan = {
	/** The steps, sorted by `after_ms`. */
	readonly steps: readonly OneLegStep[];
	/** Quantity of the largest slice, coins. Nothing larger is opened at once. */
	readonly quantity: Decimal;
	/**
	 * Worst-case loss, USD: the largest slice fills on one leg at its limit price and is reduced again within the
	 * slippage limit, with taker fees.
	 */
	readonly worstCaseUsd: Decimal;
	/** Worst-case loss if the reduction needs the widest slippage limit, USD. */
	readonly worstCaseWidestUsd: Decimal;
	readonly message: Words;
};

/** Response to a preview: checks, costs and the plan for an unhedged leg. A preview opens nothing. */
export type PreviewAnswer = {
	readonly success: true;
	readonly preview: true;
	readonly previewId: string;
	readonly expiresAt: string;
	readonly plan: {
		readonly mode: ExecutionMode;
		readonly amount: Decimal;
		/** The amount after rounding down to both exchanges' lots, USD. */
		readonly plannedAmount: Decimal;
		/** Why the plan opens less than the amount; null if it opens all of it. */
		readonly amountDifference: AmountDifference | null;
		readonly leverage: Decimal;
		readonly quantity: Decimal;
		/** Number of slices, opened one after another. */
		readonly children: number;
		/** The leg that single-delay opens first; null in the other modes. */
		readonly firstLeg: 'long' | 'short' | null;
		/**
		 * Groups of slices, in opening order. The slices of one group wait for the same price basis; a `minBasis` of
		 * null accepts any.
		 */
		readonly levels: readonly {
			readonly children: number;
			readonly quantity: Decimal;
			readonly minBasis: Decimal | null;
		}[];
		/** Why the service would open the position in this way. */
		readonly message: Words;
		readonly legs: readonly {
			readonly role: 'long' | 'short';
			readonly exchange: VenueName;
			readonly symbol: string;
			readonly side: 'buy' | 'sell';
			readonly quantity: Decimal;
			readonly notional: Decimal;
			readonly limitPrice: Decimal;
			readonly expectedPrice: Decimal | null;
			readonly margin: Decimal;
		}[];
		/**
		 * The fractions in `costs` converted to USD, for the planned coins at the mid price of the long leg's order
		 * book; null for a zero quantity.
		 */
		readonly cash: CashParts | null;
		readonly ifOneLegFails: OneLegPlan;
	};
	readonly costs: Opportunity['net'];
	readonly checks: readonly PreviewCheck[];
	readonly warnings: readonly Warning[];
	/**
	 * Bounds for an execution that uses this preview. An execution outside them is refused with PREVIEW_EXCEEDED.
	 * Costs and net are fractions of one leg's notional. The mode and the number of slices must stay the same.
	 */
	readonly bounds: {
		readonly maxTotalCost: Decimal | null;
		readonly minExpectedNet: Decimal | null;
		readonly mode: ExecutionMode;
		readonly children: number;
	};
};

/** A close request. */
export type CloseRequest = Asker & {
	readonly executionId: string;
	readonly maxSlippageBps: Decimal | undefined;
	/** Fraction of the position to close, above 0 and at most 1. */
	readonly share: Decimal;
	/**
	 * Capital to close in USD across both legs, as in `ExecuteRequest`. If it is given, it replaces `share`.
	 */
	readonly amount?: Decimal | undefined;
	/** `maker` rests the first leg as maker; the default `taker` takes liquidity on both legs. */
	readonly style?: CloseStyle | undefined;
	/** Time during which orders may rest, milliseconds; undefined for the service's setting. */
	readonly makerMs?: number | undefined;
};

/** The ways to close a position. */
export const CLOSE_STYLES = ['taker', 'maker'] as const;
/** A way to close a position. */
export type CloseStyle = (typeof CLOSE_STYLES)[number];

/** Response to `close`, with the result of the execution. Money is USD; null means unknown. */
export type CloseAnswer = {
	readonly success: boolean;
	readonly executionId: string;
	readonly status: ExecutionStatus;
	readonly message: Words;
	readonly finalPnl: Decimal | null;
	readonly finalRoiPct: Decimal | null;
	readonly totalFunding: Decimal | null;
	readonly durationHours: Decimal | null;
};

/** A call to `roll`: moves one leg of a running execution to another exchange. */
export type RollRequest = Asker & {
	readonly executionId: string;
	/** The leg that moves; the other one stays. */
	readonly leg: 'long' | 'short';
	/** Exchange to which the leg moves. */
	readonly exchange: VenueName;
	/** The exchange's own symbol; undefined if it lists only one contract of the coin. */
	readonly symbol: string | undefined;
	/** Fraction of the position to move, above 0 and at most 1. */
	readonly share: Decimal;
	readonly maxSlippageBps: Decimal | undefined;
	/** True to refuse unless the move is expected to earn at least twice its cost within the horizon. */
	readonly onlyIfPays: boolean;
	readonly idempotencyKey: string | undefined;
	readonly preview: boolean;
	readonly previewId: string | undefined;
};

/** One of the two trades of a roll. */
export type RollTrade = {
	readonly exchange: VenueName;
	readonly symbol: string;
	readonly side: 'buy' | 'sell';
	readonly limitPrice: Decimal;
	/** Average price in the current book, USD per coin; null if the book cannot fill it within the limit. */
	readonly expectedPrice: Decimal | null;
	/** Taker fee, a fraction of the leg's notional. */
	readonly fee: Decimal;
	/** Distance of the average price from the mid price, a fraction; null if `expectedPrice` is null. */
	readonly slippage: Decimal | null;
};

/**
 * Expected result of a roll over the horizon. Figures are fractions of the moved notional of one leg; null if a part
 * is unknown.
 */
export type RollFigures = {
	readonly horizonHours: number;
	/** Expected carry of the pair before and of the pair after. */
	readonly carryBefore: Decimal | null;
	readonly carryAfter: Decimal | null;
	/** `carryAfter` − `carryBefore`. */
	readonly gain: Decimal | null;
	/** Fees and slippage of both trades. */
	readonly cost: Decimal | null;
	/** `gain` − `cost`. */
	readonly net: Decimal | null;
	/** `gain` / `cost`. */
	readonly ratio: Decimal | null;
};

/** Response to a preview of a roll. A preview sends nothing. */
export type RollPreview = {
	readonly success: true;
	readonly preview: true;
	readonly previewId: string;
	readonly expiresAt: string;
	readonly plan: {
		/** Id of the execution that holds the pair before. */
		readonly executionId: string;
		readonly leg: 'long' | 'short';
		/** Coins that move, and coins that stay in the execution before. */
		readonly quantity: Decimal;
		readonly remaining: Decimal;
		/** Value of the moved leg, USD. */
		readonly notional: Decimal;
		/** Capital of the pair after, USD over both legs. */
		readonly amount: Decimal;
		readonly leverage: Decimal;
		/** Margin that the new exchange needs, USD. */
		readonly margin: Decimal;
		/** Number of slices, moved one after another. */
		readonly children: number;
		readonly open: RollTrade;
		readonly close: RollTrade;
		readonly message: Words;
	};
	readonly figures: RollFigures;
	readonly checks: readonly PreviewCheck[];
	/** Bounds of a roll that uses this preview. */
	readonly bounds: {
		readonly maxTotalCost: Decimal | null;
		readonly minNet: Decimal | null;
		readonly children: number;
	};
};

/** Opens, previews and closes executions. Errors are `CarrywireError`s with the codes in `docs/errors.md`. */
export interface OrderService {
	/**
	 * Opens or previews an execution. @throws CarrywireError with a code in `docs/errors.md`; nothing was sent in
	 * that case.
	 */
	execute(request: ExecuteRequest): Promise<ExecuteAnswer | PreviewAnswer>;
	/**
	 * Moves one leg of a running execution to another exchange, or previews the move. The pair after is a new
	 * execution. @throws CarrywireError; nothing was sent in that case.
	 */
	roll(request: RollRequest): Promise<ExecuteAnswer | RollPreview>;
	/**
	 * Closes an execution. Waits until both legs are flat or the API's limit of 20 s has passed. @throws
	 * CarrywireError
	 */
	close(request: CloseRequest): Promise<CloseAnswer>;
	/**
	 * Previews a close. Refuses everything that `close` would refuse because of the execution's state. @throws
	 * CarrywireError
	 */
	previewClose(request: CloseRequest): Promise<ClosePreview>;
	/** Returns the ids of the user's open executions on this exchange pair; if `coin` is given, only that coin's. */
	openExecutions(userId: string, exchangepair: string, coin?: string): readonly string[];
	/** Returns advice to hold or close for each running execution that `openExecutions` would return. */
	advice(userId: string, exchangepair: string, coin?: string): readonly ExecutionAdvice[];
	/** Returns `halted`, with a sentence that explains why, if the user may open nothing on that venue. */
	tradingState(
		userId: string,
		venue: VenueName,
	): { readonly trading: 'enabled' | 'halted'; readonly reason: Words | null };
	/** True if the user has an account at this venue. */
	isConnected(userId: string, venue: VenueName): boolean;
}

/** Changes to exit rules. An absent rule stays unchanged; null removes the rule. */
export type ExitChange = {
	readonly [Rule in Exclude<keyof ExitRules, 'closeOnReversal'>]?: ExitRules[Rule] | null;
} & { readonly closeOnReversal?: boolean | undefined };

/** An execution's exit rules after a change. */
export type ExitAnswer = {
	readonly success: true;
	readonly executionId: string;
	readonly status: ExecutionStatus;
	/** The current exit rules. */
	readonly exit: ExitPlan;
};

/** Ids of the executions that stopped opening because their agent was stopped. Running executions continue. */
export type AgentStopEffect = {
	/** Ids of queued executions that have failed with CANCELED. No order of theirs was ever sent. */
	readonly canceled: readonly string[];
	/**
	 * Ids of opening executions that open nothing more. The service balances their filled part, which continues as
	 * the owner's execution.
	 */
	readonly openingEnded: readonly string[];
};

/** One execution's latest events as sentences. */
export type ExecutionHistory = {
	/** The latest events, newest last. */
	readonly events: readonly WordedEvent[];
	/** Number of events in the execution's whole journal. */
	readonly total: number;
	/** Id of the agent that opened the execution; null if the user opened it. */
	readonly agentId: string | null;
};

/**
 * Further operations on executions. Each operation accesses only the caller's own executions. @throws CarrywireError
 */
export interface ExecutionControls {
	/**
	 * Cancels an execution that is still opening, and waits for its end at most as long as a close does. Repeating
	 * the call is harmless. With `keeps`, keeps the filled part, and waits until that part is running.
	 */
	cancel(by: Asker, executionId: string, keeps: boolean): Promise<CloseAnswer>;
	/** Changes an execution's exit rules. Resolves once the new rules are on disk. */
	updateExit(by: Asker, executionId: string, change: ExitChange): Promise<ExitAnswer>;
	continueEpoch(by: Asker, executionId: string): Promise<ExitAnswer>;
	/**
	 * Retries a failed execution, once per job. All further calls receive the first response. An agent's limits apply
	 * again.
	 */
	resubmit(by: Asker, jobId: string): Promise<ExecuteAnswer>;
	/** Returns the history of any of the user's executions, because agents may read all of them. */
	history(userId: string, executionId: string, limit: number): Promise<ExecutionHistory>;
	/**
	 * Stops every execution that a user's agent is still opening, once `isAgentStopped` reports the agent as stopped.
	 * After this resolves, no opening order is sent for the agent, even by calls that were in progress.
	 * @throws CarrywireError STORE_UNAVAILABLE if the end of an opening cannot be written yet. The service writes it
	 * as soon as possible and opens nothing more until then.
	 * @throws Error for an agent that is not stopped.
	 */
	stopAgent(userId: string, agentId: string): Promise<AgentStopEffect>;
}
