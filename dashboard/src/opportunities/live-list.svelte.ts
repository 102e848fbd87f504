/** Provides the shown list: subscribes to the pages in view, and keeps rows in place while the visitor is reading. */
import type { RpcError, TransportError } from '../../../client/errors.ts';
import { currentTerms } from '../frame/terms.svelte.ts';
import { after } from '../live/clock.svelte.ts';
import { liveFeed } from '../live/feed.svelte.ts';
import type { Service } from '../live/service.svelte.ts';
import { type Hold, type ListedRow, NOTHING_SHOWN, type Pages, shownRows } from './held-rows.ts';
import { type ListQuery, listParams } from './list-query.ts';
import { PAGE_ROWS, PAGES_MAX, pageOf } from './row-window.ts';

export type LiveList = {
	/** Number of rows on all pages; undefined until the first page arrives. */
	readonly rowCount: number | undefined;
	/** @param index index of the row, from 0. @returns undefined until the row's page arrives */
	row(index: number): ListedRow | undefined;
	/** Returns an opportunity's index; undefined if no loaded page contains it. */
	indexOf(opportunityId: string): number | undefined;
	/** Returns the number of further opportunities of a coin, in a list by coin; 0 if it is unknown. */
	othersOf(coin: string): number;
	/** True if the opportunity has left the live pages and is shown only because rows are held in place. */
	isGone(opportunityId: string): boolean;
	/** Number of rows that have a different place in the live sort order. */
	readonly movedCount: number;
	/** Service time at which the newest state of the shown pages arrived, milliseconds. */
	readonly receivedAt: number;
	/** True while the shown figures belong to the previous terms. */
	readonly isPending: boolean;
	readonly error: RpcError | TransportError | undefined;
};

/** Pause after scrolling before pages are loaded, milliseconds, so that pages scrolled past are not loaded. */
const SCROLL_PAUSE_MS = 80;

/** Creates the list. Call it while a component initializes. @param ask returns undefined to subscribe to nothing */
export function liveList(
	service: Service,
	{
		ask,
		pagesInView,
		hold,
		resorts,
	}: {
		readonly ask: () => ListQuery | undefined;
		readonly pagesInView: () => readonly number[];
		readonly hold: () => Hold;
		/** Returns the number of re-sorts so far. A new number releases the held rows once. */
		readonly resorts: () => number;
	},
): LiveList {
	let asked = $state.raw<readonly number[]>([1]);
	const params = $derived.by(() => {
		const query = ask();
		return query === undefined ? undefined : listParams(query);
	});
	const subject = $derived(JSON.stringify(params));
	const pageSubject = (page: number) => `${subject} ${page}`;

	$effect(() => {
		const pages = pagesInView();
		return after(SCROLL_PAUSE_MS, () => {
			asked = pages;
		});
	});

	// Each feed serves every third page (`PAGES_MAX`). Neighbouring pages therefore use different feeds, and a page
	// that stays in view keeps its subscription.
	const feeds = Array.from({ length: PAGES_MAX }, (_, feedIndex) =>
		liveFeed(service, () => {
			const page = asked.find((candidate) => candidate % PAGES_MAX === feedIndex);
			if (page === undefined || params === undefined) return undefined;
			return {
				channel: 'opportunities',
				params: { ...params, ...currentTerms(), page, limit: PAGE_ROWS },
				subject: pageSubject(page),
			};
		}),
	);
	const current = $derived(
		feeds.flatMap((feed) => {
			const { state } = feed;
			if (state === undefined || feed.subject !== pageSubject(state.pagination.current_page)) return [];
			return [{ feed, state }];
		}),
	);
	const live: Pages = $derived(
		new Map(
			current.map(({ feed, state: { data, pagination } }) => [
				pagination.current_page,
				data.map((record) => ({ record, receivedAt: feed.rowReceivedAt(record) })),
			]),
		),
	);
	const isPending = $derived(current.some(({ feed }) => feed.isPending));

	let counted: { readonly subject: string; readonly rows: number } | undefined;
	const rowCount = $derived.by(() => {
		const [newest] = current.toSorted((a, b) => b.feed.receivedAt - a.feed.receivedAt);
		if (newest !== undefined) counted = { subject, rows: newest.state.pagination.total_count };
		// After a jump to pages that are still loading, the list keeps its length.
		return counted?.subject === subject ? counted.rows : undefined;
	});

	let before = NOTHING_SHOWN;
	let beforeKey = '';
	const shown = $derived.by(() => {
		const key = `${resorts()} ${subject}`;
		if (beforeKey !== key) before = NOTHING_SHOWN;
		beforeKey = key;
		// New terms replace the figures even while the visitor is reading.
		before = shownRows(before, live, isPending ? 'none' : hold());
		return before;
	});
	const indexes = $derived(
		new Map(
			[...shown.pages].flatMap(([page, rows]) =>
				rows.map(({ record }, at) => [record.opportunity_id, (page - 1) * PAGE_ROWS + at] as const),
			),
		),
	);

	const coinCounts = $derived(
		new Map(
			current.flatMap(({ state: { groups = [] } }) =>
				groups.map(({ coin, count }) => [coin, count] as const),
			),
		),
	);

	return {
		get rowCount() {
			return rowCount;
		},
		row: (index) => shown.pages.get(pageOf(index))?.[index % PAGE_ROWS],
		indexOf: (opportunityId) => indexes.get(opportunityId),
		othersOf: (coin) => (coinCounts.get(coin) ?? 1) - 1,
		isGone: (opportunityId) => shown.gone.has(opportunityId),
		get movedCount() {
			return shown.movedCount;
		},
		get receivedAt() {
			return Math.max(0, ...current.map(({ feed }) => feed.receivedAt));
		},
		get isPending() {
			return isPending;
		},
		get error() {
			return feeds.find(({ error }) => error !== undefined)?.error;
		},
	};
}
