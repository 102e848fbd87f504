/** Defines the parameters for a list of opportunities, which calls and subscriptions share. */
import * as z from 'zod';
import type { Decimal } from '../../domain/decimal.ts';
import { VERDICTS, type Verdict } from '../../domain/opportunity.ts';
import {
	LIST_ORDERS,
	type ListOrder,
	type OpportunityQuery,
	SORT_KEYS,
	type SortKey,
} from '../../ports/opportunities.ts';
import { AMOUNT_MAX, costTermParams } from './cost-terms.ts';
import { decimal, flag, integerOr, oneOf, text } from './params.ts';

const PAGE_MAX = 1_000_000;
/** Maximum number of coins in one filter. */
const COINS_MAX = 100;
const COIN_LENGTH_MAX = 32;
/** Values of `group_by`. */
export const LIST_GROUPS = ['none', 'coin'] as const;

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
	order: oneOf(
		LIST_ORDERS,
		'best_first',
		'Direction of sortby. worst_first reverses the known values and their ties; unknown values still come last.',
	),
	group_by: oneOf(
		LIST_GROUPS,
		'none',
		'coin: only the first opportunity of each coin in this order. The pages then count coins, and groups has the number of matching opportunities of each.',
	),
	coins: z
		.array(text(COIN_LENGTH_MAX, 'Coin.'))
		.min(1)
		.max(COINS_MAX)
		.describe('Only these coins, written as in base. Default: all coins.')
		.optional(),
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
		readonly order: ListOrder;
		readonly group_by: (typeof LIST_GROUPS)[number];
		readonly coins?: readonly string[] | undefined;
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
	const { limit, page, sortby, order, coins, q, verdict } = params;
	const isByCoin = params.group_by === 'coin';
	const { tradable_only: tradableOnly, max_min_amount: maxMinAmount } = params;
	const { amount, horizon_hours: horizonHours, leverage, mode } = params;
	const terms = { amount, horizonHours, leverage, mode };
	return {
		exchangepair: pair,
		limit,
		page,
		sortby,
		order,
		isByCoin,
		coins,
		q,
		tradableOnly,
		maxMinAmount,
		verdict,
		terms,
	};
}
