/**
 * Derives the shown rows from the live pages. It can freeze only the order of the rows, or the rows entirely. Pure
 * functions.
 */
import type { ChannelState } from '../../../client/methods.ts';

export type Opportunity = ChannelState<'opportunities'>['data'][number];

/** A record and the service time at which it arrived, milliseconds. */
export type ListedRow = { readonly record: Opportunity; readonly receivedAt: number };
export type Pages = ReadonlyMap<number, readonly ListedRow[]>;

/** `none`: everything is live. `order`: rows keep their position while their figures update. `all`: nothing changes. */
export type Hold = 'none' | 'order' | 'all';

export type ShownRows = {
	readonly pages: Pages;
	/** Number of positions that have a different row in the live sort order. */
	readonly movedCount: number;
	/** Ids of shown rows that are no longer on any live page, so their figures no longer update. */
	readonly gone: ReadonlySet<string>;
};

/** State before the first page arrives. */
export const NOTHING_SHOWN: ShownRows = { pages: new Map(), movedCount: 0, gone: new Set() };

/** @param before the rows shown so far, from the same list */
export function shownRows(before: ShownRows, live: Pages, hold: Hold): ShownRows {
	if (hold === 'none') return { pages: live, movedCount: 0, gone: new Set() };
	const latest = new Map([...live.values()].flat().map((row) => [row.record.opportunity_id, row]));
	const gone = new Set<string>();
	let movedCount = 0;
	const pages = new Map<number, readonly ListedRow[]>();
	for (const [page, rows] of live) {
		const known = before.pages.get(page) ?? [];
		// An incomplete page may have grown since its order was frozen.
		const kept = known.length < rows.length ? [...known, ...rows.slice(known.length)] : known;
		const held = kept.map((row) => {
			const { opportunity_id: id } = row.record;
			const now = latest.get(id);
			if (now === undefined) gone.add(id);
			return hold === 'all' ? row : (now ?? row);
		});
		movedCount += held.filter(
			({ record }, at) => record.opportunity_id !== rows[at]?.record.opportunity_id,
		).length;
		pages.set(page, held);
	}
	return { pages, movedCount, gone };
}
