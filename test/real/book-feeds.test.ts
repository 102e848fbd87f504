/**
 * Runs order book feeds on recorded streams. The tests compare our feed with the recorded book, with ccxt's feed, and
 * with the venue's checksums if it sent any.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
	DepthBook,
	type DepthEvent,
	type DepthSnapshot,
	eventText,
	readBinanceCapture,
} from '../../bench/binance-capture.ts';
import { startStreamHost } from '../../bench/stream-host.ts';
import { formatDecimal, parseDecimal } from '../../src/domain/decimal.ts';
import { binanceProtocol } from '../../src/venues/binance/books.ts';
import { bybitProtocol } from '../../src/venues/bybit/books.ts';
import { BookFrame } from '../../src/venues/feeds/book-frame.ts';
import { FrameReader } from '../../src/venues/feeds/frame-reader.ts';
import type { FeedProtocol } from '../../src/venues/feeds/protocol.ts';
import { TrackedBook } from '../../src/venues/feeds/tracked-book.ts';
import { hyperliquidProtocol } from '../../src/venues/hyperliquid/books.ts';
import { kucoinProtocol } from '../../src/venues/kucoin/books.ts';
import { okxProtocol } from '../../src/venues/okx/books.ts';
import { openCcxt, openOwn, type Texts, texts, until, verdictOn } from '../support/both-feeds.ts';
import { instrumentOf } from '../support/hand-driven-market.ts';
import { documentedStream, testDataDir } from './documented-bodies.ts';

const CAPTURES = 'messages/captures-ws';
const TOP = 50;
const BATCH = 250;
const SETTLED_MS_MAX = 3_000;

/** Returns the JSON texts in a recording. Its lines have the form `<epoch s>: <json>`. */
function recordedLines(file: string): readonly string[] {
	return gunzipSync(readFileSync(join(testDataDir(), CAPTURES, file)))
		.toString()
		.split('\n')
		.flatMap((line) => /^[\d.]+: (\{.*)$/.exec(line)?.[1] ?? []);
}

function reading(protocol: FeedProtocol) {
	const reader = new FrameReader();
	const frame = new BookFrame();
	return {
		frame,
		read(bytes: Buffer, read: FeedProtocol['read'] = protocol.read): BookFrame {
			frame.reset();
			reader.start(bytes);
			read(reader, frame);
			return frame;
		},
		symbol: (bytes: Buffer) => bytes.toString('utf8', frame.symbolStart, frame.symbolEnd),
	};
}

function truthOf({ bids, asks }: DepthSnapshot): Texts {
	const side = (levels: DepthSnapshot['bids']) =>
		levels.map(
			([price, size]) => `${formatDecimal(parseDecimal(price))} ${formatDecimal(parseDecimal(size))}`,
		);
	return { bids: side(bids), asks: side(asks) };
}

describe('Binance, ten minutes of BTCUSDT in 2024', () => {
	test('our book always matches the recorded one; ccxt’s matches are logged', async () => {
		const { snapshot, events } = readBinanceCapture(testDataDir());
		const truth = new DepthBook(snapshot);
		const first = events.findIndex(({ u }) => u >= snapshot.lastUpdateId);
		const symbol = 'BTCUSDT';
		await using host = await startStreamHost({
			venue: 'binance',
			snapshot: () => undefined,
			restSnapshot: (_symbol, levels) => truth.top(levels),
		});
		const own = openOwn('binance', symbol, host.port);
		const other = await openCcxt('binance', symbol, host.port, false);
		const verdicts: string[] = [];
		try {
			await until(() => host.listeners(symbol) === 2 && own.last() !== undefined);
			for (const [index, event] of events.slice(first).entries()) {
				truth.apply(event);
				host.push(symbol, eventText(symbol, event));
				if (index % BATCH !== BATCH - 1) continue;
				const wanted = truthOf(truth.top(TOP));
				const verdict = (heard: typeof own): string => verdictOn(texts(heard.last()?.book), wanted);
				await until(() => verdict(own) === 'the same', SETTLED_MS_MAX);
				expect(verdict(own)).toBe('the same');
				await until(() => verdict(other) === 'the same', SETTLED_MS_MAX / 3);
				verdicts.push(verdict(other));
			}
			expect(own.feed.counters()).toMatchObject({ gaps: 0, reconnects: 0 });
			console.info(`ccxt's book beside our own true one: ${JSON.stringify(counted(verdicts))}`);
			expect(verdicts.length).toBeGreaterThan(20);
		} finally {
			await other.close();
			await own.close();
		}
	});
});

describe('Binance, four small coins in 2021', () => {
	test('every sequence is gapless and every book matches the recorded one', () => {
		const { frame, read, symbol } = reading(binanceProtocol);
		const snapshots = gunzipSync(readFileSync(join(testDataDir(), CAPTURES, 'BINANCE_FUTURES.http.0.0.gz')))
			.toString()
			.split('\n')
			.flatMap((line) => {
				const match = /symbol=(\w+)&limit=1000 -> [\d.]+: (\{.*)$/.exec(line);
				return match === null ? [] : [{ symbol: match[1] ?? '', body: match[2] ?? '' }];
			});
		expect(snapshots).toHaveLength(4);
		const frames = recordedLines('BINANCE_FUTURES.ws.1.0.gz').filter((line) => line.includes('depthUpdate'));
		for (const { symbol: name, body } of snapshots) {
			const tracked = new TrackedBook({ ...instrumentOf('binance', 'COIN'), symbol: name }, binanceProtocol);
			tracked.awaitSnapshot();
			const truth = new DepthBook(JSON.parse(body) as DepthSnapshot);
			const lastId = (JSON.parse(body) as DepthSnapshot).lastUpdateId;
			let changes = 0;
			let isIn = false;
			for (const text of frames) {
				const bytes = Buffer.from(text);
				read(bytes);
				if (symbol(bytes) !== name) continue;
				const event = (JSON.parse(text) as { readonly data: DepthEvent }).data;
				if (!isIn && event.u >= lastId) {
					read(Buffer.from(body), binanceProtocol.snapshot?.read);
					tracked.receiveSnapshot(frame, 1_000, (kept) => read(kept));
					isIn = true;
					read(bytes);
				}
				if (event.u >= lastId) truth.apply(event);
				if (tracked.receive(frame, bytes) === 'changed') changes += 1;
				if (!isIn) continue;
				expect(tracked.problem).toBe('');
				expect(verdictOn(texts(tracked.book.top(TOP)), truthOf(truth.top(TOP)))).toBe('the same');
			}
			expect(changes).toBeGreaterThan(10);
		}
	});
});

describe('OKX, three instruments in 2022', () => {
	test('every recorded checksum matches our book', () => {
		const { frame, read, symbol } = reading(okxProtocol);
		const books = new Map<string, TrackedBook>();
		let checked = 0;
		for (const text of recordedLines('OKX.ws.1.0.gz')) {
			const bytes = Buffer.from(text);
			read(bytes);
			if (!frame.isOfBook) continue;
			const name = symbol(bytes);
			const tracked =
				books.get(name) ?? new TrackedBook({ ...instrumentOf('okx', 'COIN'), symbol: name }, okxProtocol);
			books.set(name, tracked);
			expect(frame.checksum).not.toBe(0);
			expect([tracked.receive(frame, bytes), tracked.problem]).toEqual(['changed', '']);
			checked += 1;
		}
		expect([books.size, checked]).toEqual([3, 290]);
	});

	test('the checksum alone detects a lost level', () => {
		const { read, symbol } = reading(okxProtocol);
		const tracked = new TrackedBook({ ...instrumentOf('okx', 'COIN'), symbol: 'BTC-USDT' }, okxProtocol);
		const frames = recordedLines('OKX.ws.1.0.gz').map((text) => Buffer.from(text));
		const ofBook = frames.filter((bytes) => read(bytes).isOfBook && symbol(bytes) === 'BTC-USDT');
		const effects = [...ofBook.slice(0, 3), ...ofBook.slice(4, 6)].map((bytes) =>
			tracked.receive(read(bytes), bytes),
		);
		expect(effects).toContain('gap');
		expect(tracked.problem).toMatch(/^the checksum differs from the exchange's -?\d+$/);
	});
});

test.each([
	[
		bybitProtocol,
		'bybit-documented/Subscriptions/V5/Option/Book',
		'BTCUSDT',
		['16493.5 0.006'],
		['16611 0.029'],
	],
	[
		hyperliquidProtocol,
		'hyperliquid-documented/Subscriptions/OrderBook',
		'HYPE',
		['34.967 2.85'],
		['34.969 1473.06'],
	],
])('$venue: reads the documented message', (protocol, file, name, bid, ask) => {
	const { frame, read, symbol } = reading(protocol);
	const bytes = Buffer.from(JSON.stringify(documentedStream(`messages/${file}`).push));
	read(bytes);
	expect(symbol(bytes)).toBe(name);
	const tracked = new TrackedBook({ ...instrumentOf(protocol.venue, 'COIN'), symbol: name }, protocol);
	expect(tracked.receive(frame, bytes)).toBe('changed');
	expect(texts(tracked.book.top(1))).toEqual({ bids: bid, asks: ask });
});

test('kucoin: reads the documented five-level message, with asks worst first and a nanosecond time', () => {
	const { frame, read, symbol } = reading(kucoinProtocol);
	const body = documentedStream('messages/kucoin-documented/Subscriptions/Futures/PartialBook').push;
	const bytes = Buffer.from(JSON.stringify(body).replace('level2Depth5:', 'level2Depth50:'));
	read(bytes);
	expect([symbol(bytes), frame.venueAt]).toEqual(['XBTUSDM', 1_590_634_672_060]);
	const tracked = new TrackedBook({ ...instrumentOf('kucoin', 'BTC'), symbol: 'XBTUSDM' }, kucoinProtocol);
	expect(tracked.receive(frame, bytes)).toBe('changed');
	expect(texts(tracked.book.top(2))).toEqual({ bids: ['9988 56', '9987 15'], asks: ['9989 8', '9990 32'] });
});

function counted(verdicts: readonly string[]): Readonly<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const verdict of verdicts) counts[verdict] = (counts[verdict] ?? 0) + 1;
	return counts;
}
