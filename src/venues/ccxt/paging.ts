/** Pages of a history from the newest backward, where a venue answers at most so many rows of a time range. */
import type { SettledRate } from '../../domain/funding.ts';
import { BodyError } from './fields.ts';

/** Requests of one history, whatever the range. */
const PAGES_MAX = 15;

/** Rows with from ≤ settledAt ≤ to, newest first, each once. */
export async function pagesBackward(
	from: number,
	to: number,
	rowsMax: number,
	read: (from: number, to: number) => Promise<readonly SettledRate[]>,
): Promise<readonly SettledRate[]> {
	const rows = new Map<number, SettledRate>();
	let end = to;
	for (let page = 0; page < PAGES_MAX && end >= from; page += 1) {
		const answer = await read(from, end);
		for (const row of answer) if (row.settledAt >= from && row.settledAt <= to) rows.set(row.settledAt, row);
		if (answer.length < rowsMax) break;
		end = Math.min(...answer.map((row) => row.settledAt)) - 1;
	}
	return [...rows.values()].sort((a, b) => b.settledAt - a.settledAt);
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
