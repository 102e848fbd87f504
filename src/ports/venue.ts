/**
 * The port of a venue. One adapter (`src/venues/shared/`) implements it for all. A venue's own rules are in its dialect
 * (`<venue>-dialect.ts`), and the meaning of its errors in its errors file (`<venue>-errors.ts`).
 *
 * Every quantity is in coins and every price in USD per coin (see `domain/instrument`): the adapter converts.
 * Reads throw `VenueError`; `placeOrder` never throws, because the three outcomes of an order are values: accepted, rejected with
 * proof, unknown. Nothing is decided by the text of an error: `kind` and `code` decide.
 */

import type { Decimal } from '../domain/decimal.ts';
import type { PredictedFunding, SettledRate } from '../domain/funding.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';
import type { OrderBook, Side } from '../domain/order-book.ts';
import type { ConnectionCause } from '../domain/unreachable.ts';
import type { ExternalFlowReport, FundingPaymentReport } from './account-payments.ts';
import type { DeadManSwitch } from './dead-man-switch.ts';
import type { FeedCounts } from './metrics.ts';
import type { VenueNeed } from './venue-need.ts';
import type { VenueNotices } from './venue-notices.ts';

/** Prices and funding of one instrument from one read of the venue; null where the venue gave nothing usable. */
export type InstrumentTicker = {
	readonly symbol: string;
	readonly mark: Decimal | null;
	readonly index: Decimal | null;
	/** Of the last trade; it may be a minute old, and no figure hangs on it where there is a mark. */
	readonly last: Decimal | null;
	/** When it was received, where that was before the answer that has it: from a stream. */
	readonly receivedAt?: number | undefined;
	/** USD in 24 h. */
	readonly volume24h: Decimal | null;
	/** USD. */
	readonly openInterest: Decimal | null;
	readonly funding: PredictedFunding | null;
	readonly fundingCap: Decimal | null;
	readonly fundingFloor: Decimal | null;
	/** False while the venue says that the instrument is not trading (settling, pre-launch, suspended). */
	readonly tradable: boolean;
	/** When the venue closes the instrument and settles what is held, milliseconds; null while nothing is announced. */
	readonly delistingAt: number | null;
	/** Why a member is null or the instrument not tradable; empty when all is well. */
	readonly problems: readonly string[];
	/** The index in another quote currency, where the venue trades the two currencies for each other. */
	readonly otherIndex?: { readonly quote: string; readonly price: Decimal } | undefined;
};

export type BookUpdate = {
	readonly symbol: string;
	/** Top levels, at most the subscription's depth. */
	readonly book: OrderBook;
	/** The venue's stamp in milliseconds, when it gives one. */
	readonly venueAt: number | undefined;
};

/** Settled rates as a venue gave them. */
export type SettledRatesAnswer = {
	/** Newest first, each once. */
	readonly rates: readonly SettledRate[];
	/** A sentence for each row of the answer that could not be read. */
	readonly unusable: readonly string[];
};

/** `background` reads take places that nothing else needs, and may wait for minutes. */
export type ReadPace = 'prompt' | 'background';

/** A trade of anybody on an instrument, as the venue publishes it. */
export type PublicTrade = {
	/** Unique per instrument. */
	readonly tradeId: string;
	/** USD per coin. */
	readonly price: Decimal;
	/** Coins. */
	readonly quantity: Decimal;
	/** By the venue's clock, milliseconds. */
	readonly tradedAt: number;
};

/** What a venue asks of a position up to a value; maintenance margin = value × rate − deduction. */
export type RiskTier = {
	/** Largest value of a position in the tier, USD. */
	readonly valueMax: Decimal;
	readonly maintenanceRate: Decimal;
	/** USD; 0 where the venue takes the rate of the whole value. */
	readonly deduction: Decimal;
	readonly leverageMax: Decimal;
};

/** Fees as shares of the traded value: 0.0005 is 5 basis points, and a negative rate is a rebate. */
export type FeeRates = { readonly taker: Decimal; readonly maker: Decimal };

export interface VenueMarketData {
	readonly venue: VenueName;
	/** What was found at the last look of all that is needed; empty before the first. Absent where the adapter was made for the venue. */
	readonly needs?: () => readonly VenueNeed[];
	/** Fetches the linear USDT and USDC perpetuals that are trading. */
	loadInstruments(): Promise<readonly Instrument[]>;
	/**
	 * All tickers: prices, running estimates, intervals, clocks, as the venue tells them now, by one read or by its stream. What is
	 * older than the answer says since when it stands (`receivedAt`).
	 */
	fetchTickers(): Promise<readonly InstrumentTicker[]>;
	/** A book from a fresh request. */
	fetchBook(symbol: string, depth: number): Promise<OrderBook>;
	/**
	 * Settled rates with from ≤ settledAt ≤ to; pages through the venue's own limits.
	 * @throws VenueError also when the range has more rows than it pages through: 1,500 at the least
	 */
	fetchSettledRates(symbol: string, from: number, to: number, pace: ReadPace): Promise<SettledRatesAnswer>;
	/**
	 * Streams books of the symbols until `close` is called: reconnects by itself with backoff. `onDown` is called with
	 * a sentence whenever the stream of some symbols is lost (their books are no longer current) and the resync begins.
	 */
	streamBooks(
		symbols: readonly string[],
		listener: {
			readonly onBook: (update: BookUpdate) => void;
			readonly onDown: (symbols: readonly string[], reason: string) => void;
		},
	): { readonly close: () => Promise<void> };
	/** The latest trades of anybody, in no order and no more than one request answers: after a busy moment there may be a gap. @throws VenueError */
	fetchTrades(symbol: string): Promise<readonly PublicTrade[]>;
	/** Risk tiers by rising value; null where the venue tells them only to whoever has a key. @throws VenueError */
	fetchRiskTiers(symbol: string): Promise<readonly RiskTier[] | null>;
	/** What the venue says of itself: never rejects, a part that cannot be read is unknown with a sentence. */
	fetchNotices(): Promise<VenueNotices>;
	/** What its streams have done since the start; absent where nothing is counted. */
	readonly feed?: () => FeedCounts;
	/** Base-tier fees as the venue documents or states them publicly. */
	baseFees(symbol: string): FeeRates;
	/** Venue time minus our time in milliseconds, from a request's round trip. */
	measureClockOffset(): Promise<number>;
	/** How long a small request and its answer are usually on their way, milliseconds; null before the first. */
	roundTripMs(): number | null;
	close(): Promise<void>;
}

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

/** What came of a request, where the words of the error are not ours but those of a library or of the venue. */
export type VenueFault = 'unreachable' | 'timeout' | 'unavailable' | 'maintenance' | 'limited' | 'refused';

/** Members of a `VenueError` beside venue, kind and message. */
export type VenueErrorFacts = ErrorOptions & {
	readonly code?: string | undefined;
	readonly said?: string | undefined;
	readonly fault?: VenueFault | undefined;
	readonly connection?: ConnectionCause | undefined;
};

/** A venue could not or would not answer. The message is for people; code and kind are what a decision may depend on. */
export class VenueError extends Error {
	override readonly name = 'VenueError';
	readonly venue: VenueName;
	/** `rejected`: the venue said no. `unavailable`: no answer, 5xx, rate limit: nothing is known. */
	readonly kind: 'rejected' | 'unavailable';
	/**
	 * The venue's own code as text; ours where the venue has a sentence without a code, or one code for several things; `HTTP_` and
	 * the status where an answer has neither. Undefined where no answer came, or the refusal is ours.
	 */
	readonly code: string | undefined;
	/** The venue's own sentence of at most 200 characters, for people; undefined where it said none. */
	readonly said: string | undefined;
	/** Undefined: the message is a sentence of ours, or it cannot be told. */
	readonly fault: VenueFault | undefined;
	/** Why there was no connection; undefined unless `fault` is `unreachable` and an error of the network says why. */
	readonly connection: ConnectionCause | undefined;
	constructor(
		venue: VenueName,
		kind: 'rejected' | 'unavailable',
		message: string,
		facts: VenueErrorFacts = {},
	) {
		// Without a cause none is named.
		super(message, facts.cause === undefined ? {} : { cause: facts.cause });
		this.venue = venue;
		this.kind = kind;
		this.code = facts.code;
		this.said = facts.said;
		this.fault = facts.fault;
		this.connection = facts.connection;
	}
}

/**
 * A limit of requests stands in the way: the venue's own, by its word, or ours, which keeps below it. Either is proof that the
 * request had no effect.
 */
export class VenueRateLimitError extends VenueError {
	/** Before that the same request is refused again, milliseconds. */
	readonly retryAfterMs: number;
	/** @param facts their `fault` is `limited` where the words are the venue's; absent: the message is a sentence of ours */
	constructor(venue: VenueName, message: string, retryAfterMs: number, facts: VenueErrorFacts = {}) {
		super(venue, 'unavailable', message, facts);
		this.retryAfterMs = Math.max(1, Math.ceil(retryAfterMs));
	}
}

/** True when there was no connection to the venue. The log has one line about that, by the venue's market data. */
export function isUnreachable(error: unknown): boolean {
	return error instanceof VenueError && error.fault === 'unreachable';
}

/** The venue refused the key itself: unknown, revoked, expired, with another secret, or not from this address. */
export class KeyRefusedError extends VenueError {
	constructor(venue: VenueName, message: string, facts?: VenueErrorFacts) {
		super(venue, 'rejected', message, facts);
	}
}

/** The account holds positions by side (hedge mode), which our orders do not name: one-way positions are needed. */
export class HedgeModeError extends VenueError {
	/** The call of the venue's API that brings an account to one-way positions. */
	readonly how: string;
	constructor(venue: VenueName, message: string, how: string) {
		super(venue, 'rejected', message);
		this.how = how;
	}
}
