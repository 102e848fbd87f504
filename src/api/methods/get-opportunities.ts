import * as z from 'zod';
import type { CostTerms } from '../../domain/opportunity.ts';
import { isDefaultTerms } from '../rpc/cost-terms.ts';
import { requireExchangePair } from '../rpc/known-things.ts';
import { publicMethod, WrittenResult } from '../rpc/method.ts';
import { OPPORTUNITY_EXAMPLE } from '../rpc/opportunity-example.ts';
import { listQuery, opportunityListParams } from '../rpc/opportunity-list.ts';
import { opportunityPageSchema } from '../rpc/opportunity-record.ts';
import { writePage } from '../rpc/written-page.ts';

/** Lists opportunities. Needs no token. Fails with UNKNOWN_EXCHANGE_PAIR for a pair that is not configured. */
export const getOpportunities = publicMethod({
	name: 'get_opportunities',
	summary:
		'Lists opportunities, best first by the sort key. Each has its expected net after all costs, at its best horizon or at yours.',
	params: z.strictObject(opportunityListParams),
	result: opportunityPageSchema,
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
	handle(params, { services, answerCaches }) {
		const { exchangepair, q, coins } = params;
		const pair =
			exchangepair === undefined ? undefined : requireExchangePair(services, exchangepair, 'exchangepair');
		const query = listQuery(params, pair?.name);
		const book = services.opportunities;
		const write = async () => writePage(await book.list(query));
		// Callers can send any number of different search texts and sets of coins, so caching their responses would evict
		// all others.
		if (q !== undefined || coins !== undefined)
			return write().then((text) => new WrittenResult(Buffer.from(text)));
		const { limit, page, sortby, order, isByCoin, tradableOnly, maxMinAmount, verdict, terms } = query;
		const question = `${query.exchangepair ?? ''} ${limit} ${page} ${sortby} ${order} ${isByCoin} ${tradableOnly} ${verdict ?? ''} ${maxMinAmount ?? ''}`;
		const found = isDefaultTerms(terms)
			? answerCaches.default.get(question, book.version, write)
			: answerCaches.own.get(`${question} ${termsText(terms)}`, book.version, write);
		return found instanceof Promise
			? found.then((bytes) => new WrittenResult(bytes))
			: new WrittenResult(found);
	},
});

function termsText({ amount, horizonHours, leverage, mode }: CostTerms): string {
	return `${amount} ${horizonHours ?? ''} ${leverage} ${mode}`;
}
