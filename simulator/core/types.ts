/**
 * Types that the simulator core and the exchanges' front ends share.
 * The core handles coins, prices, books, accounts and settlements, in base units and exact decimals. A front end
 * translates these into one exchange's own protocol: names, lots, signatures, errors, bodies. It keeps no balance.
 * Nothing in `simulator/` imports anything from `src/` except `domain/decimal`, so that the service and its
 * simulators cannot share a misunderstanding.
 */
import type { Decimal } from '../../src/domain/decimal.ts';
import type { AccountNotes } from './account-notes.ts';
import type { Announcements } from './announcements.ts';
import type { ApiKey } from './api-keys.ts';
import type { DeadManBook } from './dead-man.ts';
import type { OAuth } from './oauth.ts';
import type { AssetBalance, AssetEntry } from './venue-records.ts';
import type { VenueTerms } from './venue-terms.ts';
import type { MoneyKind, WalletBook } from './wallet-records.ts';

export type Side = 'buy' | 'sell';

/** One linear perpetual. Quantities are in base units of this instrument; prices are in `quote` per base unit. */
export type Instrument = {
	/** Name of the exchange that lists the instrument. */
	readonly exchange: string;
	/** The exchange's own symbol: `BTCUSDT` on Bybit, `XBTUSDTM` on KuCoin, `BTC-USDT-SWAP` on OKX. */
	readonly symbol: string;
	/** The exchange's own base code: `BTC`, `XBT`, `1000PEPE`. */
	readonly base: string;
	/** Quote and settlement currency; other comments call it USDT. */
	readonly quote: 'USDT' | 'USDC';
	/** Key of the price path. Instruments with the same `underlying` share one price, times `priceMultiplier`. */
	readonly underlying: string;
	/** Units of the underlying per base unit: 1000 for 1000PEPE, usually 1. */
	readonly priceMultiplier: number;
	/** Base units in one contract ("lot" on KuCoin, `ctVal` on OKX); 1 if the exchange counts base units. */
	readonly contractSize: Decimal;
	readonly tickSize: Decimal;
	/** Quantity step, in base units; `quantityMin` and `quantityMax` are in base units too. */
	readonly lotSize: Decimal;
	readonly quantityMin: Decimal;
	readonly quantityMax: Decimal;
	/** Minimum price × quantity of an opening order; 0 if there is no minimum. Reduce-only orders are exempt. */
	readonly notionalMin: Decimal;
	readonly leverageMax: number;
	/** Maintenance margin as a fraction of position value. */
	readonly maintenanceMarginRate: Decimal;
	/** Taker fee as a fraction of the trade's value, for users without a fee tier; `makerFeeRate` likewise. */
	readonly takerFeeRate: Decimal;
	readonly makerFeeRate: Decimal;
	readonly fundingCap: Decimal;
	readonly fundingFloor: Decimal;
	/** Time of listing, Unix milliseconds. */
	readonly listedAt: number;
};

/** Prices of one instrument at one time. */
export type Quote = {
	readonly at: number;
	readonly mark: Decimal;
	readonly index: Decimal;
	readonly last: Decimal;
	readonly price24hAgo: Decimal;
	readonly high24h: Decimal;
	readonly low24h: Decimal;
	/** Base units traded in 24 h; `turnover24h` is the same volume in USDT, and `openInterest` is in base units. */
	readonly volume24h: Decimal;
	readonly turnover24h: Decimal;
	readonly openInterest: Decimal;
};

/** Predicted rate and settlement times of one instrument. Rates are fractions per interval. */
export type FundingState = {
	/** Predicted rate of the next settlement. It drifts toward the rate that settles, without revealing it early. */
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
	/** Price on which funding is paid: the mark price, or the index price on Hyperliquid. */
	readonly mark: Decimal;
	readonly intervalMs: number;
};

export type BookLevel = readonly [price: Decimal, quantity: Decimal];

/** An order book, best levels first on both sides. `sequence` increases by one with each change to the book. */
export type Book = {
	readonly symbol: string;
	readonly at: number;
	readonly sequence: number;
	readonly bids: readonly BookLevel[];
	readonly asks: readonly BookLevel[];
};

/** Absolute new quantities (0 removes a level) that turn the book at `sequence - 1` into the book at `sequence`. */
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
	/** The user's name in the admin interface. Each exchange has one account per name. */
	readonly name: string;
	/** Numeric user id, as exchanges display it. */
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
	/** Signed quantity in base units; positive for a long. Empty positions are not listed. */
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
	/** Result realised since the position was opened: price, fees and funding. */
	readonly realizedPnl: Decimal;
	/** Rank in the auto-deleveraging queue, 1 (reduced last) to 5 (reduced next). */
	readonly adlRank: number;
	readonly openedAt: number;
	readonly updatedAt: number;
};

/**
 * Cause of an order or fill: the account itself, or the exchange. `liquidation`: the exchange closes a position that
 * has lost its margin. `adl` (auto-deleveraging): the exchange reduces a winning position to cover a loss.
 * `delisting`: the exchange settles positions in a delisted contract.
 */
export type Origin = 'user' | 'liquidation' | 'adl' | 'delisting';

/** Time in force. A post-only order that would take liquidity is canceled, as on real exchanges. */
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'PostOnly';

export type OrderRequest = {
	readonly symbol: string;
	readonly side: Side;
	readonly kind: 'limit' | 'market';
	/** Quantity in base units. */
	readonly quantity: Decimal;
	/** Limit price, required for limit orders. */
	readonly price: Decimal | undefined;
	readonly timeInForce: TimeInForce;
	readonly reduceOnly: boolean;
	readonly clientOrderId: string | undefined;
	readonly tag?: string | undefined;
	/** Leverage sent with the order (KuCoin); `marginMode` likewise. Undefined keeps the account's setting. */
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
	/**
	 * Why it ended early, if it did: `userCancel`, `immediateOrCancel`, `postOnlyWouldTake`, `reduceOnlyNothingLeft`,
	 * `selfTrade`, `noLiquidity`, `faultReject`, `liquidation`, `adl`, `delisting`, `deadMan`.
	 */
	readonly endReason: string | undefined;
	readonly filledQuantity: Decimal;
	/** Sum of price × quantity over the fills. */
	readonly filledValue: Decimal;
	/** Fees paid in USDT. */
	readonly fee: Decimal;
	/** Fees paid in the exchange's fee asset instead, in units of that asset. */
	readonly assetFee: Decimal;
	readonly createdAt: number;
	readonly updatedAt: number;
};

export type Fill = {
	/** Id, unique per exchange and ascending over time. */
	readonly id: string;
	readonly accountId: string;
	readonly orderId: string;
	readonly clientOrderId: string | undefined;
	readonly symbol: string;
	readonly side: Side;
	readonly price: Decimal;
	readonly quantity: Decimal;
	readonly origin: Origin;
	/** Fee in units of `feeAsset`, positive if the account pays it; rounded to 8 places, as booked in the ledger. */
	readonly fee: Decimal;
	/** The settlement currency, or the exchange's own coin if the account pays fees in it. */
	readonly feeAsset: string;
	readonly feeRate: Decimal;
	readonly isMaker: boolean;
	/** Part of the fill's quantity that reduced an opposite position. */
	readonly closedQuantity: Decimal;
	/** Price result realised on `closedQuantity`, before fees. */
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
	/** Price on which funding is paid: the mark price, or the index price on Hyperliquid. */
	readonly mark: Decimal;
	/** Signed quantity of the position at the time of settlement, base units. */
	readonly quantity: Decimal;
	/** Amount received, negative if paid: -quantity × mark × rate, rounded to 8 places, half away from zero. */
	readonly amount: Decimal;
};

/** One change in an account's wallet balance. The sum of all rows is the balance. */
export type LedgerEntry = {
	readonly id: string;
	readonly accountId: string;
	readonly at: number;
	readonly kind: MoneyKind | 'trade' | 'fee' | 'funding';
	/** Change in the wallet balance, USDT. Trade rows have the realised price result, fee rows the negative fee. */
	readonly amount: Decimal;
	readonly walletBalance: Decimal;
	readonly symbol: string | undefined;
	/** Id of the fill, payment or transfer that caused the change; undefined for money moved by the admin port. */
	readonly reference: string | undefined;
};

/** Reason why the exchange refuses a request. The front end maps it to the exchange's own code and message. */
export type RefusalCode =
	| 'UNKNOWN_SYMBOL'
	/** The contract takes no orders because it is paused or delisted. */
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

/** A private event of one account. Events are delivered in the order in which they took effect. */
export type AccountEvent =
	| { readonly kind: 'order'; readonly order: Order }
	| { readonly kind: 'fill'; readonly fill: Fill; readonly order: Order }
	| {
			readonly kind: 'position';
			readonly symbol: string;
			readonly position: Position | undefined;
			/** Cause of the change. */
			readonly origin: Origin;
			/** True if the exchange has only started to close the position; the event for the change follows. */
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

/** A page of rows with `from` ≤ at ≤ `to`, newest first. A missing bound leaves that end open. */
export type RangeQuery = {
	readonly symbol?: string | undefined;
	readonly from?: number | undefined;
	readonly to?: number | undefined;
	readonly limit: number;
	readonly offset?: number | undefined;
};

/** Identifies an order by one of the two ids. */
type OrderIds = { readonly orderId?: string | undefined; readonly clientOrderId?: string | undefined };

/**
 * The exchange behind a front end. Every method first brings the exchange up to the current time: it books due
 * settlements, oldest first, and moves the background liquidity. Every change is durable before the call returns.
 */
export interface Exchange {
	readonly name: string;
	readonly terms: VenueTerms;
	/** Wall time, milliseconds. */
	now(): number;
	instruments(): readonly Instrument[];
	instrument(symbol: string): Instrument | undefined;
	/** Description of the replayed history; undefined if rates and prices are not replayed from a directory. */
	readonly historySource: string | undefined;
	readonly announcements: Announcements;
	readonly deadMan: DeadManBook;

	quote(symbol: string): Quote;
	funding(symbol: string): FundingState;
	/** Returns settled rates, newest first; in the seeded world for at least 120 days before the first start. */
	fundingHistory(query: RangeQuery & { readonly symbol: string }): readonly Settlement[];
	book(symbol: string, depth: number): Book;
	publicTrades(symbol: string, limit: number): readonly PublicTrade[];

	/** Returns the stored key, valid or not; `keyStatus` returns its status. */
	apiKey(key: string): ApiKey | undefined;
	apiKeys(): Iterable<ApiKey>;
	/** Calls `listener` once when the key is revoked or expires, unless the returned function is called first. */
	onKeyEnd(key: string, listener: () => void): () => void;
	readonly oauth: OAuth;
	account(accountId: string): Account;
	balance(accountId: string): Balance;
	positions(accountId: string): readonly Position[];
	leverage(accountId: string, symbol: string): Decimal;
	setLeverage(accountId: string, symbol: string, leverage: Decimal): void;
	/** Returns the margin mode. Without `symbol` it is the account's mode (Bybit), `isolated` by default. */
	marginMode(accountId: string, symbol: string | undefined): MarginMode;
	setMarginMode(accountId: string, symbol: string | undefined, mode: MarginMode): void;
	readonly notes: AccountNotes;
	feeRates(accountId: string, symbol: string): { readonly taker: Decimal; readonly maker: Decimal };

	/** Matches an order immediately. A remainder that may rest stays in the book. @throws ExchangeRefusal */
	placeOrder(accountId: string, request: OrderRequest): Order;
	/** @throws ExchangeRefusal ORDER_NOT_FOUND or ORDER_FINISHED */
	cancelOrder(accountId: string, key: OrderIds & { readonly symbol?: string | undefined }): Order;
	cancelAllOrders(accountId: string, symbol: string | undefined): readonly Order[];
	order(accountId: string, key: OrderIds): Order | undefined;
	openOrders(accountId: string, symbol: string | undefined): readonly Order[];
	orderHistory(accountId: string, query: RangeQuery & { readonly finishedOnly: boolean }): readonly Order[];
	fills(accountId: string, query: RangeQuery & OrderIds): readonly Fill[];
	fundingPayments(accountId: string, query: RangeQuery): readonly FundingPayment[];
	ledger(accountId: string, query: RangeQuery): readonly LedgerEntry[];
	/** Returns the balance in the exchange's fee asset; undefined if the account never held any. */
	assetBalance(accountId: string): AssetBalance | undefined;
	assetLedger(accountId: string, query: RangeQuery): readonly AssetEntry[];
	readonly wallets: WalletBook;

	/** Calls `listener` with every later delta of the instrument's book, until the returned function is called. */
	onBook(symbol: string, listener: (delta: BookDelta) => void): () => void;
	onTrade(symbol: string, listener: (trade: PublicTrade) => void): () => void;
	onAccount(accountId: string, listener: (event: AccountEvent) => void): () => void;
}

/** The protocol of one exchange. The server in `simulator/core/` handles sockets, faults and the admin port. */
export interface FrontEnd {
	readonly name: string;
	/** Real host names that the transport redirects here (`api.bybit.com`, `stream.bybit.com` …). */
	readonly hosts: readonly string[];
	/** Responds to one REST request. Never throws: an unexpected failure becomes the exchange's own 5xx body. */
	handle(request: FrontEndRequest): FrontEndResponse;
	/** Handles an accepted WebSocket connection on `path` with its query. */
	connect(socket: FrontEndSocket): void;
	/** Returns a request's operation class for the fault plan (`Fault.operation`), with its symbol. Never throws. */
	operation(request: FrontEndRequest): { readonly operation: string; readonly symbol?: string };
	/** Switches request limits on or off; they start on. Without this method, the limits are always on. */
	limit?(isOn: boolean): void;
	/** Returns the response to a request above the limit. */
	rateLimitResponse(request: FrontEndRequest): FrontEndResponse;
	/** Returns the response to an address that is banned for `ms`, by default for the documented time. */
	banResponse?(ms?: number): FrontEndResponse;
	/** True if a connection with this path and query carries an account's private events. Never throws. */
	isPrivateStream(path: string, query: string): boolean;
	/** True if the open connection carries an account's events now. Absent if path and query always reveal that. */
	isPrivateByNow?(socket: FrontEndSocket): boolean;
	/** Returns the symbol of an incremental book update for stream faults; otherwise undefined. Never throws. */
	bookDeltaSymbol(frame: string): string | undefined;
}

export type FrontEndRequest = {
	readonly method: string;
	/** Path without the query, exactly as received because signatures cover it. `query` likewise, without `?`. */
	readonly path: string;
	readonly query: string;
	/** Headers with lower-case names. */
	readonly headers: Readonly<Record<string, string | undefined>>;
	readonly body: string;
};

export type FrontEndResponse = {
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body: string;
};

export interface FrontEndSocket {
	/** Path of the upgrade request. `query` is the request's query, without `?`. */
	readonly path: string;
	readonly query: string;
	send(text: string): void;
	close(code?: number): void;
	onMessage(listener: (text: string) => void): void;
	onClose(listener: () => void): void;
}
