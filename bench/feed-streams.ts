/** Generates the streams for the feed benches. All messages are generated before the first one is sent. */
import {
	type BinanceCapture,
	DepthBook,
	type DepthEvent,
	eventText,
	readBinanceCapture,
} from './binance-capture.ts';
import { seededUnit } from './true-book.ts';
import { SYMBOL_OF, WireStream, type WireVenue } from './venue-wire.ts';

export type StreamPlan = {
	readonly venue: WireVenue;
	readonly symbols: number;
	/** Total number of messages across all symbols. */
	readonly messages: number;
	/** The data folder with the recorded stream; if undefined, the messages are generated. */
	readonly dataDir?: string | undefined;
};

export type PlannedStream = {
	readonly snapshot: (symbol: string) => string | undefined;
	/** @param sent number of messages already sent to this connection */
	readonly restSnapshot: (symbol: string, levels: number, sent: number) => unknown;
	readonly texts: readonly string[];
};

/** Ways to receive a stream: `ws` alone, `ws` and `JSON.parse`, our own feed, and ccxt's feed. */
export const WAYS = ['ws', 'parse', 'own', 'ccxt'] as const;
export type Way = (typeof WAYS)[number];

/** A client's task, given when it starts. */
export type ClientOrder = {
	readonly way: Way;
	readonly venue: WireVenue;
	readonly symbols: number;
	readonly port: number;
};
/**
 * A client's report. `usedUs`: processor time since the client started, microseconds. `messages`: number of messages
 * received. `books`: number of order books that the feed passed on.
 */
export type ClientAnswer = { readonly usedUs: number; readonly messages: number; readonly books: number };

/**
 * A command from the bench to the server. `send`: send messages to one connection; connections are numbered from 0 in
 * the order they opened. `count`: report the number of subscriptions.
 */
export type ServerOrder =
	| { readonly kind: 'send'; readonly connection: number; readonly count: number }
	| { readonly kind: 'count' };
/**
 * `subscribed`: number of symbol subscriptions so far. The server answers a send command once the client has
 * processed every message.
 */
export type ServerAnswer = { readonly subscribed: number };

/**
 * Number of price levels that a generated message changes: about as many as change in 20 ms on Bybit and in 100 ms on
 * OKX.
 */
const CHANGES: Readonly<Record<WireVenue, number>> = {
	bybit: 8,
	okx: 24,
	binance: 8,
	kucoin: 8,
	hyperliquid: 8,
};
/** Timestamp of the stream's start; nothing depends on it. */
const START_AT = Date.UTC(2026, 0, 1);

export function symbolsOf(venue: WireVenue, count: number): readonly string[] {
	return Array.from({ length: count }, (_, index) => SYMBOL_OF[venue](`C${String(index).padStart(3, '0')}`));
}

export function planStream(plan: StreamPlan): PlannedStream {
	return plan.dataDir === undefined ? generated(plan) : recorded(plan, readBinanceCapture(plan.dataDir));
}

function generated({ venue, symbols, messages }: StreamPlan): PlannedStream {
	let at = START_AT;
	const streams = symbolsOf(venue, symbols).map(
		(symbol, index) =>
			new WireStream({
				venue,
				symbol,
				unit: seededUnit(index + 1),
				now: () => at++,
				changes: CHANGES[venue] / 2,
			}),
	);
	const bySymbol = new Map(streams.map((stream) => [stream.symbol, stream]));
	// Take the snapshots before generating messages: a subscriber gets the state before the first message.
	const snapshots = new Map(streams.map((stream) => [stream.symbol, stream.snapshot()]));
	const rests = new Map(streams.map((stream) => [stream.symbol, stream.restSnapshot(1_000)]));
	const texts = Array.from({ length: messages }, (_, index) => streams[index % symbols]?.next() ?? '');
	return {
		snapshot: (symbol) => snapshots.get(symbol),
		restSnapshot: (symbol) => (bySymbol.has(symbol) ? rests.get(symbol) : undefined),
		texts,
	};
}

/**
 * Returns the recorded events as a stream for each symbol. After the last event, one message returns the book to its
 * state at the start of the recording.
 */
function recorded({ venue, symbols, messages }: StreamPlan, capture: BinanceCapture): PlannedStream {
	const names = symbolsOf(venue, symbols);
	const first = capture.events.findIndex((event) => event.u >= capture.snapshot.lastUpdateId);
	const events = capture.events.slice(first);
	const span = (events.at(-1)?.u ?? 0) - (events[0]?.pu ?? 0) + 2;
	const cycle = [...events, wayBack(capture, events)];
	const eventAt = (index: number): DepthEvent => cycle[index % cycle.length] as DepthEvent;
	const shiftAt = (index: number): number => Math.floor(index / cycle.length) * span;
	const texts: string[] = [];
	for (let index = 0; texts.length < messages; index += 1)
		for (const name of names) texts.push(eventText(name, eventAt(index), shiftAt(index)));
	return {
		snapshot: () => undefined,
		restSnapshot(symbol, levels, sent) {
			const book = new DepthBook(capture.snapshot);
			const own = Math.floor(sent / symbols) + (names.indexOf(symbol) < sent % symbols ? 1 : 0);
			for (let index = 0; index < own; index += 1) book.apply(eventAt(index), shiftAt(index));
			return book.top(levels);
		},
		texts: texts.slice(0, messages),
	};
}

/** Builds one event that changes the book from its state at the end of the recording to its state at the start. */
function wayBack(capture: BinanceCapture, events: readonly DepthEvent[]): DepthEvent {
	const side = (start: readonly (readonly [string, string])[], key: 'b' | 'a') => {
		const wanted = new Map(start);
		const touched = new Set(events.flatMap((event) => event[key].map(([price]) => price)));
		for (const price of touched) if (!wanted.has(price)) wanted.set(price, '0.000');
		return [...wanted];
	};
	const last = events.at(-1) as DepthEvent;
	const pu = last.u;
	return {
		...last,
		U: pu + 1,
		u: pu + 2,
		pu,
		b: side(capture.snapshot.bids, 'b'),
		a: side(capture.snapshot.asks, 'a'),
	};
}
