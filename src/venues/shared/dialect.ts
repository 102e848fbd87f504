/**
 * What differs from venue to venue: the names of requests, the shapes of bodies, the rules around an order. Bodies are
 * read as the venue wrote them (text to exact decimals), not through ccxt's floats. ccxt signs and sends all requests but those of
 * orders, and maps errors.
 */
import type { Instrument } from '../../domain/instrument.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { VenueFacts } from '../../domain/venue-facts.ts';
import type { ExternalFlowReport, FundingPaymentReport } from '../../ports/account-payments.ts';
import type { SwitchReach } from '../../ports/dead-man-switch.ts';
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
import type { TickerProtocol, ToldTickers } from '../feeds/ticker-protocol.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { ContractList } from './contract-list.ts';
import type { VenueErrors } from './error-codes.ts';
import type { Budgets, RequestClass } from './limiter.ts';
import type { Verified } from './prepared.ts';
import type { SignedRequests } from './signed-request.ts';
import type { VenueLimits } from './venue-limits.ts';

/** One request through the limiter; `weight` where it is another than the method's own. @throws VenueError for reads. */
export type Call = (
	kind: RequestClass,
	method: string,
	params?: Readonly<Record<string, unknown>>,
	weight?: number,
) => Promise<unknown>;

/** Finds an instrument by the venue's symbol; undefined for one that is not traded here. */
export type Find = (symbol: string) => Instrument | undefined;

/** How the account's own stream is opened and read. */
export type AccountStreamDialect = {
	/**
	 * Connects and subscribes. It ends when the connection is lost, or never came about: with an error that says so.
	 * Where `isStopped` answers true no connection is opened any more.
	 */
	readonly listen: (call: Call, exchange: CcxtExchange, isStopped: () => boolean) => Promise<void>;
	/** What a message says has changed; undefined where it is not of the account but ccxt's to read. */
	readonly hintsOf: (message: unknown) => readonly AccountHint[] | undefined;
	/** Whether a message says that nothing more will come although the connection stays: it is opened anew then. */
	readonly isEnd?: (message: unknown) => boolean;
	/** What keeps the stream alive while it is open; when it fails the connection is opened anew. */
	readonly renewal?: { readonly periodMs: number; readonly renew: (call: Call) => Promise<unknown> };
};

/** How the venue's own switch is asked (`ports/dead-man-switch.ts`). */
export type DeadManDialect = {
	readonly reach: SwitchReach;
	/** Client order ids of all open orders that it would cancel, null for one without. Absent where it reaches ours alone. */
	readonly readOpen?: (call: Call, instrument: Instrument) => Promise<readonly (string | null)[]>;
	/** Does nothing where it could be armed now, and arms nothing. @throws VenueError rejected where the venue refuses it */
	readonly check: (call: Call, instrument: Instrument) => Promise<unknown>;
	/** @throws VenueError rejected where the venue refuses it */
	readonly arm: (call: Call, instrument: Instrument, session: DeadManSession) => Promise<unknown>;
	/** @throws VenueError */
	readonly disarm: (call: Call, instrument: Instrument, session: DeadManSession) => Promise<unknown>;
};

/** Venue time and ccxt instance of the session that arms or disarms a dead-man switch. */
export type DeadManSession = {
	/** The venue's time, milliseconds. */
	readonly venueNow: number;
	readonly exchange: () => Promise<CcxtExchange>;
};

/** How a session is opened, paced and told of changes, and what the errors mean. Its members are put together in `module.ts`. */
export type SessionDialect = {
	readonly facts: VenueFacts;
	/** Further members of the ccxt instance, for an exchange of which ccxt has no class: its requests, addresses and signature. */
	readonly members?: Readonly<Record<string, unknown>>;
	/** `options` of the ccxt instance. */
	readonly settings: Readonly<Record<string, unknown>>;
	/** Puts right in a fresh instance what ccxt does otherwise than the dialect needs. */
	readonly adapt?: (exchange: CcxtExchange) => void;
	/** The requests of an account's session, where they must say whose it is. */
	readonly bind?: (call: Call) => Call;
	/** Our own pace of one session, by class, where we ask for less than the venue allows. */
	readonly pace: Partial<Budgets>;
	/** The venue's limits of requests, for an account and for this machine's address. */
	readonly limits: VenueLimits;
	/** Weight of a request by ccxt's method name, where the venue weighs them; others weigh 1. */
	readonly weights: Readonly<Record<string, number>>;
	/** Meanings of the venue's errors. */
	readonly errors: VenueErrors;
	/** Differences of the venue's test environment. */
	readonly inTest?: Partial<Dialect>;
	/** True for the test environment (`openDialect`). */
	readonly isTest?: boolean;
	readonly accountStream: AccountStreamDialect;
	/** The stream of tickers, for venues that have one. */
	readonly tickerStream?: TickerProtocol;
	readonly readKey: (call: Call) => Promise<KeyDescription>;
};

/** The exchange's public data (`markets.ts`). */
export type MarketsDialect = {
	readonly baseFees: FeeRates;
	readonly readInstruments: (call: Call, now: number) => Promise<ContractList>;
	/** `stream`: that of tickers, where the venue has one and it is open. */
	readonly readTickers: (
		call: Call,
		find: Find,
		now: number,
		stream?: ToldTickers,
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
	/** Absent: ccxt's own reading of public trades is used. */
	readonly readTrades?: (call: Call, instrument: Instrument) => Promise<readonly PublicTrade[]>;
	/** By rising value. Absent: the venue publishes none. */
	readonly readRiskTiers?: (call: Call, instrument: Instrument) => Promise<readonly RiskTier[]>;
	/** Never rejects: a part that fails is unknown. */
	readonly readNotices: (call: Call, now: number) => Promise<VenueNotices>;
};

/** The present holdings and fees of an account, and how it is set for an order (`account.ts`). */
export type AccountDialect = {
	readonly prepare: (
		call: Call,
		instrument: Instrument,
		leverage: VenueOrder['leverage'],
		mode: MarginMode,
		verified: Verified,
	) => Promise<void>;
	readonly readPositions: (call: Call, find: Find) => Promise<readonly PositionReport[]>;
	/** `assets`: what to ask of beside USDT, where the venue tells of one asset at a time. */
	readonly readBalance: (call: Call, assets: readonly string[]) => Promise<BalanceReport>;
	/** Assets beside USDT that are asked of one at a time; empty where the venue tells of all at once. */
	readonly otherAssets: readonly string[];
	readonly readFees: (call: Call, symbol: string, now: number) => Promise<FeeRates>;
};

/** The history of an account (`history.ts`). */
export type HistoryDialect = {
	/** In any order; a page may reach beyond the range. */
	readonly readAccountFills: (
		call: Call,
		instrument: Instrument,
		from: number,
		to: number,
	) => Promise<readonly AccountFill[]>;
	/** Symbols of every instrument that the account has traded, here or not. */
	readonly readTradedSymbols: (call: Call, from: number, to: number) => Promise<readonly string[]>;
	readonly readFundingPayments: (
		call: Call,
		instrument: Instrument,
		from: number,
		to: number,
	) => Promise<readonly FundingPaymentReport[]>;
	/** In any order. */
	readonly readExternalFlows: (
		call: Call,
		from: number,
		to: number,
	) => Promise<readonly ExternalFlowReport[]>;
};

/** How orders are sent, found and cancelled, and until when one that was sent may arrive (`orders.ts`). */
export type OrdersDialect = {
	/** ccxt's name of the request that places an order. */
	readonly orderMethod: string;
	/** How that request is signed, and the one that cancels an order. */
	readonly signedRequests: SignedRequests;
	/** Age of an order's signature, by the venue's clock, above which the venue refuses the order, milliseconds. */
	readonly orderWindowMs: number;
	/** How far our clock may run ahead of the venue's before it refuses, milliseconds: so much longer a request can live. */
	readonly clockAheadMsMax: number;
	readonly placeOrder: (
		send: (params: Readonly<Record<string, unknown>>) => Promise<unknown>,
		instrument: Instrument,
		order: VenueOrder,
	) => Promise<string | undefined>;
	/** Undefined: the venue answered and knows no such order. */
	readonly findOrder: (
		call: Call,
		instrument: Instrument,
		clientOrderId: string,
	) => Promise<OrderReport | undefined>;
	/**
	 * `call` sends what `signedRequests` has, and nothing else.
	 * @throws VenueError rejected when there is nothing to take off the book
	 */
	readonly cancelOrder: (call: Call, instrument: Instrument, clientOrderId: string) => Promise<void>;
	/** Absent where the venue documents no such switch. */
	readonly deadMan?: DeadManDialect;
};

/** One session's: it may keep what the session has read, and whichever of the session's calls asks, it is the same. */
export type Dialect = SessionDialect & MarketsDialect & AccountDialect & HistoryDialect & OrdersDialect;
