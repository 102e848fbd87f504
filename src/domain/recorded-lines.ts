/**
 * Formats and parses the lines of a recording. Each line is one observation of an instrument, with words separated by
 * spaces, decimals as exact text, times in milliseconds, and `-` for unknown. Pure functions.
 *
 *     book <at> <venue> <symbol> <bid> <bid quantity> <ask> <ask quantity>
 *     estimate <at> <venue> <symbol> <rate> <interval ms> <next settlement> <mark> <index>
 *
 * Prices are USD per coin and quantities are coins, as everywhere in the service. A line without its line break was
 * truncated by a crash and is ignored. Readers skip lines that begin with an unknown word.
 */
import { type Decimal, formatDecimal, tryParseDecimal } from './decimal.ts';
import type { PredictedFunding } from './funding.ts';
import type { VenueName } from './instrument.ts';

/** An instrument's best bid and ask at one time, from a `book` line. */
export type RecordedBook = {
	readonly kind: 'book';
	readonly at: number;
	readonly venue: VenueName;
	readonly symbol: string;
	/** Best bid; null if the side is empty or the book is unknown. */
	readonly bid: RecordedLevel | null;
	/** Best ask; null if the side is empty or the book is unknown. */
	readonly ask: RecordedLevel | null;
};

/** The best price on a side, USD per coin, and the coins at that price. */
export type RecordedLevel = { readonly price: Decimal; readonly quantity: Decimal };

/** Running funding estimate, mark and index at one time, from an `estimate` line; null if unknown. */
export type RecordedEstimate = {
	readonly kind: 'estimate';
	readonly at: number;
	readonly venue: VenueName;
	readonly symbol: string;
	readonly funding: PredictedFunding | null;
	readonly mark: Decimal | null;
	readonly index: Decimal | null;
};

const UNKNOWN = '-';

/** Formats a `book` line with its line break. */
export function bookLine({ at, venue, symbol, bid, ask }: RecordedBook): string {
	return `book ${at} ${venue} ${symbol} ${levelText(bid)} ${levelText(ask)}\n`;
}

/** Formats an `estimate` line with its line break. */
export function estimateLine({ at, venue, symbol, funding, mark, index }: RecordedEstimate): string {
	const known =
		funding === null
			? `${UNKNOWN} ${UNKNOWN} ${UNKNOWN}`
			: `${formatDecimal(funding.predictedRate)} ${funding.intervalMs} ${funding.nextSettlementAt}`;
	return `estimate ${at} ${venue} ${symbol} ${known} ${decimalText(mark)} ${decimalText(index)}\n`;
}

/** Parses a line without its line break; undefined if it is not a recording line. */
export function readRecordedLine(line: string): RecordedBook | RecordedEstimate | undefined {
	const [kind, time, venue, symbol, ...values] = line.split(' ');
	const at = wholeOf(time);
	if (at === undefined || venue === undefined || symbol === undefined) return undefined;
	if (kind === 'book') return bookOf({ at, venue, symbol }, values);
	if (kind === 'estimate') return estimateOf({ at, venue, symbol }, values);
	return undefined;
}

type Head = Pick<RecordedBook, 'at' | 'venue' | 'symbol'>;

function bookOf(head: Head, values: readonly string[]): RecordedBook | undefined {
	const [bid, bidQuantity, ask, askQuantity] = values.map(decimalOf);
	if (values.length !== 4) return undefined;
	if (bid === undefined || bidQuantity === undefined || ask === undefined || askQuantity === undefined)
		return undefined;
	return { kind: 'book', ...head, bid: levelOf(bid, bidQuantity), ask: levelOf(ask, askQuantity) };
}

function estimateOf(head: Head, values: readonly string[]): RecordedEstimate | undefined {
	const [rateText, intervalText, nextText, markText, indexText] = values;
	const [rate, mark, index] = [rateText, markText, indexText].map(decimalOf);
	if (values.length !== 5 || rate === undefined || mark === undefined || index === undefined)
		return undefined;
	const intervalMs = wholeOf(intervalText);
	const nextSettlementAt = wholeOf(nextText);
	if (rate === null) return { kind: 'estimate', ...head, funding: null, mark, index };
	if (intervalMs === undefined || nextSettlementAt === undefined) return undefined;
	return {
		kind: 'estimate',
		...head,
		funding: { predictedRate: rate, intervalMs, nextSettlementAt },
		mark,
		index,
	};
}

function levelText(level: RecordedLevel | null): string {
	return level === null
		? `${UNKNOWN} ${UNKNOWN}`
		: `${formatDecimal(level.price)} ${formatDecimal(level.quantity)}`;
}

function levelOf(price: Decimal | null, quantity: Decimal | null): RecordedLevel | null {
	return price === null || quantity === null ? null : { price, quantity };
}

function decimalText(value: Decimal | null): string {
	return value === null ? UNKNOWN : formatDecimal(value);
}

/** Parses a decimal. Returns null for an unknown value, and undefined for text that is not a decimal. */
function decimalOf(text: string | undefined): Decimal | null | undefined {
	return text === UNKNOWN ? null : tryParseDecimal(text ?? '');
}

function wholeOf(text: string | undefined): number | undefined {
	return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
