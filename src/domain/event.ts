/**
 * Defines the events of an execution's journal, named in the past tense. An execution's state is a fold over them
 * (`domain/execution`).
 *
 * An event records what was decided or observed, and later events never make it untrue. The set of types is closed. A
 * change in meaning is a new version of the type, which readers upcast; stored events are never rewritten. A reason is
 * stored as its English text (`journal-reason.ts`).
 */

import type { Words } from '../sentences/sentence.ts';
import type { Decimal } from './decimal.ts';
import type { LegRole } from './ids.ts';
import type { Instrument, VenueName } from './instrument.ts';
import type { Side } from './order-book.ts';

/** One leg of a plan: contract, side and limit price. Prices are USD per coin. */
export type LegPlan = {
	readonly role: LegRole;
	readonly venue: VenueName;
	readonly instrument: Instrument;
	/** Side of the leg's opening orders: `buy` for the long leg, `sell` for the short leg. */
	readonly openSide: Side;
	/** Mid price of the venue's book when the plan was made; the reference for slippage. */
	readonly decisionMid: Decimal;
	/**
	 * Worst price at which the leg may open, a multiple of the tick. A buyer's limit is rounded down and a seller's
	 * up.
	 */
	readonly limitPrice: Decimal;
	/** Hours between the instrument's settlements when the plan was made. */
	readonly intervalHours: number;
	/** Exchange account of the leg; absent for the user's first account at the venue (`journalId` in `ids.ts`). */
	readonly account?: string;
};

/** A slice of the plan. It opens on both legs before the next slice starts. */
export type ChildPlan = {
	/** Quantity of the slice, coins per leg. */
	readonly quantity: Decimal;
	/** Minimum price basis (short / long − 1) at which the slice may start; null if any basis is allowed. */
	readonly basisMin: Decimal | null;
};

/** Exit rules of a running execution. Null means no rule. */
export type ExitPlan = {
	readonly maxHours: Decimal | null;
	readonly maxEpochs: number | null;
	/** Profit that closes the execution, percent of the deployed capital, measured as if both legs were closed now. */
	readonly takeProfitPct: Decimal | null;
	/** Loss that closes the execution, above 0, in the unit of `takeProfitPct` and measured in the same way. */
	readonly stopLossPct: Decimal | null;
	readonly closeOnReversal: boolean;
	/** Minimum distance between a leg's mark price and its liquidation price, percent of the mark price. */
	readonly minLiquidationDistancePct: Decimal | null;
	/** Minimum funding spread at current rates, percent per year. Absent in events of version 0.2 and earlier. */
	readonly minSpreadAprPct?: Decimal | null;
	/**
	 * Minimum expected net over the remaining holding period, after the cost of the exit, percent per year. Absent in
	 * events of version 0.2 and earlier.
	 */
	readonly minNetAprPct?: Decimal | null;
};

/** The way in which an execution opens. `auto` has already been resolved to one of these. */
export type OpeningMode = 'single-direct' | 'single-delay' | 'grid';

/** All decisions made before the first order of an execution. The plan never changes afterwards. */
export type ExecutionPlan = {
	readonly executionId: string;
	readonly jobId: string;
	readonly userId: string;
	/** Agent that opened the execution for the user; absent if the user did. */
	readonly agentId?: string;
	readonly opportunityId: string;
	readonly symbol: string;
	readonly coin: string;
	/** Canonical exchange pair, such as `bybit-kucoin`. */
	readonly exchangepair: string;
	readonly mode: OpeningMode;
	/** Requested amount across both legs, USD. */
	readonly amount: Decimal;
	readonly leverage: Decimal;
	readonly marginMode: 'isolated';
	/** Quantity to open, coins per leg. */
	readonly quantity: Decimal;
	/** Finest quantity that both legs can trade. */
	readonly commonLot: Decimal;
	readonly maxSlippageBps: Decimal;
	/** Slices in opening order; their quantities sum to `quantity`. */
	readonly children: readonly ChildPlan[];
	/** The leg that opens first in mode `single-delay`; null in other modes. */
	readonly firstLeg: LegRole | null;
	/** Milliseconds for which the first leg may rest as maker before it trades as taker; 0 in other modes. */
	readonly makerMs: number;
	/** How long after planning the part that is not yet open is dropped, milliseconds. */
	readonly openWithinMs: number;
	/** Maximum unhedged amount on one leg, USD. It limits the size of each slice when opening and closing. */
	readonly unhedgedMax: Decimal;
	/**
	 * Minimum expected net, a fraction of one leg's notional. Below it, the part that is not yet open is dropped.
	 * Null if the net was unknown when the plan was made.
	 */
	readonly netFloor: Decimal | null;
	readonly exit: ExitPlan;
	/**
	 * The caller's conditions for opening, kept for a second run if the execution fails; absent if there were none.
	 */
	readonly guards?: {
		readonly minNetApr: Decimal | null;
		readonly onlyIfTrade: boolean;
		/** Present if the caller accepted the direction that the forecast does not favour. */
		readonly isAnyDirection?: true;
	};
	readonly idempotencyKey: string | null;
	readonly legs: { readonly long: LegPlan; readonly short: LegPlan };
	/** The unhedged leg that an emergency hedge takes over from another execution; absent for all other executions. */
	readonly takenOver?: TakenOver;
	/** The execution one of whose legs this execution moves to another exchange; absent for all other executions. */
	readonly rolls?: RollPlan;
};

/**
 * The plan of a roll. The moving leg opens at the new exchange. Its proven fills take over the same quantity of the
 * staying leg from the other execution, which then reduces its own moving leg.
 */
export type RollPlan = {
	/** Id of the execution that holds the pair before the roll. */
	readonly from: string;
	/** The leg that stays at its exchange and moves between the two executions without a trade. */
	readonly stays: LegRole;
	/**
	 * Time when the other execution was planned, milliseconds. The venue may have reduced the staying leg at any time
	 * since then.
	 */
	readonly since: number;
	/** Time when the position before the roll opened, milliseconds. The exit rules count their hours from it. */
	readonly heldFrom: number;
};

/** The plan of an emergency hedge. */
export type HedgePlan = ExecutionPlan & { readonly takenOver: TakenOver };

/** Part of a leg that moved to this execution from another execution's journal, without a trade. */
export type TakenOver = {
	/** Id of the execution that the part came from. */
	readonly from: string;
	readonly leg: LegRole;
	/** Quantity and transfer price, without a fee. The part leaves one ledger and enters the other at this price. */
	readonly fill: Fill;
	/**
	 * Time when the other execution was planned, milliseconds. The venue may have reduced the part at any time since
	 * then.
	 */
	readonly since: number;
};

/** Purpose of an order. `complete` enlarges the smaller leg, `reduce` trims the larger leg, `close` closes both. */
export type OrderPurpose = 'open' | 'complete' | 'reduce' | 'close';

/** An order as it is journaled before it is sent. `attempt` numbers a leg's orders in its slice (`child`). */
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
	/** A `postOnly` order rests until it is filled or cancelled. */
	readonly timeInForce: 'IOC' | 'postOnly';
	/** Mid price of the book when the order was decided; the reference for the fills' slippage. */
	readonly decisionMid: Decimal;
};

/** One trade of an order: coins, USD per coin, and times on the venue's clock in milliseconds. */
export type Fill = {
	readonly tradeId: string;
	readonly quantity: Decimal;
	readonly price: Decimal;
	/** Fee in USD at the time of the fill; positive if paid. */
	readonly fee: Decimal;
	/** Asset in which the fee was charged. */
	readonly feeAsset: string;
	/** Fee in units of `feeAsset`; positive if paid. */
	readonly feeQuantity: Decimal;
	readonly filledAt: number;
	/**
	 * Venue time of a trade by others that counts for the leg only later (at `filledAt`); absent for all other
	 * trades.
	 */
	readonly tradedAt?: number;
	/**
	 * Time of a transfer between executions, on our clock; absent for trades. The `filledAt` of a transfer is the
	 * venue's last confirmed time before it.
	 */
	readonly handedAt?: number;
};

/** Cause of a reduction that our orders did not make. `hand` is a manual trade. */
export type TakenCause = 'liquidation' | 'adl' | 'delisting' | 'hand';

/**
 * Cause of any reduction. `handover` means that another execution now holds the quantity, without a reduction at the
 * venue (`TakenOver`).
 */
export type ReductionCause = TakenCause | 'handover';

/** The execution's share of a reduction by the venue or the account's owner, or a quantity that it handed over. */
export type LegReduction = {
	readonly leg: LegRole;
	readonly cause: ReductionCause;
	/** Fills on the closing side. A trade that was split between executions has the same trade id in each of them. */
	readonly fills: readonly Fill[];
	/** Id of the execution to which a roll handed the quantity over; absent for all other reductions. */
	readonly to?: string;
};

/** A quantity of the staying leg that a roll took over from the execution before it, without a trade. */
export type LegTaken = {
	readonly leg: LegRole;
	/** Quantity and transfer price, without a fee. The execution before books the same fill as a `LegReduction`. */
	readonly fill: Fill;
};

/**
 * Funding that a leg received or paid at one settlement, according to the venue's record. The rate is a fraction per
 * interval.
 */
export type FundingRecord = {
	readonly recordId: string;
	readonly leg: LegRole;
	readonly settledAt: number;
	readonly rate: Decimal | null;
	/** Funding in USD; positive if received. */
	readonly amount: Decimal;
	/**
	 * Funding that the service computed itself, USD; absent if the service did not see the price or rate at the
	 * settlement.
	 */
	readonly expected?: Decimal | undefined;
};

/**
 * The reason why the user must act. `unknown`: an order's outcome cannot be determined; `stuck`: a leg cannot be
 * reduced; `price`: there is no order book to close on; `flat`: a venue's position contradicts our fills; `hand`: a
 * manual trade changed the account's position; `unexplained`: a position changed without a fill; `settings`: leverage
 * or margin mode differ from the plan; `funding`: a venue has two records of one settlement; `untradable`: a venue
 * accepts no orders on a leg's contract.
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

/**
 * How a close rests its first leg as maker. The other leg follows each fill at once. Once a limit is passed, the rest
 * of the close takes liquidity.
 */
export type MakerClose = {
	/** The leg whose orders rest. */
	readonly leg: LegRole;
	/** Time from the request during which orders may rest, milliseconds. */
	readonly ms: number;
	/** Price basis (short mid / long mid − 1) when the close was requested. A close costs more as it rises. */
	readonly basis: Decimal;
	/** Maximum rise of the price basis, basis points. */
	readonly moveBpsMax: Decimal;
};

/** Target and slippage limit of a close. */
export type CloseTerms = {
	readonly reason: Words;
	/** Coins per leg to keep; 0 closes everything. */
	readonly remaining: Decimal;
	/** Maximum distance of order prices from the mid of each leg's book, basis points. */
	readonly maxSlippageBps: Decimal;
	/** True if the caller set the slippage limit. The service widens such a limit only while the legs differ. */
	readonly firm: boolean;
	/** Present if the first leg rests as maker; a close without it takes liquidity on both legs. */
	readonly maker?: MakerClose | undefined;
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
			/** True if the order itself was valid, so that a retry a moment later may succeed. */
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
	/** After the order's request window, two reads found no such order at the venue. */
	| { readonly type: 'OrderProvenAbsent'; readonly clientOrderId: string }
	| { readonly type: 'ImbalanceFound'; readonly longHeld: Decimal; readonly shortHeld: Decimal }
	| { readonly type: 'UnwindStarted'; readonly reason: Words }
	| { readonly type: 'ExecutionOpened'; readonly quantity: Decimal }
	/** Reduces both legs to `remaining`, whether the execution is running or still opening. */
	| ({ readonly type: 'CloseRequested' } & CloseTerms)
	/**
	 * A partial close completed, or a close that could not continue was withdrawn. The remaining position keeps
	 * running.
	 */
	| { readonly type: 'PartClosed'; readonly remaining: Decimal }
	| { readonly type: 'ExecutionClosed'; readonly reason: Words }
	| { readonly type: 'ExecutionFailed'; readonly reason: Words }
	| { readonly type: 'AttentionRaised'; readonly kind: AttentionKind; readonly reason: Words }
	| { readonly type: 'AttentionCleared'; readonly reason: Words }
	| ({ readonly type: 'FundingBooked' } & FundingRecord)
	/** The service will cancel the order. Fills before the cancellation count. */
	| { readonly type: 'OrderCancelAsked'; readonly clientOrderId: string; readonly reason: Words }
	/** Opening stops, and the part that is already open is kept. */
	| { readonly type: 'OpeningEnded'; readonly reason: Words }
	/**
	 * Version 0.1 wrote this event when an execution was cancelled while opening. Newer versions write
	 * `CloseRequested`.
	 */
	| { readonly type: 'CancelRequested'; readonly reason: Words }
	| ({ readonly type: 'LegReduced' } & LegReduction)
	/** Part of the staying leg moved to this roll, in the commit in which the execution before gave it away. */
	| ({ readonly type: 'LegTakenOver' } & LegTaken)
	| { readonly type: 'ExitChanged'; readonly exit: ExitPlan };

/** Current version of each event type. Readers upcast older versions. */
export const EXECUTION_EVENT_VERSION = 2;

/** A fill of an order that is not ours. Executions may have been assigned shares of the fill (`LegReduced`). */
export type ForeignFill = Fill & {
	readonly symbol: string;
	readonly side: Side;
	/** Cause of the fill. `hand` is a manual trade; the venue caused all others. */
	readonly cause: TakenCause;
};

/** A position that existed when the account was connected. The entry price is null if the venue did not report it. */
export type CountedPosition = {
	readonly symbol: string;
	/** Signed position size in coins. */
	readonly quantity: Decimal;
	readonly entryPrice: Decimal | null;
	readonly markPrice: Decimal | null;
};

/** A holding outside the wallet, counted when the account was connected. The price is null if unknown. */
export type CountedAsset = {
	readonly asset: string;
	readonly quantity: Decimal;
	/** USD per unit at the time of the count. */
	readonly usdPrice: Decimal | null;
};

/**
 * Cause of a wallet change other than trading. `transfer`: between wallets or sub-accounts of one owner at the
 * exchange. `deposit` and `withdrawal`: from or to outside the exchange. `other`: for instance interest or a conversion.
 */
export type FlowCause = 'deposit' | 'withdrawal' | 'transfer' | 'other';

/** Events of one exchange account, in a separate journal stream. */
export type AccountEvent =
	| {
			readonly type: 'AccountConnected';
			readonly venue: VenueName;
			/** Balance in the wallet's asset. */
			readonly walletBalance: Decimal;
			readonly connectedAt: number;
	  }
	/**
	 * Holdings outside the wallet when the account was connected. They were counted then, or computed back from later
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
			/** The exchange's own name for the kind of change. */
			readonly kind: string;
			/** Absent in events of releases up to 0.2. */
			readonly cause?: FlowCause;
			readonly asset: string;
			/** Quantity in units of the asset; positive for a deposit, negative for a withdrawal. */
			readonly quantity: Decimal;
			/** USD value when the service read the flow; null if no price was known. */
			readonly amount: Decimal | null;
			readonly flowedAt: number;
	  }
	| ({ readonly type: 'ForeignFillRecorded' } & ForeignFill)
	/** The part of a settlement that belongs to no execution. A second event for the same settlement adds to it. */
	| {
			readonly type: 'UnmanagedFundingRecorded';
			readonly recordId: string;
			readonly symbol: string;
			readonly settledAt: number;
			readonly amount: Decimal;
	  };
