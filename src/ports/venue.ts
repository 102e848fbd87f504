/**
 * Defines trading on one account at a venue. One adapter (`src/venues/shared/`) implements it for all venues. Each
 * venue's rules are in its exchange module (`<venue>/dialect.ts`), and the meaning of its errors is in its errors
 * file (`<venue>/errors.ts`).
 *
 * Every quantity is in coins and every price in USD per coin (see `domain/instrument`), because the adapter converts
 * them. Reads throw `VenueError`. `placeOrder` never throws, because an order's three outcomes are values: accepted,
 * certainly rejected, or unknown. Decisions depend on `kind` and `code`, never on an error's text.
 */

import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Side } from '../domain/order-book.ts';
import type { ExternalFlowReport, FundingPaymentReport } from './account-payments.ts';
import type { DeadManSwitch } from './dead-man-switch.ts';
import type { OwnTransfers } from './own-transfers.ts';
import type { FeeRates } from './venue-market.ts';

/** Credentials for one exchange account. */
export type VenueCredentials = {
	readonly apiKey: string;
	readonly secret: string;
	readonly passphrase?: string | undefined;
};

/** A venue's description of the key in use. */
export type KeyDescription = {
	/** The venue's own id for the account or sub-account behind the key; null if the venue does not report one. */
	readonly uid: string | null;
	/** Permissions of the key in the venue's own terms. */
	readonly permissions: readonly string[];
	/** True if the key may place orders on perpetuals. */
	readonly canTrade: boolean;
	/** True if the key can withdraw; null if the venue does not say. */
	readonly canWithdraw: boolean | null;
	/** True if the key can move money between its owner's wallets at the exchange (`own-transfers.ts`). */
	readonly canTransfer: boolean;
	readonly readOnly: boolean;
	readonly expiresAt: number | null;
	/** True if the key works only from certain IP addresses; null if the venue does not say. */
	readonly ipBound: boolean | null;
};

/** The margin that backs a position: only its own (`isolated`), or the whole account's (`cross`). */
export type MarginMode = 'isolated' | 'cross';

/** An order from the engine. Quantities are coins, prices USD per coin. */
export type VenueOrder = {
	readonly symbol: string;
	readonly clientOrderId: string;
	readonly side: Side;
	/** Quantity of the order, coins; a multiple of the lot. */
	readonly quantity: Decimal;
	/** Limit price, USD per coin, already on the tick and rounded to the safe side. */
	readonly limitPrice: Decimal;
	/**
	 * `postOnly` rests until it is cancelled. A post-only order that would take liquidity has one of two results.
	 * Bybit and KuCoin accept it and end it without a fill (`canceled` or `rejected` in the report). Other venues
	 * refuse it at once with `rejected` and `POST_ONLY_WOULD_TAKE`. That refusal is passing, because another price a
	 * moment later may work.
	 */
	readonly timeInForce: 'IOC' | 'postOnly';
	readonly reduceOnly: boolean;
	/** Leverage of the order, for venues that take it with each order (KuCoin). */
	readonly leverage: Decimal;
	readonly marginMode: MarginMode;
};

/**
 * Code of a refusal because the venue currently accepts no orders on the contract: it is paused, suspended, in
 * settlement, or not listed. The message contains the venue's own code. The account may still hold a position in the
 * contract.
 */
export const NOT_TRADABLE = 'NOT_TRADABLE';

/**
 * Time within which an exchange's reads show what it has accepted (an order, its fills, the position), milliseconds.
 * Tens of milliseconds are usual, and seconds have been seen. No exchange documents a bound, so the value is five
 * seconds plus a margin of one.
 */
export const VISIBLE_WITHIN_MS = 6_000;

/**
 * Outcome of sending an order. `unknown` means that the venue may have received the request. Query the order by its
 * client order id, and never send it again.
 */
export type SendOutcome =
	| { readonly kind: 'accepted'; readonly venueOrderId: string | undefined }
	| {
			readonly kind: 'rejected';
			readonly code: string;
			readonly message: string;
			/**
			 * True if the order itself was valid and may be accepted a moment later, for instance after a rate limit
			 * or a refused connection.
			 */
			readonly passing: boolean;
	  }
	| { readonly kind: 'unknown'; readonly message: string };

/** A fill of one of our orders, as the venue reports it. */
export type FillReport = {
	/** Id of the trade, unique per venue, account and contract. */
	readonly tradeId: string;
	/** Filled quantity, coins. */
	readonly quantity: Decimal;
	readonly price: Decimal;
	/**
	 * Fee, USD at the time of the fill; positive if paid, negative for a rebate. For a fee in another asset, it is
	 * the fill's value × its fee rate.
	 */
	readonly fee: Decimal;
	readonly feeAsset: string;
	/** The fee in units of `feeAsset`. */
	readonly feeQuantity: Decimal;
	readonly filledAt: number;
};

/** A fill on the account in an instrument, from any cause. */
export type AccountFill = FillReport & {
	readonly side: Side;
	readonly venueOrderId: string;
	/**
	 * Client order id of the filled order. Null if the order has none (the venue's own orders, and manual ones) or if
	 * the venue does not report it; KuCoin never does.
	 */
	readonly clientOrderId: string | null;
	/** `order`: a fill of an order that we or anybody else sent. The other causes are initiated by the venue. */
	readonly cause: 'order' | 'liquidation' | 'adl' | 'delisting';
};

/**
 * Outcome of a cancel request. It does not show whether the order has ended; only `findOrder` does. `refused`: the
 * venue currently has no such order to cancel, because it has ended, was never received, or has not been received
 * yet.
 */
export type CancelOutcome = { readonly kind: 'asked' | 'refused' | 'unknown'; readonly message: string };

/**
 * Signals that something on the account has changed at the venue and should be read. A hint may be lost, repeated or
 * late, so decisions depend only on that read.
 */
export type AccountHint =
	| {
			readonly kind: 'order';
			readonly symbol: string;
			readonly clientOrderId: string | null;
			/**
			 * True if the event reports the end of the order; otherwise absent, for instance if it reports only a
			 * fill.
			 */
			readonly hasEnded?: true;
	  }
	| { readonly kind: 'position'; readonly symbol: string }
	| { readonly kind: 'balance' };

/** State of an order in a venue's report. `open` may still fill; the other four are final. */
export type OrderReportStatus = 'open' | 'filled' | 'canceled' | 'rejected' | 'expired';

/**
 * The venue's report on one order. Unless the status is `open`, the report is final and `fills` sum to
 * `filledQuantity`.
 */
export type OrderReport = {
	readonly clientOrderId: string;
	readonly venueOrderId: string;
	readonly status: OrderReportStatus;
	readonly filledQuantity: Decimal;
	readonly fills: readonly FillReport[];
};

/**
 * `absent`: the venue responded that it knows no such order now. Until the request window has passed, the order may
 * still arrive, so this is not a rejection yet.
 */
export type OrderFinding =
	| { readonly kind: 'found'; readonly report: OrderReport }
	| { readonly kind: 'absent' }
	| { readonly kind: 'unavailable'; readonly message: string };

/** A position in the venue's report. Prices are USD per coin; null means not reported. */
export type PositionReport = {
	readonly symbol: string;
	/** Signed position size, coins; positive for a long. */
	readonly quantity: Decimal;
	readonly entryPrice: Decimal | null;
	readonly markPrice: Decimal | null;
	readonly liquidationPrice: Decimal | null;
	readonly leverage: Decimal | null;
	readonly marginMode: MarginMode | null;
	/** Margin of the position, USD. */
	readonly margin: Decimal | null;
	readonly unrealizedPnl: Decimal | null;
	/**
	 * Place in the exchange's queue for auto-deleveraging, from 0 (reduced last) to 1 (reduced next). Null if the
	 * exchange does not say. Each `account.ts` documents its exchange's scale: Bybit 1 to 5, Binance 0 to 4, OKX 0 to 5,
	 * KuCoin a percentile, Hyperliquid none.
	 */
	readonly adlRank: number | null;
};

/**
 * An account's holding of an asset other than USDT. Fees may be paid from it, and the venue may count it towards
 * equity.
 */
export type OtherAsset = {
	readonly asset: string;
	/** Cash in the asset without unrealised profit; negative for a debt. */
	readonly quantity: Decimal;
	/** Price of one unit, USD, as given by the venue at the time of the response; null if it gave none. */
	readonly usdPrice: Decimal | null;
};

/** The account's USDT. `walletBalance` is cash without unrealised profit; `equity` is cash with unrealised profit. */
export type BalanceReport = {
	readonly walletBalance: Decimal;
	readonly equity: Decimal;
	readonly available: Decimal;
	readonly marginUsed: Decimal;
	/** Assets other than USDT with a non-zero quantity. KuCoin reports only its settlement currencies and KCS. */
	readonly otherAssets: readonly OtherAsset[];
};

/**
 * Priority of an order near a venue's rate limit for orders. `repairs`: the order hedges or reduces an unhedged leg.
 * `closes` and `opens`: both legs are equal, and remain so without the order.
 */
export type OrderUrgency = 'repairs' | 'closes' | 'opens';

/** One account at one venue, with its owner's wallets where the venue has them. */
export interface VenueTrading extends OwnTransfers {
	readonly venue: VenueName;
	/**
	 * Time after signing, by our clock, during which reads may still miss an order that the venue has accepted,
	 * milliseconds. It is the sum of the order's validity window, the maximum clock difference and
	 * `VISIBLE_WITHIN_MS`.
	 */
	readonly requestWindowMs: number;
	/** Asks the venue for a description of the key itself. @throws VenueError, KeyRefusedError */
	describeKey(): Promise<KeyDescription>;
	/** Opens connections and makes the requests that would otherwise delay the first order. */
	warmUp(): Promise<void>;
	/**
	 * Sets leverage and margin mode for an order's symbol, by the venue's own rules, and verifies them. A verified
	 * result is cached for ten minutes, during which the call resolves at once. The cache ends early if an order is
	 * refused because of these settings or a position contradicts them.
	 * @throws VenueError rejected if the venue refuses.
	 */
	prepare(symbol: string, leverage: Decimal, marginMode: MarginMode): Promise<void>;
	/**
	 * Keeps order connections open for this many milliseconds from now, so that an order needs no handshake. A later
	 * call never shortens that time. Absent if an order needs no connection.
	 */
	readonly keepOrdersWarm?: (forMs: number) => void;
	/**
	 * Time until an order can be sent within the venue's limits, milliseconds; 0 if it can be sent now. Absent if the
	 * venue has no limits.
	 */
	readonly orderInMs?: (symbol: string, urgency: OrderUrgency) => number;
	/**
	 * Reserves rate capacity for an order that has been decided, so that other requests sent before it cannot use
	 * that capacity up. An order without a reservation takes capacity when it is sent, with the urgency `repairs`.
	 * @throws VenueRateLimitError if `orderInMs` is not 0
	 */
	readonly keepOrderPlace?: (symbol: string, urgency: OrderUrgency, clientOrderId: string) => void;
	/**
	 * Time that a read requested now would wait for the venue's limits, milliseconds. Absent if the venue has no
	 * limits.
	 */
	readonly readInMs?: () => number;
	/** Starts sending the order synchronously. Never throws. */
	placeOrder(order: VenueOrder): Promise<SendOutcome>;
	/** Queries open orders, history and fills by the client order id. Never throws. */
	findOrder(symbol: string, clientOrderId: string): Promise<OrderFinding>;
	/** The venue's own switch that cancels orders if this service falls silent. Absent if the venue has none. */
	readonly deadMan?: DeadManSwitch | undefined;
	/** Asks the venue to cancel the order. Never throws. */
	cancelOrder(symbol: string, clientOrderId: string): Promise<CancelOutcome>;
	/**
	 * Returns the account's fills in the instrument with from ≤ filledAt ≤ to, oldest first, from our orders and
	 * others. @throws VenueError
	 */
	accountFills(symbol: string, from: number, to: number): Promise<readonly AccountFill[]>;
	/**
	 * Returns the symbols in which the account had fills with from ≤ filledAt ≤ to, from our orders and others.
	 * @throws VenueError
	 */
	tradedSymbols(from: number, to: number): Promise<readonly string[]>;
	/**
	 * Listens to the account's own stream until the returned function is called. Any number of listeners share one
	 * connection. The stream reconnects automatically and never throws. Hints during a disconnection are lost.
	 */
	watchAccount(listener: (hint: AccountHint) => void): () => void;
	/** Reopens the account's own stream if it is open. Use it for a stream that stays open but is silent. */
	renewStream(): void;
	/**
	 * Returns why the account's own stream was last lost; null if it has reported something since, or was never lost.
	 */
	streamFault(): string | null;
	positions(): Promise<readonly PositionReport[]>;
	balance(): Promise<BalanceReport>;
	fees(symbol: string): Promise<FeeRates>;
	/** Returns the account's funding payments in one symbol with from ≤ settledAt ≤ to, oldest first. */
	fundingPayments(symbol: string, from: number, to: number): Promise<readonly FundingPaymentReport[]>;
	/** Returns the account's external flows in every asset with from ≤ at ≤ to, oldest first. */
	externalFlows(from: number, to: number): Promise<readonly ExternalFlowReport[]>;
	close(): Promise<void>;
}
