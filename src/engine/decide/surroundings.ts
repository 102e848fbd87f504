/** The engine's view of the world during one step: books, settlement times, and risk allowances. */
import type { Decimal } from '../../domain/decimal.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { midPrice, type OrderBook } from '../../domain/order-book.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { Mids } from './order-terms.ts';

/** Top of a current book, USD per coin. */
export type Quote = { readonly bid: Decimal; readonly ask: Decimal; readonly mid: Decimal };

/** Returns the top of the book; undefined if the book has no usable mid price. */
export function quoteOf(book: OrderBook): Quote | undefined {
	const mid = midPrice(book);
	const bid = book.bids[0]?.[0];
	const ask = book.asks[0]?.[0];
	return mid === undefined || bid === undefined || ask === undefined ? undefined : { bid, ask, mid };
}

/**
 * Whether a venue accepts orders on a contract, according to its last report. `no`: the contract is paused, suspended
 * or unlisted; `doubtful`: the venue as a whole is stopped or sends no current data.
 */
export type Trades =
	| { readonly is: 'yes' }
	| { readonly is: 'doubtful' | 'no' /** Reason as a full sentence. */; readonly why: Words };

/**
 * The engine's view of the world during one step. The engine calls the functions only when a decision depends on
 * them, because they may be expensive.
 */
export type Surroundings = {
	/** Top of each leg's current order book; undefined when no current book is known. */
	readonly quotes: Readonly<Record<LegRole, Quote | undefined>>;
	/** Time of each leg's next settlement; undefined when unknown. */
	readonly nextSettlement: Readonly<Record<LegRole, number | undefined>>;
	/** Milliseconds between each leg's settlements according to its venue's last report; undefined when unknown. */
	readonly intervalMs: Readonly<Record<LegRole, number | undefined>>;
	/** True while no other execution of the user has, or may get, a position in the leg's instrument. */
	readonly isAlone: Readonly<Record<LegRole, boolean>>;
	/** True if a recent position read after the leg's last order matched the executions' holdings. */
	readonly isAgreed: Readonly<Record<LegRole, boolean>>;
	/** True if any position read after the leg's last order matched the executions' holdings. */
	readonly isSeen: Readonly<Record<LegRole, boolean>>;
	/** Start of the last position read that matched the executions' holdings; undefined before the first one. */
	readonly agreedAt: Readonly<Record<LegRole, number | undefined>>;
	/** Time at which this process began to read the venues. */
	readonly beganAt: number;
	/** Whether the venue accepts orders on the leg's contract, according to its last report. */
	readonly trades: (leg: LegRole) => Trades;
	/** Expected net of the unopened part, as a fraction of one leg's notional; undefined when unknown. */
	readonly remainingNet: () => Decimal | undefined;
	/** Further unhedged exposure that the user and the service may have, USD. */
	readonly unhedgedAllowance: () => Decimal;
	/** Milliseconds until orders on both legs fit into the venues' order limits; 0 if they fit now. */
	readonly orderWaitMs: (urgency: 'opens' | 'closes') => number;
	/** True if an order on the leg may rest; false while the exchange's dead-man switch is being armed for it. */
	readonly mayRest: (leg: LegRole) => boolean;
	/** Why nothing more may be opened (a kill switch or a stopped agent); null when openings are allowed. */
	readonly openingHalted: () => Words | null;
	/** Why the user must act before an account of the execution can trade normally; null if nothing is known. */
	readonly accountHalted: () => Words | null;
	/** True if a leg that has been unhedged for seconds may be reduced at the last known price, without a book. */
	readonly mayReduceBlind: (leg: LegRole) => boolean;
	/** The execution that a roll takes its staying leg from; undefined if it is not in memory. Absent for no roll. */
	readonly rollSource?: (() => RollSource | undefined) | undefined;
};

/** The execution before a roll, with its own surroundings. */
export type RollSource = {
	readonly state: ExecutionState;
	readonly around: Surroundings;
	/** True while another roll of the same execution may still ask it for a part. */
	readonly isContested: boolean;
};

/** Returns the current mid price of each leg that has a current book. */
export function midsOf({ quotes }: Surroundings): Mids {
	return { long: quotes.long?.mid, short: quotes.short?.mid };
}

/** Named limits of the engine. Times are in milliseconds. */
export type EngineLimits = {
	/**
	 * Once an imbalance is this old, the engine completes the lagging leg up to `unwindSlippageBpsMax` from the mid.
	 */
	readonly widenAfterMs: number;
	/** Once an imbalance is this old, the engine reduces the larger leg instead of completing the lagging one. */
	readonly reduceAfterMs: number;
	/**
	 * Maximum distance of the limit price from the mid, basis points, for a late completion, a reduction or a close.
	 */
	readonly unwindSlippageBpsMax: Decimal;
	/** The engine opens nothing this close to a settlement of either leg. */
	readonly settlementGuardMs: number;
	/** An order whose outcome is unknown for longer than this needs manual attention. */
	readonly unknownAttentionMs: number;
	/**
	 * Minimum delay between two queries of an order, or between two position polls at an execution's end. Later
	 * delays are longer.
	 */
	readonly probeDelayMsMin: number;
	/** Maximum delay between two queries of an order, or between two position polls at an execution's end. */
	readonly probeDelayMsMax: number;
	/** A resting order is queried at this interval, whatever the account's stream reports. */
	readonly makerProbeMs: number;
	/** Minimum age of a resting order before it is replaced because it is no longer at the best price. */
	readonly repriceAfterMs: number;
	/** Pause after a completing order without a fill. */
	readonly completeRetryMs: number;
	/** Pause after a slice without a fill. It doubles with each consecutive slice without a fill. */
	readonly sliceRetryMs: number;
	/** Maximum pause after a slice without a fill. */
	readonly sliceRetryMsMax: number;
	/** Pause after a reducing order without a fill. It doubles with each consecutive order without a fill. */
	readonly reduceRetryMs: number;
	/** Maximum pause after a reducing order without a fill. */
	readonly reduceRetryMsMax: number;
	/**
	 * The execution needs manual attention after this many consecutive reducing orders without a fill on one leg. The
	 * engine keeps trying.
	 */
	readonly fruitlessReducesMax: number;
	/** Mark that a restored journal adds to each `clientOrderId`; undefined if the journal was never restored. */
	readonly restoreMark?: string | undefined;
	/**
	 * Number of consecutive position polls at an execution's end that must show a position before the execution needs
	 * manual attention. The last of them comes later than `VISIBLE_WITHIN_MS` after the first.
	 */
	readonly flatReadsMax: number;
};

/** Fixed limits that no setting changes. */
export const FIXED_LIMITS = {
	probeDelayMsMin: 100,
	probeDelayMsMax: 5_000,
	makerProbeMs: 1_000,
	repriceAfterMs: 3_000,
	completeRetryMs: 200,
	sliceRetryMs: 5_000,
	sliceRetryMsMax: 60_000,
	reduceRetryMs: 250,
	reduceRetryMsMax: 10_000,
	fruitlessReducesMax: 8,
	flatReadsMax: 6,
} as const satisfies Partial<EngineLimits>;
