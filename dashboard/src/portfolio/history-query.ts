/** Order and filters of the closed positions, and the words for how they ended. Pure functions. */
import type { MethodParams } from '../../../client/methods.ts';
import type { Said } from '../language/said.svelte.ts';
import type { Entry } from './entry.ts';
import { HISTORY } from './text.ts';

/** A column by which the service sorts ended executions. */
export type HistorySort = NonNullable<MethodParams<'portfolio_live'>['sort']>;

/** Filters as chosen; an empty string lets everything through. Dates are UTC days, both inclusive. */
export type HistoryFilter = {
	readonly coin: string;
	readonly long: string;
	readonly short: string;
	readonly outcome: '' | 'profit' | 'loss' | 'failed';
	readonly from: string;
	readonly to: string;
};

export const NO_FILTER: HistoryFilter = { coin: '', long: '', short: '', outcome: '', from: '', to: '' };

/** Columns of the table in order. `held` begins with the shortest. */
export const HISTORY_COLUMNS = [
	{ key: 'symbol', isText: true },
	{ key: 'status', isText: true },
	{ key: 'closed_at', isText: true },
	{ key: 'held', isText: false },
	{ key: 'filled_amount', isText: false },
	{ key: 'price_pnl', isText: false },
	{ key: 'funding_pnl', isText: false },
	{ key: 'fee_cost', isText: false },
	{ key: 'slippage_cost', isText: false },
	{ key: 'total_pnl', isText: false },
	{ key: 'total_pnl_pct', isText: false },
] as const satisfies readonly { key: HistorySort; isText: boolean }[];

export type HistoryOrder = { readonly sort: HistorySort; readonly order: 'asc' | 'desc' };

export const NEWEST: HistoryOrder = { sort: 'created_at', order: 'desc' };
const DAY_MS = 86_400_000;

/** Returns the order after a click on a column heading: descending, then ascending, then the newest first. */
export function nextOrder(present: HistoryOrder, sort: HistorySort): HistoryOrder {
	const isText = HISTORY_COLUMNS.some(
		(column) => column.key === sort && column.isText && sort !== 'closed_at',
	);
	const [first, second] = isText ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
	if (present.sort !== sort) return { sort, order: first };
	return present.order === first ? { sort, order: second } : NEWEST;
}

/**
 * Returns why the dates are impossible; undefined if they are possible. The service refuses a period that ends
 * before it begins.
 */
export function periodFault({ from, to }: HistoryFilter): string | undefined {
	return from !== '' && to !== '' && from > to ? HISTORY.periodFault : undefined;
}

/** Returns the parameters of `portfolio_live` for one page. */
export function historyParams(
	filter: HistoryFilter,
	{ sort, order }: HistoryOrder,
	page: number,
	limit: number,
): MethodParams<'portfolio_live'> {
	const { coin, long, short, outcome, from, to } = filter;
	return {
		include_closed: true,
		page,
		limit,
		sort,
		// The page shows costs as negative figures.
		order: sort.endsWith('_cost') ? (order === 'asc' ? 'desc' : 'asc') : order,
		...(coin.trim() === '' ? {} : { symbol: coin.trim() }),
		...(long === '' ? {} : { long_exchange: long }),
		...(short === '' ? {} : { short_exchange: short }),
		...(outcome === '' ? {} : { outcome }),
		...(from === '' ? {} : { from }),
		// The service's end is exclusive.
		...(to === '' ? {} : { until: new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10) }),
	};
}

/**
 * Says how a position ended. The journal names the method of a close on request; a reader knows only the request.
 * @param say writes what the service says, in the reader's language
 */
export function endReason(
	{ execution }: Entry,
	say: (words: Said) => string = ({ message }) => message,
): string | null {
	const { status_reason: reason } = execution;
	if (reason === 'closed by close_execution') return HISTORY.onRequest;
	if (reason === 'part closed by close_execution') return HISTORY.partOnRequest;
	return reason === null ? null : say({ message: reason, sentence: execution.status_sentence });
}
