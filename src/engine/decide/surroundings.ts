/** The engine's view of the world in one step: books, settlement times, and risk allowances. */
import type { Decimal } from '../../domain/decimal.ts';
import type { LegRole } from '../../domain/ids.ts';
import { midPrice, type OrderBook } from '../../domain/order-book.ts';

/** Top of a current book, USD per coin. */
export type Quote = { readonly bid: Decimal; readonly ask: Decimal; readonly mid: Decimal };

/** Undefined when the book has no usable mid price. */
export function quoteOf(book: OrderBook): Quote | undefined {
	const mid = midPrice(book);
	const bid = book.bids[0]?.[0];
	const ask = book.asks[0]?.[0];
	return mid === undefined || bid === undefined || ask === undefined ? undefined : { bid, ask, mid };
}

/**
 * Whether a venue accepts orders on a contract, by its last report. `no`: the contract is paused, suspended or
 * unlisted; `doubtful`: the report concerns the venue, not the contract.
 */
export type Trades =
	| { readonly is: 'yes' }
	| { readonly is: 'doubtful' | 'no' /** A sentence. */; readonly why: string };

/** The functions are called only when a decision depends on them: they may be expensive. */
export type Surroundings = {
	/** Undefined when no current book is known. */
	readonly quotes: Readonly<Record<LegRole, Quote | undefined>>;
	/** Next settlement of each leg; undefined when unknown. */
	readonly nextSettlement: Readonly<Record<LegRole, number | undefined>>;
	/** True while no other execution of the user has, or may get, a position in the leg's instrument. */
	readonly isAlone: Readonly<Record<LegRole, boolean>>;
	/** True when a recent read since the leg's last order showed the position of the executions. */
	readonly isAgreed: Readonly<Record<LegRole, boolean>>;
	/** True when any read since the leg's last order showed the position of the executions. */
	readonly isSeen: Readonly<Record<LegRole, boolean>>;
	/** Start of the last read that matched the executions; undefined before the first. */
	readonly agreedAt: Readonly<Record<LegRole, number | undefined>>;
	/** When this process began to read the venues. */
	readonly beganAt: number;
	/** Whether the venue accepts orders on the leg's contract, by its last report. */
	readonly trades: (leg: LegRole) => Trades;
	/** Expected net of the unopened part, a share of one leg's notional; undefined when unknown. */
	readonly remainingNet: () => Decimal | undefined;
	/** USD of further unhedged exposure that the user and the service may have. */
	readonly unhedgedAllowance: () => Decimal;
	/** Milliseconds until orders of both legs fit into the venues' order limits; 0: now. */
	readonly orderWaitMs: (urgency: 'opens' | 'closes') => number;
	/** Whether an order of the leg may rest: false while the exchange's dead-man switch is being armed for it. */
	readonly mayRest: (leg: LegRole) => boolean;
	/** Why nothing more may be opened: a kill switch, or a stopped agent. Null when openings are allowed. */
	readonly openingHalted: () => string | null;
	/** Whether a leg that has been unhedged for seconds may be reduced at the last known price, without a book. */
	readonly mayReduceBlind: (leg: LegRole) => boolean;
};

/** Named limits of the engine. Times in milliseconds. */
export type EngineLimits = {
	/** After this time a lagging leg is completed up to the widest price. */
	readonly widenAfterMs: number;
	/** After this time a lagging leg is no longer completed: the larger leg is reduced. */
	readonly reduceAfterMs: number;
	/** Widest price, from the mid, for a late completion, a reduction or a close. */
	readonly unwindSlippageBpsMax: Decimal;
	/** Nothing is opened this close to a settlement of either leg. */
	readonly settlementGuardMs: number;
	/** An order that is unknown for longer needs manual attention. */
	readonly unknownAttentionMs: number;
	/** The delay between queries starts at the minimum and doubles up to the maximum. */
	readonly probeDelayMsMin: number;
	readonly probeDelayMsMax: number;
	/** A resting order is queried at this interval, whatever the account's stream says. */
	readonly makerProbeMs: number;
	/** A resting order that is no longer at the best price is replaced, at most this often. */
	readonly repriceAfterMs: number;
	/** Wait after a completing order without a fill. */
	readonly completeRetryMs: number;
	/** Wait after a slice without a fill; doubles with each further one up to the maximum. */
	readonly sliceRetryMs: number;
	readonly sliceRetryMsMax: number;
	/** Wait after a reducing order without a fill; doubles with each further one up to the maximum. */
	readonly reduceRetryMs: number;
	readonly reduceRetryMsMax: number;
	/** Reducing orders of one leg in a row without a fill before a person is needed; attempts continue all the same. */
	readonly fruitlessReducesMax: number;
	/** Mark in `clientOrderId` of a restored journal; undefined when the journal was never restored. */
	readonly restoreMark?: string | undefined;
	/**
	 * Consecutive differing reads of the positions at the end before a person is needed: the last one comes after
	 * `VISIBLE_WITHIN_MS`.
	 */
	readonly flatReadsMax: number;
};

/** Fixed limits, without a setting. */
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
