/** Pages of a history, where a venue answers at most so many rows of a time range. */
import type { SettledRate } from '../../domain/funding.ts';
import type { SettledRatesAnswer } from '../../ports/venue-market.ts';
import { BodyError, decimal, whole } from './fields.ts';

/** Requests of one history, whatever the range. */
const PAGES_MAX = 15;

/**
 * Rows with from ≤ settledAt ≤ to, newest first. `pagesBegin`: with which rows of a range the venue begins to answer.
 * @throws BodyError when there are more than so many pages, or a page cannot be read.
 */
export async function settledPages(
	from: number,
	to: number,
	{ pagesBegin, rowsMax }: { readonly pagesBegin: 'newest' | 'oldest'; readonly rowsMax: number },
	read: (from: number, to: number) => Promise<SettledRatesAnswer>,
): Promise<SettledRatesAnswer> {
	const rates = new Map<number, SettledRate>();
	const unusable: string[] = [];
	const isBackward = pagesBegin === 'newest';
	let [first, last] = [from, to];
	for (let page = 0; page < PAGES_MAX; page += 1) {
		const answer = await read(first, last);
		for (const row of answer.rates)
			if (row.settledAt >= from && row.settledAt <= to) rates.set(row.settledAt, row);
		unusable.push(...answer.unusable);
		const instants = answer.rates.map((row) => row.settledAt);
		// As far as the page goes on from where it begins.
		const end = isBackward ? Math.min(...instants) : Math.max(...instants);
		const isWhole = isBackward ? end <= from : end >= to;
		if (isWhole || answer.rates.length + answer.unusable.length < rowsMax)
			return { rates: [...rates.values()].sort((a, b) => b.settledAt - a.settledAt), unusable };
		// Without one usable row there is no instant to go on from; a page that does not go on would be asked for ever.
		if (isBackward ? end > last : end < first)
			throw new BodyError(`A page of settled rates from ${first} to ${last} had no usable row.`);
		if (isBackward) last = end - 1;
		else first = end + 1;
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
