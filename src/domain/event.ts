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
};

export type ExecutionPlan = {
	readonly executionId: string;
	readonly jobId: string;
	readonly userId: string;
	readonly opportunityId: string;
	readonly symbol: string;
	readonly coin: string;
	/** Canonical exchange pair, `bybit-kucoin`. */
	readonly exchangepair: string;
	readonly mode: 'single-direct';
	/** USD over both legs, as asked. */
	readonly amount: Decimal;
	readonly leverage: Decimal;
	readonly marginMode: 'isolated';
	/** Coins per leg. */
	readonly quantity: Decimal;
	/** Finest quantity that both legs can trade. */
	readonly commonLot: Decimal;
	readonly maxSlippageBps: Decimal;
	readonly exit: { readonly maxHours: Decimal | null; readonly maxEpochs: number | null };
	readonly idempotencyKey: string | null;
	readonly legs: { readonly long: LegPlan; readonly short: LegPlan };
};

/** Why an order is sent. `complete` brings the lagging leg up, `reduce` cuts the heavier one, `close` ends both. */
export type OrderPurpose = 'open' | 'complete' | 'reduce' | 'close';

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
	/** Middle of the book at the decision: slippage of the fills is measured from it. */
	readonly decisionMid: Decimal;
};

export type Fill = {
	readonly tradeId: string;
	readonly quantity: Decimal;
	readonly price: Decimal;
	/** USD; positive is paid. */
	readonly fee: Decimal;
	readonly filledAt: number;
};

export type FundingRecord = {
	readonly recordId: string;
	readonly leg: LegRole;
	readonly settledAt: number;
	readonly rate: Decimal | null;
	/** USD; positive is received. */
	readonly amount: Decimal;
};

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
	| {
			readonly type: 'CloseRequested';
			readonly reason: string;
			readonly remaining: Decimal;
			readonly maxSlippageBps: Decimal;
			/** The caller set the guard: it is widened only while one leg is ahead of the other. */
			readonly firm: boolean;
	  }
	/** A part was closed; the rest runs on. */
	| { readonly type: 'PartClosed'; readonly remaining: Decimal }
	| { readonly type: 'ExecutionClosed'; readonly reason: string }
	| { readonly type: 'ExecutionFailed'; readonly reason: string }
	| { readonly type: 'AttentionRaised'; readonly reason: string }
	| { readonly type: 'AttentionCleared'; readonly reason: string }
	| ({ readonly type: 'FundingBooked' } & FundingRecord);

/** Version of each event type as written today. Readers upcast older ones. */
export const EXECUTION_EVENT_VERSION = 1;

/** Facts of one exchange account, in a stream of its own. */
export type AccountEvent =
	| {
			readonly type: 'AccountConnected';
			readonly venue: VenueName;
			readonly walletBalance: Decimal;
			readonly connectedAt: number;
	  }
	| {
			readonly type: 'ExternalFlowRecorded';
			readonly recordId: string;
			readonly kind: string;
			readonly amount: Decimal;
			readonly flowedAt: number;
	  };
