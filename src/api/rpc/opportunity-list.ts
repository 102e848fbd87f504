/** Defines the parameters for a list of opportunities, which calls and subscriptions share. */
import * as z from 'zod';
import type { Decimal } from '../../domain/decimal.ts';
import { VERDICTS, type Verdict } from '../../domain/opportunity.ts';
import { type OpportunityQuery, SORT_KEYS, type SortKey } from '../../ports/opportunities.ts';
import { AMOUNT_MAX, costTermParams } from './cost-terms.ts';
import { decimal, flag, integerOr, oneOf, text } from './params.ts';

const PAGE_MAX = 1_000_000;

/** Page, filters, sort key and cost terms for a list of opportunities. */
export const opportunityListParams = {
	exchangepair: text(64, 'Exchange pair in either order. Default: all pairs.').optional(),
	limit: integerOr(20, { description: 'Records per page.', atLeast: 1, atMost: 100 }),
	page: integerOr(1, { description: 'Page number, from 1.', atLeast: 1, atMost: PAGE_MAX }),
	sortby: oneOf(
		SORT_KEYS,
		'spread',
		'Sort key, best first. Unknown values come last; ties are sorted by symbol, then id. With horizon_hours, net_apr sorts by expected net. volume sorts by volume_24h.',
	),
	q: text(
		32,
		"Search text: part of the symbol, the coin, or either exchange's own symbol, in upper or lower case.",
	).optional(),
	...costTermParams,
	verdict: z
		.enum(VERDICTS)
		.describe('Only opportunities with this verdict for your amount, horizon and leverage. Default: all.')
		.optional(),
	max_min_amount: decimal({
		description: 'Only opportunities whose min_amount is known and at most this.',
		unit: 'USD',
		above: '0',
		atMost: AMOUNT_MAX,
	}).optional(),
	tradable_only: flag(
		false,
		'Only opportunities without a blocking guard. The verdict may still be no_trade.',
	),
};

/**
 * Converts params to a query for opportunities. @param pair canonical name of an exchange pair; undefined means all
 * pairs
 */
export function listQuery(
	params: {
		readonly limit: number;
		readonly page: number;
		readonly sortby: SortKey;
		readonly q?: string | undefined;
		readonly verdict?: Verdict | undefined;
		readonly tradable_only: boolean;
		readonly max_min_amount?: Decimal | undefined;
		readonly amount: Decimal;
		readonly horizon_hours?: Decimal | undefined;
		readonly leverage: Decimal;
		readonly mode: OpportunityQuery['terms']['mode'];
	},
	pair: string | undefined,
): OpportunityQuery {
	const { limit, page, sortby, q, verdict } = params;
	const { tradable_only: tradableOnly, max_min_amount: maxMinAmount } = params;
	const { amount, horizon_hours: horizonHours, leverage, mode } = params;
	const terms = { amount, horizonHours, leverage, mode };
	return { exchangepair: pair, limit, page, sortby, q, tradableOnly, maxMinAmount, verdict, terms };
}
