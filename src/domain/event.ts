/**
 * What the journal holds of an execution, in the past tense. State is a fold over these (`domain/execution`).
 *
 * Rules: an event states a fact that is decided or observed, never a wish. Types are closed; a change of meaning is
 * a new version of the type with an upcast on read, never a rewrite.
 */
import type { Decimal } from './decimal.ts';
import type { LegRole } from './ids.ts';
import type { Instrument, VenueName } from './instrument.ts';
import type { Side } from './order-book.ts';

/** One leg as it was planned: contract, side, and worst price. Prices are USD per coin. */
export type LegPlan = {
	readonly role: LegRole;
	readonly venue: VenueName;
	readonly instrument: Instrument;
	/** `buy` for the long leg. */
	readonly openSide: Side;
	/** Middle of the venue's book when the plan was made: slippage is measured from it. */
	readonly decisionMid: Decimal;
	/** Worst price at which the leg may open, on the tick, rounded to the safe side. */
	readonly limitPrice: Decimal;
	/** Hours between settlements of the instrument when the plan was made. */
	readonly intervalHours: number;
	/** Exchange account on which it is traded; absent of the first one of the user at the venue (`journalId` in `ids.ts`). */
	readonly account?: string;
};

/** A slice of the whole that is opened on both legs before the next begins. */
export type ChildPlan = {
	/** Coins per leg. */
	readonly quantity: Decimal;
	/** Least price basis (short / long − 1) at which it is begun; null: at any. */
	readonly basisMin: Decimal | null;
};

/** When a running execution is closed. Null: no such rule. */
export type ExitPlan = {
	readonly maxHours: Decimal | null;
	readonly maxEpochs: number | null;
	/** Percent of the deployed capital, judged on what closing would bring. */
	readonly takeProfitPct: Decimal | null;
	readonly stopLossPct: Decimal | null;
	readonly closeOnReversal: boolean;
	/** Percent of the mark. */
	readonly minLiquidationDistancePct: Decimal | null;
};

/** How an execution is opened; `auto` has become one of these. */
export type OpeningMode = 'single-direct' | 'single-delay' | 'grid';

/** Everything that was decided before the first order of an execution. It never changes afterwards. */
export type ExecutionPlan = {
	readonly executionId: string;
	readonly jobId: string;
	readonly userId: string;
	/** The agent that opened it for the user; absent where the user did. */
	readonly agentId?: string;
	readonly opportunityId: string;
	readonly symbol: string;
	readonly coin: string;
	/** Canonical exchange pair, `bybit-kucoin`. */
	readonly exchangepair: string;
	readonly mode: OpeningMode;
	/** USD over both legs, as asked. */
	readonly amount: Decimal;
	readonly leverage: Decimal;
	readonly marginMode: 'isolated';
	/** Coins per leg. */
	readonly quantity: Decimal;
	/** Finest quantity that both legs can trade. */
	readonly commonLot: Decimal;
	readonly maxSlippageBps: Decimal;
	/** Slices, in the order in which they are opened; their quantities sum to `quantity`. */
	readonly children: readonly ChildPlan[];
	/** The leg that is worked first, of `single-delay`; null elsewhere. */
	readonly firstLeg: LegRole | null;
	/** How long the first leg may rest as maker before it takes; 0 elsewhere. */
	readonly makerMs: number;
	/** What is not open so long after the plan is dropped. */
	readonly openWithinMs: number;
	/** USD of one leg that may stand without the other: bounds each slice of opening and closing. */
	readonly unhedgedMax: Decimal;
	/** Below this expected net, a share of one leg's notional, what is not open yet is dropped; null: unknown when planned. */
	readonly netFloor: Decimal | null;
	readonly exit: ExitPlan;
	/** What the caller made the open hang on, for running it again; absent where nothing of it was asked. */
	readonly guards?: { readonly minNetApr: Decimal | null; readonly onlyIfTrade: boolean };
	readonly idempotencyKey: string | null;
	readonly legs: { readonly long: LegPlan; readonly short: LegPlan };
	/** An emergency hedge: one leg is what stood alone in another execution. Absent of every other. */
	readonly takenOver?: TakenOver;
};

/** The plan of an emergency hedge. */
export type HedgePlan = ExecutionPlan & { readonly takenOver: TakenOver };

/** A part of another execution's leg that changed hands between two journals; nothing of it was traded. */
export type TakenOver = {
	/** The execution that gave it. */
	readonly from: string;
	readonly leg: LegRole;
	/** Quantity, and the price at which it left one ledger and came into the other; no fee. */
	readonly fill: Fill;
	/** From when on the venue may have taken from it: when the giver was planned. */
	readonly since: number;
};

/** Why an order is sent. `complete` brings the lagging leg up, `reduce` cuts the heavier one, `close` ends both. */
export type OrderPurpose = 'open' | 'complete' | 'reduce' | 'close';

/** An order as it is journaled before it is sent. `attempt` numbers the orders of a leg in its slice (`child`). */
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
	/** Middle of the book at the decision: slippage of the fills is measured from it. */
	readonly decisionMid: Decimal;
};

/** One trade of an order: coins, USD per coin, and times by the venue's clock in milliseconds. */
export type Fill = {
	readonly tradeId: string;
	readonly quantity: Decimal;
	readonly price: Decimal;
	/** USD at the fill; positive is paid. */
	readonly fee: Decimal;
	/** What it was paid in, and how much of that. */
	readonly feeAsset: string;
	readonly feeQuantity: Decimal;
	readonly filledAt: number;
	/** When the venue made it, for a trade of others that counts for the leg only later, at `filledAt`. */
	readonly tradedAt?: number;
	/** Of what changed hands between executions: when, by our clock. `filledAt` is then the venue's last word before that. */
	readonly handedAt?: number;
};

/** Why a leg became smaller without an order of ours. */
export type TakenCause = 'liquidation' | 'adl' | 'delisting' | 'hand';

/** `handover`: nothing was taken, another execution holds it now (`TakenOver`). */
export type ReductionCause = TakenCause | 'handover';

/** The execution's share of what a venue, or the account's owner, took from the leg; or what it handed over. */
export type LegReduction = {
	readonly leg: LegRole;
	readonly cause: ReductionCause;
	/** On the closing side; a trade id may be shared with other executions on the instrument. */
	readonly fills: readonly Fill[];
};

/** Funding that a leg received or paid at one settlement, as the venue recorded it. The rate is a fraction per interval. */
export type FundingRecord = {
	readonly recordId: string;
	readonly leg: LegRole;
	readonly settledAt: number;
	readonly rate: Decimal | null;
	/** USD; positive is received. */
	readonly amount: Decimal;
	/** Our own computation of it; absent where price or rate were not seen at the instant. */
	readonly expected?: Decimal | undefined;
};

/**
 * Why a person is needed. `unknown`: an order cannot be proven; `stuck`: a leg cannot be reduced; `price`: no book to
 * close by; `flat`: a venue holds what our fills do not say; `hand`: somebody traded the account's position;
 * `unexplained`: a position changed and no fill says why; `settings`: leverage or margin mode differ from the plan;
 * `funding`: a venue has two records of one settlement; `untradable`: a venue takes no orders on a leg's contract.
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

/** How much is closed, and inside which slippage guard. */
export type CloseTerms = {
	readonly reason: string;
	/** Coins per leg that are kept; 0 closes all. */
	readonly remaining: Decimal;
	/** From the mid of each leg's book, basis points. */
	readonly maxSlippageBps: Decimal;
	/** The caller set the guard: it is widened only while one leg is ahead of the other. */
	readonly firm: boolean;
};

/** All events of an execution's journal, told apart by `type`. */
export type ExecutionEvent =
	| { readonly type: 'ExecutionPlanned'; readonly plan: ExecutionPlan }
	| ({ readonly type: 'OrderIntended' } & OrderIntent)
	| { readonly type: 'OrderAccepted'; readonly clientOrderId: string; readonly venueOrderId: string | null }
	| {
			readonly type: 'OrderRejected';
			readonly clientOrderId: string;
			readonly code: string;
			readonly message: string;
			/** Nothing was wrong with the order itself: it may be tried again a moment later. */
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
	/** The venue knows no such order, by two reads after its request window had passed. */
	| { readonly type: 'OrderProvenAbsent'; readonly clientOrderId: string }
	| { readonly type: 'ImbalanceFound'; readonly longHeld: Decimal; readonly shortHeld: Decimal }
	| { readonly type: 'UnwindStarted'; readonly reason: string }
	| { readonly type: 'ExecutionOpened'; readonly quantity: Decimal }
	/** Both legs are brought down to what remains, whether it runs or is still being opened. */
	| ({ readonly type: 'CloseRequested' } & CloseTerms)
	/** A part was closed, or a close that could not go on was taken back; the rest runs on. */
	| { readonly type: 'PartClosed'; readonly remaining: Decimal }
	| { readonly type: 'ExecutionClosed'; readonly reason: string }
	| { readonly type: 'ExecutionFailed'; readonly reason: string }
	| { readonly type: 'AttentionRaised'; readonly kind: AttentionKind; readonly reason: string }
	| { readonly type: 'AttentionCleared'; readonly reason: string }
	| ({ readonly type: 'FundingBooked' } & FundingRecord)
	/** The order is to be taken off the book; what it filled until then counts. */
	| { readonly type: 'OrderCancelAsked'; readonly clientOrderId: string; readonly reason: string }
	/** Nothing more is opened; what is held is what was opened. */
	| { readonly type: 'OpeningEnded'; readonly reason: string }
	/** Version 0.1 wrote it where an opening was cancelled; since then that is a `CloseRequested`. */
	| { readonly type: 'CancelRequested'; readonly reason: string }
	| ({ readonly type: 'LegReduced' } & LegReduction)
	| { readonly type: 'ExitChanged'; readonly exit: ExitPlan };

/** Version of each event type as written today. Readers upcast older ones. */
export const EXECUTION_EVENT_VERSION = 2;

/** A fill of the account that no order of ours made. Executions may have been given shares of it (`LegReduced`). */
export type ForeignFill = Fill & {
	readonly symbol: string;
	readonly side: Side;
	/** `hand`: somebody's order; the others are the venue's doing. */
	readonly cause: TakenCause;
};

/** A position that was there when the account was connected; null where the venue did not say. */
export type CountedPosition = {
	readonly symbol: string;
	/** Signed coins. */
	readonly quantity: Decimal;
	readonly entryPrice: Decimal | null;
	readonly markPrice: Decimal | null;
};

/** A holding beside the wallet, as counted when the account was connected; its price is null where none was known. */
export type CountedAsset = {
	readonly asset: string;
	readonly quantity: Decimal;
	/** USD for one of it when it was counted. */
	readonly usdPrice: Decimal | null;
};

/** Facts of one exchange account, in a stream of its own. */
export type AccountEvent =
	| {
			readonly type: 'AccountConnected';
			readonly venue: VenueName;
			/** USDT. */
			readonly walletBalance: Decimal;
			readonly connectedAt: number;
	  }
	/** What the account held beside its wallet when it was connected: counted then, or reckoned back from what it holds now. */
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
			/** In the asset. */
			readonly quantity: Decimal;
			/** USD when it was read; null where no price was known. */
			readonly amount: Decimal | null;
			readonly flowedAt: number;
	  }
	| ({ readonly type: 'ForeignFillRecorded' } & ForeignFill)
	/** The part of a settlement that belongs to what this service does not manage; a second of one settlement adds to it. */
	| {
			readonly type: 'UnmanagedFundingRecorded';
			readonly recordId: string;
			readonly symbol: string;
			readonly settledAt: number;
			readonly amount: Decimal;
	  };
