/**
 * Defines the margin of exchange accounts, and what the margin planner would do about it. Estimates are doubles in USD
 * or fractions; amounts that move are decimals. `src/planner/` computes them.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Sentence } from '../sentences/sentence.ts';

/**
 * `ok`: enough margin. `watch`: tell the user. `transfer`: money should move to the exchange. `reduce`: both legs of
 * pairs should shrink.
 */
export const MARGIN_LEVELS = ['ok', 'watch', 'transfer', 'reduce'] as const;
/** One of `MARGIN_LEVELS`, from best to worst. */
export type MarginLevel = (typeof MARGIN_LEVELS)[number];

/** Equity and notional of an account at one time, USD. */
export type AccountFigures = {
	readonly equity: number;
	/** Sum of the positions' absolute notionals. */
	readonly gross: number;
	/** Signed sum of the positions' notionals; long is positive. */
	readonly net: number;
	/** Equity per USD of gross notional; null without a position. */
	readonly share: number | null;
};

/** Nearest common moves that liquidate a position of the account, signed fractions; null if none does. */
export type EmptyingMoves = {
	/** Between −1 and 0. */
	readonly fall: number | null;
	/** 0 or more. */
	readonly rise: number | null;
};

/** An account's figures after a move of all prices, or of one coin's. */
export type FiguresAfter = AccountFigures & {
	/** The coin that moved; null if all moved. */
	readonly coin: string | null;
	/** Price move, a fraction. */
	readonly move: number;
	/** Symbols of the positions that are liquidated. */
	readonly liquidated: readonly string[];
};

/** The margin of one exchange account. */
export type ExchangeMargin = {
	readonly exchange: VenueName;
	readonly now: AccountFigures;
	/** Equity per USD of notional that the plan wants, 1/L. */
	readonly target: number;
	readonly level: MarginLevel;
	/** Figures after common moves of ±10, ±30 and ±50 %. */
	readonly common: readonly FiguresAfter[];
	/** Figures after the same moves of the one coin that hurts most; empty without a position. */
	readonly worstCoin: readonly FiguresAfter[];
	/** Nearest common moves that liquidate a position. */
	readonly empties: EmptyingMoves;
	/** Hours until a common move of two standard deviations could do that; null if unknown. */
	readonly runwayHours: number | null;
};

/** A transfer that the planner would like. */
export type TransferProposal = {
	readonly from: VenueName;
	readonly to: VenueName;
	/** Amount to send, whole USD. */
	readonly amount: Decimal;
	/** Time by which it should arrive, Unix milliseconds; null if the volatility is unknown. */
	readonly by: number | null;
	/** Why the transfer is needed. */
	readonly why: Sentence;
	/** The consequence of not sending it. */
	readonly without: Sentence;
};

/** The transfers of a plan, and what no exchange can give. */
export type TransferPlan = {
	readonly transfers: readonly TransferProposal[];
	/** Whole USD that an exchange lacks although all others keep only what they need. */
	readonly missing: readonly { readonly exchange: VenueName; readonly amount: Decimal }[];
};

/**
 * States of a planned transfer. `planned`: not seen yet. `sent`: a withdrawal was seen, and its money is under way.
 * `partly`: a part has arrived, and the rest was not sent yet. `arrived`: all of it has arrived. `late`: it has not
 * arrived in time; it may still be sent and arrive. `withdrawn`: the service no longer asks for it.
 */
export const TRANSFER_STATES = ['planned', 'sent', 'partly', 'arrived', 'late', 'withdrawn'] as const;
/** One of `TRANSFER_STATES`. */
export type TransferState = (typeof TRANSFER_STATES)[number];

/** One movement of money that belongs to a transfer. Null: not seen. */
export type TransferPart = { readonly sent: SeenFlow | null; readonly arrived: SeenFlow | null };

/** A planned transfer with its movements so far. Times are Unix milliseconds. */
export type PlannedTransfer = {
	readonly transferId: string;
	readonly from: VenueName;
	readonly to: VenueName;
	/** Amount to send, whole USD. */
	readonly amount: Decimal;
	/** Time by which it should arrive; null if unknown. */
	readonly by: number | null;
	readonly plannedAt: number;
	readonly state: TransferState;
	/** The movements, oldest first. Only the last one may be under way. */
	readonly parts: readonly TransferPart[];
	/** Time of the last change of state. */
	readonly changedAt: number;
};

/** A flow of the ledger that belongs to a transfer. */
export type SeenFlow = {
	/** Id of the exchange's record, unique per exchange and account. */
	readonly recordId: string;
	/** Amount without its sign, USD. */
	readonly amount: Decimal;
	/** Time on the exchange's clock, Unix milliseconds. */
	readonly at: number;
};

/** `margin`: an exchange's equity per notional is too low. `adl`: the exchange would close a leg first. */
export const REDUCTION_REASONS = ['margin', 'adl'] as const;
/** One of `REDUCTION_REASONS`. */
export type ReductionReason = (typeof REDUCTION_REASONS)[number];

/** A pair to reduce on both legs. */
export type Reduction = {
	readonly executionId: string;
	/** Notional to close on each leg, USD. */
	readonly notional: number;
	/** True if nothing of the pair stays. */
	readonly isWhole: boolean;
	readonly reason: ReductionReason;
	/** Exchange that needs the reduction. */
	readonly exchange: VenueName;
	/** Expected carry that the closed part would have brought, USD. */
	readonly carryLost: number;
	/** Cost of closing both legs of the part, USD. */
	readonly cost: number;
};

/**
 * Returns the place of the user's position in the queue, from 0 (last) to 1 (first); null without a position, or if the
 * exchange states none.
 */
export type ReadAdlRank = (userId: string, venue: VenueName, symbol: string) => number | null;
