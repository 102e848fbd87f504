/**
 * Parses Tidemark's book stream `/v1/books`. Every message has the best 50 levels of both sides. `n` grows with every
 * change in the book, so a message with a lower `n` than the last one is dropped.
 */
import type { BookFrame } from '../../../src/venues/feeds/book-frame.ts';
import { type FrameReader, nameBytes } from '../../../src/venues/feeds/frame-reader.ts';
import { bodyOf, type FeedProtocol, OTHER } from '../../../src/venues/feeds/protocol.ts';

const BOOK = nameBytes('book');
const STAMP = nameBytes('ms');
const NUMBER = nameBytes('n');
const BIDS = nameBytes('b');
const ASKS = nameBytes('a');

/** Tidemark's order book stream. */
export const tidemarkProtocol: FeedProtocol = {
	venue: 'tidemark',
	address: async (publicStream) => `${publicStream}/v1/books`,
	symbolsPerSocket: 200,
	symbolsPerCommand: 50,
	commandGapMs: 20,
	subscribe: (symbols, id) => JSON.stringify({ do: 'watch', id, contracts: symbols }),
	unsubscribe: (symbols, id) => JSON.stringify({ do: 'leave', id, contracts: symbols }),
	heartbeat: { periodMs: 15_000 },
	read(reader: FrameReader, frame: BookFrame) {
		reader.enterObject();
		while (reader.nextMember()) {
			if (reader.isText(BOOK)) {
				reader.readText();
				frame.symbolStart = reader.textStart;
				frame.symbolEnd = reader.textEnd;
			} else if (reader.isText(STAMP)) frame.venueAt = reader.readWhole();
			else if (reader.isText(NUMBER)) frame.last = reader.readWhole();
			else if (reader.isText(BIDS)) frame.bids.readPairs(reader);
			else if (reader.isText(ASKS)) frame.asks.readPairs(reader);
			else reader.skipValue();
		}
		frame.isSnapshot = true;
	},
	readControl(text) {
		const body = bodyOf(text);
		if (typeof body?.refused !== 'string') return OTHER;
		const symbol = typeof body.contract === 'string' ? body.contract : undefined;
		return { kind: 'refused', command: String(body.id ?? ''), symbol, reason: body.refused };
	},
	judge: (last, frame) => (frame.last < last ? 'ignore' : 'replace'),
};
