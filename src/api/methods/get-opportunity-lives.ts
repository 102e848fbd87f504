import * as z from 'zod';
import { LIFE_STATES } from '../../ports/lives.ts';
import { requireExchangePair } from '../rpc/known-things.ts';
import { lifeRecord, lifeSchema } from '../rpc/life-record.ts';
import { publicMethod } from '../rpc/method.ts';
import { integerOr, oneOf, text } from '../rpc/params.ts';
import { instant, paginationRecord, paginationSchema } from '../rpc/record-fields.ts';

const PAGE_MAX = 1_000_000;

/** Lists the lifetimes of opportunities. Needs no token. */
export const getOpportunityLives = publicMethod({
	name: 'get_opportunity_lives',
	summary:
		'Lists opportunity lifetimes, newest first, with first and last sighting, best figures and how each ended.',
	params: z.strictObject({
		exchangepair: text(64, 'Exchange pair in either order. Default: all pairs.').optional(),
		q: text(32, 'Search text: part of the symbol, in upper or lower case.').optional(),
		opportunity_id: text(64, 'Only lifetimes of this opportunity.').optional(),
		state: oneOf(LIFE_STATES, 'all', 'Only open or only ended lifetimes.'),
		limit: integerOr(20, { description: 'Records per page.', atLeast: 1, atMost: 100 }),
		page: integerOr(1, { description: 'Page number, from 1.', atLeast: 1, atMost: PAGE_MAX }),
	}),
	result: z.strictObject({
		data: z.array(lifeSchema).describe('Lifetimes, newest first.'),
		pagination: paginationSchema,
		as_of: instant('Time at which the list was made.'),
	}),
	example: {
		params: { exchangepair: 'bybit-kucoin', state: 'ended', limit: 1 },
		result: {
			data: [
				{
					opportunity_id: 'opp_3f9a1c5b7d2e4f6081a3c5e7',
					symbol: 'BTCUSDT',
					exchangepair: 'bybit-kucoin',
					state: 'ended',
					first_seen: '2026-11-18T16:00:02.310Z',
					last_seen: '2026-11-20T08:00:01.870Z',
					peak_spread: 0.00031,
					peak_spread_at: '2026-11-19T07:58:44.120Z',
					peak_expected_net: 0.00042,
					peak_expected_net_at: '2026-11-19T07:51:20.480Z',
					ended_at: '2026-11-20T08:00:02.870Z',
					end_reason: 'turned',
					reasons: [],
				},
			],
			pagination: {
				current_page: 1,
				per_page: 1,
				total_count: 37,
				total_pages: 37,
				has_next: true,
				has_previous: false,
			},
			as_of: '2026-11-20T09:00:00.000Z',
		},
	},
	errors: ['UNKNOWN_EXCHANGE_PAIR'],
	async handle({ exchangepair, q, opportunity_id: opportunityId, state, limit, page }, { services }) {
		const pair =
			exchangepair === undefined
				? undefined
				: requireExchangePair(services, exchangepair, 'exchangepair').name;
		const found = await services.lives.list({ exchangepair: pair, q, opportunityId, state, limit, page });
		return {
			data: found.data.map(lifeRecord),
			pagination: paginationRecord(found.pagination),
			as_of: found.asOf,
		};
	},
});
