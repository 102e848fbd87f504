/**
 * What the simulator core and the exchange faces say to each other.
 *
 * The core knows coins, prices, books, accounts and settlements, in base units and exact decimals. A face turns that into one
 * exchange's own protocol: names, lots, signatures, errors, bodies. The core never formats a body; a face keeps no balance.
 *
 * Nothing in `simulator/` imports anything of `src/` but `domain/decimal`, and so shares no misunderstanding with it.
 */
import type { Decimal } from '../../src/domain/decimal.ts';
import type { AccountNotes } from './account-notes.ts';
import type { Announcements } from './announcements.ts';
import type { ApiKey } from './api-keys.ts';
import type { DeadManBook } from './dead-man.ts';
import type { OAuth } from './oauth.ts';
import type { AssetBalance, AssetEntry } from './venue-records.ts';
import type { VenueTerms } from './venue-terms.ts';

export type Side = 'buy' | 'sell';

/** One linear perpetual. Quantities are base units of this instrument, prices units of `quote` per base unit. */
export type Instrument = {
	/** Name of the simulated exchange that lists it. */
	readonly exchange: string;
	/** The venue's own symbol: `BTCUSDT` on Bybit, `XBTUSDTM` on KuCoin, `BTC-USDT-SWAP` on OKX. */
	readonly symbol: string;
	/** The venue's own base code: `BTC`, `XBT`, `1000PEPE`. */
	readonly base: string;
	/** What it is quoted and settled in; what other comments call USDT is this. */
	readonly quote: 'USDT' | 'USDC';
	/** Key of the price path: two instruments with one `underlying` follow one price (times `priceMultiplier`). */
	readonly underlying: string;
	/** Units of the underlying per base unit (1000 for 1000PEPE), else 1. */
	readonly priceMultiplier: number;
	/** Base units in one contract ("lot" on KuCoin, `ctVal` on OKX); 1 where the venue counts in base units. */
	readonly contractSize: Decimal;
	readonly tickSize: Decimal;
	/** Quantity step and minimum, in base units. */
	readonly lotSize: Decimal;
	readonly quantityMin: Decimal;
	readonly quantityMax: Decimal;
	/** Smallest price × quantity of an order that opens; orders that only reduce are free of it. 0 where the venue has none. */
	readonly notionalMin: Decimal;
	readonly leverageMax: number;
	/** Maintenance margin as a share of position value; base-tier fees as fractions. */
	readonly maintenanceMarginRate: Decimal;
	readonly takerFeeRate: Decimal;
	readonly makerFeeRate: Decimal;
	readonly fundingCap: Decimal;
	readonly fundingFloor: Decimal;
	/** Milliseconds since the epoch. */
	readonly listedAt: number;
};

/** Prices of one instrument at one instant. */
export type Quote = {
	readonly at: number;
	readonly mark: Decimal;
	readonly index: Decimal;
	readonly last: Decimal;
	readonly price24hAgo: Decimal;
	readonly high24h: Decimal;
	readonly low24h: Decimal;
	/** Base units traded in 24 h, the same in USDT, and base units that are open. */
	readonly volume24h: Decimal;
	readonly turnover24h: Decimal;
	readonly openInterest: Decimal;
};

/** The running estimate and clock of one instrument's funding. Rates are fractions per interval. */
export type FundingState = {
	/** Running estimate for the coming settlement; drifts to the coming settled rate and never shows it early. */
	readonly predictedRate: Decimal;
	readonly nextSettlementAt: number;
	readonly previousSettlementAt: number;
	readonly previousRate: Decimal;
	readonly intervalMs: number;
};

export type Settlement = {
	readonly symbol: string;
	readonly at: number;
	readonly rate: Decimal;
	/** The price that the venue pays on: the mark, on Hyperliquid the index. */
	readonly mark: Decimal;
	readonly intervalMs: number;
};

export type BookLevel = readonly [price: Decimal, quantity: Decimal];

/** Best first on both sides. `sequence` rises by one with every change of the instrument's book. */
export type Book = {
	readonly symbol: string;
	readonly at: number;
	readonly sequence: number;
	readonly bids: readonly BookLevel[];
	readonly asks: readonly BookLevel[];
};

/** Absolute new quantities (0 removes a level) that take book `sequence - 1` to `sequence`. */
export type BookDelta = {
	readonly symbol: string;
	readonly at: number;
	readonly sequence: number;
	readonly bids: readonly BookLevel[];
	readonly asks: readonly BookLevel[];
};

export type MarginMode = 'isolated' | 'cross';

export type Account = {
	readonly id: string;
	/** The user's name in the admin interface; one account per (exchange, name). */
	readonly name: string;
	/** Numeric user id as exchanges show it. */
	readonly uid: number;
};

/** Cash and margin of one account in USDT. `equity` = `walletBalance` + `unrealizedPnl`. */
export type Balance = {
	readonly walletBalance: Decimal;
	readonly equity: Decimal;
	readonly unrealizedPnl: Decimal;
	readonly available: Decimal;
	readonly positionMargin: Decimal;
	readonly orderMargin: Decimal;
	readonly maintenanceMargin: Decimal;
};

export type Position = {
	readonly symbol: string;
	/** Signed base units: positive is long. Zero positions are not listed. */
	readonly quantity: Decimal;
	readonly entryPrice: Decimal;
	readonly mark: Decimal;
	readonly marginMode: MarginMode;
	readonly leverage: Decimal;
	readonly margin: Decimal;
	readonly maintenanceMargin: Decimal;
	readonly liquidationPrice: Decimal | undefined;
	readonly bankruptcyPrice: Decimal | undefined;
	readonly unrealizedPnl: Decimal;
	/** Since this position was opened: price, fees and funding. */
	readonly realizedPnl: Decimal;
	/** Place in the queue of auto-deleveraging, 1 (last) to 5 (next). */
	readonly adlRank: number;
	readonly openedAt: number;
	readonly updatedAt: number;
};

/**
 * Whose doing an order or a fill is: the account's own, or the venue's, which closes a position that has lost its
 * margin (`liquidation`), reduces a winning one because nobody else pays for a loss (`adl`, auto-deleveraging), or settles
 * what is held of a contract that it closes for good (`delisting`).
 */
export type Origin = 'user' | 'liquidation' | 'adl' | 'delisting';

/** How long an order may wait; a post-only order that would take is canceled, as both venues do. */
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'PostOnly';

export type OrderRequest = {
	readonly symbol: string;
	readonly side: Side;
	readonly kind: 'limit' | 'market';
	/** Base units. */
	readonly quantity: Decimal;
	/** Required for limit orders. */
	readonly price: Decimal | undefined;
	readonly timeInForce: TimeInForce;
	readonly reduceOnly: boolean;
	readonly clientOrderId: string | undefined;
	readonly tag?: string | undefined;
	/** KuCoin sends leverage and margin mode with each order; undefined keeps the account's setting for the symbol. */
	readonly leverage: Decimal | undefined;
	readonly marginMode: MarginMode | undefined;
};

export type OrderStatus =
	| 'open'
	| 'partiallyFilled'
	| 'filled'
	| 'canceled'
	| 'partiallyFilledCanceled'
	| 'rejected';

export type Order = {
	readonly id: string;
	readonly accountId: string;
	readonly request: OrderRequest;
	readonly leverage: Decimal;
	readonly marginMode: MarginMode;
	readonly origin: Origin;
	readonly status: OrderStatus;
	/** Why it ended without being filled: `userCancel`, `immediateOrCancel`, `postOnlyWouldTake`, `reduceOnlyNothingLeft`, `selfTrade`, `noLiquidity`, `faultReject`, `liquidation`, `adl`, `deadMan`. */
	readonly endReason: string | undefined;
	readonly filledQuantity: Decimal;
	/** Σ price × quantity of the fills. */
	readonly filledValue: Decimal;
	/** Paid in USDT. */
	readonly fee: Decimal;
	/** Paid in the venue's fee asset instead, in units of it. */
	readonly assetFee: Decimal;
	readonly createdAt: number;
	readonly updatedAt: number;
};

export type Fill = {
	/** Unique per exchange; rises in order of time. */
	readonly id: string;
	readonly accountId: string;
	readonly orderId: string;
	readonly clientOrderId: string | undefined;
	readonly symbol: string;
	readonly side: Side;
	readonly price: Decimal;
	readonly quantity: Decimal;
	readonly origin: Origin;
	/** Positive is paid by the account, in units of `feeAsset`; already rounded to 8 places as the ledger books it. */
	readonly fee: Decimal;
	/** The currency of settlement, or the venue's own coin where the account pays its fees in it. */
	readonly feeAsset: string;
	readonly feeRate: Decimal;
	readonly isMaker: boolean;
	/** Part of the fill that reduced an opposite position. */
	readonly closedQuantity: Decimal;
	/** Price profit realised by that part, before fees. */
	readonly realizedPnl: Decimal;
	readonly markPrice: Decimal;
	readonly at: number;
};

/** One settlement paid or received by one account. */
export type FundingPayment = {
	readonly id: string;
	readonly accountId: string;
	readonly symbol: string;
	readonly at: number;
	readonly rate: Decimal;
	/** The price that was paid on: the mark, on Hyperliquid the index. */
	readonly mark: Decimal;
	/** Signed position at the instant, base units. */
	readonly quantity: Decimal;
	/** Positive is received by the account: -quantity × mark × rate, rounded to 8 places half away from zero. */
	readonly amount: Decimal;
};

/** Every change of an account's wallet balance, in order; the sum from the first row is the balance. */
export type LedgerEntry = {
	readonly id: string;
	readonly accountId: string;
	readonly at: number;
	readonly kind: 'deposit' | 'withdrawal' | 'trade' | 'fee' | 'funding';
	/** Change of the wallet balance, USDT; trade rows carry the realised price profit, fee rows the negative fee. */
	readonly amount: Decimal;
	readonly walletBalance: Decimal;
	readonly symbol: string | undefined;
	/** Fill or payment id. */
	readonly reference: string | undefined;
};

/** A request the exchange refuses; the face maps the code to its own number and sentence. */
export type RefusalCode =
	| 'UNKNOWN_SYMBOL'
	/** The contract is listed, or was, and takes no orders: paused, or closed for good. */
	| 'NOT_TRADED'
	| 'INSUFFICIENT_BALANCE'
	| 'DUPLICATE_CLIENT_ORDER_ID'
	| 'QUANTITY_BELOW_MIN'
	| 'QUANTITY_ABOVE_MAX'
	| 'QUANTITY_OFF_STEP'
	| 'NOTIONAL_BELOW_MIN'
	| 'PRICE_MISSING'
	| 'PRICE_OFF_TICK'
	| 'PRICE_OUT_OF_BAND'
	| 'REDUCE_ONLY_NO_POSITION'
	| 'LEVERAGE_OUT_OF_RANGE'
	| 'LEVERAGE_NOT_MODIFIED'
	| 'MARGIN_MODE_NOT_MODIFIED'
	| 'POSITION_EXISTS'
	| 'ORDER_NOT_FOUND'
	| 'ORDER_FINISHED'
	| 'TOO_MANY_OPEN_ORDERS'
	| 'FAULT_REJECT';

export class ExchangeRefusal extends Error {
	override readonly name = 'ExchangeRefusal';
	readonly code: RefusalCode;
	constructor(code: RefusalCode, message: string) {
		super(message);
		this.code = code;
	}
}

/** Private events of one account, in the order in which they took effect. */
export type AccountEvent =
	| { readonly kind: 'order'; readonly order: Order }
	| { readonly kind: 'fill'; readonly fill: Fill; readonly order: Order }
	| {
			readonly kind: 'position';
			readonly symbol: string;
			readonly position: Position | undefined;
			/** Whose doing the change is. */
			readonly origin: Origin;
			/** The venue has begun to close it; the change itself follows. */
			readonly isBeingClosed: boolean;
	  }
	| { readonly kind: 'balance'; readonly balance: Balance }
	| { readonly kind: 'funding'; readonly payment: FundingPayment };

export type PublicTrade = {
	readonly id: string;
	readonly symbol: string;
	readonly side: Side;
	readonly price: Decimal;
	readonly quantity: Decimal;
	readonly at: number;
};

/** Keyset page: rows with `from` ≤ at ≤ `to`, newest first. Absent bounds are open. */
export type RangeQuery = {
	readonly symbol?: string | undefined;
	readonly from?: number | undefined;
	readonly to?: number | undefined;
	readonly limit: number;
	readonly offset?: number | undefined;
};

/** By which an order is asked for: one of the two. */
type OrderIds = { readonly orderId?: string | undefined; readonly clientOrderId?: string | undefined };

/**
 * The one exchange that every face speaks for. Every method first brings the exchange up to the clock: settlements
 * that are due are booked in order, background liquidity moves, before the call is answered. Every change is
 * durable before the call returns.
 */
export interface Exchange {
	readonly name: string;
	readonly terms: VenueTerms;
	/** Wall time, milliseconds. */
	now(): number;
	instruments(): readonly Instrument[];
	instrument(symbol: string): Instrument | undefined;
	/** True when rates and prices are replayed from a history directory; `historySource` says whose series this face plays. */
	readonly historySource: string | undefined;
	readonly announcements: Announcements;
	readonly deadMan: DeadManBook;

	quote(symbol: string): Quote;
	funding(symbol: string): FundingState;
	/** Settled rates, newest first, at least 120 days back from the first start in the seeded world. */
	fundingHistory(query: RangeQuery & { readonly symbol: string }): readonly Settlement[];
	book(symbol: string, depth: number): Book;
	publicTrades(symbol: string, limit: number): readonly PublicTrade[];

	/** The key as it is kept, whether it still holds or not: `keyStatus` says. */
	apiKey(key: string): ApiKey | undefined;
	apiKeys(): Iterable<ApiKey>;
	/** Calls back once when the key is revoked or expires, until the returned function is called. */
	onKeyEnd(key: string, listener: () => void): () => void;
	readonly oauth: OAuth;
	account(accountId: string): Account;
	balance(accountId: string): Balance;
	positions(accountId: string): readonly Position[];
	leverage(accountId: string, symbol: string): Decimal;
	setLeverage(accountId: string, symbol: string, leverage: Decimal): void;
	/** `symbol` undefined: the whole account (Bybit); the account's default is `isolated`. */
	marginMode(accountId: string, symbol: string | undefined): MarginMode;
	setMarginMode(accountId: string, symbol: string | undefined, mode: MarginMode): void;
	readonly notes: AccountNotes;
	feeRates(accountId: string, symbol: string): { readonly taker: Decimal; readonly maker: Decimal };

	/** Matches at once; what rests stays in the book. @throws ExchangeRefusal */
	placeOrder(accountId: string, request: OrderRequest): Order;
	/** @throws ExchangeRefusal ORDER_NOT_FOUND or ORDER_FINISHED */
	cancelOrder(
		accountId: string,
		key: {
			readonly orderId?: string | undefined;
			readonly clientOrderId?: string | undefined;
			readonly symbol?: string | undefined;
		},
	): Order;
	cancelAllOrders(accountId: string, symbol: string | undefined): readonly Order[];
	order(accountId: string, key: OrderIds): Order | undefined;
	openOrders(accountId: string, symbol: string | undefined): readonly Order[];
	orderHistory(accountId: string, query: RangeQuery & { readonly finishedOnly: boolean }): readonly Order[];
	fills(accountId: string, query: RangeQuery & OrderIds): readonly Fill[];
	fundingPayments(accountId: string, query: RangeQuery): readonly FundingPayment[];
	ledger(accountId: string, query: RangeQuery): readonly LedgerEntry[];
	/** What the account holds of the venue's fee asset; undefined for one that never held any. */
	assetBalance(accountId: string): AssetBalance | undefined;
	assetLedger(accountId: string, query: RangeQuery): readonly AssetEntry[];

	/** Calls back with every delta of the instrument's book after the call, until the returned function is called. */
	onBook(symbol: string, listener: (delta: BookDelta) => void): () => void;
	onTrade(symbol: string, listener: (trade: PublicTrade) => void): () => void;
	onAccount(accountId: string, listener: (event: AccountEvent) => void): () => void;
}

/** The protocol that a face serves; the shell of `simulator/core/` owns sockets, faults and the admin port. */
export interface FrontEnd {
	readonly name: string;
	/** Real host names that the transport redirect sends here (`api.bybit.com`, `stream.bybit.com` …). */
	readonly hosts: readonly string[];
	/** Answers one REST request. Never throws: an unexpected failure is the venue's own 5xx body. */
	handle(request: FrontEndRequest): FrontEndResponse;
	/** A WebSocket connection was accepted on `path` (with its query). */
	connect(socket: FrontEndSocket): void;
	/** The class of a request for the fault plan (see `Fault.operation`), and the symbol it names. Never throws. */
	operation(request: FrontEndRequest): { readonly operation: string; readonly symbol?: string };
	/** Whether request limits hold; they do at first. A face without this has limits that always hold. */
	limit?(isOn: boolean): void;
	/** The venue's own answer to one request too many, and to a banned address where it documents another: banned for `ms` more. */
	rateLimitResponse(request: FrontEndRequest): FrontEndResponse;
	banResponse?(ms?: number): FrontEndResponse;
	/** Whether a connection of this path and query carries an account's private events. Never throws. */
	isPrivateStream(path: string, query: string): boolean;
	/** Where path and query do not tell: whether an open connection carries an account's events by now. */
	isPrivateByNow?(socket: FrontEndSocket): boolean;
	/**
	 * The symbol of an outgoing stream frame that is an incremental change of a book (not a snapshot), else undefined.
	 * The shell asks only while a stream fault waits for such a frame. Never throws.
	 */
	bookDeltaSymbol(frame: string): string | undefined;
}

export type FrontEndRequest = {
	readonly method: string;
	/** Without the query, and the query without `?`, exactly as received: signatures cover it. */
	readonly path: string;
	readonly query: string;
	/** Lower-case header names, and the raw text of the body. */
	readonly headers: Readonly<Record<string, string | undefined>>;
	readonly body: string;
};

export type FrontEndResponse = {
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body: string;
};

export interface FrontEndSocket {
	/** Path and query of the upgrade request. */
	readonly path: string;
	readonly query: string;
	send(text: string): void;
	close(code?: number): void;
	onMessage(listener: (text: string) => void): void;
	onClose(listener: () => void): void;
}
