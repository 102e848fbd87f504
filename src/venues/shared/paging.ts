/** Reads histories page by page, at exchanges that limit the rows per response. */
import type { SettledRate } from '../../domain/funding.ts';
import type { SettledRatesAnswer } from '../../ports/venue-market.ts';
import { BodyError, decimal, whole } from './fields.ts';
import { BODY_TEXT, pageNotUsable, settledRowNotUsable, tooManyPages, tooManyRows } from './text.ts';

/** Maximum requests for one history of settled rates. */
const PAGES_MAX = 15;

/**
 * Returns the rows with from ≤ settledAt ≤ to, newest first. `pagesBegin` says which rows in a range the exchange
 * returns first.
 * @throws BodyError if there are too many pages, or a page is unusable
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
		// Time of the page's oldest row if pages begin with the newest rows, otherwise of its newest row.
		const end = isBackward ? Math.min(...instants) : Math.max(...instants);
		const isWhole = isBackward ? end <= from : end >= to;
		if (isWhole || answer.rates.length + answer.unusable.length < rowsMax)
			return { rates: [...rates.values()].sort((a, b) => b.settledAt - a.settledAt), unusable };
		// Without a usable row the next page has no start, so the same page would be requested forever.
		if (isBackward ? end > last : end < first) throw new BodyError(pageNotUsable(first, last));
		if (isBackward) last = end - 1;
		else first = end + 1;
	}
	throw new BodyError(tooManyPages(from, to, PAGES_MAX));
}

const SHOWN_CHARS_MAX = 200;

/**
 * Parses the rates on one page. `rateName` and `timeName` are the exchange's field names. @throws BodyError if the
 * value is not a list
 */
export function settledRows(list: unknown, rateName: string, timeName: string): SettledRatesAnswer {
	if (!Array.isArray(list)) throw new BodyError(BODY_TEXT.noList({ what: 'settled rates' }));
	const rates: SettledRate[] = [];
	const unusable: string[] = [];
	for (const row of list) {
		const rate = decimal(row, rateName);
		const settledAt = whole(row, timeName);
		if (rate === undefined || settledAt === undefined || settledAt <= 0)
			unusable.push(
				settledRowNotUsable(`${rateName} and ${timeName}`, JSON.stringify(row).slice(0, SHOWN_CHARS_MAX)),
			);
		else rates.push({ rate, settledAt });
	}
	return { rates, unusable };
}

/** Result of a read whose time range has more rows than the read can page through. */
export const TOO_MANY = Symbol('too many rows');

/** Minimum range that is still halved, milliseconds. */
const PART_MS_MIN = 1_000;

/**
 * Reads all rows from `from` to `to`. The range is halved until each part fits into one read, because rows that are
 * silently missing would leave money unexplained. @throws BodyError if one second has more rows than a read returns
 */
export async function readInParts<Row>(
	from: number,
	to: number,
	read: (from: number, to: number) => Promise<readonly Row[] | typeof TOO_MANY>,
): Promise<readonly Row[]> {
	const rows = await read(from, to);
	if (rows !== TOO_MANY) return rows;
	if (to - from < PART_MS_MIN) throw new BodyError(tooManyRows(from, to));
	const middle = Math.floor((from + to) / 2);
	const earlier = await readInParts(from, middle, read);
	return [...earlier, ...(await readInParts(middle + 1, to, read))];
}

/** Splits from…to into parts of at most `partMsMax`, oldest first. */
export function* partsOf(from: number, to: number, partMsMax: number): Generator<readonly [number, number]> {
	for (let start = from; start <= to; start += partMsMax) yield [start, Math.min(to, start + partMsMax - 1)];
}
