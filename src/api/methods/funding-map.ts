import * as z from 'zod';
import { FUNDING_ORDERS, FUNDING_SORT_KEYS } from '../../ports/funding-map.ts';
import { fundingMapRecord, fundingMapSchema } from '../rpc/funding-map-record.ts';
import { requireExchange } from '../rpc/known-things.ts';
import { publicMethod } from '../rpc/method.ts';
import { integerOr, oneOf, text, texts } from '../rpc/params.ts';

const PAGE_MAX = 1_000_000;
const LIST_MAX = 100;
const NAME_LENGTH_MAX = 64;

/** Shows every coin's current funding at every exchange. Needs no token. */
export const fundingMapMethod = publicMethod({
	name: 'funding_map',
	summary:
		'Shows the current funding rate of every coin at every exchange, per 8 hours and per year, with the widest spread of each coin. Includes data-only exchanges.',
	params: z.strictObject({
		q: text(
			32,
			"Search text: part of the coin or of an exchange's own symbol, in upper or lower case.",
		).optional(),
		coins: texts(
			{ countMax: LIST_MAX, lengthMax: NAME_LENGTH_MAX },
			'Only these coins, such as BTC, in upper or lower case. Default: all coins.',
		).optional(),
		exchanges: texts(
			{ countMax: LIST_MAX, lengthMax: NAME_LENGTH_MAX },
			'Only these exchanges; spread and volume_24h then refer to them. Default: all exchanges.',
		).optional(),
		sortby: oneOf(
			FUNDING_SORT_KEYS,
			'spread',
			'Sort key. Unknown values come last in both orders; ties are sorted by coin.',
		),
		order: oneOf(
			FUNDING_ORDERS,
			'best_first',
			'best_first: largest spread or volume first, coins from A to Z. worst_first: the other way round.',
		),
		limit: integerOr(20, { description: 'Coins per page.', atLeast: 1, atMost: 100 }),
		page: integerOr(1, { description: 'Page number, from 1.', atLeast: 1, atMost: PAGE_MAX }),
	}),
	result: fundingMapSchema,
	example: {
		params: { coins: ['BTC'], sortby: 'spread' },
		result: {
			exchanges: [
				{ exchange: 'bybit', data_only: false, state: 'fresh', reason: null, contracts: 412 },
				{ exchange: 'hyperliquid', data_only: false, state: 'fresh', reason: null, contracts: 184 },
			],
			data: [
				{
					base: 'BTC',
					volume_24h: 9_412_000_000,
					spread: {
						long_exchange: 'hyperliquid',
						short_exchange: 'bybit',
						spread_8h: 0.00006,
						spread_apr: 0.0657,
					},
					cells: [
						{
							exchange: 'bybit',
							symbol: 'BTCUSDT',
							quote: 'USDT',
							rate: 0.0001,
							interval_hours: 8,
							rate_8h: 0.0001,
							apr: 0.1095,
							month_mean_apr: 0.0854,
							next_funding_timestamp: 1_795_190_400,
							volume_24h: 6_400_000_000,
							tradable: true,
							state: 'fresh',
							age_ms: 640,
							other_contracts: [],
						},
						{
							exchange: 'hyperliquid',
							symbol: 'BTC',
							quote: 'USDC',
							rate: 0.000005,
							interval_hours: 1,
							rate_8h: 0.00004,
							apr: 0.0438,
							month_mean_apr: 0.0611,
							next_funding_timestamp: 1_795_165_200,
							volume_24h: 3_012_000_000,
							tradable: true,
							state: 'fresh',
							age_ms: 810,
							other_contracts: [],
						},
					],
					reasons: [],
				},
			],
			pagination: {
				current_page: 1,
				per_page: 20,
				total_count: 1,
				total_pages: 1,
				has_next: false,
				has_previous: false,
			},
			as_of: '2026-11-20T08:00:00.000Z',
		},
	},
	errors: [],
	handle({ q, coins, exchanges, sortby, order, limit, page }, { services }) {
		const venues = exchanges?.map((name, at) => requireExchange(services, name, `exchanges.${at}`));
		return fundingMapRecord(services.fundingMap.list({ q, coins, venues, sortby, order, limit, page }));
	},
});
