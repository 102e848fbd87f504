/**
 * Records the raw market data on which the service acts, so that users have their own history and can replay it. The
 * recording has, by receipt time:
 *
 * - instruments with their terms, when first seen, changed or gone
 * - tickers: each change of the running funding estimate, and each `TICKER_MS` the changed mark and index
 * - books of instruments that another venue lists too: once per `bookPeriodMs` if changed, and at every change from
 *   before an order of the service is sent until `AFTER_ORDERS_MS` after it is final
 * - volume and open interest, every sixth ticker
 * - settled rates when they become known; each day's first file repeats those of the last month
 * - each venue's notices and the freshness of its data
 *
 * Each file is complete by itself, because the writer repeats all of it. Samples are spread over their period, so that
 * no sample delays trading. If the recorder fails, it stops and logs the error; the service continues.
 */
import { DAY_MS, type PredictedFunding, type SettledRate } from '../domain/funding.ts';
import { type Instrument, type InstrumentKey, instrumentKey, type VenueName } from '../domain/instrument.ts';
import type { RecordedNotices, RecordedTerms } from '../domain/recording.ts';
import { createRecordingWriter, type RecordingWriter } from '../domain/recording-writer.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { Logger } from '../ports/logger.ts';
import type { InstrumentInputs, Market } from '../ports/market.ts';
import type { OrderMotion, OrderMotions } from '../ports/order-motions.ts';
import type { RecordingSink } from '../ports/recording-sink.ts';
import type { InstrumentTicker } from '../ports/venue-market.ts';
import type { VenueNotices } from '../ports/venue-notices.ts';
import { textOf } from '../sentences/sentence.ts';
import { createOrderWindows, type OrderWindows } from './order-windows.ts';
import { sharedInstruments } from './shared-instruments.ts';

/** Dependencies of the recorder. */
export type RecorderOptions = {
	readonly market: Market;
	readonly history: Pick<FundingHistory, 'settled' | 'onSettled'>;
	/** Orders of the service; undefined if it does not trade. */
	readonly motions: OrderMotions | undefined;
	readonly sink: RecordingSink;
	readonly clock: Clock;
	readonly log: Logger;
	/** Interval between two samples of a book, ms. */
	readonly bookPeriodMs: number;
	/** Maximum number of recorded levels on each side of a book. */
	readonly bookLevels: number;
};

/** Number of lines written since the recorder started. */
export type RecordedCounts = { readonly estimates: number; readonly books: number };

/** A running recorder. */
export type Recorder = {
	readonly recorded: () => RecordedCounts;
	/** Stops the recording and writes the remaining lines. */
	readonly close: () => Promise<void>;
};

/** Interval between two samples of an instrument's ticker, ms. */
export const TICKER_MS = 10_000;
/** Every this many samples of a ticker, its volume and open interest are recorded. */
const TICKERS_PER_VOLUME = 6;
/** Age of the oldest settled rate that each day's first file repeats, ms. The forecast averages over 30 days. */
const REPEATED_MS = 31 * DAY_MS;
/** Maximum number of parts over which the samples of a period are spread. */
const PARTS_MAX = 20;
/** Minimum time between two parts, ms. */
const PART_MS_MIN = 100;

/** An instrument that the recording knows. */
type Listed = {
	readonly venue: VenueName;
	readonly symbol: string;
	/** The ticker seen last, which may not be recorded. */
	ticker: InstrumentTicker | undefined;
	/** Number of samples of the ticker. */
	samples: number;
	/** UTC day for which the settled rates were repeated, in days since 1970. */
	repeatedDay: number | undefined;
};

type Recording = RecorderOptions & {
	readonly writer: RecordingWriter;
	readonly windows: OrderWindows;
	readonly listed: Map<InstrumentKey, Listed>;
	instruments: readonly Instrument[];
	/** Instruments that another venue lists too. */
	shared: readonly Instrument[];
	/** Number of the present file; undefined before the first one. */
	file: number | undefined;
	estimateCount: number;
	bookCount: number;
	isClosed: boolean;
};

/** Starts to record, until `close`. */
export function createRecorder(options: RecorderOptions): Recorder {
	const { market, history, motions, sink, clock, bookPeriodMs, bookLevels } = options;
	const recorder: Recording = {
		...options,
		writer: createRecordingWriter({ startedAt: clock.now(), bookLevels, bookPeriodMs }),
		windows: createOrderWindows(),
		listed: new Map(),
		instruments: [],
		shared: [],
		file: undefined,
		estimateCount: 0,
		bookCount: 0,
		isClosed: false,
	};
	adoptInstruments(recorder);
	const stops = [
		market.onVenue((venue) => venueChanged(recorder, venue)),
		market.onChange((inputs) => inputsChanged(recorder, inputs)),
		history.onSettled((venue, symbol, added) => ratesAdded(recorder, { venue, symbol }, added)),
		motions?.onMotion((motion) => ordersMoved(recorder, motion)),
		inParts(clock, TICKER_MS, (part) => sampleTickers(recorder, part)),
		inParts(clock, bookPeriodMs, (part) => sampleBooks(recorder, part)),
	];
	return {
		recorded: () => ({ estimates: recorder.estimateCount, books: recorder.bookCount }),
		async close() {
			recorder.isClosed = true;
			for (const stop of stops) stop?.();
			await sink.close();
		},
	};
}

/** One part of a period's work: the items at `index`, `index + parts`, and so on. */
type Part = { readonly index: number; readonly parts: number };

/** Calls `task` for each part of a period, again and again, until the returned function is called. */
function inParts(clock: Clock, periodMs: number, task: (part: Part) => void): () => void {
	const parts = Math.min(PARTS_MAX, Math.max(1, Math.floor(periodMs / PART_MS_MIN)));
	let index = 0;
	return clock.every(Math.round(periodMs / parts), () => {
		task({ index, parts });
		index = (index + 1) % parts;
	});
}

function* partOf<T>(items: readonly T[], { index, parts }: Part): Generator<T> {
	for (let at = index; at < items.length; at += parts) yield items[at] as T;
}

/**
 * Writes lines, after the beginning of a file if it is new. Returns false if the sink takes none at present. Never
 * throws, because its callers are listeners of the market and of the orders.
 */
function record(recorder: Recording, linesAt: LinesAt): boolean {
	if (recorder.isClosed) return false;
	try {
		return write(recorder, linesAt);
	} catch (error) {
		recorder.isClosed = true;
		recorder.log.error({ error }, 'the recorder failed and has stopped; the service continues');
		return false;
	}
}

type LinesAt = (writer: RecordingWriter, at: number) => string;

function write(recorder: Recording, linesAt: LinesAt): boolean {
	const { clock, sink, writer } = recorder;
	const at = clock.now();
	const file = sink.file(at);
	if (file === undefined) return false;
	let lines = '';
	if (file !== recorder.file) {
		recorder.file = file;
		lines = writer.begin(at);
		for (const venue of recorder.market.venues) lines += venueLines(recorder, venue, at);
	}
	lines += linesAt(writer, at);
	if (lines !== '') sink.write(at, lines);
	return true;
}

function venueChanged(recorder: Recording, venue: VenueName): void {
	adoptInstruments(recorder);
	record(recorder, (_writer, at) => venueLines(recorder, venue, at));
}

function venueLines({ market, writer }: Recording, venue: VenueName, at: number): string {
	const { state, notices } = market.status(venue);
	const lines = writer.state(at, venue, state);
	return notices === null ? lines : lines + writer.notices(at, venue, plainNotices(notices));
}

function plainNotices({ maintenance, transfers, coinNames, unknown }: VenueNotices): RecordedNotices {
	return {
		maintenance: maintenance.map((one) => ({ ...one, title: textOf(one.title) })),
		transfers,
		coinNames,
		unknown: unknown.map(textOf),
	};
}

/** Notes which instruments are shared, and which are no longer listed. */
function adoptInstruments(recorder: Recording): void {
	const instruments = recorder.market.inputs().map(({ instrument }) => instrument);
	recorder.instruments = instruments;
	recorder.shared = sharedInstruments(instruments);
	const present = new Set(instruments.map(instrumentKey));
	for (const [key, listed] of recorder.listed)
		if (!present.has(key) && record(recorder, (writer, at) => writer.drop(at, listed)))
			recorder.listed.delete(key);
}

/** Returns the instrument's entry and the line about it, if it is new. */
function listedOf(
	{ listed, writer }: Recording,
	inputs: InstrumentInputs,
	at: number,
): { readonly entry: Listed; readonly lines: string } {
	const { venue, symbol } = inputs.instrument;
	const key = instrumentKey(inputs.instrument);
	const known = listed.get(key);
	if (known !== undefined) return { entry: known, lines: '' };
	const entry: Listed = { venue, symbol, ticker: undefined, samples: 0, repeatedDay: undefined };
	listed.set(key, entry);
	return { entry, lines: writer.list(at, termsOf(inputs)) };
}

function termsOf({ instrument, ticker, fees }: InstrumentInputs): RecordedTerms {
	return {
		instrument,
		fees,
		trading: ticker === undefined ? null : ticker.tradable,
		delistingAt: ticker?.delistingAt ?? null,
	};
}

function inputsChanged(recorder: Recording, inputs: InstrumentInputs): void {
	const { instrument, ticker } = inputs;
	const key = instrumentKey(instrument);
	const known = recorder.listed.get(key);
	// Most changes concern the book of an instrument without orders.
	if (ticker !== undefined && known?.ticker !== ticker) {
		if (known !== undefined && hasSameTerms(known.ticker, ticker)) known.ticker = ticker;
		else record(recorder, (_writer, at) => tickerLines(recorder, inputs, at));
	}
	if (!recorder.windows.areNone() && recorder.windows.isOpen(key, recorder.clock.now()))
		record(recorder, (_writer, at) => bookLines(recorder, inputs, at));
}

/** Compares everything that is recorded at once. Prices change constantly, so they are recorded in samples. */
function hasSameTerms(a: InstrumentTicker | undefined, b: InstrumentTicker): boolean {
	return (
		a !== undefined &&
		hasSameFunding(a.funding, b.funding) &&
		a.fundingCap === b.fundingCap &&
		a.fundingFloor === b.fundingFloor &&
		a.tradable === b.tradable &&
		a.delistingAt === b.delistingAt
	);
}

function hasSameFunding(a: PredictedFunding | null, b: PredictedFunding | null): boolean {
	return (
		a?.predictedRate === b?.predictedRate &&
		a?.intervalMs === b?.intervalMs &&
		a?.nextSettlementAt === b?.nextSettlementAt
	);
}

/** Returns the lines for a ticker with its instrument's terms. */
function tickerLines(recorder: Recording, inputs: InstrumentInputs, at: number): string {
	const { writer } = recorder;
	const { entry, lines } = listedOf(recorder, inputs, at);
	const { ticker } = inputs;
	entry.ticker = ticker;
	const terms = writer.list(at, termsOf(inputs));
	if (ticker === undefined) return lines + terms;
	const { funding, fundingCap, fundingFloor, mark, index, otherIndex = null } = ticker;
	const prices = writer.prices(at, entry, { funding, fundingCap, fundingFloor, mark, index, otherIndex });
	if (prices !== '') recorder.estimateCount += 1;
	return lines + terms + prices;
}

function sampleTickers(recorder: Recording, part: Part): void {
	record(recorder, (writer, at) => {
		let lines = '';
		for (const inputs of inputsOf(recorder, recorder.instruments, part)) {
			lines += tickerLines(recorder, inputs, at);
			const { entry } = listedOf(recorder, inputs, at);
			const { ticker } = inputs;
			if (ticker !== undefined && entry.samples % TICKERS_PER_VOLUME === 0)
				lines += writer.volume(at, entry, ticker);
			if (ticker !== undefined) entry.samples += 1;
		}
		return lines;
	});
}

function sampleBooks(recorder: Recording, part: Part): void {
	const unrepeated: Listed[] = [];
	record(recorder, (_writer, at) => {
		let lines = '';
		for (const inputs of inputsOf(recorder, recorder.shared, part)) {
			lines += bookLines(recorder, inputs, at);
			const { entry } = listedOf(recorder, inputs, at);
			if (entry.repeatedDay !== dayOf(at)) unrepeated.push(entry);
		}
		return lines;
	});
	for (const entry of unrepeated) repeatRates(recorder, entry);
}

function* inputsOf(
	{ market }: Recording,
	instruments: readonly Instrument[],
	part: Part,
): Generator<InstrumentInputs> {
	for (const { venue, symbol } of partOf(instruments, part)) {
		const inputs = market.get(venue, symbol);
		if (inputs !== undefined) yield inputs;
	}
}

function bookLines(recorder: Recording, inputs: InstrumentInputs, at: number): string {
	const { entry, lines } = listedOf(recorder, inputs, at);
	const book = recorder.writer.book(at, entry, inputs.book);
	if (book !== '') recorder.bookCount += 1;
	return lines + book;
}

function ordersMoved(recorder: Recording, motion: OrderMotion): void {
	recorder.windows.adopt(motion, recorder.clock.now());
	for (const { venue, symbol } of motion.instruments) {
		const inputs = recorder.market.get(venue, symbol);
		if (inputs !== undefined) record(recorder, (_writer, at) => bookLines(recorder, inputs, at));
	}
}

function ratesAdded(
	recorder: Recording,
	{ venue, symbol }: Pick<Listed, 'venue' | 'symbol'>,
	rates: readonly SettledRate[],
): boolean {
	const inputs = recorder.market.get(venue, symbol);
	if (inputs === undefined || rates.length === 0) return true;
	return record(recorder, (writer, at) => {
		const { entry, lines } = listedOf(recorder, inputs, at);
		return lines + writer.settled(at, entry, rates);
	});
}

/** Records the settled rates of the last month, so that the day's recording can be replayed by itself. */
function repeatRates(recorder: Recording, entry: Listed): void {
	const { clock, history } = recorder;
	const at = clock.now();
	entry.repeatedDay = dayOf(at);
	history.settled(entry.venue, entry.symbol, at - REPEATED_MS, at).then(
		(rates) => {
			if (!ratesAdded(recorder, entry, rates)) entry.repeatedDay = undefined;
		},
		() => {
			// The store logs its failures itself. The next sample tries again.
			entry.repeatedDay = undefined;
		},
	);
}

function dayOf(at: number): number {
	return Math.floor(at / DAY_MS);
}
