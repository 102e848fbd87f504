import * as z from 'zod';
import { FUNDING_HISTORY_DAYS } from '../../ports/funding-map.ts';
import { fundingHistoryRecord, fundingHistorySchema } from '../rpc/funding-map-record.ts';
import { requireCoin } from '../rpc/known-things.ts';
import { publicMethod } from '../rpc/method.ts';
import { oneOfNumbers, text } from '../rpc/params.ts';

/** Shows a coin's settled funding at all exchanges. Needs no token. Fails with UNKNOWN_SYMBOL for an unlisted coin. */
export const fundingHistoryMethod = publicMethod({
	name: 'funding_history',
	summary:
		'Shows the settled funding rates of one coin at all exchanges, per 8 hours, with the mean and the covered share of the range.',
	params: z.strictObject({
		coin: text(64, 'The coin, such as BTC, in upper or lower case.'),
		days: oneOfNumbers(FUNDING_HISTORY_DAYS, 30, 'Length of the range, days, up to now.'),
	}),
	result: fundingHistorySchema,
	example: {
		params: { coin: 'BTC', days: 7 },
		result: {
			base: 'BTC',
			days: 7,
			step: 'settlement',
			series: [
				{
					exchange: 'bybit',
					symbol: 'BTCUSDT',
					quote: 'USDT',
					mean_8h: 0.0001,
					mean_apr: 0.1095,
					covered: 1,
					from: 1_794_585_600,
					to: 1_795_161_600,
					settlements: 21,
					points: [{ timestamp: 1_795_161_600, rate_8h: 0.0001 }],
					failure: null,
				},
			],
			left_out: 0,
			as_of: '2026-11-20T08:00:00.000Z',
		},
	},
	errors: ['UNKNOWN_SYMBOL'],
	async handle({ coin, days }, { services }) {
		return fundingHistoryRecord(await services.fundingMap.history(requireCoin(services, coin, 'coin'), days));
	},
});
