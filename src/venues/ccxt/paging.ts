/** Pages of a history, where a venue answers at most so many rows of a time range. */
import type { SettledRate } from '../../domain/funding.ts';
import type { SettledRatesAnswer } from '../../ports/venue.ts';
import { BodyError, decimal, whole } from './fields.ts';

/** Requests of one history, whatever the range. */
const PAGES_MAX = 15;

/** Rows with from ≤ settledAt ≤ to. @throws BodyError when there are more than so many pages, or a page cannot be read. */
export async function pagesBackward(
	from: number,
	to: number,
	rowsMax: number,
	read: (from: number, to: number) => Promise<SettledRatesAnswer>,
): Promise<SettledRatesAnswer> {
	const rates = new Map<number, SettledRate>();
	const unusable: string[] = [];
	let end = to;
	for (let page = 0; page < PAGES_MAX; page += 1) {
		const answer = await read(from, end);
		for (const row of answer.rates)
			if (row.settledAt >= from && row.settledAt <= to) rates.set(row.settledAt, row);
		unusable.push(...answer.unusable);
		const oldest = Math.min(...answer.rates.map((row) => row.settledAt));
		const isLast = answer.rates.length + answer.unusable.length < rowsMax || oldest <= from;
		if (isLast) return { rates: [...rates.values()].sort((a, b) => b.settledAt - a.settledAt), unusable };
		// Without one usable row there is no instant to go on from; a page that does not go back would be asked for ever.
		if (oldest > end) throw new BodyError(`A page of settled rates before ${end} had no usable row.`);
		end = oldest - 1;
	}
	throw new BodyError(`The settled rates from ${from} to ${to} had more than ${PAGES_MAX} pages.`);
}

/** The same where a venue answers the oldest rows of a range first. */
export async function pagesForward(
	from: number,
	to: number,
	rowsMax: number,
	read: (from: number, to: number) => Promise<SettledRatesAnswer>,
): Promise<SettledRatesAnswer> {
	const rates = new Map<number, SettledRate>();
	const unusable: string[] = [];
	let start = from;
	for (let page = 0; page < PAGES_MAX; page += 1) {
		const answer = await read(start, to);
		for (const row of answer.rates)
			if (row.settledAt >= from && row.settledAt <= to) rates.set(row.settledAt, row);
		unusable.push(...answer.unusable);
		const newest = Math.max(...answer.rates.map((row) => row.settledAt));
		const isLast = answer.rates.length + answer.unusable.length < rowsMax || newest >= to;
		if (isLast) return { rates: [...rates.values()].sort((a, b) => b.settledAt - a.settledAt), unusable };
		if (newest < start) throw new BodyError(`A page of settled rates after ${start} had no usable row.`);
		start = newest + 1;
	}
	throw new BodyError(`The settled rates from ${from} to ${to} had more than ${PAGES_MAX} pages.`);
}

const SHOWN_CHARS_MAX = 200;

/** Rates of one page, whose members are named as the venue names them. @throws BodyError when there is no list. */
export function settledRows(list: unknown, rateName: string, timeName: string): SettledRatesAnswer {
	if (!Array.isArray(list)) throw new BodyError("The venue's answer has no list of settled rates.");
	const rates: SettledRate[] = [];
	const unusable: string[] = [];
	for (const row of list) {
		const rate = decimal(row, rateName);
		const settledAt = whole(row, timeName);
		if (rate === undefined || settledAt === undefined || settledAt <= 0)
			unusable.push(
				`A row had no usable ${rateName} and ${timeName}; was ${JSON.stringify(row).slice(0, SHOWN_CHARS_MAX)}.`,
			);
		else rates.push({ rate, settledAt });
	}
	return { rates, unusable };
}

/** A range of a history that has more rows than one read pages through. */
export const TOO_MANY = Symbol('too many rows');

/** Below this a range is not halved any more, milliseconds. */
const PART_MS_MIN = 1_000;

/**
 * Every row of from…to: the range is halved until each part fits into one read. Rows that were left out in silence would
 * be money that nobody explains.
 * @throws BodyError when a second has more rows than a read.
 */
export async function readInParts<Row>(
	from: number,
	to: number,
	read: (from: number, to: number) => Promise<readonly Row[] | typeof TOO_MANY>,
): Promise<readonly Row[]> {
	const rows = await read(from, to);
	if (rows !== TOO_MANY) return rows;
	if (to - from < PART_MS_MIN)
		throw new BodyError(`There are more rows between ${from} and ${to} than one read takes.`);
	const middle = Math.floor((from + to) / 2);
	const earlier = await readInParts(from, middle, read);
	return [...earlier, ...(await readInParts(middle + 1, to, read))];
}

/** Parts of from…to that are at most `partMsMax` long, oldest first. */
export function* partsOf(from: number, to: number, partMsMax: number): Generator<readonly [number, number]> {
	for (let start = from; start <= to; start += partMsMax) yield [start, Math.min(to, start + partMsMax - 1)];
}
