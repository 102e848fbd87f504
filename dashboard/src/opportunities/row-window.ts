/** Which rows of a long list are in view, where they stand, and which pages of the service they come from. Pure. */

/** Rows of one page that is subscribed to. */
export const PAGE_ROWS = 30;
/** Pages that are subscribed to at a time. */
export const PAGES_MAX = 3;
/** Rows that are drawn above and below those in view, so that scrolling a little shows no gap. */
const SPARE_ROWS = 6;

export type Measures = {
	/** All rows have this height, pixels. */
	readonly rowPx: number;
	readonly rowCount: number;
	/** The row that is unfolded, from 0, and by how much it is higher, pixels. */
	readonly unfolded: { readonly index: number; readonly px: number } | undefined;
};

/** From this row on, and so many. */
export type RowSpan = { readonly from: number; readonly count: number };

/** Pixels from the top of the first row. @param index may be the count: the end of the list */
export function topOf(index: number, { rowPx, unfolded }: Measures): number {
	return index * rowPx + (unfolded !== undefined && index > unfolded.index ? unfolded.px : 0);
}

/** The row at so many pixels from the top, inside the list. */
export function rowAt(px: number, measures: Measures): number {
	const { rowPx, rowCount, unfolded } = measures;
	const index = Math.floor(px / rowPx);
	// What is above the end of the unfolded row belongs to it, also where a plain row would have ended.
	const found =
		unfolded === undefined || index <= unfolded.index
			? index
			: Math.max(unfolded.index, Math.floor((px - unfolded.px) / rowPx));
	return Math.max(0, Math.min(rowCount - 1, found));
}

/** @param viewPx height of the place that shows rows. */
export function rowsInView(scrollPx: number, viewPx: number, measures: Measures): RowSpan {
	if (measures.rowCount === 0) return { from: 0, count: 0 };
	const first = rowAt(scrollPx, measures);
	const last = rowAt(scrollPx + Math.max(0, viewPx - 1), measures);
	return { from: first, count: last - first + 1 };
}

/** What is drawn: the rows in view and some more, as far as the pages that may be had reach. */
export function rowsDrawn({ from, count }: RowSpan, rowCount: number): RowSpan {
	const end = Math.min(rowCount, from + count + SPARE_ROWS);
	const early = Math.max(0, from - SPARE_ROWS);
	const first = pageOf(end - 1) - pageOf(early) < PAGES_MAX ? early : from;
	const reach = (pageOf(first) - 1 + PAGES_MAX) * PAGE_ROWS;
	return { from: first, count: Math.max(0, Math.min(end, reach) - first) };
}

/** Counted from 1, as the service does. */
export function pageOf(index: number): number {
	return Math.floor(index / PAGE_ROWS) + 1;
}

/** At least the first: it says how many rows there are. */
export function pagesOf({ from, count }: RowSpan): readonly number[] {
	const [first, last] = [pageOf(from), pageOf(from + Math.max(0, count - 1))];
	return Array.from({ length: Math.min(PAGES_MAX, last - first + 1) }, (_, at) => first + at);
}

/** How far to scroll so that a row is wholly in view, pixels; as it is where it is already. */
export function scrollTo(index: number, scrollPx: number, viewPx: number, measures: Measures): number {
	const [top, end] = [topOf(index, measures), topOf(index, measures) + measures.rowPx];
	if (top < scrollPx) return top;
	return end > scrollPx + viewPx ? end - viewPx : scrollPx;
}

/** Where a key leads from a row; undefined for a key that leads nowhere. @param viewRows rows that are wholly in view */
export function rowByKey(key: string, index: number, viewRows: number, rowCount: number): number | undefined {
	const step = Math.max(1, viewRows - 1);
	const to = { ArrowDown: index + 1, ArrowUp: index - 1, PageDown: index + step, PageUp: index - step }[key];
	if (key === 'Home') return 0;
	if (key === 'End') return Math.max(0, rowCount - 1);
	return to === undefined ? undefined : Math.max(0, Math.min(rowCount - 1, to));
}
