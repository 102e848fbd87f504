/**
 * Implements the Bybit V5 stream `orderbook.50` for linear perpetuals.
 *
 * Sequence (page v5/websocket/public/orderbook, read 2026-11): Bybit responds to a subscription with a snapshot, then
 * sends deltas. Every snapshot replaces the local book. `u` counts the updates and is normally consecutive. `u` = 1
 * follows a restart of Bybit's service; that message is the complete book, whatever its type says. Size 0 removes a
 * level. Bybit pushes depth 50 every 20 ms if it has changed. The page does not say whether Bybit itself may skip
 * values of `u`.
 *
 * Connection (page v5/ws/connect, read 2026-11): Bybit recommends a ping every 20 s. The `args` on one connection may
 * total 21,000 characters. The page gives no command limit for public streams.
 */
import type { BookFrame } from '../feeds/book-frame.ts';
import { type FrameReader, nameBytes } from '../feeds/frame-reader.ts';
import { bodyOf, type FeedProtocol, OTHER } from '../feeds/protocol.ts';

const TOPIC = 'orderbook.50.';
const RESTARTED = 1;

const DATA = nameBytes('data');
const TYPE = nameBytes('type');
const SNAPSHOT = nameBytes('snapshot');
const STAMP = nameBytes('ts');
const SYMBOL = nameBytes('s');
const BIDS = nameBytes('b');
const ASKS = nameBytes('a');
const UPDATE = nameBytes('u');

/** Bybit's book stream protocol: a snapshot, then deltas with consecutive update numbers, 50 levels per side. */
export const bybitProtocol: FeedProtocol = {
	venue: 'bybit',
	address: async (publicStream) => `${publicStream}/v5/public/linear`,
	symbolsPerSocket: 200,
	symbolsPerCommand: 50,
	commandGapMs: 100,
	subscribe: (symbols, id) => command('subscribe', symbols, id),
	unsubscribe: (symbols, id) => command('unsubscribe', symbols, id),
	heartbeat: { periodMs: 15_000, text: '{"op":"ping"}' },
	read(reader, frame) {
		reader.enterObject();
		while (reader.nextMember()) {
			if (reader.isText(DATA)) readData(reader, frame);
			else if (reader.isText(TYPE)) {
				reader.readText();
				frame.isSnapshot = reader.isText(SNAPSHOT);
			} else if (reader.isText(STAMP)) frame.venueAt = reader.readWhole();
			else reader.skipValue();
		}
	},
	readControl(text) {
		const body = bodyOf(text);
		return body?.success === false
			? { kind: 'refused', command: String(body.req_id ?? ''), reason: String(body.ret_msg ?? '') }
			: OTHER;
	},
	judge(last, frame) {
		if (frame.isSnapshot || frame.last === RESTARTED) return 'replace';
		if (frame.last === last + 1) return 'apply';
		return frame.last === last || Number.isNaN(last) ? 'ignore' : 'gap';
	},
};

function readData(reader: FrameReader, frame: BookFrame): void {
	if (!reader.entersObject()) return;
	while (reader.nextMember()) {
		if (reader.isText(BIDS)) frame.bids.readPairs(reader);
		else if (reader.isText(ASKS)) frame.asks.readPairs(reader);
		else if (reader.isText(SYMBOL)) {
			reader.readText();
			frame.symbolStart = reader.textStart;
			frame.symbolEnd = reader.textEnd;
		} else if (reader.isText(UPDATE)) frame.last = reader.readWhole();
		else reader.skipValue();
	}
}

function command(op: string, symbols: readonly string[], id: string): string {
	return JSON.stringify({ req_id: id, op, args: symbols.map((symbol) => `${TOPIC}${symbol}`) });
}
