/**
 * Reads and writes the state of the funding map: filters, sort order, unit, and the coin whose history is open. The
 * state is part of the URL, so that a link shows the same map.
 */
import type { MethodParams } from '../../../client/methods.ts';
import type { Preferences } from '../preferences/preferences.svelte.ts';
import { text } from './text.ts';

type MapParams = MethodParams<'funding_map'>;
type HistoryParams = MethodParams<'funding_history'>;
export type SortKey = NonNullable<MapParams['sortby']>;
export type SortOrder = NonNullable<MapParams['order']>;
export type HistoryDays = NonNullable<HistoryParams['days']>;
export type RateUnit = Preferences['rateUnit'];

export type MapQuery = {
	readonly sort: SortKey;
	readonly order: SortOrder;
	/** Search text: part of a coin or of an exchange's symbol. Empty for all coins. */
	readonly q: string;
	/** Ids of the exchanges to compare; empty for all. */
	readonly exchanges: readonly string[];
	readonly isFavouritesOnly: boolean;
	/** Unit of the rates; undefined for the visitor's preference. */
	readonly unit: RateUnit | undefined;
	/** Coin whose history is open; undefined if none is. */
	readonly coin: string | undefined;
	/** Range of the open history. */
	readonly days: HistoryDays;
};

export const SORT_KEYS: readonly SortKey[] = ['spread', 'volume', 'symbol'];
export const UNITS: readonly RateUnit[] = ['per_8h', 'per_year'];
export const DAYS: readonly HistoryDays[] = [7, 30, 90, 365];
const DEFAULT_SORT: SortKey = 'spread';
const DEFAULT_DAYS: HistoryDays = 30;
/** Maximum length of a search text that the service accepts, characters. */
const Q_CHARS_MAX = 32;
/** Maximum number of coins that the service accepts as a filter. */
const COINS_MAX = 100;

/** Reads the state from a URL. Missing and invalid values get their default. */
export function readQuery(search: URLSearchParams): MapQuery {
	const given = (name: string): string => search.get(name) ?? '';
	const exchanges = given('exchanges');
	return {
		sort: SORT_KEYS.find((key) => key === given('sort')) ?? DEFAULT_SORT,
		order: given('order') === 'worst_first' ? 'worst_first' : 'best_first',
		q: given('q'),
		exchanges: exchanges === '' ? [] : exchanges.split(','),
		isFavouritesOnly: given('favourites') === 'yes',
		unit: UNITS.find((unit) => unit === given('unit')),
		coin: given('coin') === '' ? undefined : given('coin'),
		days: DAYS.find((days) => String(days) === given('days')) ?? DEFAULT_DAYS,
	};
}

/** Writes the state for a URL, with only the values that differ from their default. */
export function writeQuery(query: MapQuery): URLSearchParams {
	const search = new URLSearchParams();
	if (query.sort !== DEFAULT_SORT) search.set('sort', query.sort);
	if (query.order !== 'best_first') search.set('order', query.order);
	if (query.q !== '') search.set('q', query.q);
	if (query.exchanges.length > 0) search.set('exchanges', query.exchanges.join(','));
	if (query.isFavouritesOnly) search.set('favourites', 'yes');
	if (query.unit !== undefined) search.set('unit', query.unit);
	if (query.coin !== undefined) search.set('coin', query.coin);
	if (query.coin !== undefined && query.days !== DEFAULT_DAYS) search.set('days', String(query.days));
	return search;
}

/**
 * Returns the filter and sort parameters for the service; undefined if no coin can match. The caller adds the page.
 */
export function mapParams(query: MapQuery, favourites: readonly string[]): MapParams | undefined {
	const { sort, order, exchanges, isFavouritesOnly } = query;
	const q = query.q.trim();
	if (searchFault(query.q) !== undefined || (isFavouritesOnly && favourites.length === 0)) return undefined;
	return {
		sortby: sort,
		order,
		...(q === '' ? {} : { q }),
		...(exchanges.length === 0 ? {} : { exchanges }),
		...(isFavouritesOnly ? { coins: favourites.slice(0, COINS_MAX) } : {}),
	};
}

/** Returns the state after a click on a heading: its key, or the other direction if it is the sort key already. */
export function sortedBy(query: MapQuery, key: SortKey): MapQuery {
	const isReversed = query.sort === key && query.order === 'best_first';
	return { ...query, sort: key, order: isReversed ? 'worst_first' : 'best_first' };
}

/** Returns the sort direction of a column for screen readers. */
export function directionOf(
	{ sort, order }: Pick<MapQuery, 'sort' | 'order'>,
	key: SortKey,
): 'ascending' | 'descending' | 'none' {
	if (sort !== key) return 'none';
	return (key === 'symbol') === (order === 'best_first') ? 'ascending' : 'descending';
}

/** Returns a message if the search text is too long; undefined if it is valid. */
export function searchFault(q: string): string | undefined {
	const { length } = q.trim();
	return length <= Q_CHARS_MAX ? undefined : text.controls.tooLong(Q_CHARS_MAX, length);
}

/** Returns the favourites after a click on a coin's star. */
export function toggled(favourites: readonly string[], coin: string): readonly string[] {
	return favourites.includes(coin) ? favourites.filter((one) => one !== coin) : [...favourites, coin];
}
