/** Tests that real order books read back from a recording exactly. */
import { expect, test } from 'vitest';
import { DepthBook, readBinanceCapture } from '../../bench/binance-capture.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { OrderBook } from '../../src/domain/order-book.ts';
import { RECORDING_FORMAT, RECORDING_HEAD } from '../../src/domain/recording.ts';
import { createRecordingParser } from '../../src/domain/recording-parser.ts';
import { createRecordingWriter } from '../../src/domain/recording-writer.ts';
import { instrumentOf } from '../support/hand-driven-market.ts';
import { testDataDir } from './documented-bodies.ts';

const LEVELS = 20;
/** The book is recorded at every one of this many changes, which is about twice a second. */
const CHANGES = 10;

const BTC = instrumentOf('binance', 'BTC', { tickSize: parseDecimal('0.1'), lotSize: parseDecimal('0.001') });
/** Steps that do not divide the real ones, so that lines have exact decimals. */
const ODD = { ...BTC, tickSize: parseDecimal('0.7') };

test.each([
	['in steps', BTC],
	['in exact decimals', ODD],
])('Binance’s BTCUSDT book reads back exactly %s', (_how, instrument) => {
	const { snapshot, events } = readBinanceCapture(testDataDir());
	const writer = createRecordingWriter({ startedAt: 0, bookLevels: LEVELS, bookPeriodMs: 1 });
	const parser = createRecordingParser();
	parser.read(`${RECORDING_HEAD}${RECORDING_FORMAT}`);
	const fees = { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') };
	const head = writer.begin(0) + writer.list(0, { instrument, fees, trading: true, delistingAt: null });
	for (const line of head.trimEnd().split('\n')) parser.read(line);
	const truth = new DepthBook(snapshot);
	let present: OrderBook | null = null;
	for (const [index, event] of events.entries()) {
		truth.apply(event);
		if (index % CHANGES > 0) continue;
		const book = bookOf(truth);
		for (const line of writer.book(event.E, instrument, book).trimEnd().split('\n')) {
			const observation = parser.read(line);
			if (observation?.kind === 'book') present = observation.book;
		}
		expect(present).toEqual(book);
	}
	expect(events.length).toBeGreaterThan(6_000);
});

function bookOf(truth: DepthBook): OrderBook {
	const { bids, asks } = truth.top(LEVELS);
	const side = (levels: readonly (readonly [string, string])[]) =>
		levels.map(([price, quantity]) => [parseDecimal(price), parseDecimal(quantity)] as const);
	return { bids: side(bids), asks: side(asks) };
}
