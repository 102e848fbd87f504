/**
 * What a venue's stream tells of prices and funding: the last message of each symbol with the time of its receipt. It reconnects
 * by itself; what is lost meanwhile only grows older here, and whoever reads it looks at its age.
 */
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { StreamCounts } from '../../ports/metrics.ts';
import { type OpenWire, openFeedSocket } from './feed-socket.ts';
import type { TickerProtocol, Told, ToldTickers } from './ticker-protocol.ts';

/** Latest ticker messages by symbol, with control over the symbols that are subscribed to. */
export type TickerStream = ToldTickers & {
	/** Exactly these symbols from now on; the first that is wanted opens the connection. */
	readonly watch: (symbols: readonly string[]) => void;
	readonly counts: () => StreamCounts;
	readonly close: () => void;
};

const LOOK_MS = 1_000;
/** Nothing has been told of any symbol for so long: the connection is dead though open. */
const SILENCE_MS_MAX = 15_000;

/** Creates the stream; it connects when the first symbol is watched and renews a connection that is silent for 15 s. */
export function openTickerStream(options: {
	readonly protocol: TickerProtocol;
	/** Origin of the venue's public streams. */
	readonly publicStream: string;
	readonly openWire: OpenWire;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
}): TickerStream {
	const { protocol, clock, log } = options;
	const { venue, ofSymbol } = protocol;
	const latest = new Map<string, Told>();
	let wanted: ReadonlySet<string> = new Set();
	let socket: ReturnType<typeof openFeedSocket> | undefined;
	let toldAt = 0;
	let cancelLooks = (): void => {};
	const counts = { messages: 0, reconnects: 0 };

	function open(): ReturnType<typeof openFeedSocket> {
		cancelLooks = clock.every(LOOK_MS, look);
		return openFeedSocket({
			...options,
			address: async () => `${options.publicStream}${protocol.path}`,
			heartbeat: protocol.heartbeat,
			commandGapMs: protocol.commandGapMs,
			onOpen() {
				toldAt = clock.monotonic();
				for (const command of protocol.begin) socket?.send(command);
				if (ofSymbol !== null) for (const symbol of wanted) socket?.send(ofSymbol.subscribe(symbol));
			},
			onMessage: receive,
			onLost(reason) {
				counts.reconnects += 1;
				log.warn({ venue, reason }, 'ticker stream lost');
			},
		});
	}

	function receive(bytes: Buffer): void {
		counts.messages += 1;
		const message = protocol.read(bytes.toString());
		if (message.kind === 'refused')
			log.warn({ venue, reason: message.reason }, 'ticker subscription refused');
		if (message.kind !== 'told') return;
		const receivedAt = clock.now();
		for (const { symbol, body } of message.rows) {
			// What was under way while it was given up is of no interest.
			if (!wanted.has(symbol)) continue;
			toldAt = clock.monotonic();
			socket?.isGood();
			latest.set(symbol, { body, receivedAt });
		}
	}

	function look(): void {
		if (socket?.isOpen() !== true || wanted.size === 0) return;
		const silentMs = clock.monotonic() - toldAt;
		if (silentMs >= SILENCE_MS_MAX) socket.renew(`nothing was told of any symbol for ${silentMs} ms`);
	}

	return {
		watch(symbols) {
			const before = wanted;
			wanted = new Set(symbols);
			if (socket === undefined) {
				if (wanted.size > 0) socket = open();
				return;
			}
			if (ofSymbol !== null)
				for (const symbol of wanted) if (!before.has(symbol)) socket.send(ofSymbol.subscribe(symbol));
			for (const symbol of before) {
				if (wanted.has(symbol)) continue;
				latest.delete(symbol);
				if (ofSymbol !== null) socket.send(ofSymbol.unsubscribe(symbol));
			}
		},
		counts: () => counts,
		told: (symbol) => latest.get(symbol),
		now: clock.now,
		close() {
			cancelLooks();
			socket?.close();
		},
	};
}
