/**
 * Reads settled rates through ccxt's unified history. Exchanges page differently: they return a range's newest rows,
 * its oldest rows, or always the same newest rows. We therefore narrow the range from both ends until a request
 * returns nothing new.
 */
import type { SettledRate } from '../../domain/funding.ts';
import type { SettledRatesAnswer } from '../../ports/venue-market.ts';
import { BodyError, isBody, whole } from '../shared/fields.ts';
import { BODY_TEXT, settledRowNotUsable, tooManyPages } from '../shared/text.ts';
import { figure } from './unified-exchange.ts';

/** Requests the rows in a range, Unix milliseconds. */
export type ReadPage = (from: number, to: number) => Promise<unknown>;

/** Maximum requests for one range. With 100 rows per page this exceeds any range that callers request. */
const PAGES_MAX = 40;
/**
 * Minimum funding interval at any exchange, milliseconds. A shorter remainder of the range cannot contain another
 * settlement.
 */
const INTERVAL_MS_MIN = 30 * 60_000;
const SHOWN_CHARS_MAX = 200;

/**
 * Returns the rows with from ≤ settledAt ≤ to, newest first. @throws BodyError if a page is not a list, or there are
 * too many pages
 */
export async function settledPages(from: number, to: number, read: ReadPage): Promise<SettledRatesAnswer> {
	const rates = new Map<number, SettledRate>();
	const unusable = new Set<string>();
	let pages = 0;
	/** Reads one page; returns true if the page had a new row. */
	async function page(start: number, end: number): Promise<boolean> {
		pages += 1;
		if (pages > PAGES_MAX) throw new BodyError(tooManyPages(from, to, PAGES_MAX));
		const before = rates.size;
		for (const row of rowsOf(await read(start, end))) {
			if (typeof row === 'string') unusable.add(row);
			else if (row.settledAt >= from && row.settledAt <= to) rates.set(row.settledAt, row);
		}
		return rates.size > before;
	}
	let found = await page(from, to);
	while (found && oldestOf(rates) - from >= INTERVAL_MS_MIN) found = await page(from, oldestOf(rates) - 1);
	found = rates.size > 0;
	while (found && to - newestOf(rates) >= INTERVAL_MS_MIN) found = await page(newestOf(rates) + 1, to);
	return {
		rates: [...rates.values()].sort((a, b) => b.settledAt - a.settledAt),
		unusable: [...unusable],
	};
}

function oldestOf(rates: ReadonlyMap<number, SettledRate>): number {
	return Math.min(...rates.keys());
}

function newestOf(rates: ReadonlyMap<number, SettledRate>): number {
	return Math.max(...rates.keys());
}

/** Parses the rates on a page; an unusable row becomes a message. @throws BodyError if the response is not a list */
export function rowsOf(answer: unknown): readonly (SettledRate | string)[] {
	if (!Array.isArray(answer)) throw new BodyError(BODY_TEXT.noList({ what: 'settled rates' }));
	return answer.map((row: unknown) => {
		const rate = figure(row, 'fundingRate');
		const settledAt = whole(row, 'timestamp');
		if (rate !== undefined && settledAt !== undefined && settledAt > 0) return { rate, settledAt };
		const was = JSON.stringify(isBody(row) ? (row.info ?? row) : (row ?? null)).slice(0, SHOWN_CHARS_MAX);
		return settledRowNotUsable('rate and time', was);
	});
}
