/** Which opportunities are listed and in which order, as the address says it: so that a list can be kept and sent. */
import type { ChannelParams } from '../../../client/methods.ts';
import { typedFault, typedNumber } from '../figures/typed-number.ts';

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
	/** The money to spend, USD over both legs, as it was typed: pairs whose smallest amount is above it are left out. */
	readonly budget: string;
};

/** By what the list can be ordered. The service puts the best first and the unknown last; it knows no other direction. */
export const SORTS: readonly {
	readonly key: SortKey;
	readonly label: string;
	readonly first: string;
	readonly direction: 'ascending' | 'descending';
}[] = [
	{ key: 'net_apr', label: 'Expected net a year', first: 'highest', direction: 'descending' },
	{ key: 'spread', label: 'Shown spread', first: 'widest', direction: 'descending' },
	{ key: 'apr', label: 'Spread a year', first: 'highest', direction: 'descending' },
	{ key: 'break_even_hours', label: 'Break-even', first: 'soonest', direction: 'ascending' },
	{ key: 'reversal_probability', label: 'Reversal odds', first: 'least likely', direction: 'ascending' },
	{ key: 'max_amount', label: 'Depth', first: 'deepest', direction: 'descending' },
	{ key: 'min_amount', label: 'Smallest amount', first: 'smallest', direction: 'ascending' },
	{ key: 'volume', label: 'Volume in 24 h', first: 'largest', direction: 'descending' },
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
		budget: search.get('budget') ?? '',
	};
}

/** Only what differs from the default stands in the address. */
export function writeWish({ sort, q, pair, verdict, isTradableOnly, budget }: ListWish): URLSearchParams {
	const search = new URLSearchParams();
	if (sort !== DEFAULT_SORT) search.set('sort', sort);
	if (q !== '') search.set('q', q);
	if (pair !== '') search.set('exchanges', pair);
	if (verdict !== undefined) search.set('verdict', verdict);
	if (isTradableOnly) search.set('tradable', 'yes');
	if (budget !== '') search.set('budget', budget);
	return search;
}

/** What the service is asked for, but for page and terms. */
export function listParams({ sort, q, pair, verdict, isTradableOnly, budget }: ListWish): ListParams {
	const part = q.trim();
	const most = budgetFault(budget) === undefined ? typedNumber(budget).value : undefined;
	return {
		sortby: sort,
		tradable_only: isTradableOnly,
		...(part === '' ? {} : { q: part }),
		...(pair === '' ? {} : { exchangepair: pair }),
		...(verdict === undefined ? {} : { verdict }),
		...(most === undefined ? {} : { max_min_amount: most }),
	};
}

export function hasFilter({ q, pair, verdict, isTradableOnly, budget }: ListWish): boolean {
	const isNarrowed = pair !== '' || verdict !== undefined || isTradableOnly;
	return isNarrowed || q.trim() !== '' || budget.trim() !== '';
}

/** A sentence; undefined for what can be asked. */
export function textFault(q: string): string | undefined {
	const { length } = q.trim();
	return length <= Q_CHARS_MAX
		? undefined
		: `Part of a symbol has at most ${Q_CHARS_MAX} characters; this has ${length}.`;
}

/** A sentence; undefined for what can be asked, and where nothing was typed. */
export function budgetFault(budget: string): string | undefined {
	return typedFault(budget, (usd) => usd > 0, 'An amount is above 0 USD.');
}
