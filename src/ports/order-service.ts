/** Questions of delivery to execution and portfolio. Decimals exact; null is unknown. */

import type { Decimal } from '../domain/decimal.ts';
import type { ExitPlan } from '../domain/event.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { CashParts, Opportunity } from '../domain/opportunity.ts';
import type { ExecutionStatus } from '../domain/status.ts';
import type { ClosePreview } from './close-preview.ts';
import type { WordedEvent } from './journal.ts';
import type { ExecutionAdvice } from './stay-advice.ts';

/** How the caller wants an execution opened; `auto` leaves the choice among the other three to the service. */
export type ExecutionMode = 'auto' | 'grid' | 'single-direct' | 'single-delay';

/** Exit rules as the caller may state them. */
export type ExitRules = {
	readonly maxHours?: Decimal | undefined;
	readonly maxEpochs?: number | undefined;
	readonly takeProfitPct?: Decimal | undefined;
	readonly stopLossPct?: Decimal | undefined;
	readonly closeOnReversal?: boolean | undefined;
	readonly minLiquidationDistancePct?: Decimal | undefined;
};

/** What the owner of an agent allows it; null: no such cap. */
export type AgentCaps = {
	/** USD over both legs of one execution. */
	readonly amountMax: Decimal | null;
	/** USD over both legs of all open executions of the agent. */
	readonly openAmountMax: Decimal | null;
	/** Canonical exchange pairs. */
	readonly pairs: readonly string[] | null;
	/** Executions that the agent has begun since 00:00 UTC, ended ones too. */
	readonly executionsPerDay: number | null;
	/** Nothing is opened whose verdict is not trade. */
	readonly mustBeTrade: boolean;
};

/** The agent that calls for its owner. */
export type CallingAgent = { readonly agentId: string; readonly caps: AgentCaps };

/**
 * Who asks, and for whom: a user, or an agent of theirs. An agent reads all that is its owner's, and commands only the
 * executions that it opened itself.
 */
export type Asker = {
	readonly userId: string;
	/** Undefined: the user themselves. */
	readonly agent: CallingAgent | undefined;
};

/** A call of `execute` after its parameters were read. Amounts are USD per leg, horizons hours. */
export type ExecuteRequest = Asker & {
	readonly opportunityId: string;
	readonly amount: Decimal;
	readonly mode: ExecutionMode;
	readonly leverage: Decimal;
	readonly maxSlippageBps: Decimal | undefined;
	readonly minNetApr: Decimal | undefined;
	readonly onlyIfTrade: boolean;
	readonly exit: ExitRules | undefined;
	/** The asker's own: an agent's key is neither its owner's nor another agent's. */
	readonly idempotencyKey: string | undefined;
	/** The key is that of a failed job, which is run again once, whoever of the user and the agents asks for it. */
	readonly isRerun?: boolean;
	readonly preview: boolean;
	readonly previewId: string | undefined;
};

/** A warning beside an answer: its code, and a sentence for people. */
export type Warning = { readonly code: string; readonly message: string };

/** The answer to `execute`: the job and the execution that were begun, and the amount after both exchanges' lots. */
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

/** One check of a preview as text: the value that was found, the limit, and a sentence. */
export type PreviewCheck = {
	readonly check: string;
	readonly passed: boolean;
	readonly value: string;
	readonly limit: string;
	readonly message: string;
};

/** Steps that the engine may take while one leg stands alone, in their order on the wire. */
export const ONE_LEG_ACTIONS = [
	'prove',
	'complete',
	'complete_wider',
	'cut',
	'call_person',
	'hedge_elsewhere',
] as const;

/** `after_ms`: since one leg got ahead; since its first hedge was sent while the first leg rests; since an exchange fell silent. */
export type OneLegStep = {
	readonly afterMs: number;
	readonly action: (typeof ONE_LEG_ACTIONS)[number];
	readonly text: string;
};

/** What is done when one leg of an opening fills and the other does not. */
export type OneLegPlan = {
	/** By `after_ms`. */
	readonly steps: readonly OneLegStep[];
	/** Coins of the largest slice: the most that is opened at once. */
	readonly quantity: Decimal;
	/** USD that it costs to fill that slice on one leg at its limit and to cut it again inside the guard, taker's fees included. */
	readonly worstCaseUsd: Decimal;
	/** The same cut at the widest price. */
	readonly worstCaseWidestUsd: Decimal;
	readonly message: string;
};

/** The answer to a preview: checks, costs and the plan against a leg alone; nothing was begun. */
export type PreviewAnswer = {
	readonly success: true;
	readonly preview: true;
	readonly previewId: string;
	readonly expiresAt: string;
	readonly plan: {
		readonly mode: ExecutionMode;
		readonly amount: Decimal;
		/** USD of the amount that the lots of both exchanges let be opened. */
		readonly plannedAmount: Decimal;
		readonly leverage: Decimal;
		readonly quantity: Decimal;
		/** Slices that are opened one after the other. */
		readonly children: number;
		/** The leg that is worked first, of single-delay. */
		readonly firstLeg: 'long' | 'short' | null;
		/** In order: children that wait for the same price basis. Null: any. */
		readonly levels: readonly {
			readonly children: number;
			readonly quantity: Decimal;
			readonly minBasis: Decimal | null;
		}[];
		/** Why it is opened like this. */
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
		/** The shares of `costs` in USD, for these coins at the mid of the long leg's book; null when nothing would be bought. */
		readonly cash: CashParts | null;
		readonly ifOneLegFails: OneLegPlan;
	};
	readonly costs: Opportunity['net'];
	readonly checks: readonly PreviewCheck[];
	readonly warnings: readonly Warning[];
	/** What breaks the binding (PREVIEW_EXCEEDED) when it is left. Shares of one leg's notional; mode and children stay. */
	readonly bounds: {
		readonly maxTotalCost: Decimal | null;
		readonly minExpectedNet: Decimal | null;
		readonly mode: ExecutionMode;
		readonly children: number;
	};
};

/** A close that a caller asks for; `share` of the position to close, above 0, at most 1. */
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

/** Begins, previews and closes executions. Errors are `CarrywireError`s with the codes of `docs/errors.md`. */
export interface OrderService {
	/** @throws CarrywireError with the contract's code; then nothing was sent. */
	execute(request: ExecuteRequest): Promise<ExecuteAnswer | PreviewAnswer>;
	/** Waits until both legs are flat or the contract's 20 s have passed. @throws CarrywireError */
	close(request: CloseRequest): Promise<CloseAnswer>;
	/** Refuses what `close` would refuse for the execution's own state. @throws CarrywireError */
	previewClose(request: CloseRequest): Promise<ClosePreview>;
	/** Ids of the user's executions that are not ended and lie on this exchange pair; of one coin where it is given. */
	openExecutions(userId: string, exchangepair: string, coin?: string): readonly string[];
	/** Whether to hold or to close each of those that runs. */
	advice(userId: string, exchangepair: string, coin?: string): readonly ExecutionAdvice[];
	/** `halted` when the user may open nothing on that venue, with the sentence why. */
	tradingState(
		userId: string,
		venue: VenueName,
	): { readonly trading: 'enabled' | 'halted'; readonly reason: string | null };
	/** Does the user have an account at this venue? */
	isConnected(userId: string, venue: VenueName): boolean;
}

/** Exit rules to be changed: absent stays as it is, null removes the rule. */
export type ExitChange = {
	readonly [Rule in Exclude<keyof ExitRules, 'closeOnReversal'>]?: ExitRules[Rule] | null;
} & { readonly closeOnReversal?: boolean | undefined };

/** The exit rules of an execution after a change. */
export type ExitAnswer = {
	readonly success: true;
	readonly executionId: string;
	readonly status: ExecutionStatus;
	/** As they stand now. */
	readonly exit: ExitPlan;
};

/** What became of what a stopped agent was opening, by id. What runs is left alone. */
export type AgentStopEffect = {
	/** Queued ones: they have failed with CANCELED, and nothing of them was ever sent. */
	readonly canceled: readonly string[];
	/** Opening ones: nothing more is opened, and what is open is balanced and runs on as the owner's. */
	readonly openingEnded: readonly string[];
};

/** The last events of one execution in sentences. */
export type ExecutionHistory = {
	/** The last ones, newest last. */
	readonly events: readonly WordedEvent[];
	/** In the whole journal of the execution. */
	readonly total: number;
	/** The agent that opened it; null: the user themselves. */
	readonly agentId: string | null;
};

/** What may be asked of an execution beside opening and closing it. Each knows only the asker's own. @throws CarrywireError */
export interface ExecutionControls {
	/**
	 * Waits for its end, as long as a close does; the same again for one that was cancelled before. `keeps`: what is open runs
	 * on instead, and that is waited for.
	 */
	cancel(by: Asker, executionId: string, keeps: boolean): Promise<CloseAnswer>;
	/** Resolves once the new rules are on disk. */
	updateExit(by: Asker, executionId: string, change: ExitChange): Promise<ExitAnswer>;
	continueEpoch(by: Asker, executionId: string): Promise<ExitAnswer>;
	/** Runs a failed execution again, once per job: every further call has the first answer. An agent's caps hold anew. */
	resubmit(by: Asker, jobId: string): Promise<ExecuteAnswer>;
	/** Of any execution of the user: agents read all of them. */
	history(userId: string, executionId: string, limit: number): Promise<ExecutionHistory>;
	/**
	 * Ends what an agent of the user is opening, once `isAgentStopped` says of it that it is stopped. When this resolves no
	 * order that opens leaves for the agent any more, also for calls of it that were under way.
	 * @throws CarrywireError STORE_UNAVAILABLE when it cannot be written down yet: it is as soon as it can, and nothing more is
	 *   opened until then. @throws Error for an agent that is not stopped.
	 */
	stopAgent(userId: string, agentId: string): Promise<AgentStopEffect>;
}
