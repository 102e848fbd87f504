/**
 * Encodes the changed levels of an order book against the book before. A text has the levels of both sides, bids
 * first, separated by `|`. On each side the best level comes first. A level is its price and its quantity; without a
 * quantity, the level was removed. There are two encodings:
 *
 * | encoding | price | quantity |
 * |---|---|---|
 * | steps | distance from the price before, in price steps, away from the mid price: `a` to `z` are 1 to 26, `A` to `Z` are 0 to −25, `:123:` is any other | in quantity steps: `250` |
 * | exact | exact decimal, followed by `:` | exact decimal, followed by `,` |
 *
 * In steps, the first price of a side counts from the side's best price before, or from 0 if the side was empty. A side
 * that begins with `!` is listed whole, because that is shorter. The reader truncates each side to the number of
 * levels that the file states, so levels that are pushed out are not listed. Pure functions.
 */
import { type Decimal, formatDecimal, tryParseDecimal, ZERO } from './decimal.ts';
import type { BookLevel, OrderBook } from './order-book.ts';
import { RecordingFault } from './recording.ts';

/** Price step and quantity step, in which a book's values are counted. */
export type BookSteps = { readonly tickSize: Decimal; readonly lotSize: Decimal };

type Levels = readonly BookLevel[];

/** Sign that makes prices ascend from the best one: −1 for bids. */
type Direction = 1 | -1;
const BIDS: Direction = -1;
const ASKS: Direction = 1;

/** A book without levels, which is the base of the first book in a file. */
export const EMPTY_BOOK: OrderBook = { bids: [], asks: [] };

/** Returns the book with at most `levels` levels per side. */
export function truncatedBook(book: OrderBook, levels: number): OrderBook {
	const { bids, asks } = book;
	if (bids.length <= levels && asks.length <= levels) return book;
	return { bids: bids.slice(0, levels), asks: asks.slice(0, levels) };
}

/**
 * Encodes the levels that changed between two books of at most `levels` levels per side, in steps if every changed
 * value is a multiple of its step. Returns undefined if nothing changed.
 */
export function changedBook(
	before: OrderBook,
	after: OrderBook,
	levels: number,
	steps: BookSteps,
): { readonly text: string; readonly isExact: boolean } | undefined {
	const bids = changedLevels(before.bids, after.bids, levels, BIDS);
	const asks = changedLevels(before.asks, after.asks, levels, ASKS);
	if (bids.length + asks.length === 0) return undefined;
	const bidText = shorterText(before.bids, after.bids, bids, BIDS, steps);
	const askText = bidText === undefined ? undefined : shorterText(before.asks, after.asks, asks, ASKS, steps);
	if (askText !== undefined) return { text: `${bidText}|${askText}`, isExact: false };
	return { text: `${exactText(bids)}|${exactText(asks)}`, isExact: true };
}

/**
 * Returns the book after the encoded changes.
 * @throws RecordingFault if the text is not such an encoding
 */
export function applyBook(
	before: OrderBook,
	text: string,
	levels: number,
	{ isExact, steps }: { readonly isExact: boolean; readonly steps: BookSteps },
): OrderBook {
	const at = text.indexOf('|');
	if (at < 0) throw new RecordingFault('The line has one side of a book instead of two.');
	const side = (known: Levels, changes: string, direction: Direction): Levels => {
		if (isExact) return merged(known, readExact(changes), levels, direction);
		if (changes.startsWith(WHOLE)) return readSteps(known[0], changes.slice(1), direction, steps);
		return merged(known, readSteps(known[0], changes, direction, steps), levels, direction);
	};
	return {
		bids: side(before.bids, text.slice(0, at), BIDS),
		asks: side(before.asks, text.slice(at + 1), ASKS),
	};
}

/** Returns new and changed levels, and removed levels with quantity 0. Levels that are pushed out are not listed. */
function changedLevels(before: Levels, after: Levels, levels: number, direction: Direction): Levels {
	if (before === after) return [];
	const changes: BookLevel[] = [];
	let old = 0;
	for (const level of after) {
		let known = before[old];
		while (known !== undefined && isBetter(known, level, direction)) {
			changes.push([known[0], ZERO]);
			old += 1;
			known = before[old];
		}
		if (known === undefined || known[0] !== level[0]) changes.push(level);
		else {
			if (known[1] !== level[1]) changes.push(level);
			old += 1;
		}
	}
	if (after.length < levels) for (; old < before.length; old += 1) changes.push([priceAt(before, old), ZERO]);
	return changes;
}

function priceAt(levels: Levels, index: number): Decimal {
	return (levels[index] as BookLevel)[0];
}

function isBetter([a]: BookLevel, [b]: BookLevel, direction: Direction): boolean {
	return direction === ASKS ? a < b : a > b;
}

/** Mark of a side that is listed whole. */
const WHOLE = '!';

/** Encodes the changes of a side, or the whole side if that is shorter; undefined if not all are multiples of steps. */
function shorterText(
	before: Levels,
	after: Levels,
	changes: Levels,
	direction: Direction,
	steps: BookSteps,
): string | undefined {
	const text = stepText(before[0], changes, direction, steps);
	if (text === undefined || changes.length <= after.length || after.length === 0) return text;
	const whole = stepText(before[0], after, direction, steps);
	return whole !== undefined && whole.length + 1 < text.length ? WHOLE + whole : text;
}

/** Encodes changes in steps; undefined if a value is not a multiple of its step, or two prices are too far apart. */
function stepText(
	best: BookLevel | undefined,
	changes: Levels,
	direction: Direction,
	{ tickSize, lotSize }: BookSteps,
): string | undefined {
	if (changes.length === 0) return '';
	let from = best === undefined ? 0n : stepsOf(best[0], tickSize);
	if (from === undefined) return undefined;
	let text = '';
	for (const [price, quantity] of changes) {
		const ticks = stepsOf(price, tickSize);
		const lots = stepsOf(quantity, lotSize);
		if (ticks === undefined || lots === undefined) return undefined;
		const gap = gapText(direction === ASKS ? ticks - from : from - ticks);
		if (gap === undefined) return undefined;
		text += gap;
		if (lots !== 0n) text += String(lots);
		from = ticks;
	}
	return text;
}

function stepsOf(value: Decimal, step: Decimal): bigint | undefined {
	return step > 0n && value % step === 0n ? value / step : undefined;
}

const LETTERS = 26;
const LOWER_A = 97;
const UPPER_A = 65;

/** Returns undefined for a distance that a reader cannot hold exactly. */
function gapText(gap: bigint): string | undefined {
	if (gap >= 1n && gap <= LETTERS) return String.fromCharCode(LOWER_A - 1 + Number(gap));
	if (gap <= 0n && gap > -LETTERS) return String.fromCharCode(UPPER_A - Number(gap));
	return Number.isSafeInteger(Number(gap)) ? `:${gap}:` : undefined;
}

function exactText(changes: Levels): string {
	return changes
		.map(([price, quantity]) => `${formatDecimal(price)}:${quantity === ZERO ? '' : formatDecimal(quantity)}`)
		.join(',');
}

const COLON = 58;
const ZERO_CODE = 48;
/** Every whole number with up to this many digits is exact as a double. */
const DIGITS_MAX = 15;

/** Reads levels in steps. A scan by characters takes a third of the time of an expression. */
function readSteps(
	best: BookLevel | undefined,
	text: string,
	direction: Direction,
	{ tickSize, lotSize }: BookSteps,
): Levels {
	const levels: BookLevel[] = [];
	const away = direction === ASKS ? tickSize : -tickSize;
	let price: bigint = best?.[0] ?? 0n;
	let at = 0;
	while (at < text.length) {
		const code = text.charCodeAt(at);
		let gap = gapOf(code);
		if (gap !== undefined) at += 1;
		else {
			const end = code === COLON ? text.indexOf(':', at + 1) : -1;
			gap = end < 0 ? Number.NaN : Number(text.slice(at + 1, end));
			if (!Number.isSafeInteger(gap))
				throw new RecordingFault(`The levels ${JSON.stringify(text.slice(at))} cannot be read.`);
			at = end + 1;
		}
		price += BigInt(gap) * away;
		const from = at;
		let lots = 0;
		while (at < text.length) {
			const digit = text.charCodeAt(at) - ZERO_CODE;
			if (!(digit >= 0 && digit <= 9)) break;
			lots = 10 * lots + digit;
			at += 1;
		}
		const exactLots = at - from > DIGITS_MAX ? BigInt(text.slice(from, at)) : BigInt(lots);
		levels.push([price as Decimal, (exactLots * lotSize) as Decimal]);
	}
	return levels;
}

/** Returns the distance that a letter stands for; undefined for another character. */
function gapOf(code: number): number | undefined {
	if (code >= LOWER_A && code < LOWER_A + LETTERS) return code - LOWER_A + 1;
	return code >= UPPER_A && code < UPPER_A + LETTERS ? UPPER_A - code : undefined;
}

function readExact(text: string): Levels {
	if (text === '') return [];
	return text.split(',').map((level): BookLevel => {
		const at = level.indexOf(':');
		const price = tryParseDecimal(level.slice(0, at));
		const quantity = at === level.length - 1 ? ZERO : tryParseDecimal(level.slice(at + 1));
		if (at < 1 || price === undefined || quantity === undefined)
			throw new RecordingFault(`The level ${JSON.stringify(level)} cannot be read.`);
		return [price, quantity];
	});
}

/** Returns the levels after the changes, best first, at most `limit`. */
function merged(before: Levels, changes: Levels, limit: number, direction: Direction): Levels {
	if (changes.length === 0) return before;
	const levels: BookLevel[] = [];
	let old = 0;
	for (const change of changes) {
		let known = before[old];
		while (known !== undefined && isBetter(known, change, direction)) {
			levels.push(known);
			old += 1;
			known = before[old];
		}
		if (known?.[0] === change[0]) old += 1;
		if (change[1] !== ZERO) levels.push(change);
	}
	for (; old < before.length && levels.length < limit; old += 1) levels.push(before[old] as BookLevel);
	return levels.length > limit ? levels.slice(0, limit) : levels;
}
