import * as z from 'zod';
import { HISTORY_RANGES } from '../../ports/performance.ts';
import { scopedMethod } from '../rpc/method.ts';
import { oneOf } from '../rpc/params.ts';
import { portfolioHistoryRecord, portfolioHistorySchema } from '../rpc/performance-record.ts';

/** Returns the history of the caller's equity, realized profit and yields. */
export const portfolioHistory = scopedMethod({
	name: 'portfolio_history',
	summary:
		'Reads the history of your money: equity per exchange, realized profit by day, coin and exchange pair, drawdown, and yield against forecast.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({
		range: oneOf(
			HISTORY_RANGES,
			'30d',
			'Range up to now. Values are a minute apart for 24h, an hour for 7d and 30d, 3 hours for 90d, 12 hours for 365d.',
		),
	}),
	result: portfolioHistorySchema,
	example: {
		params: { range: '7d' },
		result: {
			range: '7d',
			as_of: '2026-11-20T09:00:12.310Z',
			equity: {
				from: '2026-11-13T09:00:12.310Z',
				resolution_seconds: 3_600,
				samples_since: '2026-11-20T07:42:00.000Z',
				last_sample_at: '2026-11-20T09:00:00.000Z',
				failing_since: null,
				timestamps: [1_795_158_000, 1_795_161_600, 1_795_165_200],
				total: { equity: [20_012.5, 20_013.1, 20_513.4], net_flows: [0, 0, 500], profit: [0, 0.6, 0.9] },
				exchanges: [
					{
						exchange: 'bybit',
						equity: [10_004.2, 10_004.9, 10_505.1],
						net_flows: [0, 0, 500],
						profit: [0, 0.7, 0.9],
					},
					{
						exchange: 'kucoin',
						equity: [10_008.3, 10_008.2, 10_008.3],
						net_flows: [0, 0, 0],
						profit: [0, -0.1, 0],
					},
				],
				drawdown: { max: 0, max_pct: 0, current: 0, current_pct: 0 },
			},
			profit: {
				from: '2026-11-13T00:00:00.000Z',
				before: 18.4,
				realized: 1.84,
				days: [{ day: '2026-11-19', realized: 1.84, price: -0.42, funding: 3.1, fees: 0.84 }],
				by_coin: [{ coin: 'BTC', realized: 1.84, price: -0.42, funding: 3.1, fees: 0.84, executions: 1 }],
				by_pair: [
					{
						exchangepair: 'bybit-kucoin',
						realized: 1.84,
						price: -0.42,
						funding: 3.1,
						fees: 0.84,
						executions: 1,
					},
				],
				drawdown: { max: 0, current: 0 },
			},
			yields: {
				count: 1,
				realized_apr: 0.2233,
				compared: { count: 1, realized_apr: 0.2233, forecast_apr: 0.2101 },
				executions: [
					{
						execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b',
						symbol: 'BTCUSDT',
						exchangepair: 'bybit-kucoin',
						opened_at: '2026-11-16T08:00:00.084Z',
						closed_at: '2026-11-19T08:30:00.084Z',
						invested: 998.41,
						realized: 1.84,
						realized_apr: 0.2233,
						forecast_apr: 0.2101,
						forecast_hours: 72,
					},
				],
			},
			reasons: [],
			trading_mode: 'live',
		},
	},
	errors: [],
	async handle({ range }, { services, caller: { userId } }) {
		const history = await services.moneyHistory.portfolio({ userId, range });
		return portfolioHistoryRecord(history, services.info.tradingMode);
	},
});
