/**
 * Manages one connection of a feed, with its books.
 *
 * A book waits for a snapshot, is in sync, or falls out of sync (a gap, a wrong checksum, a crossed book, an
 * unreadable message). If a book falls out of sync, we report it as down and restart it, while the other books on the
 * connection continue. We replace an open connection that no longer delivers messages about any book.
 */
import type { Instrument } from '../../domain/instrument.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { GapReason } from '../../ports/metrics.ts';
import type { ComparedBooks } from './book-comparison.ts';
import {
	BOOK_DEPTH,
	type BookFeedCounters,
	type BookFeedListener,
	HAND_ON_PERIOD_MS,
	noteGap,
} from './book-feed.ts';
import type { BookFrame } from './book-frame.ts';
import { BookWatch } from './book-watch.ts';
import type { ClockOffset } from './clock-offset.ts';
import { type FeedSocket, type OpenWire, openFeedSocket } from './feed-socket.ts';
import type { FrameReader } from './frame-reader.ts';
import { type FeedProtocol, type FeedRequest, OTHER } from './protocol.ts';
import type { SnapshotDepth, SnapshotQueue } from './snapshot-queue.ts';
import { SymbolTable } from './symbol-table.ts';
import {
	BOOK_ONE_SIDED,
	bookOutOfStep,
	bookStreamLost,
	noMessage,
	noUsableMessage,
	subscriptionRefused,
} from './text.ts';
import { type Effect, TrackedBook } from './tracked-book.ts';
import { type Pace, Turn } from './turn.ts';

/** A feed's protocol, instruments and listener, with the ports that it needs. */
export type FeedOptions = {
	readonly protocol: FeedProtocol;
	/** Origin of the exchange's public streams. */
	readonly publicStream: string;
	readonly instruments: readonly Instrument[];
	readonly listener: BookFeedListener;
	/** Sends public requests to the exchange, through its limiter. */
	readonly request: FeedRequest;
	readonly openWire: OpenWire;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	/** Counters of an earlier feed from the same exchange, which the new feed continues. */
	readonly counters?: BookFeedCounters;
};

/** The feed's options, with the counters and readers that its connections share. */
export type ConnectionParts = FeedOptions & {
	readonly counters: BookFeedCounters;
	readonly offset: ClockOffset;
	readonly snapshots: SnapshotQueue;
	readonly pace: Pace;
	readonly reader: FrameReader;
	readonly frame: BookFrame;
};

/** Functions with which the feed controls one of its connections. */
export type FeedConnection = {
	/** Called when the feed sends the snapshot request that the connection queued for the symbol. */
	readonly onAsk: (symbol: string) => void;
	/** Called with the response to the symbol's snapshot request. */
	readonly onSnapshot: (symbol: string, body: unknown, depth: SnapshotDepth) => void;
	readonly close: () => void;
} & ComparedBooks;

const CHECK_MS = 1_000;
/**
 * Initial silence limit, milliseconds: we replace an open connection that sends no message about any book for this
 * long. The limit doubles with each replacement, up to `SILENCE_MS_MAX`, because the market may only be quiet.
 */
const SILENCE_MS_MIN = 10_000;
const SILENCE_MS_MAX = 160_000;
/**
 * Milliseconds after which a book counts as stuck if it has received no snapshot, or none of its messages is usable.
 */
const STUCK_MS_MAX = 10_000;
/**
 * Base of the pause before a book restarts, milliseconds. The first restart has no pause, and the pause doubles with
 * each later restart, up to `RESYNC_MS_MAX`.
 */
const RESYNC_MS_MIN = 250;
const RESYNC_MS_MAX = 60_000;
/** Earlier restarts no longer count after this many milliseconds, plus the longest pause, without a restart. */
const SETTLED_MS = 30_000;

/** One book on the connection. */
type Entry = {
	readonly tracked: TrackedBook;
	readonly turn: Turn;
	/** True if we last notified the listener that this book is down. */
	isSaidDown: boolean;
	/** Time of the book's last usable frame or last reset, monotonic milliseconds. */
	goodAt: number;
	/** True if a frame for the book arrived since the last check. */
	isHeard: boolean;
	/** True if a usable frame for the book arrived since the last check. */
	isTaken: boolean;
	resyncs: number;
	resyncedAt: number;
	cancelResync: (() => void) | undefined;
	/** Records changes in the book; undefined unless a comparison is running. */
	watch: BookWatch | undefined;
};

type ConnectionState = ConnectionParts & {
	readonly venue: string;
	readonly table: SymbolTable<Entry>;
	readonly entries: ReadonlyMap<string, Entry>;
	/** Symbols in each subscribe command on this connection, keyed by command id. */
	readonly commands: Map<string, readonly string[]>;
	commandId: number;
	silenceMsMax: number;
	/** Time of the last message about any book, monotonic milliseconds. */
	livelyAt: number;
	isLively: boolean;
	openedAt: number;
	readonly socket: FeedSocket;
};

/** Opens a connection for the instruments and keeps it open until `close`. */
export function openFeedConnection(
	parts: ConnectionParts,
	instruments: readonly Instrument[],
): FeedConnection {
	const { protocol, clock } = parts;
	const entries = new Map<string, Entry>();
	const connection: ConnectionState = {
		...parts,
		venue: protocol.venue,
		table: new SymbolTable(),
		entries,
		commands: new Map(),
		commandId: 0,
		silenceMsMax: SILENCE_MS_MIN,
		livelyAt: clock.monotonic(),
		isLively: false,
		openedAt: 0,
		socket: openFeedSocket({
			...parts,
			address: () => protocol.address(parts.publicStream, parts.request),
			heartbeat: protocol.heartbeat,
			commandGapMs: protocol.commandGapMs,
			onOpen: () => opened(connection),
			onMessage: (bytes) => receive(connection, bytes),
			onLost: (reason) => lost(connection, reason),
		}),
	};
	for (const instrument of instruments) {
		const entry = entryOf(connection, instrument);
		entries.set(instrument.symbol, entry);
		connection.table.set(instrument.symbol, entry);
	}
	const cancelChecks = clock.every(CHECK_MS, () => check(connection));
	return {
		onAsk: (symbol) => entries.get(symbol)?.tracked.awaitSnapshot(),
		onSnapshot: (symbol, body, depth) => receiveSnapshot(connection, symbol, body, depth),
		watch(symbol) {
			const entry = entries.get(symbol);
			if (entry?.tracked.isInStep !== true) return undefined;
			endWatch(entry);
			entry.watch = new BookWatch();
			entry.watch.note(entry.tracked.book.top(BOOK_DEPTH));
			return entry.watch;
		},
		disagree(symbol, problem) {
			const entry = entries.get(symbol);
			if (entry?.tracked.isInStep === true) misstep(connection, entry, 'compared', problem);
		},
		close() {
			cancelChecks();
			connection.socket.close();
			for (const entry of entries.values()) end(connection, entry);
		},
	};
}

function entryOf(connection: ConnectionState, instrument: Instrument): Entry {
	const { clock, protocol } = connection;
	const entry: Entry = {
		tracked: new TrackedBook(instrument, protocol),
		turn: new Turn(clock, connection.pace, HAND_ON_PERIOD_MS, () => handOn(connection, entry)),
		isSaidDown: false,
		goodAt: clock.monotonic(),
		isHeard: false,
		isTaken: false,
		resyncs: 0,
		resyncedAt: Number.NEGATIVE_INFINITY,
		cancelResync: undefined,
		watch: undefined,
	};
	return entry;
}

function opened(connection: ConnectionState): void {
	const { entries, protocol } = connection;
	connection.openedAt = connection.livelyAt = connection.clock.monotonic();
	connection.commands.clear();
	for (const entry of entries.values()) begin(connection, entry);
	const symbols = [...entries.keys()];
	for (let start = 0; start < symbols.length; start += protocol.symbolsPerCommand)
		send(connection, 'subscribe', symbols.slice(start, start + protocol.symbolsPerCommand));
}

function lost(connection: ConnectionState, reason: string): void {
	connection.counters.reconnects += 1;
	for (const entry of connection.entries.values()) end(connection, entry);
	down(connection, [...connection.entries.values()], bookStreamLost(reason));
}

function receiveSnapshot(
	connection: ConnectionState,
	symbol: string,
	body: unknown,
	depth: SnapshotDepth,
): void {
	const { reader, frame } = connection;
	const entry = connection.entries.get(symbol);
	const { snapshot } = connection.protocol;
	if (entry === undefined || snapshot === undefined || !entry.tracked.awaitsSnapshot) return;
	frame.reset();
	reader.start(Buffer.from(JSON.stringify(body)));
	try {
		snapshot.read(reader, frame);
	} catch (error) {
		settle(connection, entry, entry.tracked.unreadable(error));
		return;
	}
	settle(
		connection,
		entry,
		entry.tracked.receiveSnapshot(frame, snapshot.levels[depth], (kept) => read(connection, kept)),
	);
}

function send(
	connection: ConnectionState,
	what: 'subscribe' | 'unsubscribe',
	symbols: readonly string[],
): void {
	connection.commandId += 1;
	const id = String(connection.commandId);
	if (what === 'subscribe') connection.commands.set(id, symbols);
	connection.socket.send(connection.protocol[what](symbols, id));
}

/** Resets the book, which then waits for a snapshot. */
function begin(connection: ConnectionState, entry: Entry): void {
	entry.tracked.reset();
	entry.goodAt = connection.clock.monotonic();
	if (connection.protocol.snapshot === undefined) return;
	entry.tracked.awaitSnapshot();
	connection.snapshots.want(entry.tracked.instrument.symbol, 'quick');
}

function end(connection: ConnectionState, entry: Entry): void {
	entry.tracked.reset();
	endWatch(entry);
	entry.turn.drop();
	entry.cancelResync?.();
	entry.cancelResync = undefined;
	connection.snapshots.forget(entry.tracked.instrument.symbol);
}

/** Ends the current `BookWatch`, if there is one, because the book is being reset or a new one begins. */
function endWatch(entry: Entry): void {
	if (entry.watch !== undefined) entry.watch.isOver = true;
	entry.watch = undefined;
}

function receive(connection: ConnectionState, bytes: Buffer): void {
	connection.counters.messages += 1;
	const failure = read(connection, bytes);
	const { frame } = connection;
	const entry = frame.isOfBook ? connection.table.find(bytes, frame.symbolStart, frame.symbolEnd) : undefined;
	if (entry === undefined) {
		// The message is not about a book, or it is about a book that this connection does not have.
		if (!frame.isOfBook) control(connection, bytes, failure);
		return;
	}
	connection.isLively = true;
	// A restart is pending, because an earlier restart did not keep the book in sync. Ignore the book's messages
	// until then, even a complete book.
	if (entry.cancelResync !== undefined) return;
	entry.isHeard = true;
	const { tracked } = entry;
	settle(
		connection,
		entry,
		failure === undefined ? tracked.receive(frame, bytes) : tracked.unreadable(failure),
	);
}

/** Parses a frame. Returns the error if the frame is unreadable. */
function read({ reader, frame, protocol }: ConnectionState, bytes: Buffer): unknown {
	frame.reset();
	reader.start(bytes);
	try {
		protocol.read(reader, frame);
		return undefined;
	} catch (error) {
		return error;
	}
}

function settle(connection: ConnectionState, entry: Entry, effect: Effect): void {
	if (effect === 'same') return;
	if (effect === 'gap') {
		outOfStep(connection, entry);
		return;
	}
	entry.isTaken = true;
	if (entry.watch?.isOver === false) entry.watch.note(entry.tracked.book.top(BOOK_DEPTH));
	const { wants } = entry.tracked;
	if (wants !== undefined) connection.snapshots.want(entry.tracked.instrument.symbol, wants);
	entry.turn.offer();
}

function handOn(connection: ConnectionState, entry: Entry): void {
	const { tracked } = entry;
	if (!tracked.isInStep) return;
	const { symbol } = tracked.instrument;
	if (tracked.book.isOneSided()) {
		down(connection, [entry], BOOK_ONE_SIDED);
		return;
	}
	const { venueAt } = tracked;
	const hasStamp = !Number.isNaN(venueAt);
	if (hasStamp) connection.offset.note(venueAt, connection.clock.now());
	entry.isSaidDown = false;
	connection.counters.books += 1;
	connection.listener.onBook({
		symbol,
		book: tracked.book.top(BOOK_DEPTH),
		venueAt: hasStamp ? venueAt : undefined,
	});
}

function down(connection: ConnectionState, of: readonly Entry[], reason: string): void {
	const current = of.filter((entry) => !entry.isSaidDown);
	for (const entry of current) entry.isSaidDown = true;
	if (current.length > 0)
		connection.listener.onDown(
			current.map((entry) => entry.tracked.instrument.symbol),
			reason,
		);
}

function misstep(connection: ConnectionState, entry: Entry, reason: GapReason, problem: string): void {
	entry.tracked.gapReason = reason;
	entry.tracked.problem = problem;
	outOfStep(connection, entry);
}

/** Drops the book and restarts it, after a pause that grows with the number of recent restarts. */
function outOfStep(connection: ConnectionState, entry: Entry): void {
	const { tracked } = entry;
	const { symbol } = tracked.instrument;
	noteGap(connection.counters, tracked.gapReason);
	end(connection, entry);
	connection.log.warn(
		{ venue: connection.venue, symbol, reason: tracked.problem },
		'book out of step, resyncing',
	);
	down(connection, [entry], bookOutOfStep(tracked.problem));
	const now = connection.clock.monotonic();
	if (now - entry.resyncedAt > SETTLED_MS + RESYNC_MS_MAX) entry.resyncs = 0;
	const pauseMs = entry.resyncs === 0 ? 0 : Math.min(RESYNC_MS_MAX, RESYNC_MS_MIN * 2 ** entry.resyncs);
	entry.resyncs += 1;
	entry.resyncedAt = now;
	if (pauseMs === 0) resync(connection, entry);
	else
		entry.cancelResync = connection.clock.after(pauseMs * (0.5 + connection.random.unit()), () => {
			entry.cancelResync = undefined;
			resync(connection, entry);
		});
}

function resync(connection: ConnectionState, entry: Entry): void {
	if (!connection.socket.isOpen()) return;
	connection.counters.resyncs += 1;
	begin(connection, entry);
	// A protocol with REST snapshots needs only a new snapshot, because its subscription is still valid. Otherwise
	// only a new subscription brings a snapshot.
	if (connection.protocol.snapshot !== undefined) return;
	const { symbol } = entry.tracked.instrument;
	send(connection, 'unsubscribe', [symbol]);
	send(connection, 'subscribe', [symbol]);
}

function control(connection: ConnectionState, bytes: Buffer, failure: unknown): void {
	const message = failure === undefined ? connection.protocol.readControl(bytes.toString()) : OTHER;
	if (message.kind !== 'refused') return;
	const named =
		message.symbol === undefined ? connection.commands.get(message.command ?? '') : [message.symbol];
	const refused = (named ?? []).flatMap((symbol) => connection.entries.get(symbol) ?? []);
	connection.log.warn(
		{ venue: connection.venue, symbols: named, reason: message.reason },
		'book subscription refused',
	);
	// One invalid symbol may have caused the refusal of the others in its command, so subscribe to each symbol
	// separately.
	if (refused.length > 1) for (const symbol of named ?? []) send(connection, 'subscribe', [symbol]);
	else down(connection, refused, subscriptionRefused(connection.venue, message.reason));
}

/** Restarts stuck books, and replaces a connection that is silent about all books. */
function check(connection: ConnectionState): void {
	const now = connection.clock.monotonic();
	if (!connection.socket.isOpen()) return;
	for (const entry of connection.entries.values()) checkAt(connection, entry, now);
	if (connection.isLively) {
		connection.livelyAt = now;
		connection.socket.isGood();
		// The connection has worked for longer than the increased silence limit, so the limit returns to its minimum.
		if (now - connection.openedAt > connection.silenceMsMax) connection.silenceMsMax = SILENCE_MS_MIN;
	}
	connection.isLively = false;
	if (now - connection.livelyAt < connection.silenceMsMax) return;
	const silentMs = now - connection.livelyAt;
	const { venue, silenceMsMax } = connection;
	connection.log.warn({ venue, silentMs, silenceMsMax }, 'book stream silent, reconnecting');
	connection.silenceMsMax = Math.min(SILENCE_MS_MAX, silenceMsMax * 2);
	connection.socket.renew(noMessage('book', silentMs));
}

function checkAt(connection: ConnectionState, entry: Entry, now: number): void {
	if (entry.isTaken) entry.goodAt = now;
	const { tracked } = entry;
	const wasHeard = entry.isHeard;
	entry.isHeard = false;
	entry.isTaken = false;
	if (entry.cancelResync !== undefined) return;
	const sinceMs = now - entry.goodAt;
	const repeatedMs = connection.protocol.repeatedWithinMs ?? Number.POSITIVE_INFINITY;
	const isStuck = sinceMs >= STUCK_MS_MAX && (!tracked.isInStep ? !tracked.awaitsSnapshot : wasHeard);
	if (!isStuck && sinceMs < repeatedMs) return;
	misstep(connection, entry, 'stuck', noUsableMessage(sinceMs));
}
