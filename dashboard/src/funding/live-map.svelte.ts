/** Provides the rows of the map in view. The page requests only these rows, again every few seconds. */
import type { RpcError, TransportError } from '../../../client/errors.ts';
import type { MethodParams, MethodResult } from '../../../client/methods.ts';
import { liveAnswer } from '../live/answer.svelte.ts';
import { after } from '../live/clock.svelte.ts';
import type { Service } from '../live/service.svelte.ts';
import { PAGE_ROWS, PAGES_MAX, pageOf } from '../opportunities/row-window.ts';

export type MapRow = MethodResult<'funding_map'>['data'][number];
export type MapCell = MapRow['cells'][number];
export type MapExchange = MethodResult<'funding_map'>['exchanges'][number];

export type LiveMap = {
	/** Number of coins on all pages; undefined until the first page arrives. */
	readonly rowCount: number | undefined;
	/** Columns of the map; empty until the first page arrives. */
	readonly exchanges: readonly MapExchange[];
	/** @param index index of the row, from 0. @returns undefined until the row's page arrives */
	row(index: number): MapRow | undefined;
	/** Returns a coin's row; undefined if no loaded page contains it. */
	find(coin: string): MapRow | undefined;
	/** Service time at which the newest page arrived, milliseconds; 0 before the first one. */
	readonly receivedAt: number;
	readonly error: RpcError | TransportError | Error | undefined;
};

/** Pause between two requests for the same page, milliseconds. The service computes the map once a second. */
const REFRESH_MS = 3_000;
/** Pause after scrolling before pages are loaded, milliseconds, so that pages scrolled past are not loaded. */
const SCROLL_PAUSE_MS = 80;

/** Creates the map. Call it while a component initializes. @param ask returns undefined to request nothing */
export function liveMap(
	service: Service,
	{
		ask,
		pagesInView,
	}: {
		readonly ask: () => MethodParams<'funding_map'> | undefined;
		readonly pagesInView: () => readonly number[];
	},
): LiveMap {
	let asked = $state.raw<readonly number[]>([1]);
	const subject = $derived(JSON.stringify(ask()));

	$effect(() => {
		const pages = pagesInView();
		return after(SCROLL_PAUSE_MS, () => {
			asked = pages;
		});
	});

	// Each answer serves every third page (`PAGES_MAX`), so that a page that stays in view keeps its answer.
	const answers = Array.from({ length: PAGES_MAX }, (_, index) =>
		liveAnswer(service, () => {
			const params = ask();
			const page = asked.find((candidate) => candidate % PAGES_MAX === index);
			if (params === undefined || page === undefined) return undefined;
			return {
				method: 'funding_map',
				params: { ...params, page, limit: PAGE_ROWS },
				subject: `${page} ${JSON.stringify(params)}`,
				everyMs: REFRESH_MS,
			};
		}),
	);
	const results = $derived(
		answers
			.flatMap(({ result, receivedAt }) => (result === undefined ? [] : [{ result, receivedAt }]))
			.toSorted((a, b) => b.receivedAt - a.receivedAt),
	);
	const pages = $derived(
		new Map(results.map(({ result: { pagination, data } }) => [pagination.current_page, data])),
	);
	let counted: { readonly subject: string; readonly newest: MethodResult<'funding_map'> } | undefined;
	const newest = $derived.by(() => {
		const [first] = results;
		if (first !== undefined) counted = { subject, newest: first.result };
		// After a jump to pages that are still loading, the map keeps its length and columns.
		return counted?.subject === subject ? counted.newest : undefined;
	});

	return {
		get rowCount() {
			return newest?.pagination.total_count;
		},
		get exchanges() {
			return newest?.exchanges ?? [];
		},
		row: (index) => pages.get(pageOf(index))?.[index % PAGE_ROWS],
		find: (coin) => [...pages.values()].flat().find(({ base }) => base === coin),
		get receivedAt() {
			return results[0]?.receivedAt ?? 0;
		},
		get error() {
			return answers.find(({ error }) => error !== undefined)?.error;
		},
	};
}
