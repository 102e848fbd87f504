import * as z from 'zod';
import { type OpportunityQuery, SORT_KEYS } from '../../ports/opportunities.ts';
import { costTermParams, isDefaultTerms } from '../cost-terms.ts';
import { requireExchangePair } from '../known-things.ts';
import { publicMethod, WrittenResult } from '../method.ts';
import { flag, integerOr, oneOf, text } from '../params.ts';
import { instant, paginationSchema } from '../records/common.ts';
import { opportunitySchema } from '../records/opportunity.ts';
import { OPPORTUNITY_EXAMPLE } from '../records/opportunity-example.ts';
import { writePage } from '../written-page.ts';

const PAGE_MAX = 1_000_000;

export const getOpportunities = publicMethod({
	name: 'get_opportunities',
	summary: 'Lists opportunities, best first by the given key, with what is left of each after every cost.',
	params: z.strictObject({
		exchangepair: text(64, 'Exchange pair in either order; absent means all pairs.').optional(),
		limit: integerOr(20, { description: 'Records per page.', atLeast: 1, atMost: 100 }),
		page: integerOr(1, { description: 'Page, from 1.', atLeast: 1, atMost: PAGE_MAX }),
		sortby: oneOf(SORT_KEYS, 'spread', 'Sort key; best first, unknown last, ties by symbol, then id.'),
		q: text(32, 'Part of the symbol, in any case.').optional(),
		...costTermParams,
		tradable_only: flag(
			false,
			'Only opportunities that no guard forbids; the verdict may still be no_trade.',
		),
	}),
	result: z.strictObject({
		data: z.array(opportunitySchema),
		pagination: paginationSchema,
		as_of: instant('Of the list.'),
	}),
	example: {
		params: { exchangepair: 'bybit-kucoin', limit: 1, sortby: 'spread' },
		result: {
			data: [OPPORTUNITY_EXAMPLE],
			pagination: {
				current_page: 1,
				per_page: 1,
				total_count: 214,
				total_pages: 214,
				has_next: true,
				has_previous: false,
			},
			as_of: '2026-11-20T08:00:00.000Z',
		},
	},
	errors: ['UNKNOWN_EXCHANGE_PAIR'],
	async handle(params, { services, kept }) {
		const { exchangepair, limit, page, sortby, q, tradable_only: tradableOnly } = params;
		const { amount, horizon_hours: horizonHours, leverage, mode } = params;
		const query: OpportunityQuery = {
			exchangepair:
				exchangepair === undefined
					? undefined
					: requireExchangePair(services, exchangepair, 'exchangepair').name,
			limit,
			page,
			sortby,
			q,
			tradableOnly,
			terms: { amount, horizonHours, leverage, mode },
		};
		const book = services.opportunities;
		const write = async () => writePage(await book.list(query));
		if (q !== undefined || !isDefaultTerms(query.terms)) return new WrittenResult(Buffer.from(await write()));
		const question = `${query.exchangepair ?? ''} ${limit} ${page} ${sortby} ${tradableOnly}`;
		return new WrittenResult(await kept.get(question, book.version, write));
	},
});
