/**
 * Implements the OKX V5 channel `books` for swaps: 400 levels, changes every 100 ms.
 *
 * Sequence (page docs-v5, "WS / Order book channel", read 2026-11): the first message is a snapshot with prevSeqId
 * -1; each update's prevSeqId is the previous seqId. While nothing changes, OKX sends a message whose seqId equals
 * its prevSeqId. After maintenance seqId may be smaller than prevSeqId, and later updates continue from there. After
 * a gap we subscribe again. Size 0 removes a level.
 *
 * Checksum (the same page): signed CRC32 over `bid price:bid size:ask price:ask size:…` for the best 25 levels, in
 * OKX's text form. Since 2026-06-23 it "will always return 0 and must no longer be used" (announcement "Order Book
 * Channels Checksum Field Deprecation", 2026-05-21). Older recordings have one, so we verify the checksum if it
 * exists and is not 0. Nothing else reveals a level lost within a message. We therefore compare books occasionally
 * with the response to a request (page "Order book", 40 requests in two seconds per IP address, read 2026-11).
 *
 * Connection (page docs-v5, "Connect", read 2026-11): an IP address may open 3 connections a second. A connection may
 * send 480 commands an hour, with at most 64 KB each. OKX closes a connection after 30 s without a message, so we
 * send `ping` earlier and receive `pong`.
 */

import { crc32 } from 'node:zlib';
import { BOOK_DEPTH } from '../feeds/book-feed.ts';
import type { BookFrame } from '../feeds/book-frame.ts';
import { type FrameReader, nameBytes, POWERS_OF_TEN } from '../feeds/frame-reader.ts';
import { type LiveBook, PRICE_PLACES_UNIT } from '../feeds/live-book.ts';
import { bodyOf, type FeedProtocol, OTHER } from '../feeds/protocol.ts';

const CHANNEL = 'books';

const ARGUMENT = nameBytes('arg');
const CHANNEL_NAME = nameBytes('channel');
const BOOKS = nameBytes(CHANNEL);
const SYMBOL = nameBytes('instId');
const ACTION = nameBytes('action');
const SNAPSHOT = nameBytes('snapshot');
const DATA = nameBytes('data');
const BIDS = nameBytes('bids');
const ASKS = nameBytes('asks');
const STAMP = nameBytes('ts');
const CHECKSUM = nameBytes('checksum');
const LAST = nameBytes('seqId');
const PREVIOUS = nameBytes('prevSeqId');

/** OKX's book stream protocol: a snapshot, then changes linked by `prevSeqId`, 400 levels per side. */
export const okxProtocol: FeedProtocol = {
	venue: 'okx',
	address: async (publicStream) => `${publicStream}/ws/v5/public`,
	symbolsPerSocket: 200,
	symbolsPerCommand: 50,
	commandGapMs: 350,
	subscribe: (symbols) => command('subscribe', symbols),
	unsubscribe: (symbols) => command('unsubscribe', symbols),
	heartbeat: { periodMs: 15_000, text: 'ping' },
	read(reader, frame) {
		let hasData = false;
		// `pong` is not valid JSON.
		if (!reader.isObject()) return;
		reader.enterObject();
		while (reader.nextMember()) {
			if (reader.isText(ARGUMENT)) readArgument(reader, frame);
			else if (reader.isText(ACTION)) {
				reader.readText();
				frame.isSnapshot = reader.isText(SNAPSHOT);
			} else if (reader.isText(DATA)) {
				hasData = true;
				reader.enterList();
				while (reader.nextItem()) readData(reader, frame);
			} else reader.skipValue();
		}
		// Without `data` the frame is an acknowledgement, which also has `arg`.
		if (!hasData) frame.symbolEnd = frame.symbolStart;
	},
	readControl(text) {
		const body = bodyOf(text);
		if (body?.event !== 'error') return OTHER;
		const reason = String(body.msg ?? '');
		return { kind: 'refused', symbol: /instId:([A-Z0-9-]+)/.exec(reason)?.[1], reason };
	},
	judge(last, frame) {
		if (frame.isSnapshot) return 'replace';
		if (Number.isNaN(last) && !Number.isNaN(frame.last)) return 'ignore';
		// Recordings from before 2023 have no sequence numbers, so their updates are applied without this check.
		if (frame.previous === last || Number.isNaN(frame.last)) return 'apply';
		return frame.last === last ? 'ignore' : 'gap';
	},
	comparison: {
		fetch: (request, instId) => request('publicGetMarketBooks', { instId, sz: BOOK_DEPTH }),
		read(reader, frame) {
			reader.enterObject();
			while (reader.nextMember()) {
				if (reader.isText(DATA)) {
					reader.enterList();
					while (reader.nextItem()) readData(reader, frame);
				} else reader.skipValue();
			}
		},
	},
	checksum: okxChecksum,
};

function readArgument(reader: FrameReader, frame: BookFrame): void {
	if (!reader.entersObject()) return;
	let isOfBook = false;
	while (reader.nextMember()) {
		if (reader.isText(CHANNEL_NAME)) {
			reader.readText();
			isOfBook = reader.isText(BOOKS);
		} else if (reader.isText(SYMBOL)) {
			reader.readText();
			frame.symbolStart = reader.textStart;
			frame.symbolEnd = reader.textEnd;
		} else reader.skipValue();
	}
	if (!isOfBook) frame.symbolEnd = frame.symbolStart;
}

function readData(reader: FrameReader, frame: BookFrame): void {
	reader.enterObject();
	while (reader.nextMember()) {
		if (reader.isText(BIDS)) frame.bids.readPairs(reader);
		else if (reader.isText(ASKS)) frame.asks.readPairs(reader);
		else if (reader.isText(LAST)) frame.last = reader.readWhole();
		else if (reader.isText(PREVIOUS)) frame.previous = reader.readWhole();
		else if (reader.isText(STAMP)) frame.venueAt = reader.readWhole();
		else if (reader.isText(CHECKSUM)) frame.checksum = reader.readWhole();
		else reader.skipValue();
	}
}

function command(op: string, symbols: readonly string[]): string {
	return JSON.stringify({ op, args: symbols.map((instId) => ({ channel: CHANNEL, instId })) });
}

/** Number of levels per side in the checksum. */
const CHECKSUM_LEVELS = 25;

/** Computes the CRC32 as a signed 32-bit number, to compare with a message's `checksum`. */
function okxChecksum(book: LiveBook): number {
	const parts: string[] = [];
	for (let index = 0; index < CHECKSUM_LEVELS; index += 1)
		for (const side of [book.bids, book.asks]) {
			const { count, keys, sizes, textPlaces } = side.levels;
			const at = count - 1 - index;
			if (at < 0) continue;
			const places = textPlaces?.[at] ?? 0;
			const price = (keys[at] as number) * side.sign;
			parts.push(
				textOf(price, book.pricePlaces, Math.floor(places / PRICE_PLACES_UNIT)),
				textOf(sizes[at] as number, book.sizePlaces, places % PRICE_PLACES_UNIT),
			);
		}
	return crc32(parts.join(':')) | 0;
}

/**
 * Restores the exchange's original text of a number. `mantissa` is the value at `scale` decimal places; `places` is
 * the number of places in the text.
 */
function textOf(mantissa: number, scale: number, places: number): string {
	const digits = String(mantissa / (POWERS_OF_TEN[scale - places] ?? 1)).padStart(places + 1, '0');
	if (places === 0) return digits;
	const point = digits.length - places;
	return `${digits.slice(0, point)}.${digits.slice(point)}`;
}
