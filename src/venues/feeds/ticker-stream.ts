/**
 * Streams an exchange's prices and funding, and keeps each symbol's last message with its time of receipt. The stream
 * reconnects automatically. Until it has reconnected, the kept messages just get older, so readers must check a
 * message's age.
 */
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { StreamCounts } from '../../ports/metrics.ts';
import { type FeedSocket, type OpenWire, openFeedSocket } from './feed-socket.ts';
import { noMessage } from './text.ts';
import type { StreamedTicker, StreamedTickers, TickerProtocol } from './ticker-protocol.ts';

/** Latest ticker messages by symbol, with control over the subscribed symbols. */
export type TickerStream = StreamedTickers & {
	/** Subscribes to exactly these symbols. The first call with a symbol opens the connection. */
	readonly watch: (symbols: readonly string[]) => void;
	readonly counts: () => StreamCounts;
	readonly close: () => void;
};

const CHECK_MS = 1_000;
/** Silence limit, milliseconds: we replace an open connection that sends no message about any symbol for this long. */
const SILENCE_MS_MAX = 15_000;

type TickerStreamOptions = {
	readonly protocol: TickerProtocol;
	/** Origin of the exchange's public streams. */
	readonly publicStream: string;
	readonly openWire: OpenWire;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
};

type StreamState = TickerStreamOptions & {
	readonly latest: Map<string, StreamedTicker>;
	wanted: ReadonlySet<string>;
	socket: FeedSocket | undefined;
	heardAt: number;
	cancelChecks: () => void;
	readonly counts: { messages: number; reconnects: number };
};

/**
 * Creates the stream. It connects on the first call of `watch` with a symbol, and replaces a connection that is
 * silent for 15 s.
 */
export function openTickerStream(options: TickerStreamOptions): TickerStream {
	const stream: StreamState = {
		...options,
		latest: new Map(),
		wanted: new Set(),
		socket: undefined,
		heardAt: 0,
		cancelChecks: () => {},
		counts: { messages: 0, reconnects: 0 },
	};
	return {
		watch: (symbols) => watch(stream, symbols),
		counts: () => stream.counts,
		latest: (symbol) => stream.latest.get(symbol),
		now: options.clock.now,
		close() {
			stream.cancelChecks();
			stream.socket?.close();
		},
	};
}

function watch(stream: StreamState, symbols: readonly string[]): void {
	const { latest, wanted: before, socket } = stream;
	const { ofSymbol } = stream.protocol;
	const wanted = new Set(symbols);
	stream.wanted = wanted;
	if (socket === undefined) {
		if (wanted.size > 0) stream.socket = open(stream);
		return;
	}
	if (ofSymbol !== null)
		for (const symbol of wanted) if (!before.has(symbol)) socket.send(ofSymbol.subscribe(symbol));
	for (const symbol of before) {
		if (wanted.has(symbol)) continue;
		latest.delete(symbol);
		if (ofSymbol !== null) socket.send(ofSymbol.unsubscribe(symbol));
	}
}

function open(stream: StreamState): FeedSocket {
	const { protocol, clock, publicStream } = stream;
	const { venue, ofSymbol } = protocol;
	stream.cancelChecks = clock.every(CHECK_MS, () => check(stream));
	return openFeedSocket({
		...stream,
		address: async () => `${publicStream}${protocol.path}`,
		heartbeat: protocol.heartbeat,
		commandGapMs: protocol.commandGapMs,
		onOpen() {
			const { socket, wanted } = stream;
			stream.heardAt = clock.monotonic();
			for (const command of protocol.begin) socket?.send(command);
			if (ofSymbol !== null) for (const symbol of wanted) socket?.send(ofSymbol.subscribe(symbol));
		},
		onMessage: (bytes) => receive(stream, bytes),
		onLost(reason) {
			stream.counts.reconnects += 1;
			stream.log.warn({ venue, reason }, 'ticker stream lost');
		},
	});
}

function receive(stream: StreamState, bytes: Buffer): void {
	const { protocol, clock, latest, wanted } = stream;
	stream.counts.messages += 1;
	const message = protocol.read(bytes.toString());
	if (message.kind === 'refused')
		stream.log.warn({ venue: protocol.venue, reason: message.reason }, 'ticker subscription refused');
	if (message.kind !== 'tickers') return;
	const receivedAt = clock.now();
	for (const { symbol, body } of message.rows) {
		// Ignore a message that was in flight while its symbol was unsubscribed.
		if (!wanted.has(symbol)) continue;
		stream.heardAt = clock.monotonic();
		stream.socket?.isGood();
		latest.set(symbol, { body, receivedAt });
	}
}

function check(stream: StreamState): void {
	if (stream.socket?.isOpen() !== true || stream.wanted.size === 0) return;
	const silentMs = stream.clock.monotonic() - stream.heardAt;
	if (silentMs >= SILENCE_MS_MAX) stream.socket.renew(noMessage('ticker', silentMs));
}
