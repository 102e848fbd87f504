/**
 * Stored local accounts of paper mode: cash, holdings, orders, fills and settlements of one account at one venue.
 * Quantities are coins, money is USD, times are milliseconds by the venue's clock.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Side } from '../domain/order-book.ts';
import type { AccountFill, MarginMode, VenueOrder } from './venue.ts';
import type { RiskTier } from './venue-market.ts';

/** A paper account with its initial deposit in USD. */
export type PaperAccount = {
	/** Also the key of its session. */
	readonly accountId: string;
	readonly venue: VenueName;
	/** Initial deposit. */
	readonly deposit: Decimal;
	readonly openedAt: number;
};

/** An account's settings on one instrument, and its position if the quantity is not zero. */
export type PaperHolding = {
	readonly symbol: string;
	/** Signed coins: positive is long. */
	readonly quantity: Decimal;
	/** Cost at average entry, with the sign of the quantity. */
	readonly entryValue: Decimal;
	readonly leverage: Decimal;
	readonly marginMode: MarginMode;
	/** Latest tiers from the venue; null if it publishes none. */
	readonly tiers: readonly RiskTier[] | null;
	/** Settlements up to this instant are booked, or nothing was held then. */
	readonly fundedTo: number;
	/** Time of the latest fill; 0 before the first. */
	readonly filledAt: number;
	/** The latest recorded mark: the value of a position while the venue does not list the instrument. */
	readonly lastMark: Decimal | null;
	/** Announced closing time of the instrument; null without an announcement. */
	readonly delistingAt: number | null;
};

/**
 * `waiting`: in flight, or arrived and before its first book. `resting`: in the book. `canceled` also covers the rest
 * of an IOC order, and a post-only order that would have taken.
 */
export type PaperOrderStatus = 'waiting' | 'resting' | 'filled' | 'canceled';

/** An order of a paper account, with its place in the queue of the venue's real book. */
export type PaperOrder = Omit<VenueOrder, 'leverage' | 'marginMode'> & {
	readonly venueOrderId: string;
	readonly placedAt: number;
	/** End of its latency. */
	readonly arrivesAt: number;
	readonly status: PaperOrderStatus;
	readonly filled: Decimal;
	/** While it rests: coins ahead of it at its price; null while its price is beyond the visible levels. */
	readonly queueAhead: Decimal | null;
	/** Coins traded at or through its price since it joined the queue. */
	readonly tradedPast: Decimal;
	/** Only trades after this instant count for it. */
	readonly countsFrom: number;
};

/** A fill of a paper account, made against the venue's public book or trades. */
export type PaperFill = Omit<AccountFill, 'feeAsset' | 'feeQuantity'> & {
	readonly symbol: string;
	/** Profit of the closed part, without its fee. */
	readonly realized: Decimal;
};

/** Funding that a paper account paid or received at one settlement. */
export type PaperPayment = {
	readonly symbol: string;
	readonly settledAt: number;
	readonly rate: Decimal;
	/** Signed coins held. */
	readonly quantity: Decimal;
	/** Mark or oracle price of the payment. */
	readonly price: Decimal;
	/** Positive is received. */
	readonly amount: Decimal;
};

/**
 * Quantity that the account has taken from a level of the venue's book and that nobody has replaced since. `side`: of
 * the taker.
 */
export type TakenLevel = { readonly side: Side; readonly price: Decimal; readonly quantity: Decimal };

/** Present state of an account; ended orders are only in the store. */
export type PaperState = {
	readonly account: PaperAccount;
	/** Cash: always the deposit plus realised profit plus settlements, minus fees. */
	readonly wallet: Decimal;
	readonly holdings: ReadonlyMap<string, PaperHolding>;
	/** Open orders, by client order id, oldest first. */
	readonly open: ReadonlyMap<string, PaperOrder>;
	/** Taken levels by symbol. */
	readonly taken: ReadonlyMap<string, readonly TakenLevel[]>;
};

/**
 * Stored completely or not at all. Holdings and orders replace those of the same name; taken levels those of the
 * symbol.
 */
export type PaperChange = {
	readonly wallet?: Decimal;
	readonly holdings?: readonly PaperHolding[];
	readonly orders?: readonly PaperOrder[];
	readonly fills?: readonly PaperFill[];
	readonly payments?: readonly PaperPayment[];
	readonly taken?: ReadonlyMap<string, readonly TakenLevel[]>;
};

/**
 * Every write is durable when it resolves. Each call may reject with the database's message; then it stores nothing.
 */
export interface PaperStore {
	/** Creates the account; does nothing if the id exists. */
	open(account: PaperAccount): Promise<void>;
	/** Undefined if the venue has no account with this id. */
	load(accountId: string, venue: VenueName): Promise<PaperState | undefined>;
	/** Accounts with a position, an open order, or a fill after `since`. */
	active(since: number): Promise<readonly PaperAccount[]>;
	write(accountId: string, change: PaperChange): Promise<void>;
	order(accountId: string, clientOrderId: string): Promise<PaperOrder | undefined>;
	/** Oldest first. */
	fillsOfOrder(accountId: string, venueOrderId: string): Promise<readonly PaperFill[]>;
	/** Fills of a symbol, or of all, with from ≤ filledAt ≤ to, oldest first. */
	fills(accountId: string, from: number, to: number, symbol?: string): Promise<readonly PaperFill[]>;
	/** Payments with from ≤ settledAt ≤ to, oldest first. */
	payments(accountId: string, symbol: string, from: number, to: number): Promise<readonly PaperPayment[]>;
}
