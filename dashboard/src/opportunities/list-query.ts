/**
 * Reads and writes the list's filters and sort order. They are part of the URL, so that people can bookmark and share
 * a list.
 */
import type { ChannelParams } from '../../../client/methods.ts';
import { typedFault, typedNumber } from '../figures/typed-number.ts';
import { text } from './text.ts';

type ListParams = NonNullable<ChannelParams<'opportunities'>>;
export type SortKey = NonNullable<ListParams['sortby']>;
export type Verdict = NonNullable<ListParams['verdict']>;

export type ListQuery = {
	readonly sort: SortKey;
	/** True to sort the worst first. Unknown values still come last. */
	readonly isWorstFirst: boolean;
	/** True to show only the first opportunity of each coin. */
	readonly isByCoin: boolean;
	/** Coins to show, such as the visitor's favourites; empty selects all coins. */
	readonly coins: readonly string[];
	/** Search text: any part of a symbol. If empty, all symbols are shown. */
	readonly q: string;
	/** Exchange pair to show; empty selects all pairs. */
	readonly pair: string;
	/** Verdict to show; undefined selects all verdicts. */
	readonly verdict: Verdict | undefined;
	readonly isTradableOnly: boolean;
	/**
	 * Capital that the visitor has, as typed: total USD for both legs. Pairs with a larger minimum size are hidden.
	 */
	readonly budget: string;
};

type Direction = 'ascending' | 'descending';

/** Sort keys, each with the direction that has the best value first. */
export const SORTS: readonly {
	readonly key: SortKey & keyof typeof text.sorts;
	readonly direction: Direction;
}[] = [
	{ key: 'net_apr', direction: 'descending' },
	{ key: 'spread', direction: 'descending' },
	{ key: 'apr', direction: 'descending' },
	{ key: 'break_even_hours', direction: 'ascending' },
	{ key: 'reversal_probability', direction: 'ascending' },
	{ key: 'max_amount', direction: 'descending' },
	{ key: 'min_amount', direction: 'ascending' },
	{ key: 'volume', direction: 'descending' },
	{ key: 'liquidity_score', direction: 'descending' },
	{ key: 'risk_score', direction: 'ascending' },
	{ key: 'next_funding_time', direction: 'ascending' },
	{ key: 'symbol', direction: 'ascending' },
];

const DEFAULT_SORT: SortKey = 'net_apr';
/** Maximum number of coins that the service accepts in one filter. */
export const COINS_MAX = 100;
/** Maximum length of a search text that the service accepts, characters. */
const Q_CHARS_MAX = 32;
const VERDICTS: readonly Verdict[] = ['trade', 'no_trade', 'unknown'];

/** Reads the list's query from a URL. Missing and invalid values get their default. */
export function readQuery(search: URLSearchParams): ListQuery {
	const sort = search.get('sort');
	const verdict = search.get('verdict');
	const coins = (search.get('coins') ?? '').split(',').filter((coin) => coin !== '');
	return {
		sort: SORTS.find(({ key }) => key === sort)?.key ?? DEFAULT_SORT,
		isWorstFirst: search.get('order') === 'worst',
		isByCoin: search.get('group') === 'coin',
		coins: [...new Set(coins)].slice(0, COINS_MAX),
		q: search.get('q') ?? '',
		pair: search.get('exchanges') ?? '',
		verdict: VERDICTS.find((known) => known === verdict),
		isTradableOnly: search.get('tradable') === 'yes',
		budget: search.get('budget') ?? '',
	};
}

/** Writes the list's query for a URL, with only the values that differ from their default. */
export function writeQuery(query: ListQuery): URLSearchParams {
	const { sort, isWorstFirst, isByCoin, coins, q, pair, verdict, isTradableOnly, budget } = query;
	const search = new URLSearchParams();
	if (sort !== DEFAULT_SORT) search.set('sort', sort);
	if (isWorstFirst) search.set('order', 'worst');
	if (isByCoin) search.set('group', 'coin');
	if (coins.length > 0) search.set('coins', coins.join(','));
	if (q !== '') search.set('q', q);
	if (pair !== '') search.set('exchanges', pair);
	if (verdict !== undefined) search.set('verdict', verdict);
	if (isTradableOnly) search.set('tradable', 'yes');
	if (budget !== '') search.set('budget', budget);
	return search;
}

/** Returns the filter and sort parameters for the service. The caller adds the page and the terms. */
export function listParams(query: ListQuery): ListParams {
	const { sort, isWorstFirst, isByCoin, coins, q, pair, verdict, isTradableOnly, budget } = query;
	const part = q.trim();
	const minimum = budgetFault(budget) === undefined ? typedNumber(budget).value : undefined;
	return {
		sortby: sort,
		tradable_only: isTradableOnly,
		...(isWorstFirst ? { order: 'worst_first' as const } : {}),
		...(isByCoin ? { group_by: 'coin' as const } : {}),
		...(coins.length === 0 ? {} : { coins }),
		...(part === '' ? {} : { q: part }),
		...(pair === '' ? {} : { exchangepair: pair }),
		...(verdict === undefined ? {} : { verdict }),
		...(minimum === undefined ? {} : { max_min_amount: minimum }),
	};
}

/** True if a filter may hide rows. */
export function hasFilter(query: ListQuery): boolean {
	const { coins, q, isTradableOnly } = query;
	return coins.length > 0 || isTradableOnly || q.trim() !== '' || hiddenFilterCount(query) > 0;
}

/** Returns the number of active filters that the line of controls does not show. */
export function hiddenFilterCount({ pair, verdict, budget }: ListQuery): number {
	return [pair !== '', verdict !== undefined, budget.trim() !== ''].filter(Boolean).length;
}

/** Returns the query without its filters. The sort order and the grouping stay. */
export function withoutFilters(query: ListQuery): ListQuery {
	return { ...query, coins: [], q: '', pair: '', verdict: undefined, isTradableOnly: false, budget: '' };
}

/** Returns the query after a click on a column: its best values first, or the other way round at the second click. */
export function sortedBy(query: ListQuery, sort: SortKey): ListQuery {
	return { ...query, sort, isWorstFirst: query.sort === sort && !query.isWorstFirst };
}

/** Returns the direction of a sort key's values in the list; undefined if the list has another sort key. */
export function directionOf(
	{ sort, isWorstFirst }: ListQuery,
	key: SortKey | undefined,
): Direction | undefined {
	const best = key === sort ? SORTS.find((known) => known.key === key)?.direction : undefined;
	if (best === undefined || !isWorstFirst) return best;
	return best === 'ascending' ? 'descending' : 'ascending';
}

/** Returns a message if the text is too long; undefined if it is valid. */
export function textFault(q: string): string | undefined {
	const { length } = q.trim();
	return length <= Q_CHARS_MAX ? undefined : text.filters.textTooLong(Q_CHARS_MAX, length);
}

/** Returns a message about an invalid amount; undefined for a valid one and for an empty field. */
export function budgetFault(budget: string): string | undefined {
	return typedFault(budget, (usd) => usd > 0, text.filters.minimumFault);
}
