/**
 * Implements the Binance USD-M order book stream, which sends changes every 100 ms.
 *
 * Sequence (page "How to manage a local order book correctly", USD-M futures, read 2026-11): we buffer events and
 * request a REST snapshot. We drop events with `u` < lastUpdateId; the first event to apply has U ≤ lastUpdateId ≤ u.
 * After that each event's `pu` must equal the previous `u`; otherwise the book restarts with a snapshot. Sizes are
 * absolute. Size 0 removes a level; removing a level that does not exist has no effect. An event whose `pu` is
 * lastUpdateId follows the snapshot without a gap, so we apply it too.
 *
 * Weights: a snapshot with 50 levels weighs 2 and one with 500 weighs 10; an IP address may use 2,400 a minute (page
 * "Order Book", read 2026-11). Each book starts with the small snapshot, so that 200 books are ready in seconds. The
 * large snapshot follows with low priority. Prices farther from the mid than a snapshot's last level are unknown, so
 * we neither keep nor report levels there. We request more levels before the known ones run out.
 *
 * Connection (page "Websocket Market Streams", read 2026-11): a connection carries at most 1,024 streams and 10
 * commands a second, and Binance closes it after 24 h. Binance pings every 3 minutes and `ws` replies. Book streams
 * use the path `/public/ws` (ccxt 4.5.84 and the constants in nautilus; we did not find Binance's announcement).
 */
import type { BookFrame } from '../feeds/book-frame.ts';
import { type FrameReader, nameBytes } from '../feeds/frame-reader.ts';
import { bodyOf, type FeedProtocol, OTHER } from '../feeds/protocol.ts';

const SNAPSHOT_LEVELS = { quick: 50, deep: 500 } as const;
const SNAPSHOT_WEIGHT = { quick: 2, deep: 10 } as const;

const DATA = nameBytes('data');
const EVENT = nameBytes('e');
const DEPTH_UPDATE = nameBytes('depthUpdate');
const SYMBOL = nameBytes('s');
const BIDS = nameBytes('b');
const ASKS = nameBytes('a');
const FIRST = nameBytes('U');
const LAST = nameBytes('u');
const PREVIOUS = nameBytes('pu');
const STAMP = nameBytes('E');
const SNAPSHOT_BIDS = nameBytes('bids');
const SNAPSHOT_ASKS = nameBytes('asks');
const SNAPSHOT_LAST = nameBytes('lastUpdateId');

/** Binance's book stream protocol: 200 symbols per connection, REST snapshots, continuity by `pu`. */
export const binanceProtocol: FeedProtocol = {
	venue: 'binance',
	address: async (publicStream) => `${publicStream}/public/ws`,
	symbolsPerSocket: 200,
	symbolsPerCommand: 50,
	commandGapMs: 200,
	subscribe: (symbols, id) => command('SUBSCRIBE', symbols, id),
	unsubscribe: (symbols, id) => command('UNSUBSCRIBE', symbols, id),
	heartbeat: { periodMs: 20_000 },
	read: readEvent,
	readControl(text) {
		const body = bodyOf(text);
		const error = body?.error as { readonly msg?: unknown } | undefined;
		return error === undefined
			? OTHER
			: { kind: 'refused', command: String(body?.id ?? ''), reason: String(error.msg ?? '') };
	},
	judge(last, frame, isFresh) {
		if (frame.isSnapshot) return 'replace';
		if (Number.isNaN(last)) return 'ignore';
		if (frame.previous === last || (isFresh && frame.first <= last && frame.last >= last)) return 'apply';
		return frame.last <= last ? 'ignore' : 'gap';
	},
	snapshot: {
		levels: SNAPSHOT_LEVELS,
		fetch: (request, symbol, depth) =>
			request('fapiPublicGetDepth', { symbol, limit: SNAPSHOT_LEVELS[depth] }, SNAPSHOT_WEIGHT[depth]),
		read(reader, frame) {
			frame.isSnapshot = true;
			reader.enterObject();
			while (reader.nextMember()) {
				if (reader.isText(SNAPSHOT_BIDS)) frame.bids.readPairs(reader);
				else if (reader.isText(SNAPSHOT_ASKS)) frame.asks.readPairs(reader);
				else if (reader.isText(SNAPSHOT_LAST)) frame.last = reader.readWhole();
				else if (reader.isText(STAMP)) frame.venueAt = reader.readWhole();
				else reader.skipValue();
			}
		},
	},
};

/** Parses an event, either raw or in the envelope of a combined stream. */
function readEvent(reader: FrameReader, frame: BookFrame): void {
	let isDepth = false;
	reader.enterObject();
	while (reader.nextMember()) {
		if (reader.isText(BIDS) && reader.isList()) frame.bids.readPairs(reader);
		else if (reader.isText(ASKS) && reader.isList()) frame.asks.readPairs(reader);
		else if (reader.isText(SYMBOL)) {
			reader.readText();
			frame.symbolStart = reader.textStart;
			frame.symbolEnd = reader.textEnd;
		} else if (reader.isText(FIRST)) frame.first = reader.readWhole();
		else if (reader.isText(LAST)) frame.last = reader.readWhole();
		else if (reader.isText(PREVIOUS)) frame.previous = reader.readWhole();
		else if (reader.isText(STAMP)) frame.venueAt = reader.readWhole();
		else if (reader.isText(EVENT)) {
			reader.readText();
			isDepth = reader.isText(DEPTH_UPDATE);
		} else if (reader.isText(DATA) && reader.isObject()) {
			readEvent(reader, frame);
			isDepth = frame.isOfBook;
		} else reader.skipValue();
	}
	if (!isDepth) frame.symbolEnd = frame.symbolStart;
}

function command(method: string, symbols: readonly string[], id: string): string {
	return JSON.stringify({
		method,
		params: symbols.map((symbol) => `${symbol.toLowerCase()}@depth@100ms`),
		id: Number(id),
	});
}
