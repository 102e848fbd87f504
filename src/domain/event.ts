/**
 * Events of an execution's journal, in the past tense. State is a fold over them (`domain/execution`).
 *
 * Rules: an event states a decided or observed fact, never an intention to be judged later. Types are closed. A
 * change of meaning is a new version of the type with an upcast on read; stored events are never rewritten.
 */
import type { Decimal } from './decimal.ts';
import type { LegRole } from './ids.ts';
import type { Instrument, VenueName } from './instrument.ts';
import type { Side } from './order-book.ts';

/** One leg of a plan: contract, side and worst price. Prices are USD per coin. */
export type LegPlan = {
	readonly role: LegRole;
	readonly venue: VenueName;
	readonly instrument: Instrument;
	/** `buy` for the long leg. */
	readonly openSide: Side;
	/** Mid price of the venue's book at planning; the reference for slippage. */
	readonly decisionMid: Decimal;
	/** Worst opening price of the leg, on the tick, rounded to the safe side. */
	readonly limitPrice: Decimal;
	/** Hours between settlements of the instrument at planning. */
	readonly intervalHours: number;
	/** Exchange account of the leg; absent for the user's first account at the venue (`journalId` in `ids.ts`). */
	readonly account?: string;
};

/** A slice of the plan; it opens on both legs before the next slice starts. */
export type ChildPlan = {
	/** Coins per leg. */
	readonly quantity: Decimal;
	/** Minimum price basis (short / long − 1) for starting the slice; null: any. */
	readonly basisMin: Decimal | null;
};

/** Exit rules of a running execution. Null: the rule is not set. */
export type ExitPlan = {
	readonly maxHours: Decimal | null;
	readonly maxEpochs: number | null;
	/** Percent of the deployed capital, measured on the result of closing now. */
	readonly takeProfitPct: Decimal | null;
	readonly stopLossPct: Decimal | null;
	readonly closeOnReversal: boolean;
	/** Percent of the mark. */
	readonly minLiquidationDistancePct: Decimal | null;
};

/** How an execution opens; `auto` has already been resolved to one of these. */
export type OpeningMode = 'single-direct' | 'single-delay' | 'grid';

/** Everything decided before the first order of an execution. It never changes afterwards. */
export type ExecutionPlan = {
	readonly executionId: string;
	readonly jobId: string;
	readonly userId: string;
	/** Agent that opened the execution for the user; absent if the user did. */
	readonly agentId?: string;
	readonly opportunityId: string;
	readonly symbol: string;
	readonly coin: string;
	/** Canonical exchange pair, `bybit-kucoin`. */
	readonly exchangepair: string;
	readonly mode: OpeningMode;
	/** USD over both legs, as requested. */
	readonly amount: Decimal;
	readonly leverage: Decimal;
	readonly marginMode: 'isolated';
	/** Coins per leg. */
	readonly quantity: Decimal;
	/** Finest quantity that both legs can trade. */
	readonly commonLot: Decimal;
	readonly maxSlippageBps: Decimal;
	/** Slices in opening order; their quantities sum to `quantity`. */
	readonly children: readonly ChildPlan[];
	/** The first leg of `single-delay`; null for other modes. */
	readonly firstLeg: LegRole | null;
	/** Milliseconds for which the first leg may rest as maker before it takes; 0 for other modes. */
	readonly makerMs: number;
	/** Milliseconds after the plan at which the unopened part is dropped. */
	readonly openWithinMs: number;
	/** Maximum USD of one unhedged leg: bounds each slice of opening and closing. */
	readonly unhedgedMax: Decimal;
	/**
	 * Minimum expected net, a share of one leg's notional. Below it the unopened part is dropped. Null: unknown at
	 * planning.
	 */
	readonly netFloor: Decimal | null;
	readonly exit: ExitPlan;
	/** The caller's conditions for opening, kept for a retry; absent if there were none. */
	readonly guards?: { readonly minNetApr: Decimal | null; readonly onlyIfTrade: boolean };
	readonly idempotencyKey: string | null;
	readonly legs: { readonly long: LegPlan; readonly short: LegPlan };
	/** Set for an emergency hedge only: the unhedged leg of another execution. */
	readonly takenOver?: TakenOver;
};

/** The plan of an emergency hedge. */
export type HedgePlan = ExecutionPlan & { readonly takenOver: TakenOver };

/** Part of another execution's leg that moved between two journals without a trade. */
export type TakenOver = {
	/** The execution that gave it. */
	readonly from: string;
	readonly leg: LegRole;
	/** Quantity and transfer price, without a fee: the price at which it left one ledger and entered the other. */
	readonly fill: Fill;
	/** Start of the time in which the venue may have reduced it: when the giver was planned. */
	readonly since: number;
};

/** Purpose of an order. `complete` raises the lagging leg, `reduce` trims the larger one, `close` ends both. */
export type OrderPurpose = 'open' | 'complete' | 'reduce' | 'close';

/** An order as journaled before sending. `attempt` numbers the orders of a leg in its slice (`child`). */
export type OrderIntent = {
	readonly clientOrderId: string;
	readonly leg: LegRole;
	readonly child: number;
	readonly attempt: number;
	readonly purpose: OrderPurpose;
	readonly side: Side;
	readonly quantity: Decimal;
	readonly limitPrice: Decimal;
	readonly reduceOnly: boolean;
	/** `postOnly` rests until it is cancelled. */
	readonly timeInForce: 'IOC' | 'postOnly';
	/** Mid price of the book at the decision; the reference for slippage of the fills. */
	readonly decisionMid: Decimal;
};

/** One trade of an order: coins, USD per coin, and times by the venue's clock in milliseconds. */
export type Fill = {
	readonly tradeId: string;
	readonly quantity: Decimal;
	readonly price: Decimal;
	/** USD at the fill; positive is paid. */
	readonly fee: Decimal;
	/** Asset of the fee, and its quantity. */
	readonly feeAsset: string;
	readonly feeQuantity: Decimal;
	readonly filledAt: number;
	/** The venue's trade time, for a trade of others that affects the leg only later, at `filledAt`. */
	readonly tradedAt?: number;
	/**
	 * Transfer time between executions, by our clock. `filledAt` is then the venue's latest confirmed time before it.
	 */
	readonly handedAt?: number;
};

/** Cause of a reduction that no order of ours made. */
export type TakenCause = 'liquidation' | 'adl' | 'delisting' | 'hand';

/** `handover`: another execution now holds it, without a reduction at the venue (`TakenOver`). */
export type ReductionCause = TakenCause | 'handover';

/** The execution's share of a reduction by a venue or the account's owner, or its handover. */
export type LegReduction = {
	readonly leg: LegRole;
	readonly cause: ReductionCause;
	/** Fills on the closing side; other executions on the instrument may share a trade id. */
	readonly fills: readonly Fill[];
};

/**
 * Funding that a leg received or paid at one settlement, from the venue's record. The rate is a fraction per
 * interval.
 */
export type FundingRecord = {
	readonly recordId: string;
	readonly leg: LegRole;
	readonly settledAt: number;
	readonly rate: Decimal | null;
	/** USD; positive is received. */
	readonly amount: Decimal;
	/** Our own computation; absent if price or rate were not seen at the instant. */
	readonly expected?: Decimal | undefined;
};

/**
 * Why a person is needed. `unknown`: an order cannot be proven; `stuck`: a leg cannot be reduced; `price`: no book to
 * close on; `flat`: a venue's position contradicts our fills; `hand`: somebody traded the account's position;
 * `unexplained`: a position changed without a fill; `settings`: leverage or margin mode differ from the plan;
 * `funding`: a venue has two records of one settlement; `untradable`: a venue accepts no orders on a leg's contract.
 */
export type AttentionKind =
	| 'unknown'
	| 'stuck'
	| 'price'
	| 'flat'
	| 'hand'
	| 'unexplained'
	| 'settings'
	| 'funding'
	| 'untradable';

/** Target and slippage limit of a close. */
export type CloseTerms = {
	readonly reason: string;
	/** Coins per leg to keep; 0 closes all. */
	readonly remaining: Decimal;
	/** Distance from the mid of each leg's book, basis points. */
	readonly maxSlippageBps: Decimal;
	/** The caller set the guard: it is widened only while the legs differ. */
	readonly firm: boolean;
};

/** All events of an execution's journal, distinguished by `type`. */
export type ExecutionEvent =
	| { readonly type: 'ExecutionPlanned'; readonly plan: ExecutionPlan }
	| ({ readonly type: 'OrderIntended' } & OrderIntent)
	| { readonly type: 'OrderAccepted'; readonly clientOrderId: string; readonly venueOrderId: string | null }
	| {
			readonly type: 'OrderRejected';
			readonly clientOrderId: string;
			readonly code: string;
			readonly message: string;
			/** The order itself was valid, so a retry a moment later may succeed. */
			readonly passing: boolean;
	  }
	| { readonly type: 'OrderOutcomeUnknown'; readonly clientOrderId: string; readonly message: string }
	| { readonly type: 'FillsRecorded'; readonly clientOrderId: string; readonly fills: readonly Fill[] }
	| {
			readonly type: 'OrderEnded';
			readonly clientOrderId: string;
			readonly status: 'filled' | 'canceled' | 'expired' | 'rejected';
			readonly venueOrderId: string;
	  }
	/** Two reads after the order's request window found no such order at the venue. */
	| { readonly type: 'OrderProvenAbsent'; readonly clientOrderId: string }
	| { readonly type: 'ImbalanceFound'; readonly longHeld: Decimal; readonly shortHeld: Decimal }
	| { readonly type: 'UnwindStarted'; readonly reason: string }
	| { readonly type: 'ExecutionOpened'; readonly quantity: Decimal }
	/** Reduces both legs to `remaining`, whether the execution runs or is still opening. */
	| ({ readonly type: 'CloseRequested' } & CloseTerms)
	/** A partial close ended, or a close that could not continue was withdrawn; the rest keeps running. */
	| { readonly type: 'PartClosed'; readonly remaining: Decimal }
	| { readonly type: 'ExecutionClosed'; readonly reason: string }
	| { readonly type: 'ExecutionFailed'; readonly reason: string }
	| { readonly type: 'AttentionRaised'; readonly kind: AttentionKind; readonly reason: string }
	| { readonly type: 'AttentionCleared'; readonly reason: string }
	| ({ readonly type: 'FundingBooked' } & FundingRecord)
	/** The order must leave the book; its fills until then count. */
	| { readonly type: 'OrderCancelAsked'; readonly clientOrderId: string; readonly reason: string }
	/** Opening ends; the opened part is kept. */
	| { readonly type: 'OpeningEnded'; readonly reason: string }
	/** Version 0.1 wrote it for a cancelled opening; newer versions write `CloseRequested`. */
	| { readonly type: 'CancelRequested'; readonly reason: string }
	| ({ readonly type: 'LegReduced' } & LegReduction)
	| { readonly type: 'ExitChanged'; readonly exit: ExitPlan };

/** Present version of each event type. Readers upcast older ones. */
export const EXECUTION_EVENT_VERSION = 2;

/** A fill of the account outside our orders. Executions may have received shares (`LegReduced`). */
export type ForeignFill = Fill & {
	readonly symbol: string;
	readonly side: Side;
	/** `hand`: somebody's order; the other causes come from the venue. */
	readonly cause: TakenCause;
};

/** A position that existed when the account was connected; entry price null if the venue did not state it. */
export type CountedPosition = {
	readonly symbol: string;
	/** Signed coins. */
	readonly quantity: Decimal;
	readonly entryPrice: Decimal | null;
	readonly markPrice: Decimal | null;
};

/** A holding outside the wallet, counted when the account was connected; price null if unknown. */
export type CountedAsset = {
	readonly asset: string;
	readonly quantity: Decimal;
	/** USD per unit when it was counted. */
	readonly usdPrice: Decimal | null;
};

/** Facts of one exchange account, in a stream of their own. */
export type AccountEvent =
	| {
			readonly type: 'AccountConnected';
			readonly venue: VenueName;
			/** USDT. */
			readonly walletBalance: Decimal;
			readonly connectedAt: number;
	  }
	/**
	 * Holdings outside the wallet when the account was connected: counted then, or computed back from the present
	 * holdings.
	 */
	| {
			readonly type: 'HoldingsCounted';
			readonly assets: readonly CountedAsset[];
			readonly positions: readonly CountedPosition[];
			readonly countedAt: number;
	  }
	| {
			readonly type: 'ExternalFlowRecorded';
			readonly recordId: string;
			readonly kind: string;
			readonly asset: string;
			/** In units of the asset. */
			readonly quantity: Decimal;
			/** USD when it was read; null if no price was known. */
			readonly amount: Decimal | null;
			readonly flowedAt: number;
	  }
	| ({ readonly type: 'ForeignFillRecorded' } & ForeignFill)
	/** The unmanaged part of a settlement; a second event of the same settlement adds to it. */
	| {
			readonly type: 'UnmanagedFundingRecorded';
			readonly recordId: string;
			readonly symbol: string;
			readonly settledAt: number;
			readonly amount: Decimal;
	  };
