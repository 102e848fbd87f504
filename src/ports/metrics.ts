/**
 * Defines the metrics that the service's parts report. A part reports events as they happen; each costs only a few
 * additions. Current states are read when metrics are requested (`MetricSources`). No metric names a user. Durations
 * are seconds, money is USD.
 */

import type { ErrorCode } from '../domain/codes.ts';
import type { AttentionKind, TakenCause } from '../domain/event.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { ExecutionStatus } from '../domain/status.ts';
import type { Words } from '../sentences/sentence.ts';
import type { AlertKind } from './alerts.ts';
import type { ChatPlatform } from './chat.ts';
import type { VenueFailure } from './venue-failure.ts';

/**
 * How an order ended. `partial`: partly filled; `canceled` and `expired`: without a fill; `absent`: proven never to
 * have reached the venue.
 */
export const ORDER_OUTCOMES = ['filled', 'partial', 'canceled', 'expired', 'rejected', 'absent'] as const;
/** One of `ORDER_OUTCOMES`. */
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

/** A venue's response to an order. `unknown`: there is no conclusive response. */
export const ORDER_ANSWERS = ['accepted', 'rejected', 'unknown'] as const;
/** One of `ORDER_ANSWERS`. */
export type OrderAnswer = (typeof ORDER_ANSWERS)[number];

/** Phases in which an execution may be unhedged: `open` until the execution runs, `close` from then until it ends. */
export const UNHEDGED_PHASES = ['open', 'close'] as const;
/** One of `UNHEDGED_PHASES`. */
export type UnhedgedPhase = (typeof UNHEDGED_PHASES)[number];

/** How an execution ends: `closed` once its position is flat again, `failed` if it never ran. */
export const EXECUTION_ENDS = ['closed', 'failed'] as const;
/** One of `EXECUTION_ENDS`. */
export type ExecutionEnd = (typeof EXECUTION_ENDS)[number];

/** Reasons why an execution needs manual attention, as counter labels. `AttentionKind` explains each. */
export const ATTENTION_KINDS = [
	'unknown',
	'stuck',
	'price',
	'flat',
	'hand',
	'unexplained',
	'settings',
	'funding',
	'untradable',
] as const satisfies readonly AttentionKind[];

/** Causes of a leg's reduction other than the service's own orders, as counter labels. */
export const TAKEN_CAUSES = [
	'liquidation',
	'adl',
	'delisting',
	'hand',
] as const satisfies readonly TakenCause[];

/** Counts executions and their orders. Each call is one occurrence. */
export interface ExecutionMetrics {
	begun(): void;
	ended(how: ExecutionEnd): void;
	/**
	 * Adds unhedged time. `open`: until the execution ran, or ended without running; `close`: from the time it ran
	 * until it ended.
	 */
	unhedged(phase: UnhedgedPhase, seconds: number): void;
	order(venue: VenueName, outcome: OrderOutcome): void;
	/**
	 * Reports that an order received a response, or was given up as unknown, `seconds` after its intent was created.
	 */
	answered(venue: VenueName, answer: OrderAnswer, seconds: number): void;
	/** Reports that an order's outcome became known `seconds` after the order had become unknown. */
	proven(venue: VenueName, seconds: number): void;
	attention(kind: AttentionKind): void;
	/** Reports that a venue, or the account's owner, reduced a leg. */
	taken(venue: VenueName, cause: TakenCause): void;
	/** Reports that a funding payment was booked `seconds` after its settlement. */
	settled(venue: VenueName, seconds: number): void;
}

/** Current figures for executions that have not ended. */
export type ExecutionGauges = {
	readonly byStatus: Readonly<Record<Exclude<ExecutionStatus, 'closed' | 'failed'>, number>>;
	/** Sum of the executions' unhedged amounts, USD. */
	readonly unhedgedNotionalUsd: number;
	/** Number of orders whose outcome is unknown. */
	readonly unknownOrders: number;
};

/** Counts comparisons of exchange accounts with the journal, and the discrepancies found. */
export interface ReconciliationMeter {
	/** Reports that an account was compared with the journal, on one instrument. */
	compared(venue: VenueName, agrees: boolean): void;
	/** Reports that the account holds more than the sum of the executions' legs, confirmed by a second read. */
	unmanagedFound(venue: VenueName): void;
	/** Reports that a venue has no record of a settlement that passed while a leg was held. */
	settlementMissing(venue: VenueName): void;
}

/** Effects of an exit rule: it closes a running execution, or stops one that is still opening. */
export const EXIT_ACTS = ['close', 'end_opening'] as const;
/** One of `EXIT_ACTS`. */
export type ExitAct = (typeof EXIT_ACTS)[number];

/** Counts exit-rule checks on executions, failed checks, and the rules' effects. */
export interface ExitMeter {
	checked(): void;
	failed(): void;
	/** Reports that an exit rule closes a running execution, or stops one that is still opening. */
	acted(act: ExitAct): void;
}

/** Rate-limit classes that calls count against. */
export const CALL_CLASSES = ['public', 'read', 'trade', 'stop'] as const;
/** One of `CALL_CLASSES`. */
export type MeteredCallClass = (typeof CALL_CLASSES)[number];

/** Counts JSON-RPC calls by method and code, with their duration. */
export interface RpcMeter {
	begun(): void;
	/** Reports the end of a call. @param method undefined if the call named no existing method */
	ended(method: string | undefined, code: ErrorCode | 'OK', seconds: number): void;
	rateLimited(callClass: MeteredCallClass): void;
}

/** Classes of requests to a venue. `probe` queries an order's outcome; nothing waits for `history`. */
export const REQUEST_CLASSES = ['order', 'probe', 'market', 'account', 'history'] as const;
/** One of `REQUEST_CLASSES`. */
export type MeteredRequestClass = (typeof REQUEST_CLASSES)[number];

/**
 * `answered`: the venue responded; `rejected`: the venue refused; `failed`: no usable response; `no_place`: never
 * sent, because our own rate budget was used up; `banned`: never sent, because the venue has banned this address.
 */
export const REQUEST_OUTCOMES = ['answered', 'rejected', 'failed', 'no_place', 'banned'] as const;
/** One of `REQUEST_OUTCOMES`. */
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

/**
 * Counts requests to venues and their weight, and measures their wait for our own rate budget and their time in
 * flight.
 */
export interface VenueRequestMeter {
	/**
	 * Reports that a request is sent after it waited `waitedSeconds` for a permit in our own rate budgets. `weight`
	 * is the request's weight in the venue's own count.
	 */
	left(venue: VenueName, of: MeteredRequestClass, weight: number, waitedSeconds: number): void;
	/** Reports the end of a request. @param seconds time in flight; undefined if the request was never sent */
	ended(
		venue: VenueName,
		of: MeteredRequestClass,
		outcome: RequestOutcome,
		seconds: number | undefined,
	): void;
}

/** Counts the updates of opportunities and the lists made from them, and measures how long each takes. */
export interface ScanMeter {
	/**
	 * Reports that an input has changed and its pair rows have been updated. `seconds` is the duration of the update,
	 * measured only for every sixteenth update.
	 */
	refreshed(seconds: number | undefined): void;
	/** Reports that a list was built. `own`: at the caller's own terms, which requires ranking everything again. */
	listed(terms: 'default' | 'own', seconds: number): void;
}

/** Counts the store's grouped commits, and measures how long each takes. */
export interface StoreMeter {
	/**
	 * Reports that a group of writes is about to be committed. Call the returned function afterwards, with true if
	 * the commit succeeded.
	 */
	committing(writes: number): (isDone: boolean) => void;
}

/** Kinds of connections from callers. */
export const CONNECTION_KINDS = ['http', 'websocket'] as const;
/** One of `CONNECTION_KINDS`. */
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/**
 * `slow`: the peer did not read fast enough; `dead`: the peer gave no sign of life; `silent`: no first message
 * arrived; `crowded`: the connection had sent no token, and newer connections took its place; `stopped`: the service
 * is stopping.
 */
export const STREAM_DROPS = ['slow', 'dead', 'silent', 'crowded', 'stopped'] as const;
/** One of `STREAM_DROPS`. */
export type StreamDrop = (typeof STREAM_DROPS)[number];

/** State of the WebSocket streams: current subscriptions and groups, and messages written so far. */
export type StreamReading = {
	readonly subscriptions: number;
	/** Number of groups of connections. The connections of a group share each written message. */
	readonly groups: number;
	/** Number of snapshots and changes written so far, each counted once however many connections receive it. */
	readonly written: number;
};

/** Counts callers' connections as they open and close, and those that the service refuses or ends. */
export interface TransportMeter {
	/**
	 * Reports an opened connection. A WebSocket is counted twice: as `http` from its connection, and as `websocket`
	 * from its upgrade.
	 */
	opened(kind: ConnectionKind): void;
	closed(kind: ConnectionKind): void;
	/** Reports that a connection was closed because its address or the service had reached its limit. */
	refused(): void;
	/** Reports that the service closed a WebSocket. */
	dropped(why: StreamDrop): void;
}

/**
 * `failed`: the alert did not arrive and is retried; `refused`: the target does not accept it; `dropped`: it was
 * given up.
 */
export const DELIVERY_OUTCOMES = ['delivered', 'failed', 'refused', 'dropped'] as const;
/** One of `DELIVERY_OUTCOMES`. */
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** Counts alerts by kind, and their deliveries by outcome. */
export interface AlertMeter {
	raised(kind: AlertKind): void;
	delivery(outcome: DeliveryOutcome, count: number): void;
}

/** Kinds of entries from a linked chat. */
export const CHAT_ENTRY_KINDS = ['command', 'button'] as const;
/**
 * `connection`: an attempt to receive failed; `store`: received commands could not be stored; `answer`: a command
 * could not be answered; `send`: an answer could not be sent.
 */
export const CHAT_FAILURES = ['connection', 'store', 'answer', 'send'] as const;

/** Counts the commands of chats, and the failures of their connections. */
export interface ChatMeter {
	entry(platform: ChatPlatform, kind: (typeof CHAT_ENTRY_KINDS)[number]): void;
	failure(platform: ChatPlatform, kind: (typeof CHAT_FAILURES)[number]): void;
	/** Reports whether the platform's bot is connected. */
	connected(platform: ChatPlatform, isConnected: boolean): void;
}

/** `failed`: the receiver did not accept the spans; `dropped`: too many were waiting, or the service stopped. */
export const SPAN_OUTCOMES = ['exported', 'failed', 'dropped'] as const;
/** One of `SPAN_OUTCOMES`. */
export type SpanOutcome = (typeof SPAN_OUTCOMES)[number];

/** Counts trace spans by the outcome of their export. */
export interface TraceMeter {
	spans(outcome: SpanOutcome, count: number): void;
}

/** One meter for each part of the service, all in one registry. */
export type Meters = {
	readonly executions: ExecutionMetrics;
	readonly reconciliation: ReconciliationMeter;
	readonly exits: ExitMeter;
	readonly rpc: RpcMeter;
	readonly requests: VenueRequestMeter;
	readonly scan: ScanMeter;
	readonly store: StoreMeter;
	readonly transport: TransportMeter;
	readonly traces: TraceMeter;
	readonly alerts: AlertMeter;
	readonly chats: ChatMeter;
};

/**
 * `checksum`, `crossed` and `unreadable` concern one message; `stuck`: no update to the order book was usable for too
 * long; `compared`: the venue's response to a request differs from the streamed order book.
 */
export const GAP_REASONS = ['sequence', 'checksum', 'crossed', 'unreadable', 'stuck', 'compared'] as const;
/** One of `GAP_REASONS`. */
export type GapReason = (typeof GAP_REASONS)[number];

/** Messages that a stream received, and its reconnects, since the process started. */
export type StreamCounts = { readonly messages: number; readonly reconnects: number };

/** Counts from a venue's streams since the process started. Each number only grows. */
export type FeedCounts = {
	readonly books: StreamCounts & {
		/** Number of order books that the stream has delivered to the service. */
		readonly delivered: number;
		readonly gaps: Readonly<Record<GapReason, number>>;
		readonly resyncs: number;
		/** Number of comparisons of an order book with the venue's response to a request. */
		readonly compared: number;
	};
	/** Counts from the ticker stream; undefined if tickers come only from requests. */
	readonly tickers: StreamCounts | undefined;
};

/** Ages of a venue's tickers or order books, milliseconds; undefined without data. */
export type Ages = { readonly median: number | undefined; readonly oldest: number | undefined };

/** Current state of one venue's data. */
export type VenueReading = {
	readonly venue: VenueName;
	readonly state: 'fresh' | 'stale' | 'down';
	/** Why the data is not fresh; null if the data is fresh. */
	readonly reason: Words | null;
	/** The failed request that caused a `stale` or `down` state; null if none failed. */
	readonly failure: VenueFailure | null;
	/** The venue's own statement that trading is currently stopped or restricted; null if there is none. */
	readonly stopped: Words | null;
	/** Age of the venue's newest ticker, milliseconds; null before the first one. */
	readonly dataAgeMs: number | null;
	readonly clockOffsetMs: number | null;
	readonly instruments: number;
	/** Number of required order books in step with their stream. */
	readonly booksInStep: number;
	/** Number of required order books that are not in step with their stream yet. */
	readonly booksWaiting: number;
	readonly tickerAges: Ages;
	readonly bookAges: Ages;
	readonly feed: FeedCounts | undefined;
};

/**
 * A venue's bans on our address since the process started, and the time left in the current ban, milliseconds; 0
 * without one.
 */
export type BanReading = { readonly venue: VenueName; readonly bans: number; readonly leftMs: number };

/**
 * How much settled history is stored for an instrument: nothing, a part (at first the last month), or all that the
 * service keeps.
 */
export const HISTORY_STATES = ['none', 'month', 'whole'] as const;
/**
 * Number of a venue's instruments by state of their settled history. `failing` counts those whose last read failed.
 */
export type HistoryReading = Readonly<Record<(typeof HISTORY_STATES)[number] | 'failing', number>> & {
	readonly venue: VenueName;
};

/** Size of the store and free space, bytes. */
export type StoreSize = {
	readonly databaseBytes: number;
	readonly walBytes: number;
	/** Free space available to this user; null if the file system does not report it. */
	readonly freeBytes: number | null;
};

/** State of the store for the metrics. */
export type StoreReading = StoreSize & {
	readonly journalEvents: number;
	/** True if the last append to the journal succeeded. */
	readonly isWritable: boolean;
};

/** State of the accounts, each as last read while no order of ours was in flight. */
export type AccountsReading = {
	/** Sum of the absolute unexplained amounts, USD. */
	readonly unexplainedUsd: number;
	readonly explained: number;
	readonly unexplained: number;
	/** Number of accounts that have not yet been read while no order of ours was in flight. */
	readonly unsettled: number;
};

/** Current states, read when the metrics are requested. */
export type MetricSources = {
	readonly executions: () => ExecutionGauges;
	readonly accounts: () => AccountsReading;
	/** Returns the accounts whose own stream reports no orders. */
	readonly silentStreams: () => readonly { readonly venue: VenueName }[];
	readonly venues: () => readonly VenueReading[];
	readonly bans: () => readonly BanReading[];
	readonly history: () => readonly HistoryReading[];
	readonly store: () => StoreReading;
	readonly pairRows: () => number;
	readonly streams: () => StreamReading | undefined;
};

function nothing(): void {}

/** Meters that count nothing, for tests and tools. */
export const UNMETERED: Meters = {
	executions: {
		begun: nothing,
		ended: nothing,
		unhedged: nothing,
		order: nothing,
		answered: nothing,
		proven: nothing,
		attention: nothing,
		taken: nothing,
		settled: nothing,
	},
	reconciliation: { compared: nothing, unmanagedFound: nothing, settlementMissing: nothing },
	exits: { checked: nothing, failed: nothing, acted: nothing },
	rpc: { begun: nothing, ended: nothing, rateLimited: nothing },
	requests: { left: nothing, ended: nothing },
	scan: { refreshed: nothing, listed: nothing },
	store: { committing: () => nothing },
	transport: { opened: nothing, closed: nothing, refused: nothing, dropped: nothing },
	traces: { spans: nothing },
	alerts: { raised: nothing, delivery: nothing },
	chats: { entry: nothing, failure: nothing, connected: nothing },
};
