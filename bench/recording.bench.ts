/**
 * Measures the size of recordings and what they cost. Three hours of five venues with 45 coins each are recorded by the
 * recorder with its default settings, through the files of the running service, on a virtual clock. The reader then
 * reads them back.
 *
 * With `--data DIR`, the recorded BTCUSDT book of Binance is recorded as well, at every change and every ten seconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { readConfig } from '../src/config/config.ts';
import { parseDecimal } from '../src/domain/decimal.ts';
import type { Instrument } from '../src/domain/instrument.ts';
import { createRecordingWriter } from '../src/domain/recording-writer.ts';
import { createRecorder } from '../src/market/recorder.ts';
import { SILENT_LOGGER } from '../src/ports/logger.ts';
import type { OrderMotion } from '../src/ports/order-motions.ts';
import type { RecordingSink } from '../src/ports/recording-sink.ts';
import { createVirtualClock, loopTurns, type VirtualClock } from '../src/runtime/virtual-clock.ts';
import { listRecordings, recordedObservations } from '../src/store/recording-files.ts';
import { openRecordings } from '../src/store/recordings.ts';
import { DepthBook, readBinanceCapture } from './binance-capture.ts';
import { createMovingMarket, type MovingMarket } from './moving-market.ts';
import { deliver, type Figure, rowsOf } from './report.ts';

const VENUES = 5;
const COINS = 45;
const HOURS = 3;
const T0 = Date.UTC(2026, 10, 21, 7);
const BOOK_SECONDS = 10;
/** Interval between two changes of a book around an order, seconds. The feeds deliver a book at most this often. */
const CHANGE_SECONDS = 0.2;
const LEVEL = 4;
const MEGABYTE = 1e6;
const HOURS_PER_DAY = 24;
/** Kinds of lines by their first character. */
const KINDS: Readonly<Record<string, string>> = {
	b: 'book',
	e: 'ticker',
	v: 'volume',
	i: 'instrument',
	s: 'settled rates',
};

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const { bookLevels, bookPeriodMs } = defaultsOfRecord();
const directory = mkdtempSync(join(tmpdir(), 'carrywire-bench-'));
try {
	const stepsNs = { 'a second of recording': [] as number[], 'a second of the market alone': [] as number[] };
	const measured = await recordHours(stepsNs);
	const figures = [
		sizeOfDay(),
		...measured,
		await readingRate(),
		...(values.data === undefined ? [] : recordedBook(values.data)),
	];
	deliver({
		title: 'Recordings',
		round: `${VENUES} venues × ${COINS} coins, ${bookLevels} levels every ${bookPeriodMs / 1_000} s. The sizes are compressed.`,
		rows: rowsOf(stepsNs),
		ratios: [],
		figures,
	});
} finally {
	rmSync(directory, { recursive: true, force: true });
}

function defaultsOfRecord(): { readonly bookLevels: number; readonly bookPeriodMs: number } {
	const read = readConfig({});
	if (!('config' in read)) throw new Error('The default settings cannot be read.');
	return read.config.record;
}

/** Records the hours and then every change around an order, and returns the sizes of the lines. */
async function recordHours(
	stepsNs: Record<'a second of recording' | 'a second of the market alone', number[]>,
): Promise<readonly Figure[]> {
	const clock = createVirtualClock(T0, loopTurns);
	const moving = createMovingMarket(VENUES, COINS, clock.now);
	const linesOf: Record<string, string[]> = {};
	const sink = splitting(linesOf, clock);
	const motions = new Set<(motion: OrderMotion) => void>();
	const recorder = createRecorder({
		...{ market: moving.market, history: moving.history, sink, clock, bookPeriodMs, bookLevels },
		log: SILENT_LOGGER,
		motions: {
			onMotion(listener) {
				motions.add(listener);
				return () => motions.delete(listener);
			},
		},
	});
	const silent = createMovingMarket(VENUES, COINS, clock.now);
	for (let second = 1; second <= HOURS * 3_600; second += 1) {
		stepsNs['a second of the market alone'].push(timed(() => move(silent, second)));
		stepsNs['a second of recording'].push(
			timed(() => {
				move(moving, second);
				clock.advanceTo(T0 + second * 1_000);
			}),
		);
		// Compression and writing happen beside the event loop.
		await loopTurns();
	}
	const perLine = Object.entries(KINDS).map(([word, name]) =>
		bytesPerLine(`${name} line`, linesOf[word] ?? []),
	);
	const aroundOrders = await orderChanges(moving, clock, motions, linesOf);
	await recorder.close();
	return [...perLine, aroundOrders];
}

/** Moves the market by a second: every ticker, and a tenth of the books. */
function move(moving: MovingMarket, second: number): void {
	moving.tick(T0 / 1_000 + second);
	for (let index = second % BOOK_SECONDS; index < moving.instruments.length; index += BOOK_SECONDS)
		moving.changeBook(index, BOOK_SECONDS);
}

/** Records every change of one lively book for ten minutes. */
async function orderChanges(
	moving: MovingMarket,
	clock: VirtualClock,
	motions: ReadonlySet<(motion: OrderMotion) => void>,
	linesOf: Record<string, string[]>,
): Promise<Figure> {
	const instrument = moving.instruments[0] as Instrument;
	for (const listener of motions)
		listener({ executionId: 'exec_1', instruments: [instrument], isMoving: true });
	const pass = async (ms: number): Promise<void> => {
		const until = clock.now() + ms;
		clock.after(ms, () => {});
		while (await clock.advance(until));
	};
	// The new hour begins with every book.
	await pass(60_000);
	linesOf.b = [];
	for (let change = 0; change < 600 / CHANGE_SECONDS; change += 1) {
		moving.changeBook(0, CHANGE_SECONDS);
		await pass(CHANGE_SECONDS * 1_000);
	}
	const perLine = bytesPerLine('', linesOf.b).value;
	return {
		name: 'two books with orders in motion all day',
		value: (2 * perLine * 86_400) / CHANGE_SECONDS / MEGABYTE,
		unit: 'MB a day',
	};
}

/** Returns the time that the work blocks the event loop, nanoseconds. */
function timed(work: () => void): number {
	const start = process.hrtime.bigint();
	work();
	return Number(process.hrtime.bigint() - start);
}

/** Writes to files, and keeps the lines by their first character. */
function splitting(linesOf: Record<string, string[]>, clock: VirtualClock): RecordingSink {
	const files = openRecordings({
		...{ directory, maxBytes: 1e12, retentionMs: 1e12, clock, log: SILENT_LOGGER },
	});
	return {
		...files,
		write(at, text) {
			files.write(at, text);
			for (const line of text.split('\n')) {
				const lines = linesOf[line.slice(0, 1)] ?? [];
				linesOf[line.slice(0, 1)] = lines;
				lines.push(line);
			}
		},
	};
}

function bytesPerLine(name: string, lines: readonly string[]): Figure {
	const bytes = gzipSync(lines.join('\n'), { level: LEVEL }).length;
	return { name, value: bytes / lines.length, unit: 'bytes' };
}

/** Returns the size of a day, from the last full hours and from what each day repeats. */
function sizeOfDay(): Figure {
	const hours = listRecordings(directory).map(({ bytes }) => bytes);
	const later = hours.slice(1, HOURS);
	const mean = later.reduce((sum, bytes) => sum + bytes, 0) / later.length;
	const repeated = Math.max(0, (hours[0] ?? 0) - mean);
	return { name: 'a day', value: (HOURS_PER_DAY * mean + repeated) / MEGABYTE, unit: 'MB a day' };
}

async function readingRate(): Promise<Figure> {
	const start = process.hrtime.bigint();
	let count = 0;
	for (const { name } of listRecordings(directory))
		for await (const observations of recordedObservations(join(directory, name)))
			count += observations.length;
	const seconds = Number(process.hrtime.bigint() - start) / 1e9;
	return { name: 'observations read', value: count / seconds, unit: 'per second' };
}

/** Records the recorded book of Binance. */
function recordedBook(dataDir: string): readonly Figure[] {
	const { snapshot, events } = readBinanceCapture(dataDir);
	return [0, BOOK_SECONDS * 1_000].map((periodMs) => {
		const writer = createRecordingWriter({ startedAt: 0, bookLevels, bookPeriodMs: periodMs });
		const instrument = {
			...(createMovingMarket(1, 1, () => T0).instruments[0] as Instrument),
			tickSize: parseDecimal('0.1'),
			lotSize: parseDecimal('0.001'),
		};
		writer.begin(T0);
		const fees = { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') };
		writer.list(T0, { instrument, fees, trading: true, delistingAt: null });
		const book = new DepthBook(snapshot);
		const lines: string[] = [];
		let last = 0;
		for (const event of events) {
			book.apply(event);
			if (event.E - last < periodMs) continue;
			last = event.E;
			const { bids, asks } = book.top(bookLevels);
			const side = (levels: readonly (readonly [string, string])[]) =>
				levels.map(([price, quantity]) => [parseDecimal(price), parseDecimal(quantity)] as const);
			lines.push(writer.book(event.E, instrument, { bids: side(bids), asks: side(asks) }).trimEnd());
		}
		const when = periodMs === 0 ? 'every change' : `every ${BOOK_SECONDS} s`;
		return bytesPerLine(`BTCUSDT of Binance, ${when}: book line`, lines);
	});
}
