/**
 * Local accounts of mode paper as they are kept: cash, holdings, orders, fills and settlements of one account at one venue.
 * Quantities are coins, money is USD, times are milliseconds by the venue's clock.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Side } from '../domain/order-book.ts';
import type { AccountFill, MarginMode, VenueOrder } from './venue.ts';
import type { RiskTier } from './venue-market.ts';

/** A paper account and the USD that it began with. */
export type PaperAccount = {
	/** Also the key by which its session is opened. */
	readonly accountId: string;
	readonly venue: VenueName;
	/** What it began with. */
	readonly deposit: Decimal;
	readonly openedAt: number;
};

/** What an account has on one instrument: its settings, and its position while the quantity is not zero. */
export type PaperHolding = {
	readonly symbol: string;
	/** Signed coins: positive is long. */
	readonly quantity: Decimal;
	/** Cost at average entry, with the sign of the quantity. */
	readonly entryValue: Decimal;
	readonly leverage: Decimal;
	readonly marginMode: MarginMode;
	/** As last read from the venue; null where it publishes none. */
	readonly tiers: readonly RiskTier[] | null;
	/** Settlements up to this instant are booked, or nothing was held then. */
	readonly fundedTo: number;
	/** Of the latest fill; 0 before the first. */
	readonly filledAt: number;
	/** The mark as it was noted last: what a position is valued at while the venue does not list the instrument. */
	readonly lastMark: Decimal | null;
	/** When the venue closes the instrument, as last announced; null while nothing is. */
	readonly delistingAt: number | null;
};

/**
 * `waiting`: on its way, or arrived and before its first book. `resting`: in the book. `canceled` also stands for what is left
 * of an IOC order, and for a post-only order that would have taken.
 */
export type PaperOrderStatus = 'waiting' | 'resting' | 'filled' | 'canceled';

/** An order of a paper account, with its place in the queue of the venue's real book. */
export type PaperOrder = Omit<VenueOrder, 'leverage' | 'marginMode'> & {
	readonly venueOrderId: string;
	readonly placedAt: number;
	/** When its latency is over. */
	readonly arrivesAt: number;
	readonly status: PaperOrderStatus;
	readonly filled: Decimal;
	/** While it rests: coins ahead of it at its price; null while its price lies beyond the visible levels. */
	readonly queueAhead: Decimal | null;
	/** Coins that were traded at its price or through it since it is in the queue. */
	readonly tradedPast: Decimal;
	/** Trades after this instant count for it. */
	readonly countsFrom: number;
};

/** A fill of a paper account, made against the venue's public book or trades. */
export type PaperFill = Omit<AccountFill, 'feeAsset' | 'feeQuantity'> & {
	readonly symbol: string;
	/** Profit of what it closed, without its fee. */
	readonly realized: Decimal;
};

/** Funding that a paper account paid or received at one settlement. */
export type PaperPayment = {
	readonly symbol: string;
	readonly settledAt: number;
	readonly rate: Decimal;
	/** Signed coins that were held. */
	readonly quantity: Decimal;
	/** Mark or oracle price that it was paid on. */
	readonly price: Decimal;
	/** Positive is received. */
	readonly amount: Decimal;
};

/** What the account has taken of a level of the venue's book, and what nobody has replaced since. `side`: of the taker. */
export type TakenLevel = { readonly side: Side; readonly price: Decimal; readonly quantity: Decimal };

/** Present state of an account: what has ended stays in the store. */
export type PaperState = {
	readonly account: PaperAccount;
	/** Cash. Always the deposit, what was realised and what settlements brought, less the fees. */
	readonly wallet: Decimal;
	readonly holdings: ReadonlyMap<string, PaperHolding>;
	/** Orders that have not ended, by client order id, oldest first. */
	readonly open: ReadonlyMap<string, PaperOrder>;
	/** By symbol. */
	readonly taken: ReadonlyMap<string, readonly TakenLevel[]>;
};

/** All of it or nothing of it is stored. Holdings and orders replace those of the same name; taken levels those of the symbol. */
export type PaperChange = {
	readonly wallet?: Decimal;
	readonly holdings?: readonly PaperHolding[];
	readonly orders?: readonly PaperOrder[];
	readonly fills?: readonly PaperFill[];
	readonly payments?: readonly PaperPayment[];
	readonly taken?: ReadonlyMap<string, readonly TakenLevel[]>;
};

/** Everything is durable when a call resolves. Each rejects with what the database says; then nothing of it is stored. */
export interface PaperStore {
	/** Does nothing where there is one of this id. */
	open(account: PaperAccount): Promise<void>;
	/** Undefined: there is none of this id at the venue. */
	load(accountId: string, venue: VenueName): Promise<PaperState | undefined>;
	/** Accounts with a position, an order that has not ended, or a fill after `since`. */
	active(since: number): Promise<readonly PaperAccount[]>;
	write(accountId: string, change: PaperChange): Promise<void>;
	order(accountId: string, clientOrderId: string): Promise<PaperOrder | undefined>;
	/** Oldest first. */
	fillsOfOrder(accountId: string, venueOrderId: string): Promise<readonly PaperFill[]>;
	/** Of a symbol, or of all, with from ≤ filledAt ≤ to, oldest first. */
	fills(accountId: string, from: number, to: number, symbol?: string): Promise<readonly PaperFill[]>;
	/** With from ≤ settledAt ≤ to, oldest first. */
	payments(accountId: string, symbol: string, from: number, to: number): Promise<readonly PaperPayment[]>;
}
