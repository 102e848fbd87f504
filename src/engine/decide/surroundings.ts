/** What the engine sees of the world in one step: the books, the clocks of settlements, and how much may be risked. */
import type { Decimal } from '../../domain/decimal.ts';
import type { LegRole } from '../../domain/ids.ts';
import { midPrice, type OrderBook } from '../../domain/order-book.ts';

/** Top of a current book, USD per coin. */
export type Quote = { readonly bid: Decimal; readonly ask: Decimal; readonly mid: Decimal };

/** Undefined where the book has no usable middle. */
export function quoteOf(book: OrderBook): Quote | undefined {
	const mid = midPrice(book);
	const bid = book.bids[0]?.[0];
	const ask = book.asks[0]?.[0];
	return mid === undefined || bid === undefined || ask === undefined ? undefined : { bid, ask, mid };
}

/**
 * Whether a venue takes orders on a contract, by what it last said. `no`: the contract is paused, suspended or off its list;
 * `doubtful`: nothing is said of the contract, but of the venue.
 */
export type Trades =
	| { readonly is: 'yes' }
	| { readonly is: 'doubtful' | 'no' /** A sentence. */; readonly why: string };

/** The functions are asked only where a decision hangs on them: they may cost something. */
export type Surroundings = {
	/** Undefined where no current book is known. */
	readonly quotes: Readonly<Record<LegRole, Quote | undefined>>;
	/** Coming settlement of each leg; undefined where it is not known. */
	readonly nextSettlement: Readonly<Record<LegRole, number | undefined>>;
	/** True while no other execution of the user holds, or may come to hold, the leg's instrument. */
	readonly isAlone: Readonly<Record<LegRole, boolean>>;
	/** True while the venue's position was seen a moment ago to be that of the executions, since the leg's last order. */
	readonly isAgreed: Readonly<Record<LegRole, boolean>>;
	/** True while the venue's position was seen to be that of the executions since the leg's last order, however long ago. */
	readonly isSeen: Readonly<Record<LegRole, boolean>>;
	/** Begin of the last read that showed the venue's position to be that of the executions; undefined before the first. */
	readonly agreedAt: Readonly<Record<LegRole, number | undefined>>;
	/** When this process began to look at the venues. */
	readonly beganAt: number;
	/** Whether the venue takes orders on the leg's contract, by what it last said. */
	readonly trades: (leg: LegRole) => Trades;
	/** Expected net of what is not open yet, a share of one leg's notional; undefined when unknown. */
	readonly remainingNet: () => Decimal | undefined;
	/** USD that the user, and the service, may yet have standing on one leg. */
	readonly unhedgedAllowance: () => Decimal;
	/** How long until orders of both legs may leave within the venues' limits of orders, milliseconds; 0: now. */
	readonly orderWaitMs: (urgency: 'opens' | 'closes') => number;
	/** Whether an order of the leg may rest: false while the exchange's dead-man switch is being armed for it. */
	readonly mayRest: (leg: LegRole) => boolean;
	/** Why nothing more may be opened, by a kill switch or because its agent was stopped; null while it may. */
	readonly openingHalted: () => string | null;
	/** Whether a leg that has stood alone for seconds may be cut by the last price that was known, where there is no book. */
	readonly mayCutBlind: (leg: LegRole) => boolean;
};

/** Named limits of the engine. Times in milliseconds. */
export type EngineLimits = {
	/** A leg that lags so long is completed up to the widest price. */
	readonly widenAfterMs: number;
	/** A leg that lags so long is not completed any more: the heavier one is cut. */
	readonly reduceAfterMs: number;
	/** Widest price, from the mid, at which a leg is completed late, cut or closed. */
	readonly unwindSlippageBpsMax: Decimal;
	/** Nothing is opened so close to a settlement of either leg. */
	readonly settlementGuardMs: number;
	/** An order unknown for longer needs a person. */
	readonly unknownAttentionMs: number;
	/** Probing starts at this distance and doubles up to the maximum. */
	readonly probeDelayMsMin: number;
	readonly probeDelayMsMax: number;
	/** An order that rests is asked about so often, whatever the account's stream says. */
	readonly makerProbeMs: number;
	/** A resting order that has left the best price is placed anew, not more often than this. */
	readonly repriceAfterMs: number;
	/** Wait after a completing order that filled nothing. */
	readonly completeRetryMs: number;
	/** Wait after a slice that filled nothing; doubles with each further one up to the maximum. */
	readonly sliceRetryMs: number;
	readonly sliceRetryMsMax: number;
	/** Wait after a reducing order that filled nothing; doubles with each further one up to the maximum. */
	readonly reduceRetryMs: number;
	readonly reduceRetryMsMax: number;
	/** Reducing orders of one leg that filled nothing, in a row, before a person is needed (they go on all the same). */
	readonly fruitlessReducesMax: number;
	/** What `clientOrderId` is told of a restored journal; absent of one that never was. */
	readonly restoreMark?: string | undefined;
	/** Reads of the positions in a row that differ at the end before a person is needed: the last one comes after `VISIBLE_WITHIN_MS`. */
	readonly flatReadsMax: number;
};

/** The limits that no operator sets. */
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
