/**
 * Reads the lines of recordings in format 1, which versions up to 0.2 wrote. Each line is one observation, with words
 * separated by spaces, decimals as exact text, times in milliseconds, and `-` for unknown. Pure functions.
 *
 *     book <at> <venue> <symbol> <bid> <bid quantity> <ask> <ask quantity>
 *     estimate <at> <venue> <symbol> <rate> <interval ms> <next settlement> <mark> <index>
 */
import { type Decimal, tryParseDecimal } from './decimal.ts';
import type { BookLevel } from './order-book.ts';
import type { RecordedBook, RecordedEstimate } from './recording.ts';

const UNKNOWN = '-';

/** Parses a line without its line break; undefined if it is not an observation. */
export function readFormat1(line: string): RecordedBook | RecordedEstimate | undefined {
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
	const [bids, asks] = [sideOf(bid, bidQuantity), sideOf(ask, askQuantity)];
	const isUnknown = bids.length + asks.length === 0;
	return { kind: 'book', ...head, book: isUnknown ? null : { bids, asks } };
}

function sideOf(price: Decimal | null, quantity: Decimal | null): readonly BookLevel[] {
	return price === null || quantity === null ? [] : [[price, quantity]];
}

function estimateOf(head: Head, values: readonly string[]): RecordedEstimate | undefined {
	const [rateText, intervalText, nextText, markText, indexText] = values;
	const [rate, mark, index] = [rateText, markText, indexText].map(decimalOf);
	if (values.length !== 5 || rate === undefined || mark === undefined || index === undefined)
		return undefined;
	const prices = { fundingCap: null, fundingFloor: null, mark, index, otherIndex: null };
	if (rate === null) return { kind: 'estimate', ...head, funding: null, ...prices };
	const intervalMs = wholeOf(intervalText);
	const nextSettlementAt = wholeOf(nextText);
	if (intervalMs === undefined || nextSettlementAt === undefined) return undefined;
	const funding = { predictedRate: rate, intervalMs, nextSettlementAt };
	return { kind: 'estimate', ...head, funding, ...prices };
}

/** Parses a decimal. Returns null for an unknown value, and undefined for text that is not a decimal. */
function decimalOf(text: string | undefined): Decimal | null | undefined {
	return text === UNKNOWN ? null : tryParseDecimal(text ?? '');
}

function wholeOf(text: string | undefined): number | undefined {
	return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
