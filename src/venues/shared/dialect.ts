/**
 * Defines the interface of an exchange module, which covers everything that differs between exchanges, such as
 * request names, body formats and order rules. We parse the raw bodies (text to exact decimals), not ccxt's floats.
 * ccxt maps errors. It also signs and sends all requests except those for orders and cancels.
 */
import type { Instrument } from '../../domain/instrument.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { VenueFacts } from '../../domain/venue-facts.ts';
import type { ExternalFlowReport, FundingPaymentReport } from '../../ports/account-payments.ts';
import type { SwitchReach } from '../../ports/dead-man-switch.ts';
import type { OutsideMove, OwnTransfer, TransferFinding, WalletReport } from '../../ports/own-transfers.ts';
import type {
	AccountFill,
	AccountHint,
	BalanceReport,
	KeyDescription,
	MarginMode,
	OrderReport,
	PositionReport,
	VenueOrder,
} from '../../ports/venue.ts';
import type {
	FeeRates,
	InstrumentTicker,
	PublicTrade,
	RiskTier,
	SettledRatesAnswer,
} from '../../ports/venue-market.ts';
import type { VenueNotices } from '../../ports/venue-notices.ts';
import type { StreamedTickers, TickerProtocol } from '../feeds/ticker-protocol.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { ContractList } from './contract-list.ts';
import type { CodeProofs, VenueErrors } from './error-codes.ts';
import type { Budgets, RequestClass } from './limiter.ts';
import type { Verified } from './prepared.ts';
import type { SignedRequests } from './signed-request.ts';
import type { VenueLimits } from './venue-limits.ts';

/** Sends one request through the limiter. `weight` overrides the method's usual weight. @throws VenueError */
export type Call = (
	kind: RequestClass,
	method: string,
	params?: Readonly<Record<string, unknown>>,
	weight?: number,
) => Promise<unknown>;

/** Finds an instrument by the exchange's symbol; undefined for one that the service does not trade. */
export type Find = (symbol: string) => Instrument | undefined;

/** Opens and parses the account's private stream. */
export type AccountStreamDialect = {
	/**
	 * Connects and subscribes. Rejects if the connection fails or is lost. Opens no connection once `isStopped`
	 * returns true.
	 */
	readonly listen: (call: Call, exchange: CcxtExchange, isStopped: () => boolean) => Promise<void>;
	/** Returns the changes that a message reports; undefined for a message that ccxt must handle. */
	readonly hintsOf: (message: unknown) => readonly AccountHint[] | undefined;
	/** True if a message announces that the open connection will deliver nothing more. We then reconnect. */
	readonly isEnd?: (message: unknown) => boolean;
	/** Request that keeps an open stream alive. If it fails, we reconnect. */
	readonly renewal?: { readonly periodMs: number; readonly renew: (call: Call) => Promise<unknown> };
};

/** Requests for the exchange's dead-man switch (`ports/dead-man-switch.ts`). */
export type DeadManDialect = {
	readonly reach: SwitchReach;
	/**
	 * Reads the client order ids of all open orders that the switch would cancel; null for an order without one.
	 * Omitted if the switch cancels only our orders.
	 */
	readonly readOpen?: (call: Call, instrument: Instrument) => Promise<readonly (string | null)[]>;
	/**
	 * Checks whether the switch could be armed now, without arming it. @throws VenueError rejected if the exchange
	 * refuses
	 */
	readonly check: (call: Call, instrument: Instrument) => Promise<unknown>;
	/** Arms the switch, or restarts its countdown. @throws VenueError rejected if the exchange refuses */
	readonly arm: (call: Call, instrument: Instrument, session: DeadManSession) => Promise<unknown>;
	/** Disarms the switch. @throws VenueError */
	readonly disarm: (call: Call, instrument: Instrument, session: DeadManSession) => Promise<unknown>;
};

/** Exchange time and ccxt instance for the session that arms or disarms a dead-man switch. */
export type DeadManSession = {
	/** The exchange's time, Unix milliseconds. */
	readonly venueNow: number;
	readonly exchange: () => Promise<CcxtExchange>;
};

/** A session's settings, limits, streams and error meanings. Each exchange's `module.ts` assembles them. */
export type SessionDialect = {
	readonly facts: VenueFacts;
	/**
	 * Additional properties of the ccxt instance, at an exchange without a ccxt class: its requests, addresses and
	 * signature.
	 */
	readonly members?: Readonly<Record<string, unknown>>;
	/** `options` of the ccxt instance. */
	readonly settings: Readonly<Record<string, unknown>>;
	/** Adapts a new ccxt instance to the exchange module. */
	readonly adapt?: (exchange: CcxtExchange) => void;
	/** Adds the account to a session's requests, at exchanges that require it. */
	readonly bind?: (call: Call) => Call;
	/** Our own pace for one session, by request class, below the exchange's limits. */
	readonly pace: Partial<Budgets>;
	/** The exchange's rate limits, per account and for this machine's IP address. */
	readonly limits: VenueLimits;
	/** Request weights, keyed by ccxt's method name; methods that are not listed weigh 1. */
	readonly weights: Readonly<Record<string, number>>;
	/** Meanings of the exchange's errors. */
	readonly errors: VenueErrors;
	/** Fields that differ in the exchange's test environment. */
	readonly inTest?: Partial<Dialect>;
	/** True for the test environment; set by `openDialect`. */
	readonly isTest?: boolean;
	readonly accountStream: AccountStreamDialect;
	/** Ticker stream, for exchanges that have one. */
	readonly tickerStream?: TickerProtocol;
	readonly readKey: (call: Call) => Promise<KeyDescription>;
};

/** Requests for the exchange's public data (`markets.ts`). */
export type MarketsDialect = {
	readonly baseFees: FeeRates;
	readonly readInstruments: (call: Call, now: number) => Promise<ContractList>;
	/** Reads the tickers. `stream` is the ticker stream, if the exchange has one and it is open. */
	readonly readTickers: (
		call: Call,
		find: Find,
		now: number,
		stream?: StreamedTickers,
	) => Promise<readonly InstrumentTicker[]>;
	readonly readBook: (call: Call, instrument: Instrument, depth: number) => Promise<OrderBook>;
	readonly readSettledRates: (
		call: Call,
		symbol: string,
		from: number,
		to: number,
		kind: 'market' | 'history',
	) => Promise<SettledRatesAnswer>;
	readonly readTime: (call: Call) => Promise<number>;
	/** Reads the latest public trades of an instrument. Omitted if ccxt's `fetchTrades` is used instead. */
	readonly readTrades?: (call: Call, instrument: Instrument) => Promise<readonly PublicTrade[]>;
	/** Reads risk tiers in ascending order of value. Omitted if the exchange publishes none. */
	readonly readRiskTiers?: (call: Call, instrument: Instrument) => Promise<readonly RiskTier[]>;
	/** Reads the exchange's notices. Never rejects, because a part that fails is reported as unknown. */
	readonly readNotices: (call: Call, now: number) => Promise<VenueNotices>;
};

/** Requests for an account's positions, balance, fees and trading settings (`account.ts`). */
export type AccountDialect = {
	readonly prepare: (
		call: Call,
		instrument: Instrument,
		leverage: VenueOrder['leverage'],
		mode: MarginMode,
		verified: Verified,
	) => Promise<void>;
	readonly readPositions: (call: Call, find: Find) => Promise<readonly PositionReport[]>;
	/**
	 * Reads the balance. `assets` are the assets to read in addition to USDT, at exchanges that return one asset per
	 * request.
	 */
	readonly readBalance: (call: Call, assets: readonly string[]) => Promise<BalanceReport>;
	/** Assets other than USDT that need one request each; empty if one response has all assets. */
	readonly otherAssets: readonly string[];
	readonly readFees: (call: Call, symbol: string, now: number) => Promise<FeeRates>;
};

/** Requests for an account's history (`history.ts`). */
export type HistoryDialect = {
	/** Reads the account's fills on the instrument, unsorted. Some fills may lie outside the time range. */
	readonly readAccountFills: (
		call: Call,
		instrument: Instrument,
		from: number,
		to: number,
	) => Promise<readonly AccountFill[]>;
	/** Reads the symbols of every instrument that the account has traded, including trades outside this service. */
	readonly readTradedSymbols: (call: Call, from: number, to: number) => Promise<readonly string[]>;
	readonly readFundingPayments: (
		call: Call,
		instrument: Instrument,
		from: number,
		to: number,
	) => Promise<readonly FundingPaymentReport[]>;
	/** Reads external flows, unsorted. */
	readonly readExternalFlows: (
		call: Call,
		from: number,
		to: number,
	) => Promise<readonly ExternalFlowReport[]>;
};

/** Sends, finds and cancels orders, and defines how long a sent order may still arrive (`orders.ts`). */
export type OrdersDialect = {
	/** ccxt's method name for placing an order. */
	readonly orderMethod: string;
	/** Signing functions for order and cancel requests. */
	readonly signedRequests: SignedRequests;
	/** Age at which the exchange refuses a signed order, by its clock, milliseconds. */
	readonly orderWindowMs: number;
	/**
	 * How far a timestamp may be ahead of the exchange's clock, milliseconds. It extends a request's lifetime by the
	 * same amount.
	 */
	readonly clockAheadMsMax: number;
	readonly placeOrder: (
		send: (params: Readonly<Record<string, unknown>>) => Promise<unknown>,
		instrument: Instrument,
		order: VenueOrder,
	) => Promise<string | undefined>;
	/**
	 * Finds an order by its client order id. Resolves with undefined if the exchange responded that it does not know
	 * the order.
	 */
	readonly findOrder: (
		call: Call,
		instrument: Instrument,
		clientOrderId: string,
	) => Promise<OrderReport | undefined>;
	/**
	 * Cancels an order by its client order id. `call` sends only requests in `signedRequests`. @throws VenueError
	 * rejected if the order is not open
	 */
	readonly cancelOrder: (call: Call, instrument: Instrument, clientOrderId: string) => Promise<void>;
	/** The exchange's dead-man switch; omitted if the exchange documents none. */
	readonly deadMan?: DeadManDialect;
};

/** Requests for the owner's wallets at the exchange (`transfers.ts`; `ports/own-transfers.ts`). */
export type TransfersDialect = {
	readonly readWallets: (call: Call) => Promise<readonly WalletReport[]>;
	/** Reads deposits and withdrawals, unsorted. Some may lie outside the time range. */
	readonly readOutsideMoves: (call: Call, from: number, to: number) => Promise<readonly OutsideMove[]>;
	/** Transfers by key; omitted if no key that may only trade can transfer. */
	readonly byKey?: TransfersByKey;
};

/** Requests for transfers between the owner's wallets. */
export type TransfersByKey = {
	/** Sends a transfer and resolves with the exchange's id, if it gives one. @throws VenueError */
	readonly send: (call: Call, transfer: OwnTransfer) => Promise<string | undefined>;
	/** Searches a transfer; resolves with undefined if the exchange knows none. @throws VenueError */
	readonly find: (
		call: Call,
		transfer: OwnTransfer,
		sentAt: number,
	) => Promise<Omit<Extract<TransferFinding, { readonly kind: 'found' }>, 'kind'> | undefined>;
	/** Codes that prove that nothing has moved, in addition to those that prove the refusal of an order. */
	readonly refusals: CodeProofs;
};

/** All exchange-specific functions for one session. They may cache responses, which all calls in the session share. */
export type Dialect = SessionDialect &
	MarketsDialect &
	AccountDialect &
	HistoryDialect &
	OrdersDialect & {
		/** The owner's wallets; omitted if the exchange has none that we use. */
		readonly transfers?: TransfersDialect | undefined;
	};
