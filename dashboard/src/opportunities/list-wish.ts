/** Which opportunities are listed and in which order, as the address says it: so that a list can be kept and sent. */
import type { ChannelParams } from '../../../src/client/methods.ts';

type ListParams = NonNullable<ChannelParams<'opportunities'>>;
export type SortKey = NonNullable<ListParams['sortby']>;
export type Verdict = NonNullable<ListParams['verdict']>;

export type ListWish = {
	readonly sort: SortKey;
	/** Part of the symbol; empty for all. */
	readonly q: string;
	/** An exchange pair; empty for all. */
	readonly pair: string;
	/** Undefined for all. */
	readonly verdict: Verdict | undefined;
	readonly isTradableOnly: boolean;
};

/** By what the list can be ordered. The service puts the best first and the unknown last; it knows no other direction. */
export const SORTS: readonly {
	readonly key: SortKey;
	readonly label: string;
	readonly first: string;
	readonly direction: 'ascending' | 'descending';
}[] = [
	{ key: 'net_apr', label: 'Expected net', first: 'most is left', direction: 'descending' },
	{ key: 'spread', label: 'Shown spread', first: 'widest', direction: 'descending' },
	{ key: 'apr', label: 'Spread a year', first: 'highest', direction: 'descending' },
	{ key: 'break_even_hours', label: 'Break-even', first: 'soonest', direction: 'ascending' },
	{ key: 'reversal_probability', label: 'Reversal odds', first: 'least likely', direction: 'ascending' },
	{ key: 'max_amount', label: 'Depth', first: 'deepest', direction: 'descending' },
	{ key: 'liquidity_score', label: 'Liquidity', first: 'best', direction: 'descending' },
	{ key: 'risk_score', label: 'Risk', first: 'lowest', direction: 'ascending' },
	{ key: 'next_funding_time', label: 'Next settlement', first: 'soonest', direction: 'ascending' },
	{ key: 'symbol', label: 'Coin', first: 'A to Z', direction: 'ascending' },
];

export const DEFAULT_SORT: SortKey = 'net_apr';
/** Characters, a bound of the service. */
const Q_CHARS_MAX = 32;
const VERDICTS: readonly Verdict[] = ['trade', 'no_trade', 'unknown'];

/** What the address does not say, or says wrongly, is as it is by default. */
export function readWish(search: URLSearchParams): ListWish {
	const sort = search.get('sort');
	const verdict = search.get('verdict');
	return {
		sort: SORTS.find(({ key }) => key === sort)?.key ?? DEFAULT_SORT,
		q: search.get('q') ?? '',
		pair: search.get('exchanges') ?? '',
		verdict: VERDICTS.find((known) => known === verdict),
		isTradableOnly: search.get('tradable') === 'yes',
	};
}

/** Only what differs from the default stands in the address. */
export function writeWish({ sort, q, pair, verdict, isTradableOnly }: ListWish): URLSearchParams {
	const search = new URLSearchParams();
	if (sort !== DEFAULT_SORT) search.set('sort', sort);
	if (q !== '') search.set('q', q);
	if (pair !== '') search.set('exchanges', pair);
	if (verdict !== undefined) search.set('verdict', verdict);
	if (isTradableOnly) search.set('tradable', 'yes');
	return search;
}

/** What the service is asked for, but for page and terms. */
export function listParams({ sort, q, pair, verdict, isTradableOnly }: ListWish): ListParams {
	const part = q.trim();
	return {
		sortby: sort,
		tradable_only: isTradableOnly,
		...(part === '' ? {} : { q: part }),
		...(pair === '' ? {} : { exchangepair: pair }),
		...(verdict === undefined ? {} : { verdict }),
	};
}

export function hasFilter({ q, pair, verdict, isTradableOnly }: ListWish): boolean {
	return q.trim() !== '' || pair !== '' || verdict !== undefined || isTradableOnly;
}

/** A sentence; undefined for what can be asked. */
export function textFault(q: string): string | undefined {
	const { length } = q.trim();
	return length <= Q_CHARS_MAX
		? undefined
		: `Part of a symbol has at most ${Q_CHARS_MAX} characters; this has ${length}.`;
}
