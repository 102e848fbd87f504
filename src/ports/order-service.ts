/** Requests of the API to execution and portfolio. Decimals exact; null is unknown. */

import type { Decimal } from '../domain/decimal.ts';
import type { ExitPlan } from '../domain/event.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { CashParts, Opportunity } from '../domain/opportunity.ts';
import type { ExecutionStatus } from '../domain/status.ts';
import type { ClosePreview } from './close-preview.ts';
import type { WordedEvent } from './journal.ts';
import type { ExecutionAdvice } from './stay-advice.ts';

/** The caller's opening mode; `auto` lets the service choose among the other three. */
export type ExecutionMode = 'auto' | 'grid' | 'single-direct' | 'single-delay';

/** Exit rules that a caller may set. */
export type ExitRules = {
	readonly maxHours?: Decimal | undefined;
	readonly maxEpochs?: number | undefined;
	readonly takeProfitPct?: Decimal | undefined;
	readonly stopLossPct?: Decimal | undefined;
	readonly closeOnReversal?: boolean | undefined;
	readonly minLiquidationDistancePct?: Decimal | undefined;
};

/** Limits that the owner sets for an agent; null: no limit. */
export type AgentCaps = {
	/** USD over both legs of one execution. */
	readonly amountMax: Decimal | null;
	/** USD over both legs of all open executions of the agent. */
	readonly openAmountMax: Decimal | null;
	/** Canonical exchange pairs. */
	readonly pairs: readonly string[] | null;
	/** Executions that the agent has started since 00:00 UTC, ended ones included. */
	readonly executionsPerDay: number | null;
	/** True to open only with the verdict `trade`. */
	readonly mustBeTrade: boolean;
};

/** The agent that calls for its owner. */
export type CallingAgent = { readonly agentId: string; readonly caps: AgentCaps };

/**
 * The caller: a user, or an agent on behalf of its owner. An agent reads everything of its owner, and commands only
 * the executions that it opened itself.
 */
export type Asker = {
	readonly userId: string;
	/** Undefined: the user. */
	readonly agent: CallingAgent | undefined;
};

/** A call of `execute` with parsed parameters. Amounts are USD over both legs, horizons hours. */
export type ExecuteRequest = Asker & {
	readonly opportunityId: string;
	readonly amount: Decimal;
	readonly mode: ExecutionMode;
	readonly leverage: Decimal;
	readonly maxSlippageBps: Decimal | undefined;
	readonly minNetApr: Decimal | undefined;
	readonly onlyIfTrade: boolean;
	readonly exit: ExitRules | undefined;
	/** The caller's own: an agent's key differs from its owner's and other agents' keys. */
	readonly idempotencyKey: string | undefined;
	/** True if the key belongs to a failed job, which is retried once, whether the user or an agent requests it. */
	readonly isRerun?: boolean;
	readonly preview: boolean;
	readonly previewId: string | undefined;
};

/** A warning beside an answer: its code, and a sentence for people. */
export type Warning = { readonly code: string; readonly message: string };

/** The answer to `execute`: the new job and execution, and the amount after both exchanges' lots. */
export type ExecuteAnswer = {
	readonly success: true;
	readonly jobId: string;
	readonly executionId: string;
	readonly status: 'queued';
	readonly mode: ExecutionMode;
	readonly message: string;
	/** USD over both legs, after both exchanges' lots. */
	readonly plannedAmount: Decimal;
	/** ISO 8601. */
	readonly estimatedEntryTime: string;
	readonly warnings: readonly Warning[];
};

/** One check of a preview as text: the found value, the limit, and a sentence. */
export type PreviewCheck = {
	readonly check: string;
	readonly passed: boolean;
	readonly value: string;
	readonly limit: string;
	readonly message: string;
};

/** Possible steps of the engine for an unhedged leg, in their order on the wire. */
export const ONE_LEG_ACTIONS = [
	'prove',
	'complete',
	'complete_wider',
	'cut',
	'call_person',
	'hedge_elsewhere',
] as const;

/**
 * `after_ms`: since one leg got ahead; since its first hedge was sent while the first leg rests; since an exchange
 * fell silent.
 */
export type OneLegStep = {
	readonly afterMs: number;
	readonly action: (typeof ONE_LEG_ACTIONS)[number];
	readonly text: string;
};

/** Plan for an opening in which one leg fills and the other does not. */
export type OneLegPlan = {
	/** Ordered by `after_ms`. */
	readonly steps: readonly OneLegStep[];
	/** Coins of the largest slice, the maximum opened at once. */
	readonly quantity: Decimal;
	/**
	 * Worst case in USD: filling that slice on one leg at its limit and reducing it again within the guard, with
	 * taker fees.
	 */
	readonly worstCaseUsd: Decimal;
	/** The same reduction at the widest price. */
	readonly worstCaseWidestUsd: Decimal;
	readonly message: string;
};

/** The answer to a preview: checks, costs and the plan for an unhedged leg; nothing was opened. */
export type PreviewAnswer = {
	readonly success: true;
	readonly preview: true;
	readonly previewId: string;
	readonly expiresAt: string;
	readonly plan: {
		readonly mode: ExecutionMode;
		readonly amount: Decimal;
		/** USD of the amount that the lots of both exchanges allow. */
		readonly plannedAmount: Decimal;
		readonly leverage: Decimal;
		readonly quantity: Decimal;
		/** Number of slices, opened one after the other. */
		readonly children: number;
		/** The first leg of single-delay. */
		readonly firstLeg: 'long' | 'short' | null;
		/** Groups of children that wait for the same price basis, in order. Null: any basis. */
		readonly levels: readonly {
			readonly children: number;
			readonly quantity: Decimal;
			readonly minBasis: Decimal | null;
		}[];
		/** Reason for this way of opening. */
		readonly message: string;
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
		 * The shares of `costs` in USD, for these coins at the mid of the long leg's book; null for a zero quantity.
		 */
		readonly cash: CashParts | null;
		readonly ifOneLegFails: OneLegPlan;
	};
	readonly costs: Opportunity['net'];
	readonly checks: readonly PreviewCheck[];
	readonly warnings: readonly Warning[];
	/**
	 * Bounds of the binding; leaving them causes PREVIEW_EXCEEDED. Shares of one leg's notional; mode and children
	 * stay.
	 */
	readonly bounds: {
		readonly maxTotalCost: Decimal | null;
		readonly minExpectedNet: Decimal | null;
		readonly mode: ExecutionMode;
		readonly children: number;
	};
};

/** A close request; `share` is the part of the position to close, above 0, at most 1. */
export type CloseRequest = Asker & {
	readonly executionId: string;
	readonly maxSlippageBps: Decimal | undefined;
	readonly share: Decimal;
};

/** The answer to `close`, with the result of the execution. Money is USD; null is unknown. */
export type CloseAnswer = {
	readonly success: boolean;
	readonly executionId: string;
	readonly status: ExecutionStatus;
	readonly message: string;
	readonly finalPnl: Decimal | null;
	readonly finalRoiPct: Decimal | null;
	readonly totalFunding: Decimal | null;
	readonly durationHours: Decimal | null;
};

/** Opens, previews and closes executions. Errors are `CarrywireError`s with the codes of `docs/errors.md`. */
export interface OrderService {
	/** Opens or previews an execution. @throws CarrywireError with the contract's code; then nothing was sent. */
	execute(request: ExecuteRequest): Promise<ExecuteAnswer | PreviewAnswer>;
	/** Waits until both legs are flat or the contract's 20 s have passed. @throws CarrywireError */
	close(request: CloseRequest): Promise<CloseAnswer>;
	/** Refuses what `close` would refuse because of the execution's state. @throws CarrywireError */
	previewClose(request: CloseRequest): Promise<ClosePreview>;
	/** Ids of the user's open executions on this exchange pair, or of one coin if given. */
	openExecutions(userId: string, exchangepair: string, coin?: string): readonly string[];
	/** Advice to hold or close, for each running execution of them. */
	advice(userId: string, exchangepair: string, coin?: string): readonly ExecutionAdvice[];
	/** `halted` if the user may open nothing on that venue, with a sentence that explains why. */
	tradingState(
		userId: string,
		venue: VenueName,
	): { readonly trading: 'enabled' | 'halted'; readonly reason: string | null };
	/** True if the user has an account at this venue. */
	isConnected(userId: string, venue: VenueName): boolean;
}

/** Changes of exit rules: an absent rule stays, null removes it. */
export type ExitChange = {
	readonly [Rule in Exclude<keyof ExitRules, 'closeOnReversal'>]?: ExitRules[Rule] | null;
} & { readonly closeOnReversal?: boolean | undefined };

/** The exit rules of an execution after a change. */
export type ExitAnswer = {
	readonly success: true;
	readonly executionId: string;
	readonly status: ExecutionStatus;
	/** The present exit rules. */
	readonly exit: ExitPlan;
};

/** Effect on a stopped agent's openings, by id. Running executions continue. */
export type AgentStopEffect = {
	/** Queued executions: they have failed with CANCELED, and nothing of them was ever sent. */
	readonly canceled: readonly string[];
	/** Opening executions: they open nothing more, and the filled part is balanced and continues as the owner's. */
	readonly openingEnded: readonly string[];
};

/** The latest events of one execution in sentences. */
export type ExecutionHistory = {
	/** The latest events, newest last. */
	readonly events: readonly WordedEvent[];
	/** Number of events in the execution's whole journal. */
	readonly total: number;
	/** The agent that opened it; null: the user. */
	readonly agentId: string | null;
};

/** Further operations on executions. Each accesses only the caller's own. @throws CarrywireError */
export interface ExecutionControls {
	/**
	 * Cancels an opening and waits for the end, as long as a close does; repeating it is harmless. `keeps`: the open
	 * part runs on, and the call waits for that instead.
	 */
	cancel(by: Asker, executionId: string, keeps: boolean): Promise<CloseAnswer>;
	/** Resolves once the new rules are on disk. */
	updateExit(by: Asker, executionId: string, change: ExitChange): Promise<ExitAnswer>;
	continueEpoch(by: Asker, executionId: string): Promise<ExitAnswer>;
	/**
	 * Retries a failed execution, once per job: every further call receives the first answer. An agent's limits apply
	 * again.
	 */
	resubmit(by: Asker, jobId: string): Promise<ExecuteAnswer>;
	/** History of any execution of the user: agents read all of them. */
	history(userId: string, executionId: string, limit: number): Promise<ExecutionHistory>;
	/**
	 * Ends the openings of a user's agent, once `isAgentStopped` reports it as stopped. When this resolves, no
	 * opening order leaves for the agent any more, even for calls that were in progress.
	 * @throws CarrywireError STORE_UNAVAILABLE if it cannot be written yet: it is written as soon as possible, and
	 * nothing more is opened until then.
	 * @throws Error for an agent that is not stopped.
	 */
	stopAgent(userId: string, agentId: string): Promise<AgentStopEffect>;
}
