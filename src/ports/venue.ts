/**
 * Trading on one account at a venue. One adapter (`src/venues/shared/`) implements it for all. A venue's own rules are in its
 * dialect (`<venue>/dialect.ts`), and the meaning of its errors in its errors file (`<venue>/errors.ts`).
 *
 * Every quantity is in coins and every price in USD per coin (see `domain/instrument`): the adapter converts.
 * Reads throw `VenueError`; `placeOrder` never throws, because the three outcomes of an order are values: accepted, rejected with
 * proof, unknown. Nothing is decided by the text of an error: `kind` and `code` decide.
 */

import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Side } from '../domain/order-book.ts';
import type { ExternalFlowReport, FundingPaymentReport } from './account-payments.ts';
import type { DeadManSwitch } from './dead-man-switch.ts';
import type { FeeRates } from './venue-market.ts';

/** Credentials of one exchange account. */
export type VenueCredentials = {
	readonly apiKey: string;
	readonly secret: string;
	readonly passphrase?: string | undefined;
};

/** What a venue says of the key that asks. */
export type KeyDescription = {
	/** The venue's own id of the account behind the key, a sub-account's own; null where it does not tell. */
	readonly uid: string | null;
	/** In the venue's own words. */
	readonly permissions: readonly string[];
	/** Whether it may place orders on perpetuals. */
	readonly canTrade: boolean;
	/** Null where the venue does not tell. */
	readonly canWithdraw: boolean | null;
	readonly readOnly: boolean;
	readonly expiresAt: number | null;
	/** Whether it works from certain addresses only; null where the venue does not tell. */
	readonly ipBound: boolean | null;
};

/** Margin of a position: its own alone (`isolated`), or the whole account's (`cross`). */
export type MarginMode = 'isolated' | 'cross';

/** An order as the engine wants it sent. Quantities are coins, prices USD per coin. */
export type VenueOrder = {
	readonly symbol: string;
	readonly clientOrderId: string;
	readonly side: Side;
	/** Coins, a multiple of the lot. */
	readonly quantity: Decimal;
	/** USD per coin, already on the tick and rounded to the safe side. */
	readonly limitPrice: Decimal;
	/**
	 * `postOnly` rests until it is cancelled. One that would take is, by the venue, either accepted and then ended without a
	 * fill (`canceled` or `rejected` in its report: Bybit and KuCoin), or refused at once: `rejected`, `POST_ONLY_WOULD_TAKE`,
	 * passing, since the price was at fault and a moment later another will do.
	 */
	readonly timeInForce: 'IOC' | 'postOnly';
	readonly reduceOnly: boolean;
	/** Venues that take leverage with each order (KuCoin) get it here. */
	readonly leverage: Decimal;
	readonly marginMode: MarginMode;
};

/**
 * Code of a refusal by which the venue says that it takes no orders on the contract now: paused, suspended, being settled, or
 * not listed. The venue's own code stands in the message. It is no proof that a position there is gone.
 */
export const NOT_TRADABLE = 'NOT_TRADABLE';

/**
 * Within this an exchange shows by its reads what it has taken (an order, its fills, the position), milliseconds. Tens of
 * milliseconds are usual and seconds have been seen; none documents a bound, so it is five seconds and one more.
 */
export const VISIBLE_WITHIN_MS = 6_000;

/** What became of a send. `unknown` means bytes may have left: probe by client order id, never send again. */
export type SendOutcome =
	| { readonly kind: 'accepted'; readonly venueOrderId: string | undefined }
	| {
			readonly kind: 'rejected';
			readonly code: string;
			readonly message: string;
			/** True when nothing was wrong with the order itself, so that a moment later it may be taken: a limit, a refused connection. */
			readonly passing: boolean;
	  }
	| { readonly kind: 'unknown'; readonly message: string };

/** A trade of one of our orders, as the venue reports it. */
export type FillReport = {
	/** Unique per venue and account. */
	readonly tradeId: string;
	/** Coins. */
	readonly quantity: Decimal;
	readonly price: Decimal;
	/** Positive is paid; negative is a rebate. USD at the fill; of a fee in another asset the fill's value × its fee rate. */
	readonly fee: Decimal;
	readonly feeAsset: string;
	/** The fee in `feeAsset`. */
	readonly feeQuantity: Decimal;
	readonly filledAt: number;
};

/** A fill of the account on an instrument, whoever caused it. */
export type AccountFill = FillReport & {
	readonly side: Side;
	readonly venueOrderId: string;
	/** Null where the order has none (the venue's own, and those placed by hand) or the venue does not tell it: KuCoin never does. */
	readonly clientOrderId: string | null;
	/** `order`: somebody's doing; the others are the venue's. */
	readonly cause: 'order' | 'liquidation' | 'adl' | 'delisting';
};

/**
 * What became of asking for a cancel. It proves nothing about the order: that is `findOrder`'s to say. `refused`: the venue
 * has no such order that could be cancelled, by what it knows now: ended, never there, or not there yet.
 */
export type CancelOutcome = { readonly kind: 'asked' | 'refused' | 'unknown'; readonly message: string };

/** Something of the account has changed at the venue: worth a look. It may be lost, repeated or late, and proves nothing. */
export type AccountHint =
	| {
			readonly kind: 'order';
			readonly symbol: string;
			readonly clientOrderId: string | null;
			/** The event says that the order has ended; absent where it does not, or tells of a fill alone. */
			readonly hasEnded?: true;
	  }
	| { readonly kind: 'position'; readonly symbol: string }
	| { readonly kind: 'balance' };

/** State of an order in a venue's report: `open` may still fill, the other four are final. */
export type OrderReportStatus = 'open' | 'filled' | 'canceled' | 'rejected' | 'expired';

/** What the venue claims of one order. Terminal when status is not `open`; then `fills` sum to `filledQuantity`. */
export type OrderReport = {
	readonly clientOrderId: string;
	readonly venueOrderId: string;
	readonly status: OrderReportStatus;
	readonly filledQuantity: Decimal;
	readonly fills: readonly FillReport[];
};

/** `absent` = the venue answered and knows no such order now: that is not a rejection until the window has passed. */
export type OrderFinding =
	| { readonly kind: 'found'; readonly report: OrderReport }
	| { readonly kind: 'absent' }
	| { readonly kind: 'unavailable'; readonly message: string };

/** A position as the venue reports it. Prices are USD per coin; null is not stated. */
export type PositionReport = {
	readonly symbol: string;
	/** Signed coins: positive is long. */
	readonly quantity: Decimal;
	readonly entryPrice: Decimal | null;
	readonly markPrice: Decimal | null;
	readonly liquidationPrice: Decimal | null;
	readonly leverage: Decimal | null;
	readonly marginMode: MarginMode | null;
	/** USD. */
	readonly margin: Decimal | null;
	readonly unrealizedPnl: Decimal | null;
};

/** What an account holds of an asset beside USDT: fees may be paid from it, and the venue may count it into equity. */
export type OtherAsset = {
	readonly asset: string;
	/** Cash of the asset without unrealised profit; negative is a debt. */
	readonly quantity: Decimal;
	/** USD for one of it, by the venue at the time of the answer; null where the venue does not say. */
	readonly usdPrice: Decimal | null;
};

/** The account's USDT. `walletBalance` is cash without unrealised profit; `equity` with it. */
export type BalanceReport = {
	readonly walletBalance: Decimal;
	readonly equity: Decimal;
	readonly available: Decimal;
	readonly marginUsed: Decimal;
	/** Those that are not zero, by name. KuCoin tells of single ones: of its settlement currencies and KCS. */
	readonly otherAssets: readonly OtherAsset[];
};

/**
 * Which orders give way where a venue's limit of orders is near. `repairs`: a leg stands alone, and the order hedges or cuts it;
 * `closes` and `opens`: both legs are equal, and without the order they stay so.
 */
export type OrderUrgency = 'repairs' | 'closes' | 'opens';

/** One account at one venue. */
export interface VenueTrading {
	readonly venue: VenueName;
	/**
	 * How long after signing, by our clock, an order that the venue has taken may yet be missing from its reads, milliseconds: it
	 * can take effect inside its window, the clocks may differ, and then it is shown within `VISIBLE_WITHIN_MS`.
	 */
	readonly requestWindowMs: number;
	/** Asks the venue about the key itself. @throws VenueError, KeyRefusedError */
	describeKey(): Promise<KeyDescription>;
	/** Opens connections and asks what the first order would otherwise ask, so that the first order is not slow. */
	warmUp(): Promise<void>;
	/**
	 * Brings leverage and margin mode of the symbol to what an order needs, by the venue's own rules, and verifies it. What was
	 * verified within some minutes is remembered, and then it resolves at once: until an order is refused for it, or a
	 * position shows something else.
	 * @throws VenueError rejected when the venue refuses.
	 */
	prepare(symbol: string, leverage: Decimal, marginMode: MarginMode): Promise<void>;
	/**
	 * Keeps connections for orders open for so long from now, milliseconds, so that an order waits for no handshake. What an
	 * earlier call asked for stays. Absent where an order needs no connection.
	 */
	readonly keepOrdersWarm?: (forMs: number) => void;
	/** How long until an order may leave within the venue's limits, milliseconds; 0: now. Absent where there are none. */
	readonly orderInMs?: (symbol: string, urgency: OrderUrgency) => number;
	/**
	 * Takes the place of an order that is decided on, so that it can be sent a little later whatever leaves meanwhile. An order
	 * without one takes it when it is sent, as one that repairs. @throws VenueRateLimitError where `orderInMs` is not 0
	 */
	readonly keepOrderPlace?: (symbol: string, urgency: OrderUrgency, clientOrderId: string) => void;
	/** How long a read that is asked for now would wait for a place within the venue's limits, milliseconds. Absent where there are none. */
	readonly readInMs?: () => number;
	/** Begins sending in the same tick as it is called. Never throws. */
	placeOrder(order: VenueOrder): Promise<SendOutcome>;
	/** Asks open orders, history and fills for the client order id. Never throws. */
	findOrder(symbol: string, clientOrderId: string): Promise<OrderFinding>;
	/** The venue's own switch that cancels orders when we fall silent. Absent where it has none. */
	readonly deadMan?: DeadManSwitch | undefined;
	/** Asks the venue to take the order off the book. Never throws. */
	cancelOrder(symbol: string, clientOrderId: string): Promise<CancelOutcome>;
	/** Fills of the account on the instrument with from ≤ filledAt ≤ to, oldest first, by orders of ours and of others. @throws VenueError */
	accountFills(symbol: string, from: number, to: number): Promise<readonly AccountFill[]>;
	/** Symbols on which the account has fills with from ≤ filledAt ≤ to, by orders of ours and of others. @throws VenueError */
	tradedSymbols(from: number, to: number): Promise<readonly string[]>;
	/**
	 * Hears the account's own stream until the answer is called: one connection, however many hear. It reconnects by itself
	 * and never throws; while there is none, nothing is heard.
	 */
	watchAccount(listener: (hint: AccountHint) => void): () => void;
	/** Opens the account's own stream anew, where it is open: for one that stays open and tells nothing. */
	renewStream(): void;
	/** Why the account's own stream was lost last; null where it has told something since, or was never lost. */
	streamFault(): string | null;
	positions(): Promise<readonly PositionReport[]>;
	balance(): Promise<BalanceReport>;
	fees(symbol: string): Promise<FeeRates>;
	/** Own funding payments of one symbol with from ≤ settledAt ≤ to, oldest first. */
	fundingPayments(symbol: string, from: number, to: number): Promise<readonly FundingPaymentReport[]>;
	/** External flows of the account in every asset with from ≤ at ≤ to, oldest first. */
	externalFlows(from: number, to: number): Promise<readonly ExternalFlowReport[]>;
	close(): Promise<void>;
}
