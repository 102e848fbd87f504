/**
 * Trading on one account at a venue. One adapter (`src/venues/shared/`) implements it for all. Each venue's rules are
 * in its dialect (`<venue>/dialect.ts`), and the meaning of its errors in its errors file (`<venue>/errors.ts`).
 *
 * Every quantity is in coins and every price in USD per coin (see `domain/instrument`): the adapter converts. Reads
 * throw `VenueError`. `placeOrder` never throws, because the three outcomes of an order are values: accepted,
 * rejected with proof, unknown. Decisions depend on `kind` and `code`, never on the text of an error.
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

/** A venue's description of the key in use. */
export type KeyDescription = {
	/** The venue's own id of the account behind the key, or of the sub-account; null if it does not state one. */
	readonly uid: string | null;
	/** In the venue's own terms. */
	readonly permissions: readonly string[];
	/** True if it may place orders on perpetuals. */
	readonly canTrade: boolean;
	/** Null if the venue does not state it. */
	readonly canWithdraw: boolean | null;
	readonly readOnly: boolean;
	readonly expiresAt: number | null;
	/** True if it works from certain addresses only; null if the venue does not state it. */
	readonly ipBound: boolean | null;
};

/** Margin of a position: its own only (`isolated`), or the whole account's (`cross`). */
export type MarginMode = 'isolated' | 'cross';

/** An order from the engine. Quantities are coins, prices USD per coin. */
export type VenueOrder = {
	readonly symbol: string;
	readonly clientOrderId: string;
	readonly side: Side;
	/** Coins, a multiple of the lot. */
	readonly quantity: Decimal;
	/** USD per coin, already on the tick and rounded to the safe side. */
	readonly limitPrice: Decimal;
	/**
	 * `postOnly` rests until it is cancelled. A post-only order that would take has one of two results. Bybit and
	 * KuCoin accept it and end it without a fill (`canceled` or `rejected` in the report). Other venues refuse it at
	 * once: `rejected`, `POST_ONLY_WOULD_TAKE`, passing, since another price a moment later may work.
	 */
	readonly timeInForce: 'IOC' | 'postOnly';
	readonly reduceOnly: boolean;
	/** Sent by venues that take leverage with each order (KuCoin). */
	readonly leverage: Decimal;
	readonly marginMode: MarginMode;
};

/**
 * Code of a refusal because the venue accepts no orders on the contract now: paused, suspended, in settlement, or not
 * listed. The message contains the venue's own code. It does not prove that a position there is gone.
 */
export const NOT_TRADABLE = 'NOT_TRADABLE';

/**
 * Time within which an exchange's reads show what it has accepted (an order, its fills, the position), milliseconds.
 * Tens of milliseconds are usual and seconds have been seen. No exchange documents a bound, so it is five seconds
 * plus one.
 */
export const VISIBLE_WITHIN_MS = 6_000;

/** Outcome of a send. `unknown` means that bytes may have left: probe by client order id, never send again. */
export type SendOutcome =
	| { readonly kind: 'accepted'; readonly venueOrderId: string | undefined }
	| {
			readonly kind: 'rejected';
			readonly code: string;
			readonly message: string;
			/**
			 * True if the order itself was valid and may be accepted a moment later: a rate limit, a refused
			 * connection.
			 */
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
	/**
	 * Positive is paid; negative is a rebate. USD at the fill; for a fee in another asset the fill's value × its fee
	 * rate.
	 */
	readonly fee: Decimal;
	readonly feeAsset: string;
	/** The fee in `feeAsset`. */
	readonly feeQuantity: Decimal;
	readonly filledAt: number;
};

/** A fill of the account on an instrument, from any cause. */
export type AccountFill = FillReport & {
	readonly side: Side;
	readonly venueOrderId: string;
	/**
	 * Null if the order has none (the venue's own orders, and manual ones) or the venue does not state it: KuCoin
	 * never does.
	 */
	readonly clientOrderId: string | null;
	/** `order`: an order of somebody; the other causes come from the venue. */
	readonly cause: 'order' | 'liquidation' | 'adl' | 'delisting';
};

/**
 * Outcome of a cancel request. It proves nothing about the order; only `findOrder` does. `refused`: the venue knows
 * no such cancellable order at present: ended, never received, or not received yet.
 */
export type CancelOutcome = { readonly kind: 'asked' | 'refused' | 'unknown'; readonly message: string };

/**
 * Something of the account has changed at the venue and should be read. A hint may be lost, repeated or late, and
 * proves nothing.
 */
export type AccountHint =
	| {
			readonly kind: 'order';
			readonly symbol: string;
			readonly clientOrderId: string | null;
			/** The event states that the order has ended; absent if it does not, or reports a fill only. */
			readonly hasEnded?: true;
	  }
	| { readonly kind: 'position'; readonly symbol: string }
	| { readonly kind: 'balance' };

/** State of an order in a venue's report: `open` may still fill, the other four are final. */
export type OrderReportStatus = 'open' | 'filled' | 'canceled' | 'rejected' | 'expired';

/** The venue's report on one order. It is final if the status is not `open`; then `fills` sum to `filledQuantity`. */
export type OrderReport = {
	readonly clientOrderId: string;
	readonly venueOrderId: string;
	readonly status: OrderReportStatus;
	readonly filledQuantity: Decimal;
	readonly fills: readonly FillReport[];
};

/**
 * `absent`: the venue answered that it knows no such order now. That is not a rejection until the window has passed.
 */
export type OrderFinding =
	| { readonly kind: 'found'; readonly report: OrderReport }
	| { readonly kind: 'absent' }
	| { readonly kind: 'unavailable'; readonly message: string };

/** A position in the venue's report. Prices are USD per coin; null is not stated. */
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

/** An account's holding of an asset beside USDT: fees may be paid from it, and the venue may count it into equity. */
export type OtherAsset = {
	readonly asset: string;
	/** Cash of the asset without unrealised profit; negative is a debt. */
	readonly quantity: Decimal;
	/** USD per unit, by the venue at the time of the answer; null if it does not state one. */
	readonly usdPrice: Decimal | null;
};

/** The account's USDT. `walletBalance` is cash without unrealised profit; `equity` with it. */
export type BalanceReport = {
	readonly walletBalance: Decimal;
	readonly equity: Decimal;
	readonly available: Decimal;
	readonly marginUsed: Decimal;
	/** Non-zero assets, by name. KuCoin reports only its settlement currencies and KCS. */
	readonly otherAssets: readonly OtherAsset[];
};

/**
 * Priority of an order near a venue's order limit. `repairs`: it hedges or reduces an unhedged leg; `closes` and
 * `opens`: both legs are equal, and remain so without the order.
 */
export type OrderUrgency = 'repairs' | 'closes' | 'opens';

/** One account at one venue. */
export interface VenueTrading {
	readonly venue: VenueName;
	/**
	 * Time after signing, by our clock, in which reads may still miss an order that the venue has accepted,
	 * milliseconds. The order can take effect within its window, the clocks may differ, and reads show it within
	 * `VISIBLE_WITHIN_MS`.
	 */
	readonly requestWindowMs: number;
	/** Requests a description of the key itself. @throws VenueError, KeyRefusedError */
	describeKey(): Promise<KeyDescription>;
	/** Opens connections and makes the requests that would otherwise delay the first order. */
	warmUp(): Promise<void>;
	/**
	 * Sets leverage and margin mode of the symbol for an order, by the venue's own rules, and verifies them. A
	 * verified result is cached for some minutes, and then it resolves at once, until an order is refused because of
	 * it or a position contradicts it.
	 * @throws VenueError rejected if the venue refuses.
	 */
	prepare(symbol: string, leverage: Decimal, marginMode: MarginMode): Promise<void>;
	/**
	 * Keeps order connections open for this long from now, milliseconds, so that an order needs no handshake. It
	 * never shortens an earlier request. Absent if an order needs no connection.
	 */
	readonly keepOrdersWarm?: (forMs: number) => void;
	/** Time until an order may leave within the venue's limits, milliseconds; 0: now. Absent without limits. */
	readonly orderInMs?: (symbol: string, urgency: OrderUrgency) => number;
	/**
	 * Reserves rate capacity for a decided order, so that it can be sent a little later whatever else leaves
	 * meanwhile. An order without a reservation takes capacity when sent, as one that repairs. @throws
	 * VenueRateLimitError if `orderInMs` is not 0
	 */
	readonly keepOrderPlace?: (symbol: string, urgency: OrderUrgency, clientOrderId: string) => void;
	/** Time that a read requested now would wait within the venue's limits, milliseconds. Absent without limits. */
	readonly readInMs?: () => number;
	/** Starts sending in the tick of the call. Never throws. */
	placeOrder(order: VenueOrder): Promise<SendOutcome>;
	/** Queries open orders, history and fills for the client order id. Never throws. */
	findOrder(symbol: string, clientOrderId: string): Promise<OrderFinding>;
	/** The venue's own switch that cancels orders when we fall silent. Absent if it has none. */
	readonly deadMan?: DeadManSwitch | undefined;
	/** Requests the cancellation of the order. Never throws. */
	cancelOrder(symbol: string, clientOrderId: string): Promise<CancelOutcome>;
	/**
	 * Fills of the account on the instrument with from ≤ filledAt ≤ to, oldest first, of our orders and those of
	 * others. @throws VenueError
	 */
	accountFills(symbol: string, from: number, to: number): Promise<readonly AccountFill[]>;
	/**
	 * Symbols with fills of the account with from ≤ filledAt ≤ to, of our orders and those of others. @throws
	 * VenueError
	 */
	tradedSymbols(from: number, to: number): Promise<readonly string[]>;
	/**
	 * Listens to the account's own stream until the returned function is called: one connection for any number of
	 * listeners. It reconnects by itself and never throws; hints during a disconnection are lost.
	 */
	watchAccount(listener: (hint: AccountHint) => void): () => void;
	/** Reopens the account's own stream if it is open: for a stream that stays open but is silent. */
	renewStream(): void;
	/** Why the account's own stream was last lost; null if it has reported something since, or was never lost. */
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
