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

/** Sort keys. The service always sorts the best first and unknown values last. */
export const SORTS: readonly {
	readonly key: SortKey & keyof typeof text.sorts;
	readonly direction: 'ascending' | 'descending';
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
/** Maximum length of a search text that the service accepts, characters. */
const Q_CHARS_MAX = 32;
const VERDICTS: readonly Verdict[] = ['trade', 'no_trade', 'unknown'];

/** Reads the list's query from a URL. Missing and invalid values get their default. */
export function readQuery(search: URLSearchParams): ListQuery {
	const sort = search.get('sort');
	const verdict = search.get('verdict');
	return {
		sort: SORTS.find(({ key }) => key === sort)?.key ?? DEFAULT_SORT,
		q: search.get('q') ?? '',
		pair: search.get('exchanges') ?? '',
		verdict: VERDICTS.find((known) => known === verdict),
		isTradableOnly: search.get('tradable') === 'yes',
		budget: search.get('budget') ?? '',
	};
}

/** Writes the list's query for a URL, with only the values that differ from their default. */
export function writeQuery({ sort, q, pair, verdict, isTradableOnly, budget }: ListQuery): URLSearchParams {
	const search = new URLSearchParams();
	if (sort !== DEFAULT_SORT) search.set('sort', sort);
	if (q !== '') search.set('q', q);
	if (pair !== '') search.set('exchanges', pair);
	if (verdict !== undefined) search.set('verdict', verdict);
	if (isTradableOnly) search.set('tradable', 'yes');
	if (budget !== '') search.set('budget', budget);
	return search;
}

/** Returns the filter and sort parameters for the service. The caller adds the page and the terms. */
export function listParams({ sort, q, pair, verdict, isTradableOnly, budget }: ListQuery): ListParams {
	const part = q.trim();
	const minimum = budgetFault(budget) === undefined ? typedNumber(budget).value : undefined;
	return {
		sortby: sort,
		tradable_only: isTradableOnly,
		...(part === '' ? {} : { q: part }),
		...(pair === '' ? {} : { exchangepair: pair }),
		...(verdict === undefined ? {} : { verdict }),
		...(minimum === undefined ? {} : { max_min_amount: minimum }),
	};
}

/** True if a filter may hide rows. */
export function hasFilter({ q, pair, verdict, isTradableOnly, budget }: ListQuery): boolean {
	const isNarrowed = pair !== '' || verdict !== undefined || isTradableOnly;
	return isNarrowed || q.trim() !== '' || budget.trim() !== '';
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
