/**
 * Stores the local accounts of paper mode: each account's cash, holdings, orders, fills and settlements at one venue.
 * Quantities are coins, money is USD, times are milliseconds on the venue's clock.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Side } from '../domain/order-book.ts';
import type { AccountFill, MarginMode, VenueOrder } from './venue.ts';
import type { RiskTier } from './venue-market.ts';

const PAPER_ACCOUNT = /^paper_[0-9a-f]{24}$/;

/** Creates the id of a paper account from 12 random bytes as hex digits. */
export function paperAccountId(randomHex: string): string {
	return `paper_${randomHex}`;
}

/** Returns true for the API key of a paper account, which is its id. */
export function isPaperAccount(apiKey: string): boolean {
	return PAPER_ACCOUNT.test(apiKey);
}

/** Symbol of the payments that are deposits after the first one. No contract has it. */
export const LATER_DEPOSIT = '';

/** A paper account with its initial deposit in USD. */
export type PaperAccount = {
	/** Id of the account, and also the API key of its session. */
	readonly accountId: string;
	readonly venue: VenueName;
	/** Initial deposit, USD. */
	readonly deposit: Decimal;
	readonly openedAt: number;
};

/** An account's settings for one instrument, and its position if the quantity is not zero. */
export type PaperHolding = {
	readonly symbol: string;
	/** Position, coins; positive for a long, negative for a short. */
	readonly quantity: Decimal;
	/** Cost of the position at its average entry price, USD, with the sign of `quantity`. */
	readonly entryValue: Decimal;
	readonly leverage: Decimal;
	readonly marginMode: MarginMode;
	/** The venue's latest risk tiers; null if it publishes none. */
	readonly tiers: readonly RiskTier[] | null;
	/** Time up to which every settlement has been paid, or needed no payment because the account held no position. */
	readonly fundedTo: number;
	/** Time of the latest fill; 0 before the first fill. */
	readonly filledAt: number;
	/** The latest recorded mark price. It values a position while the venue does not list the instrument. */
	readonly lastMark: Decimal | null;
	/** Announced closing time of the instrument; null if none is announced. */
	readonly delistingAt: number | null;
};

/**
 * `waiting`: in flight, or arrived and waiting for its first order book. `resting`: in the order book. `canceled`
 * also covers the unfilled part of an IOC order, and a post-only order that would have taken liquidity.
 */
export type PaperOrderStatus = 'waiting' | 'resting' | 'filled' | 'canceled';

/** A paper account's order, with its place in the queue of the venue's real order book. */
export type PaperOrder = Omit<VenueOrder, 'leverage' | 'marginMode'> & {
	readonly venueOrderId: string;
	readonly placedAt: number;
	/** Time at which the order arrives at the venue, after its latency. */
	readonly arrivesAt: number;
	readonly status: PaperOrderStatus;
	readonly filled: Decimal;
	/** Quantity ahead of the resting order at its price, coins; null while its price is beyond the visible levels. */
	readonly queueAhead: Decimal | null;
	/** Coins traded at or through the order's price since the order joined the queue. */
	readonly tradedPast: Decimal;
	/** Only trades after this time count towards filling the order. */
	readonly countsFrom: number;
};

/** A fill on a paper account, matched with the venue's public order book or trades. */
export type PaperFill = Omit<AccountFill, 'feeAsset' | 'feeQuantity'> & {
	readonly symbol: string;
	/** Realised profit on the part of the position that the fill closed, before its fee. */
	readonly realized: Decimal;
};

/** Funding that a paper account paid or received at one settlement, or a later deposit (`LATER_DEPOSIT`). */
export type PaperPayment = {
	readonly symbol: string;
	readonly settledAt: number;
	readonly rate: Decimal;
	/** Signed position at the time of the settlement, coins. */
	readonly quantity: Decimal;
	/** Mark or oracle price used for the payment. */
	readonly price: Decimal;
	/** Amount of the payment; positive if the account received it. */
	readonly amount: Decimal;
};

/**
 * Quantity that the account has taken from a level in the venue's order book and that no new order has replaced.
 * `side` is the taker's side.
 */
export type TakenLevel = { readonly side: Side; readonly price: Decimal; readonly quantity: Decimal };

/** Current state of an account. Ended orders are not included; they are only in the store. */
export type PaperState = {
	readonly account: PaperAccount;
	/** Cash, which always equals the deposit plus realised profit plus settlements, minus fees. */
	readonly wallet: Decimal;
	readonly holdings: ReadonlyMap<string, PaperHolding>;
	/** Open orders, by client order id, oldest first. */
	readonly open: ReadonlyMap<string, PaperOrder>;
	/** Taken levels by symbol. */
	readonly taken: ReadonlyMap<string, readonly TakenLevel[]>;
};

/**
 * A change, stored completely or not at all. A holding replaces the one with the same symbol, an order the one with
 * the same client order id, and taken levels all those of their symbol.
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
 * Stores paper accounts. Every write is durable when it resolves. A call that fails rejects with the database's
 * message and stores nothing.
 */
export interface PaperStore {
	/** Creates the account. Does nothing if the id exists. */
	open(account: PaperAccount): Promise<void>;
	/** Returns the account's state; undefined if the venue has no account with this id. */
	load(accountId: string, venue: VenueName): Promise<PaperState | undefined>;
	/** Returns accounts with a position, an open order, or a fill after `since`. */
	active(since: number): Promise<readonly PaperAccount[]>;
	write(accountId: string, change: PaperChange): Promise<void>;
	order(accountId: string, clientOrderId: string): Promise<PaperOrder | undefined>;
	/** Returns the order's fills, oldest first. */
	fillsOfOrder(accountId: string, venueOrderId: string): Promise<readonly PaperFill[]>;
	/** Returns fills with from ≤ filledAt ≤ to, oldest first, for one symbol or for all. */
	fills(accountId: string, from: number, to: number, symbol?: string): Promise<readonly PaperFill[]>;
	/** Returns payments with from ≤ settledAt ≤ to, oldest first. */
	payments(accountId: string, symbol: string, from: number, to: number): Promise<readonly PaperPayment[]>;
}
