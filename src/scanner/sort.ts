/** The order of a list: best first, unknown last, ties by symbol and then id, so that pages never overlap or skip. */
import type { Opportunity } from '../domain/opportunity.ts';
import type { SortKey } from '../ports/opportunities.ts';

type Order = {
	readonly value: (record: Opportunity) => bigint | number | string | null;
	/** Which end of the values comes first. */
	readonly first: 'high' | 'low';
	/** True when the value hangs on amount, horizon or leverage. */
	readonly ofTerms: boolean;
};

const ORDERS: Readonly<Record<SortKey, Order>> = {
	// More of what is paid is better.
	spread: { value: (record) => record.spread, first: 'high', ofTerms: false },
	funding_delta: { value: (record) => record.funding_delta, first: 'high', ofTerms: false },
	apr: { value: (record) => record.apr, first: 'high', ofTerms: false },
	net_apr: { value: (record) => record.net.net_apr, first: 'high', ofTerms: true },
	// A shorter epoch pays sooner, and shows a reversal sooner.
	epoch_hours: { value: (record) => record.epoch_hours, first: 'low', ofTerms: false },
	// Costs earned back sooner leave less time for the spread to turn.
	break_even_hours: { value: (record) => record.net.break_even_hours, first: 'low', ofTerms: true },
	// 10 is dangerous.
	risk_score: { value: (record) => record.risk_score, first: 'low', ofTerms: true },
	// 10 is deep.
	liquidity_score: { value: (record) => record.liquidity_score, first: 'high', ofTerms: true },
	// More room for size.
	max_amount: { value: (record) => record.max_amount, first: 'high', ofTerms: true },
	// The one that settles next is the one to decide on next.
	next_funding_time: { value: (record) => record.next_funding_timestamp, first: 'low', ofTerms: false },
	// From A to Z.
	symbol: { value: (record) => record.symbol, first: 'low', ofTerms: false },
};

/** True when other terms can change the order by this key. */
export function hangsOnTerms(key: SortKey): boolean {
	return ORDERS[key].ofTerms;
}

export function compareBy(key: SortKey): (a: Opportunity, b: Opportunity) => number {
	const { value, first } = ORDERS[key];
	return (a, b) => {
		const left = value(a);
		const right = value(b);
		if (left === null || right === null) {
			if (left !== right) return left === null ? 1 : -1;
		} else if (left !== right) {
			return left < right === (first === 'low') ? -1 : 1;
		}
		if (a.symbol !== b.symbol) return a.symbol < b.symbol ? -1 : 1;
		return a.opportunity_id < b.opportunity_id ? -1 : a.opportunity_id > b.opportunity_id ? 1 : 0;
	};
}
