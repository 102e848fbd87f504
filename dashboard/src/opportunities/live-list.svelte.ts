/** The list as it is shown: the pages in view, each subscribed to, held still while somebody reads. */
import type { RpcError, TransportError } from '../../../client/errors.ts';
import { currentTerms } from '../frame/terms.svelte.ts';
import { after } from '../live/clock.svelte.ts';
import { liveFeed } from '../live/feed.svelte.ts';
import type { Service } from '../live/service.svelte.ts';
import { type Hold, type ListedRow, NOTHING_SHOWN, type Pages, shownRows } from './held-rows.ts';
import { type ListWish, listParams } from './list-wish.ts';
import { PAGE_ROWS, PAGES_MAX, pageOf } from './row-window.ts';

export type LiveList = {
	/** Rows on all pages; undefined before the first page is there. */
	readonly rowCount: number | undefined;
	/** @param index from 0; undefined while its page is not there */
	row(index: number): ListedRow | undefined;
	/** Where an opportunity stands among the pages that are there. */
	indexOf(opportunityId: string): number | undefined;
	/** The service does not list it here any more; it is shown because the rows are held. */
	isGone(opportunityId: string): boolean;
	/** Rows that would stand elsewhere by now. */
	readonly movedCount: number;
	/** Of the service's clock: when the last change came. */
	readonly receivedAt: number;
	/** What is shown is still of the terms before. */
	readonly isPending: boolean;
	readonly error: RpcError | TransportError | undefined;
};

/** Pages are asked for when the scrolling has rested for so long: those that only flew past are not. */
const REST_MS = 80;

/** Called while a component is made. @param ask undefined asks for nothing */
export function liveList(
	service: Service,
	{
		ask,
		pagesInView,
		hold,
		turn,
	}: {
		readonly ask: () => ListWish | undefined;
		readonly pagesInView: () => readonly number[];
		readonly hold: () => Hold;
		/** With another one what was held is let go once. */
		readonly turn: () => number;
	},
): LiveList {
	let asked = $state.raw<readonly number[]>([1]);
	const params = $derived.by(() => {
		const wish = ask();
		return wish === undefined ? undefined : listParams(wish);
	});
	const subject = $derived(JSON.stringify(params));
	const pageSubject = (page: number) => `${subject} ${page}`;

	$effect(() => {
		const pages = pagesInView();
		return after(REST_MS, () => {
			asked = pages;
		});
	});

	// Neighbouring pages never share a place, so a page that stays in view keeps its subscription.
	const feeds = Array.from({ length: PAGES_MAX }, (_, place) =>
		liveFeed(service, () => {
			const page = asked.find((candidate) => candidate % PAGES_MAX === place);
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
		// While one jumps to pages that are not there yet, the list is as long as it was.
		return counted?.subject === subject ? counted.rows : undefined;
	});

	let before = NOTHING_SHOWN;
	let beforeOf = '';
	const shown = $derived.by(() => {
		const of = `${turn()} ${subject}`;
		if (beforeOf !== of) before = NOTHING_SHOWN;
		beforeOf = of;
		// Figures of other terms than those that are set are replaced, whoever reads them.
		before = shownRows(before, live, isPending ? 'none' : hold());
		return before;
	});
	const places = $derived(
		new Map(
			[...shown.pages].flatMap(([page, rows]) =>
				rows.map(({ record }, at) => [record.opportunity_id, (page - 1) * PAGE_ROWS + at] as const),
			),
		),
	);

	return {
		get rowCount() {
			return rowCount;
		},
		row: (index) => shown.pages.get(pageOf(index))?.[index % PAGE_ROWS],
		indexOf: (opportunityId) => places.get(opportunityId),
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
