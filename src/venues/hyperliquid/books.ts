/**
 * Implements Hyperliquid's `l2Book` stream for perpetuals. Every message has the best 20 levels on both sides.
 *
 * Sequence (pages "Subscriptions" and "Timeouts and heartbeats", read 2026-11): messages have no sequence numbers.
 * Each is the complete book at `time`, and is sent even without a change. We therefore ignore an older message, and
 * treat a book without messages for a while as stale. The page says that there is at least one message every half
 * second. On 2026-09-23, others measured one every 5.4 s (5.6 s at most). With the option `fast`, which sends only 5
 * levels, it was one every 0.54 s. We use 20 levels, because exact trading costs matter more than those seconds and a
 * book request precedes every order.
 *
 * Connection (the same pages and "Rate limits and user limits", read 2026-11): Hyperliquid closes a connection on
 * which it has sent nothing for 60 s. We therefore send `{"method":"ping"}` earlier. An IP address may have 10
 * connections, 30 new ones a minute and 1,000 subscriptions, and send 2,000 messages a minute. A command subscribes
 * to one coin. Subscribing to an unlisted coin closes the connection without an error (measured by others,
 * 2026-09-23), so we subscribe only to listed coins.
 */
import type { BookFrame } from '../feeds/book-frame.ts';
import { type FrameReader, nameBytes } from '../feeds/frame-reader.ts';
import { bodyOf, type FeedProtocol, OTHER } from '../feeds/protocol.ts';

const CHANNEL = nameBytes('channel');
const L2_BOOK = nameBytes('l2Book');
const DATA = nameBytes('data');
const COIN = nameBytes('coin');
const STAMP = nameBytes('time');
const LEVELS = nameBytes('levels');

/** Hyperliquid's book stream protocol: each message is the complete book, 20 levels per side. */
export const hyperliquidProtocol: FeedProtocol = {
	venue: 'hyperliquid',
	address: async (publicStream) => `${publicStream}/ws`,
	symbolsPerSocket: 200,
	symbolsPerCommand: 1,
	commandGapMs: 40,
	subscribe: (symbols) => command('subscribe', symbols),
	unsubscribe: (symbols) => command('unsubscribe', symbols),
	heartbeat: { periodMs: 20_000, text: '{"method":"ping"}' },
	repeatedWithinMs: 15_000,
	read(reader, frame) {
		let isBook = false;
		reader.enterObject();
		while (reader.nextMember()) {
			if (reader.isText(CHANNEL)) {
				reader.readText();
				isBook = reader.isText(L2_BOOK);
			} else if (reader.isText(DATA)) readData(reader, frame);
			else reader.skipValue();
		}
		if (!isBook) frame.symbolEnd = frame.symbolStart;
		frame.isSnapshot = true;
		frame.last = frame.venueAt;
	},
	readControl(text) {
		const body = bodyOf(text);
		if (body?.channel !== 'error') return OTHER;
		const reason = String(body.data ?? '');
		return { kind: 'refused', symbol: /"coin":"([^"]+)"/.exec(reason)?.[1], reason };
	},
	judge: (last, frame) => (frame.last < last ? 'ignore' : 'replace'),
};

function readData(reader: FrameReader, frame: BookFrame): void {
	if (!reader.entersObject()) return;
	while (reader.nextMember()) {
		if (reader.isText(COIN)) {
			reader.readText();
			frame.symbolStart = reader.textStart;
			frame.symbolEnd = reader.textEnd;
		} else if (reader.isText(STAMP)) frame.venueAt = reader.readWhole();
		else if (reader.isText(LEVELS)) readSides(reader, frame);
		else reader.skipValue();
	}
}

/** Reads both sides from the `levels` list: first bids, then asks. */
function readSides(reader: FrameReader, frame: BookFrame): void {
	reader.enterList();
	if (reader.nextItem()) frame.bids.readBodies(reader);
	if (reader.nextItem()) frame.asks.readBodies(reader);
	while (reader.nextItem()) reader.skipValue();
}

function command(method: string, symbols: readonly string[]): string {
	return JSON.stringify({ method, subscription: { type: 'l2Book', coin: symbols[0] } });
}
