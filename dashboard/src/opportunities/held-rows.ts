/** What of the live pages is shown: as they are, in the order in which they stood, or as they all stood. Pure. */
import type { ChannelState } from '../../../client/methods.ts';

export type Opportunity = ChannelState<'opportunities'>['data'][number];

/** A record and when it came, milliseconds of the service's clock. */
export type ListedRow = { readonly record: Opportunity; readonly receivedAt: number };
export type Pages = ReadonlyMap<number, readonly ListedRow[]>;

/**
 * `none`: all is live. `order`: each row stays where it is while its figures go on. `all`: nothing changes.
 */
export type Hold = 'none' | 'order' | 'all';

export type ShownRows = {
	readonly pages: Pages;
	/** Places at which another row would stand by now. */
	readonly movedCount: number;
	/** Rows that are shown and are on none of the live pages any more: their figures do not go on. */
	readonly gone: ReadonlySet<string>;
};

export const NOTHING_SHOWN: ShownRows = { pages: new Map(), movedCount: 0, gone: new Set() };

/** @param before what was shown until now, of the same list */
export function shownRows(before: ShownRows, live: Pages, hold: Hold): ShownRows {
	if (hold === 'none') return { pages: live, movedCount: 0, gone: new Set() };
	const latest = new Map([...live.values()].flat().map((row) => [row.record.opportunity_id, row]));
	const gone = new Set<string>();
	let movedCount = 0;
	const pages = new Map<number, readonly ListedRow[]>();
	for (const [page, rows] of live) {
		const known = before.pages.get(page) ?? [];
		// A page that was not whole when it was held may have become longer.
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
