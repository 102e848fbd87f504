/**
 * Reads the lines of a recording in any format. The parser remembers what the file said before, so that a `book`
 * observation has the whole book although its line lists only the changed levels. `recording-writer.ts` describes the
 * lines of format 2, `recording-format-1.ts` those of format 1.
 */
import { type Decimal, tryParseDecimal } from './decimal.ts';
import type { SettledRate } from './funding.ts';
import type { Instrument, VenueName } from './instrument.ts';
import type { OrderBook } from './order-book.ts';
import { applyBook, EMPTY_BOOK } from './recorded-books.ts';
import { applyFields } from './recorded-fields.ts';
import {
	RECORDING_FORMAT,
	RECORDING_HEAD,
	type RecordedNotices,
	type RecordedObservation,
	type RecordedPrices,
	type RecordedState,
	RecordingFault,
} from './recording.ts';
import { readFormat1 } from './recording-format-1.ts';

/** Reads lines of one or more files, in their order. */
export type RecordingParser = {
	/**
	 * Returns the observation of a line without its line break; undefined if the line is none.
	 * @throws RecordingFault if the line cannot be read, or the file is in a later format
	 */
	readonly read: (line: string) => RecordedObservation | undefined;
};

/** An instrument of the current file, with its latest values. */
type Known = {
	instrument: Instrument;
	readonly priceTexts: string[];
	prices: RecordedPrices;
	readonly volumeTexts: string[];
	book: OrderBook | undefined;
};

type Parser = {
	format: number;
	at: number | undefined;
	bookLevels: number;
	readonly numbers: Map<string, Known>;
};

const UNKNOWN = '-';
const PRICE_FIELDS = 9;
const NO_PRICES: RecordedPrices = {
	funding: null,
	fundingCap: null,
	fundingFloor: null,
	mark: null,
	index: null,
	otherIndex: null,
};

/** Creates a parser. The first line of each file tells it the format. */
export function createRecordingParser(): RecordingParser {
	const parser: Parser = { format: 0, at: undefined, bookLevels: 0, numbers: new Map() };
	return {
		read(line) {
			if (line.startsWith(RECORDING_HEAD)) {
				beginFile(parser, line.slice(RECORDING_HEAD.length));
				return undefined;
			}
			if (parser.format === 1) return readFormat1(line);
			if (parser.format === RECORDING_FORMAT) return readLine(parser, line);
			throw new RecordingFault('The file does not begin as a recording.');
		},
	};
}

function beginFile(parser: Parser, format: string): void {
	if (format !== '1' && format !== String(RECORDING_FORMAT))
		throw new RecordingFault(
			`The recording has format ${format}, and this version reads formats 1 to ${RECORDING_FORMAT}. Use a later version.`,
		);
	parser.format = Number(format);
	parser.at = undefined;
	parser.numbers.clear();
}

function readLine(parser: Parser, line: string): RecordedObservation | undefined {
	const word = line.charCodeAt(0);
	if (line.charCodeAt(1) !== SPACE) return undefined;
	const read = READERS[String.fromCharCode(word)];
	if (read === undefined) return undefined;
	try {
		return read(parser, line.slice(2));
	} catch (error) {
		if (!(error instanceof RecordingFault)) throw error;
		throw new RecordingFault(`${error.message} The line is ${JSON.stringify(line.slice(0, 200))}.`);
	}
}

const SPACE = 32;

/** Readers of the lines by their first character. They receive the rest of the line. */
const READERS: Readonly<Record<string, (parser: Parser, rest: string) => RecordedObservation | undefined>> = {
	t: readTime,
	r: readRun,
	i: readInstrument,
	x: readGone,
	e: readPrices,
	v: readVolume,
	b: (parser, rest) => readBook(parser, rest, false),
	c: (parser, rest) => readBook(parser, rest, true),
	u: readUnknownBook,
	s: readSettled,
	n: readNotices,
	w: readState,
};

function readTime(parser: Parser, rest: string): undefined {
	const ms = Number(rest);
	if (!Number.isSafeInteger(ms) || rest === '') throw new RecordingFault('The line is not a time.');
	parser.at = (parser.at ?? 0) + ms;
}

function readRun(parser: Parser, rest: string): RecordedObservation {
	const [startedAt, bookLevels, bookPeriodMs] = rest.split(' ').map(wholeOf);
	if (startedAt === undefined || bookLevels === undefined || bookPeriodMs === undefined)
		throw new RecordingFault('The beginning of the file cannot be read.');
	parser.bookLevels = bookLevels;
	return { kind: 'run', at: timeOf(parser), startedAt, bookLevels, bookPeriodMs };
}

function readInstrument(parser: Parser, rest: string): RecordedObservation {
	const words = rest.split(' ');
	const [number = '', venue, ...names] = words.slice(0, 5);
	const [symbol, coin, quote] = names.map(nameOf);
	if (venue === undefined || symbol === undefined || coin === undefined || quote === undefined)
		throw new RecordingFault('The instrument has no name.');
	const [tickSize, lotSize, quantityMin, quantityMax, notionalMin] = words.slice(5, 10).map(exactOf);
	const [coinsPerOrderUnit, coinsPerPriceUnit] = words.slice(11, 13).map(exactOf);
	const [taker, maker] = words.slice(14, 16).map(exactOf);
	if (words.length < 18 || lotSize === undefined || notionalMin === undefined || maker === undefined)
		throw new RecordingFault('The instrument has too few values.');
	const assetIndex = wholeOrNull(words[13]);
	const instrument: Instrument = {
		...{ venue, symbol, coin, quote },
		coinsPerOrderUnit: coinsPerOrderUnit as Decimal,
		coinsPerPriceUnit: coinsPerPriceUnit as Decimal,
		tickSize: tickSize as Decimal,
		lotSize,
		quantityMin: quantityMin as Decimal,
		quantityMax: quantityMax as Decimal,
		notionalMin,
		leverageMax: Number(words[10]),
		...(assetIndex === null ? {} : { assetIndex }),
	};
	adopt(parser, number, instrument);
	const trading = words[16] === UNKNOWN ? null : words[16] === 'yes';
	return {
		...{ kind: 'instrument', at: timeOf(parser), venue, symbol, instrument },
		fees: { taker: taker as Decimal, maker },
		trading,
		delistingAt: wholeOrNull(words[17]),
	};
}

function adopt(parser: Parser, number: string, instrument: Instrument): void {
	const known = parser.numbers.get(number);
	if (known === undefined) {
		parser.numbers.set(number, {
			instrument,
			priceTexts: Array.from({ length: PRICE_FIELDS }, () => ''),
			prices: NO_PRICES,
			volumeTexts: ['', ''],
			book: undefined,
		});
		return;
	}
	const { tickSize, lotSize } = known.instrument;
	if (tickSize !== instrument.tickSize || lotSize !== instrument.lotSize) known.book = undefined;
	known.instrument = instrument;
}

function readGone(parser: Parser, rest: string): RecordedObservation {
	const { instrument } = knownOf(parser, rest);
	parser.numbers.delete(rest);
	return { kind: 'gone', ...headOf(parser, instrument) };
}

function readPrices(parser: Parser, rest: string): RecordedObservation {
	const [number = '', ...changes] = rest.split(' ');
	const known = knownOf(parser, number);
	applyFields(known.priceTexts, changes);
	known.prices = pricesOf(known.priceTexts);
	return { kind: 'estimate', ...headOf(parser, known.instrument), ...known.prices };
}

function pricesOf(texts: readonly string[]): RecordedPrices {
	const [mark, index, rate, next, interval, cap, floor, otherQuote, otherPrice] = texts;
	const predictedRate = decimalOf(rate);
	const price = decimalOf(otherPrice);
	const nextSettlementAt = wholeOrNull(next);
	const intervalMs = wholeOrNull(interval);
	return {
		mark: decimalOf(mark),
		index: decimalOf(index),
		funding:
			predictedRate === null || nextSettlementAt === null || intervalMs === null
				? null
				: { predictedRate, intervalMs, nextSettlementAt },
		fundingCap: decimalOf(cap),
		fundingFloor: decimalOf(floor),
		otherIndex:
			price === null || otherQuote === undefined || otherQuote === UNKNOWN
				? null
				: { quote: nameOf(otherQuote), price },
	};
}

function readVolume(parser: Parser, rest: string): RecordedObservation {
	const [number = '', ...changes] = rest.split(' ');
	const { instrument, volumeTexts } = knownOf(parser, number);
	applyFields(volumeTexts, changes);
	const [volume24h = null, openInterest = null] = volumeTexts.map(decimalOf);
	return { kind: 'volume', ...headOf(parser, instrument), volume24h, openInterest };
}

function readBook(parser: Parser, rest: string, isExact: boolean): RecordedObservation {
	const at = rest.indexOf(' ');
	const known = knownOf(parser, rest.slice(0, at));
	const { instrument } = known;
	const how = { isExact, steps: instrument };
	const book = applyBook(known.book ?? EMPTY_BOOK, rest.slice(at + 1), parser.bookLevels, how);
	known.book = book;
	return { kind: 'book', ...headOf(parser, instrument), book };
}

function readUnknownBook(parser: Parser, rest: string): RecordedObservation {
	const known = knownOf(parser, rest);
	known.book = undefined;
	return { kind: 'book', ...headOf(parser, known.instrument), book: null };
}

function readSettled(parser: Parser, rest: string): RecordedObservation {
	const [number = '', ...words] = rest.split(' ');
	const { instrument } = knownOf(parser, number);
	const rates: SettledRate[] = [];
	for (let index = 0; index < words.length; index += 2) {
		const settledAt = wholeOf(words[index] ?? '');
		if (settledAt === undefined) throw new RecordingFault('The time of a settlement cannot be read.');
		rates.push({ settledAt, rate: exactOf(words[index + 1] ?? '') });
	}
	return { kind: 'settled', ...headOf(parser, instrument), rates };
}

function readNotices(parser: Parser, rest: string): RecordedObservation {
	const at = rest.indexOf(' ');
	return {
		kind: 'notice',
		at: timeOf(parser),
		venue: rest.slice(0, at),
		...noticesOf(rest.slice(at + 1)),
	};
}

function noticesOf(text: string): RecordedNotices {
	try {
		const { maintenance, transfers, coinNames, unknown } = JSON.parse(text) as {
			readonly maintenance: RecordedNotices['maintenance'];
			readonly transfers: readonly (readonly [string, boolean, boolean])[];
			readonly coinNames: readonly (readonly [string, string])[];
			readonly unknown: readonly string[];
		};
		return {
			maintenance,
			transfers: new Map(transfers.map(([coin, deposit, withdrawal]) => [coin, { deposit, withdrawal }])),
			coinNames: new Map(coinNames),
			unknown,
		};
	} catch {
		throw new RecordingFault('The notices cannot be read.');
	}
}

function readState(parser: Parser, rest: string): RecordedObservation {
	const [venue = '', state = ''] = rest.split(' ');
	if (!isState(state)) throw new RecordingFault('The state of the venue cannot be read.');
	return { kind: 'venue', at: timeOf(parser), venue, state };
}

function isState(text: string): text is RecordedState {
	return text === 'fresh' || text === 'stale' || text === 'down';
}

function nameOf(word: string): string {
	return word.includes('%') ? decodeURIComponent(word) : word;
}

function timeOf({ at }: Parser): number {
	if (at === undefined) throw new RecordingFault('The line has no time before it.');
	return at;
}

function headOf(
	parser: Parser,
	{ venue, symbol }: Instrument,
): { readonly at: number; readonly venue: VenueName; readonly symbol: string } {
	return { at: timeOf(parser), venue, symbol };
}

function knownOf({ numbers }: Parser, number: string): Known {
	const known = numbers.get(number);
	if (known === undefined)
		throw new RecordingFault(`The file has no instrument with the number ${JSON.stringify(number)}.`);
	return known;
}

/** Parses a decimal; null for an unknown one. @throws RecordingFault */
function decimalOf(text: string | undefined): Decimal | null {
	return text === UNKNOWN ? null : exactOf(text ?? '');
}

/** @throws RecordingFault */
function exactOf(text: string): Decimal {
	const value = tryParseDecimal(text);
	if (value === undefined) throw new RecordingFault(`${JSON.stringify(text)} is not a decimal.`);
	return value;
}

function wholeOf(text: string): number | undefined {
	return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Parses a whole number; null for an unknown one. @throws RecordingFault */
function wholeOrNull(text: string | undefined): number | null {
	if (text === UNKNOWN) return null;
	const value = wholeOf(text ?? '');
	if (value === undefined) throw new RecordingFault(`${JSON.stringify(text)} is not a whole number.`);
	return value;
}
