/**
 * Computes which rows of a long list are in view, their positions, and the service's pages that contain them. Pure
 * functions.
 */

/** Rows per subscribed page. */
export const PAGE_ROWS = 30;
/** Maximum number of pages subscribed to at the same time. */
export const PAGES_MAX = 3;
/** Extra rows rendered above and below the view, so that a little scrolling shows no gap. */
const SPARE_ROWS = 6;

export type Measures = {
	/** Height of a row that is not expanded, pixels. */
	readonly rowPx: number;
	readonly rowCount: number;
	/** Index of the expanded row, from 0, and its additional height in pixels. */
	readonly unfolded: { readonly index: number; readonly px: number } | undefined;
};

/** A span of `count` rows, starting at row `from`. */
export type RowSpan = { readonly from: number; readonly count: number };

/**
 * Returns the distance in pixels from the top of the list to a row. @param index index of the row; for the row count,
 * the distance is that to the end of the list
 */
export function topOf(index: number, { rowPx, unfolded }: Measures): number {
	return index * rowPx + (unfolded !== undefined && index > unfolded.index ? unfolded.px : 0);
}

/** Returns the row at a distance from the top of the list. @param px distance; clamped to the list */
export function rowAt(px: number, measures: Measures): number {
	const { rowPx, rowCount, unfolded } = measures;
	const index = Math.floor(px / rowPx);
	// A position within the detail of the expanded row belongs to that row.
	const found =
		unfolded === undefined || index <= unfolded.index
			? index
			: Math.max(unfolded.index, Math.floor((px - unfolded.px) / rowPx));
	return Math.max(0, Math.min(rowCount - 1, found));
}

/** @param viewPx height of the visible area, pixels */
export function rowsInView(scrollPx: number, viewPx: number, measures: Measures): RowSpan {
	if (measures.rowCount === 0) return { from: 0, count: 0 };
	const first = rowAt(scrollPx, measures);
	const last = rowAt(scrollPx + Math.max(0, viewPx - 1), measures);
	return { from: first, count: last - first + 1 };
}

/** Returns the rows to render: those in view and some more, within the limit on subscribed pages. */
export function rowsDrawn({ from, count }: RowSpan, rowCount: number): RowSpan {
	const end = Math.min(rowCount, from + count + SPARE_ROWS);
	const early = Math.max(0, from - SPARE_ROWS);
	const first = pageOf(end - 1) - pageOf(early) < PAGES_MAX ? early : from;
	const reach = (pageOf(first) - 1 + PAGES_MAX) * PAGE_ROWS;
	return { from: first, count: Math.max(0, Math.min(end, reach) - first) };
}

/** Returns the page of a row. Pages count from 1, as in the service. */
export function pageOf(index: number): number {
	return Math.floor(index / PAGE_ROWS) + 1;
}

/**
 * Returns the pages that contain these rows. An empty list also has page 1, because the response for a page includes
 * the number of rows.
 */
export function pagesOf({ from, count }: RowSpan): readonly number[] {
	const [first, last] = [pageOf(from), pageOf(from + Math.max(0, count - 1))];
	return Array.from({ length: Math.min(PAGES_MAX, last - first + 1) }, (_, at) => first + at);
}

/**
 * Returns the scroll position in pixels that shows a row entirely. The position stays the same if the whole row is
 * already in view.
 */
export function scrollTo(index: number, scrollPx: number, viewPx: number, measures: Measures): number {
	const [top, end] = [topOf(index, measures), topOf(index, measures) + measures.rowPx];
	if (top < scrollPx) return top;
	return end > scrollPx + viewPx ? end - viewPx : scrollPx;
}

/** Returns the row to which a key moves; undefined for other keys. @param viewRows number of rows entirely in view */
export function rowByKey(key: string, index: number, viewRows: number, rowCount: number): number | undefined {
	const step = Math.max(1, viewRows - 1);
	const to = { ArrowDown: index + 1, ArrowUp: index - 1, PageDown: index + step, PageUp: index - step }[key];
	if (key === 'Home') return 0;
	if (key === 'End') return Math.max(0, rowCount - 1);
	return to === undefined ? undefined : Math.max(0, Math.min(rowCount - 1, to));
}
