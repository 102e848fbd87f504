/**
 * Hyperliquid, `l2Book` of perpetuals: the best 20 levels of both sides, whole in every message.
 *
 * Sequence (pages "Subscriptions" and "Timeouts and heartbeats", read 2026-11): there are no numbers; each message is the whole book
 * at `time`, and comes also without a change. So an older message is not taken, and a book that has not been told of for a while is
 * not current. The page says that it is pushed at least every half second; measured by others on 2026-09-23 it came every 5.4 s
 * (5.6 s at most), and with `fast` every 0.54 s with 5 levels. Asked for here are the 20 levels: what an amount costs is worth
 * more than the seconds, and every order is preceded by a look at the book.
 *
 * Connection (the same pages and "Rate limits and user limits", read 2026-11): cut when the venue has sent nothing for 60 s, so that
 * `{"method":"ping"}` is said before and answered; an address may have 10 connections, 30 new ones a minute, 1,000 subscriptions, and send
 * 2,000 messages a minute; a command subscribes one coin. One that the venue does not list ends the connection without a word
 * (measured by others, 2026-09-23): only listed ones are asked for.
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

/** Protocol of Hyperliquid's book stream: each message is the whole book of 20 levels a side. */
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

/** Bids, then asks. */
function readSides(reader: FrameReader, frame: BookFrame): void {
	reader.enterList();
	if (reader.nextItem()) frame.bids.readBodies(reader);
	if (reader.nextItem()) frame.asks.readBodies(reader);
	while (reader.nextItem()) reader.skipValue();
}

function command(method: string, symbols: readonly string[]): string {
	return JSON.stringify({ method, subscription: { type: 'l2Book', coin: symbols[0] } });
}
