/**
 * Implements the classic KuCoin futures stream `/contractMarket/level2Depth50`.
 *
 * KuCoin has two book streams. Each message in this one is the complete book: the best 50 levels on both sides,
 * pushed every 100 ms if they have changed (page "Orderbook - Level50", 3470097w0, read 2026-11). The next message
 * makes up for a lost one, so no snapshot is needed. The other stream, `level2` (page "Orderbook - Increment",
 * 3470082w0), is faster by less than 100 ms. It sends one message per changed level and needs a REST snapshot per
 * instrument and connection. 200 snapshots take a large part of KuCoin's limit per half minute.
 *
 * Sequence: `sequence` grows, and we ignore a message older than the last one. KuCoin does not document whether the
 * sequence may restart within a connection. If only older messages arrive, we subscribe to the book again.
 *
 * Connection (pages "Get Public Token" and "Limitations", read 2026-11): bullet-public returns the address and a
 * token; `pingInterval` is 18 s. The limits are 100 symbols per command and, per connection, 400 topics and 100
 * commands in 10 s.
 */
import { VenueError } from '../../ports/venue-error.ts';
import type { BookFrame } from '../feeds/book-frame.ts';
import { type FrameReader, nameBytes } from '../feeds/frame-reader.ts';
import { bodyOf, type FeedProtocol, OTHER } from '../feeds/protocol.ts';
import { NO_STREAM_ADDRESS } from './text.ts';

const TOPIC_NAME = '/contractMarket/level2Depth50:';
const COLON = 0x3a;

const DATA = nameBytes('data');
const TOPIC = nameBytes('topic');
const TOPIC_BEGIN = nameBytes(TOPIC_NAME);
const BIDS = nameBytes('bids');
const ASKS = nameBytes('asks');
const SEQUENCE = nameBytes('sequence');
const STAMP = nameBytes('timestamp');
/**
 * Alternative field name for the timestamp. KuCoin documents nanoseconds for the five-level stream, but we observed
 * milliseconds, so we accept both.
 */
const OTHER_STAMP = nameBytes('ts');

/** KuCoin's book stream protocol: each message is the complete book, 50 levels per side. */
export const kucoinProtocol: FeedProtocol = {
	venue: 'kucoin',
	async address(_publicStream, request) {
		const answer = (await request('futuresPublicPostBulletPublic')) as {
			readonly data?: {
				readonly token?: unknown;
				readonly instanceServers?: readonly { readonly endpoint?: unknown }[];
			};
		};
		const token = answer.data?.token;
		const endpoint = answer.data?.instanceServers?.[0]?.endpoint;
		if (typeof token !== 'string' || typeof endpoint !== 'string')
			throw new VenueError('kucoin', 'unavailable', NO_STREAM_ADDRESS);
		return `${endpoint}?token=${encodeURIComponent(token)}`;
	},
	symbolsPerSocket: 100,
	symbolsPerCommand: 50,
	commandGapMs: 150,
	subscribe: (symbols, id) => command('subscribe', symbols, id),
	unsubscribe: (symbols, id) => command('unsubscribe', symbols, id),
	heartbeat: { periodMs: 15_000, text: '{"id":"ping","type":"ping"}' },
	read(reader, frame) {
		reader.enterObject();
		while (reader.nextMember()) {
			if (reader.isText(TOPIC)) {
				reader.readText();
				if (!reader.textBeginsWith(TOPIC_BEGIN)) continue;
				reader.cutTextBehind(COLON);
				frame.symbolStart = reader.textStart;
				frame.symbolEnd = reader.textEnd;
			} else if (reader.isText(DATA)) readData(reader, frame);
			else reader.skipValue();
		}
		frame.isSnapshot = true;
	},
	readControl(text) {
		const body = bodyOf(text);
		return body?.type === 'error'
			? { kind: 'refused', command: String(body.id ?? ''), reason: String(body.data ?? '') }
			: OTHER;
	},
	judge: (last, frame) => (frame.last < last ? 'ignore' : 'replace'),
};

function readData(reader: FrameReader, frame: BookFrame): void {
	if (!reader.entersObject()) return;
	while (reader.nextMember()) {
		if (reader.isText(BIDS)) frame.bids.readPairs(reader);
		else if (reader.isText(ASKS)) frame.asks.readPairs(reader);
		else if (reader.isText(SEQUENCE)) frame.last = reader.readWhole();
		else if (reader.isText(STAMP) || reader.isText(OTHER_STAMP)) frame.venueAt = reader.readStamp();
		else reader.skipValue();
	}
}

function command(type: string, symbols: readonly string[], id: string): string {
	return JSON.stringify({
		id,
		type,
		topic: `${TOPIC_NAME}${symbols.join(',')}`,
		privateChannel: false,
		response: true,
	});
}
