/**
 * The metrics that parts of the service report for anybody who watches it. A part tells what it
 * has at hand, and telling costs a few additions; what only stands somewhere is read when it is asked for (`MetricSources`).
 * Nothing here names a user. Durations are seconds, money is USD.
 */

import type { ErrorCode } from '../domain/codes.ts';
import type { AttentionKind, TakenCause } from '../domain/event.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { ExecutionStatus } from '../domain/status.ts';
import type { AlertKind } from './alerts.ts';
import type { VenueFailure } from './venue-failure.ts';

/**
 * How an order ended. `partial`: ended with a part of it filled; `canceled` and `expired`: with none; `absent`: proven never
 * to have reached the venue.
 */
export const ORDER_OUTCOMES = ['filled', 'partial', 'canceled', 'expired', 'rejected', 'absent'] as const;
/** One of `ORDER_OUTCOMES`. */
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

/** What a venue's answer to an order was. `unknown`: none that proves anything. */
export const ORDER_ANSWERS = ['accepted', 'rejected', 'unknown'] as const;
/** One of `ORDER_ANSWERS`. */
export type OrderAnswer = (typeof ORDER_ANSWERS)[number];

/** Parts of an execution in which one leg may be ahead: until it runs, and from then to its end. */
export const UNHEDGED_PHASES = ['open', 'close'] as const;
/** One of `UNHEDGED_PHASES`. */
export type UnhedgedPhase = (typeof UNHEDGED_PHASES)[number];

/** Ends of an execution: `closed` after it held a position that is flat again, `failed` where it never ran. */
export const EXECUTION_ENDS = ['closed', 'failed'] as const;
/** One of `EXECUTION_ENDS`. */
export type ExecutionEnd = (typeof EXECUTION_ENDS)[number];

/** Reasons for which a person is needed, as labels of a counter; `AttentionKind` says the meaning of each. */
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

/** Causes that make a leg smaller without an order of ours, as labels of a counter. */
export const TAKEN_CAUSES = [
	'liquidation',
	'adl',
	'delisting',
	'hand',
] as const satisfies readonly TakenCause[];

/** Counts executions and their orders. Each call is one happening. */
export interface ExecutionMetrics {
	begun(): void;
	ended(how: ExecutionEnd): void;
	/** `open`: until it ran, or ended without having run; `close`: from then to its end. */
	unhedged(phase: UnhedgedPhase, seconds: number): void;
	order(venue: VenueName, outcome: OrderOutcome): void;
	/** An order was answered, or given up as unknown, so long after its intent was made. */
	answered(venue: VenueName, answer: OrderAnswer, seconds: number): void;
	/** What became of an order was proven so long after it had become unknown. */
	proven(venue: VenueName, seconds: number): void;
	attention(kind: AttentionKind): void;
	/** A venue, or the account's owner, made a leg smaller. */
	taken(venue: VenueName, cause: TakenCause): void;
	/** A payment was booked so long after its settlement. */
	settled(venue: VenueName, seconds: number): void;
}

/** As of now, over executions that have not ended. */
export type ExecutionGauges = {
	readonly byStatus: Readonly<Record<Exclude<ExecutionStatus, 'closed' | 'failed'>, number>>;
	/** USD by which legs are ahead of each other, summed. */
	readonly unhedgedNotionalUsd: number;
	/** Orders of which nothing is proven. */
	readonly unknownOrders: number;
};

/** Counts comparisons of exchange accounts with the journal, and the differences they find. */
export interface ReconciliationMeter {
	/** An account's reading was held against the journal, on one instrument. */
	compared(venue: VenueName, agrees: boolean): void;
	/** More is held than the executions' legs, proven by a second reading. */
	unmanagedFound(venue: VenueName): void;
	/** A venue has no record of a settlement that passed while a leg was held. */
	settlementMissing(venue: VenueName): void;
}

/** Acts of an exit rule: it closes a running execution, or ends the opening of one. */
export const EXIT_ACTS = ['close', 'end_opening'] as const;
/** One of `EXIT_ACTS`. */
export type ExitAct = (typeof EXIT_ACTS)[number];

/** Counts looks at executions by the exit rules, looks that failed, and the acts that follow. */
export interface ExitMeter {
	checked(): void;
	failed(): void;
	/** An exit rule closes a running execution, or ends one that is being opened. */
	acted(act: ExitAct): void;
}

/** Which bucket of the rate limits a call draws on. */
export const CALL_CLASSES = ['public', 'read', 'trade', 'stop'] as const;
/** One of `CALL_CLASSES`. */
export type MeteredCallClass = (typeof CALL_CLASSES)[number];

/** Counts JSON-RPC calls by method and code, with their duration. */
export interface RpcMeter {
	begun(): void;
	/** @param method undefined where the call named none that there is */
	ended(method: string | undefined, code: ErrorCode | 'OK', seconds: number): void;
	rateLimited(callClass: MeteredCallClass): void;
}

/** Classes of requests to a venue; `probe` asks what has become of an order, and nobody waits for `history`. */
export const REQUEST_CLASSES = ['order', 'probe', 'market', 'account', 'history'] as const;
/** One of `REQUEST_CLASSES`. */
export type MeteredRequestClass = (typeof REQUEST_CLASSES)[number];

/**
 * `answered`; `rejected`: the venue said no; `failed`: no answer, or none that can be used; `no_place`: it never left, our own
 * budget was used up; `banned`: it never left, the venue has banned this address.
 */
export const REQUEST_OUTCOMES = ['answered', 'rejected', 'failed', 'no_place', 'banned'] as const;
/** One of `REQUEST_OUTCOMES`. */
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

/** Counts requests to venues, their weight, their wait for our own budget, and their time on the way. */
export interface VenueRequestMeter {
	/** A request leaves, after waiting so long for a place in our own budgets. `weight` as the venue counts it. */
	left(venue: VenueName, of: MeteredRequestClass, weight: number, waitedSeconds: number): void;
	/** @param seconds on its way; undefined where it never left */
	ended(
		venue: VenueName,
		of: MeteredRequestClass,
		outcome: RequestOutcome,
		seconds: number | undefined,
	): void;
}

/** Counts updates of the opportunity book and lists made from it, with their duration. */
export interface ScanMeter {
	/** An input has changed, and its slots have been brought up to date; `seconds` of every sixteenth alone. */
	refreshed(seconds: number | undefined): void;
	/** A list was made; `own`: at the caller's own terms, by which all are ranked anew. */
	listed(terms: 'default' | 'own', seconds: number): void;
}

/** Counts the grouped commits of the store, and measures how long each takes. */
export interface StoreMeter {
	/** A group of writes is about to be committed; the answer is to be called when that is over. */
	committing(writes: number): (isDone: boolean) => void;
}

/** Kinds of connections that callers hold to this service. */
export const CONNECTION_KINDS = ['http', 'websocket'] as const;
/** One of `CONNECTION_KINDS`. */
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/**
 * `slow`: its peer did not take what waited for it; `dead`: it gave no sign of life; `silent`: no first message came; `crowded`:
 * it had shown no token, and newer ones took its place; `stopped`: the service stops.
 */
export const STREAM_DROPS = ['slow', 'dead', 'silent', 'crowded', 'stopped'] as const;
/** One of `STREAM_DROPS`. */
export type StreamDrop = (typeof STREAM_DROPS)[number];

/** What is open over WebSockets now. */
export type StreamReading = {
	readonly subscriptions: number;
	/** What is written once for all who see the same. */
	readonly groups: number;
	/** Snapshots and changes written so far, each once for all who see it. */
	readonly written: number;
};

/** Counts callers' connections as they open and close, and those that the service refuses or ends. */
export interface TransportMeter {
	/** A WebSocket is counted as one from its upgrade on, its connection remains one of HTTP as well. */
	opened(kind: ConnectionKind): void;
	closed(kind: ConnectionKind): void;
	/** A connection was closed because its address, or the service, had as many as it may. */
	refused(): void;
	/** A WebSocket was closed by us. */
	dropped(why: StreamDrop): void;
}

/** `failed`: it did not arrive and is tried again; `refused`: the target takes none like it; `dropped`: it was given up. */
export const DELIVERY_OUTCOMES = ['delivered', 'failed', 'refused', 'dropped'] as const;
/** One of `DELIVERY_OUTCOMES`. */
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** Counts alerts by kind, and their deliveries by outcome. */
export interface AlertMeter {
	raised(kind: AlertKind): void;
	delivery(outcome: DeliveryOutcome, count: number): void;
}

/** `failed`: the receiver did not take them; `dropped`: too many waited, or the service stopped. */
export const SPAN_OUTCOMES = ['exported', 'failed', 'dropped'] as const;
/** One of `SPAN_OUTCOMES`. */
export type SpanOutcome = (typeof SPAN_OUTCOMES)[number];

/** Counts spans of traces by the outcome of their export. */
export interface TraceMeter {
	spans(outcome: SpanOutcome, count: number): void;
}

/** One meter for each part of the service, all of one registry. */
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
};

/**
 * `checksum`, `crossed` and `unreadable` are of one message; `stuck`: nothing of the book could be taken for too long; `compared`: the
 * venue's answer to a request differs from it.
 */
export const GAP_REASONS = ['sequence', 'checksum', 'crossed', 'unreadable', 'stuck', 'compared'] as const;
/** One of `GAP_REASONS`. */
export type GapReason = (typeof GAP_REASONS)[number];

/** Messages received and reconnects made by a stream since the process started. */
export type StreamCounts = { readonly messages: number; readonly reconnects: number };

/** What a venue's streams did since the start; each number only grows. */
export type FeedCounts = {
	readonly books: StreamCounts & {
		/** Books that were handed on. */
		readonly handedOn: number;
		readonly gaps: Readonly<Record<GapReason, number>>;
		readonly resyncs: number;
		/** Times that a book was held against the venue's answer to a request. */
		readonly compared: number;
	};
	/** Undefined where tickers come by requests alone. */
	readonly tickers: StreamCounts | undefined;
};

/** Milliseconds; undefined where there is none. */
export type Ages = { readonly median: number | undefined; readonly oldest: number | undefined };

/** One venue's data as they stand now. */
export type VenueReading = {
	readonly venue: VenueName;
	readonly state: 'fresh' | 'stale' | 'down';
	/** Why it is not fresh; null where it is. */
	readonly reason: string | null;
	/** The request that failed, of data that are not fresh; null where none did. */
	readonly failure: VenueFailure | null;
	/** What the venue itself says that stops or restricts trading; null while it says nothing of it. */
	readonly stopped: string | null;
	/** Since its last answer; null before the first. */
	readonly dataAgeMs: number | null;
	readonly clockOffsetMs: number | null;
	readonly instruments: number;
	/** Books that are wanted: those that follow their stream, and those that do not yet. */
	readonly booksInStep: number;
	readonly booksWaiting: number;
	readonly tickerAges: Ages;
	readonly bookAges: Ages;
	readonly feed: FeedCounts | undefined;
};

/** Bans of our address by a venue since the start, and milliseconds left of the present one; 0 without one. */
export type BanReading = { readonly venue: VenueName; readonly bans: number; readonly leftMs: number };

/** How far the settled history of a venue's instruments reaches. `failing`: the last read did not work. */
export const HISTORY_STATES = ['none', 'month', 'whole'] as const;
/** Number of a venue's instruments in each state of their settled history. */
export type HistoryReading = Readonly<Record<(typeof HISTORY_STATES)[number] | 'failing', number>> & {
	readonly venue: VenueName;
};

/** How much room the store takes, and how much is left, bytes. */
export type StoreSize = {
	readonly databaseBytes: number;
	readonly walBytes: number;
	/** For this user; null where the file system does not say. */
	readonly freeBytes: number | null;
};

/** The reading of the store for the metrics. */
export type StoreReading = StoreSize & {
	readonly journalEvents: number;
	/** The last append to the journal worked. */
	readonly isWritable: boolean;
};

/** Of the accounts that were read last without anything of ours under way. */
export type AccountsReading = {
	/** USD that nothing explains, of either sign as a positive number, summed. */
	readonly unexplainedUsd: number;
	readonly explained: number;
	readonly unexplained: number;
	/** Not read yet, or not in quiet. */
	readonly unsettled: number;
};

/** What stands somewhere and is read when the metrics are asked for. */
export type MetricSources = {
	readonly executions: () => ExecutionGauges;
	readonly accounts: () => AccountsReading;
	/** Accounts whose own stream tells of no orders. */
	readonly silentStreams: () => readonly { readonly venue: VenueName }[];
	readonly venues: () => readonly VenueReading[];
	readonly bans: () => readonly BanReading[];
	readonly history: () => readonly HistoryReading[];
	readonly store: () => StoreReading;
	readonly pairRows: () => number;
	readonly streams: () => StreamReading | undefined;
};

function nothing(): void {}

/** For parts that nobody watches: tests and tools. */
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
};
