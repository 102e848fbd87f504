/**
 * Writes observations as the lines of a recording in format 2. The writer remembers what the current file says, so it
 * writes only what changed. Every file is complete by itself: after `begin`, the writer repeats each value at its next
 * observation.
 *
 * Words are separated by spaces, times are in milliseconds, decimals are exact text and `-` is unknown. An instrument
 * has a short number (base 36) that is valid in its file.
 *
 *     r <start of the recorder> <levels> <book period>                     begins a file
 *     t <ms>              time of the lines that follow; after the first such line, the difference from the line before
 *     i <number> <venue> <symbol> <coin> <quote> <tick> <lot> <minimum quantity> <maximum quantity> <minimum notional>
 *       <leverage> <coins per order unit> <coins per price unit> <order index> <taker> <maker> <trading> <delisting>
 *     x <number>                                                           no longer listed
 *     e <number> <mark> <index> <rate> <next settlement> <interval> <highest rate> <lowest rate>
 *       <other quote> <other index>
 *     v <number> <volume> <open interest>
 *     b <number> <levels>       changed levels of the book, in steps; `c` in exact decimals
 *     u <number>                the book is unknown
 *     s <number> <settled at> <rate> …                                     one or more settled rates
 *     n <venue> <JSON>                                                     notices
 *     w <venue> <state>                                                    freshness of the venue's data
 *
 * Lines `e` and `v` list the changed values (`recorded-fields.ts`), lines `b` and `c` the changed levels
 * (`recorded-books.ts`). Readers skip lines that begin with an unknown word.
 */
import { type Decimal, formatDecimal } from './decimal.ts';
import type { SettledRate } from './funding.ts';
import { type InstrumentKey, instrumentKey, type VenueName } from './instrument.ts';
import type { OrderBook } from './order-book.ts';
import { changedBook, EMPTY_BOOK, truncatedBook } from './recorded-books.ts';
import { changedFields } from './recorded-fields.ts';
import type {
	RecordedNotices,
	RecordedPrices,
	RecordedRun,
	RecordedState,
	RecordedTerms,
	RecordedVolume,
} from './recording.ts';

/** Identifies an instrument that was given to `list`. */
export type RecordedName = { readonly venue: VenueName; readonly symbol: string };

/**
 * Returns lines for observations, with their line breaks; empty text if the file says the same already. `at` is the
 * receipt time, milliseconds.
 */
export type RecordingWriter = {
	/** Begins a file: everything is written again from here on. */
	readonly begin: (at: number) => string;
	/** Lists an instrument, or its changed terms. Call it before any other line of the instrument. */
	readonly list: (at: number, terms: RecordedTerms) => string;
	/** Notes that the venue no longer lists the instrument. */
	readonly drop: (at: number, name: RecordedName) => string;
	readonly prices: (at: number, name: RecordedName, prices: RecordedPrices) => string;
	readonly volume: (
		at: number,
		name: RecordedName,
		volume: Pick<RecordedVolume, 'volume24h' | 'openInterest'>,
	) => string;
	/** Notes the book; undefined while it is unknown. */
	readonly book: (at: number, name: RecordedName, book: OrderBook | undefined) => string;
	readonly settled: (at: number, name: RecordedName, rates: readonly SettledRate[]) => string;
	readonly notices: (at: number, venue: VenueName, notices: RecordedNotices) => string;
	readonly state: (at: number, venue: VenueName, state: RecordedState) => string;
};

/** Content of the current file about an instrument. */
type Written = {
	terms: RecordedTerms;
	/** Text of the terms. */
	text: string;
	/** Number in the current file; undefined until the instrument is written to it. */
	number: string | undefined;
	prices: readonly string[];
	volume: readonly string[];
	/** The given book, so that an unchanged one is recognized without comparing it. */
	givenBook: OrderBook | undefined;
	/** The book that a reader of the file has; null if it is unknown, undefined if the file does not say. */
	book: OrderBook | null | undefined;
};

type Writer = {
	readonly run: Omit<RecordedRun, 'kind' | 'at'>;
	readonly instruments: Map<InstrumentKey, Written>;
	readonly notices: Map<VenueName, string>;
	readonly states: Map<VenueName, RecordedState>;
	/** Time of the current line, milliseconds; undefined at the beginning of a file. */
	at: number | undefined;
	count: number;
};

const UNKNOWN = '-';
const NUMBER_BASE = 36;
/** Values before the first line of a file. They differ from every value, so the first line has all of them. */
const NO_PRICES: readonly string[] = Array.from({ length: 9 }, () => '');
const NO_VOLUME: readonly string[] = ['', ''];

/** Creates a writer. Call `begin` before the first line and at the beginning of every further file. */
export function createRecordingWriter(run: Omit<RecordedRun, 'kind' | 'at'>): RecordingWriter {
	const writer: Writer = {
		run,
		instruments: new Map(),
		notices: new Map(),
		states: new Map(),
		at: undefined,
		count: 0,
	};
	return {
		begin: (at) => begin(writer, at),
		list: (at, terms) => list(writer, at, terms),
		drop: (at, name) => drop(writer, at, name),
		prices: (at, name, prices) => pricesLine(writer, at, writtenOf(writer, name), prices),
		volume: (at, name, volume) => volumeLine(writer, at, writtenOf(writer, name), volume),
		book: (at, name, book) => bookLine(writer, at, writtenOf(writer, name), book),
		settled: (at, name, rates) => settledLine(writer, at, writtenOf(writer, name), rates),
		notices(at, venue, notices) {
			const text = noticesText(notices);
			if (writer.notices.get(venue) === text) return '';
			writer.notices.set(venue, text);
			return timed(writer, at, `n ${venue} ${text}\n`);
		},
		state(at, venue, state) {
			if (writer.states.get(venue) === state) return '';
			writer.states.set(venue, state);
			return timed(writer, at, `w ${venue} ${state}\n`);
		},
	};
}

function begin(writer: Writer, at: number): string {
	writer.at = undefined;
	writer.count = 0;
	writer.notices.clear();
	writer.states.clear();
	for (const written of writer.instruments.values()) forget(written);
	const { startedAt, bookLevels, bookPeriodMs } = writer.run;
	return timed(writer, at, `r ${startedAt} ${bookLevels} ${bookPeriodMs}\n`);
}

function forget(written: Written): void {
	written.number = undefined;
	written.prices = NO_PRICES;
	written.volume = NO_VOLUME;
	written.givenBook = undefined;
	written.book = undefined;
}

function list(writer: Writer, at: number, terms: RecordedTerms): string {
	const key = instrumentKey(terms.instrument);
	const known = writer.instruments.get(key);
	const text = termsText(terms);
	if (known?.number !== undefined && known.text === text) return '';
	if (known !== undefined) {
		const { tickSize, lotSize } = known.terms.instrument;
		// A book in other steps is written in full, so that no reader needs the steps of the time before.
		if (tickSize !== terms.instrument.tickSize || lotSize !== terms.instrument.lotSize) forgetBook(known);
		known.terms = terms;
		known.text = text;
		return instrumentLine(writer, at, known);
	}
	const written: Written = {
		terms,
		text,
		number: undefined,
		prices: NO_PRICES,
		volume: NO_VOLUME,
		givenBook: undefined,
		book: undefined,
	};
	writer.instruments.set(key, written);
	return instrumentLine(writer, at, written);
}

function forgetBook(written: Written): void {
	written.givenBook = undefined;
	written.book = undefined;
}

function instrumentLine(writer: Writer, at: number, written: Written): string {
	if (written.number === undefined) {
		written.number = writer.count.toString(NUMBER_BASE);
		writer.count += 1;
	}
	return timed(writer, at, `i ${written.number} ${written.text}\n`);
}

function drop(writer: Writer, at: number, name: RecordedName): string {
	const key = instrumentKey(name);
	const written = writer.instruments.get(key);
	if (written === undefined) return '';
	const line = numbered(writer, at, written, 'x', '');
	writer.instruments.delete(key);
	return line;
}

function pricesLine(writer: Writer, at: number, written: Written, prices: RecordedPrices): string {
	const { funding, mark, index, fundingCap, fundingFloor, otherIndex } = prices;
	const after = [
		decimalText(mark),
		decimalText(index),
		decimalText(funding?.predictedRate),
		wholeText(funding?.nextSettlementAt),
		wholeText(funding?.intervalMs),
		decimalText(fundingCap),
		decimalText(fundingFloor),
		otherIndex === null ? UNKNOWN : wordOf(otherIndex.quote),
		decimalText(otherIndex?.price),
	];
	const changes = changedFields(written.prices, after);
	if (changes === undefined) return '';
	written.prices = after;
	return numbered(writer, at, written, 'e', ` ${changes}`);
}

function volumeLine(
	writer: Writer,
	at: number,
	written: Written,
	{ volume24h, openInterest }: Pick<RecordedVolume, 'volume24h' | 'openInterest'>,
): string {
	const after = [decimalText(volume24h), decimalText(openInterest)];
	const changes = changedFields(written.volume, after);
	if (changes === undefined) return '';
	written.volume = after;
	return numbered(writer, at, written, 'v', ` ${changes}`);
}

function bookLine(writer: Writer, at: number, written: Written, given: OrderBook | undefined): string {
	const before = written.book;
	if (before !== undefined && written.givenBook === given) return '';
	written.givenBook = given;
	if (given === undefined) {
		written.book = null;
		return before === null ? '' : numbered(writer, at, written, 'u', '');
	}
	const { bookLevels } = writer.run;
	const book = truncatedBook(given, bookLevels);
	const changes = changedBook(before ?? EMPTY_BOOK, book, bookLevels, written.terms.instrument);
	written.book = book;
	// A book without levels is known, too.
	if (changes === undefined) return before ? '' : numbered(writer, at, written, 'b', ' |');
	return numbered(writer, at, written, changes.isExact ? 'c' : 'b', ` ${changes.text}`);
}

function settledLine(writer: Writer, at: number, written: Written, rates: readonly SettledRate[]): string {
	if (rates.length === 0) return '';
	const words = rates.map(({ settledAt, rate }) => ` ${settledAt} ${formatDecimal(rate)}`);
	return numbered(writer, at, written, 's', words.join(''));
}

/** Returns a line about an instrument, after the instrument's own line if the file does not have it yet. */
function numbered(writer: Writer, at: number, written: Written, word: string, rest: string): string {
	const listed = written.number === undefined ? instrumentLine(writer, at, written) : '';
	return listed + timed(writer, at, `${word} ${written.number}${rest}\n`);
}

/** Returns the line, after a line with the time if that has changed. */
function timed(writer: Writer, time: number, line: string): string {
	const at = Math.round(time);
	if (writer.at === at) return line;
	const ms = writer.at === undefined ? at : at - writer.at;
	writer.at = at;
	return `t ${ms}\n${line}`;
}

function writtenOf(writer: Writer, name: RecordedName): Written {
	const written = writer.instruments.get(instrumentKey(name));
	if (written === undefined)
		throw new Error(
			`Invariant broken: an instrument is listed before its lines, but ${instrumentKey(name)} is not.`,
		);
	return written;
}

function termsText({ instrument, fees, trading, delistingAt }: RecordedTerms): string {
	return [
		instrument.venue,
		wordOf(instrument.symbol),
		wordOf(instrument.coin),
		wordOf(instrument.quote),
		formatDecimal(instrument.tickSize),
		formatDecimal(instrument.lotSize),
		formatDecimal(instrument.quantityMin),
		formatDecimal(instrument.quantityMax),
		formatDecimal(instrument.notionalMin),
		String(instrument.leverageMax),
		formatDecimal(instrument.coinsPerOrderUnit),
		formatDecimal(instrument.coinsPerPriceUnit),
		wholeText(instrument.assetIndex),
		formatDecimal(fees.taker),
		formatDecimal(fees.maker),
		trading === null ? UNKNOWN : trading ? 'yes' : 'no',
		wholeText(delistingAt),
	].join(' ');
}

/** Encodes a name so that it has no space. Names rarely need it. */
function wordOf(name: string): string {
	return /[\s%]/.test(name) ? encodeURIComponent(name) : name;
}

function noticesText({ maintenance, transfers, coinNames, unknown }: RecordedNotices): string {
	return JSON.stringify({
		maintenance: maintenance.map(({ title, from, until }) => ({ title, from, until })),
		transfers: [...transfers].map(([coin, { deposit, withdrawal }]) => [coin, deposit, withdrawal]),
		coinNames: [...coinNames],
		unknown,
	});
}

function decimalText(value: Decimal | null | undefined): string {
	return value === null || value === undefined ? UNKNOWN : formatDecimal(value);
}

/** Writes a whole number. Anything else counts as unknown, so that every line can be read back. */
function wholeText(value: number | null | undefined): string {
	return Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : UNKNOWN;
}
