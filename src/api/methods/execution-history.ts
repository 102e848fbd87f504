import * as z from 'zod';
import { HISTORY_RANGES } from '../../ports/performance.ts';
import { executionHistoryRecord, executionHistorySchema } from '../rpc/execution-history-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { oneOf, text } from '../rpc/params.ts';

/**
 * Returns the course of one of the caller's executions. Fails with UNKNOWN_EXECUTION for an id that is not the
 * caller's.
 */
export const executionHistory = scopedMethod({
	name: 'execution_history',
	summary:
		'Reads the course of one of your executions: profit by component, delta and basis over time, with settlements, orders and fills.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({
		execution_id: text(64, 'Id of the execution.'),
		range: oneOf(
			HISTORY_RANGES,
			'24h',
			'Range up to now, or up to the end of the execution, with values as in portfolio_history.',
		),
	}),
	result: executionHistorySchema,
	example: {
		params: { execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b', range: '24h' },
		result: {
			execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b',
			range: '24h',
			as_of: '2026-11-20T08:01:12.310Z',
			from: '2026-11-20T07:59:02.310Z',
			until: '2026-11-20T08:01:12.310Z',
			samples: {
				resolution_seconds: 60,
				timestamps: [1_795_161_600, 1_795_161_660],
				total_pnl: [-0.61, -0.31],
				price_pnl: [0.02, 0.02],
				funding_pnl: [0, 0.3],
				fee_cost: [0.58, 0.58],
				slippage_cost: [0.05, 0.05],
				delta: [0, 0],
				delta_usd: [0, 0],
				basis: [0.0001, 0.0001],
			},
			entry_basis: 0.0002,
			funding: [
				{
					time: '2026-11-20T08:00:00.000Z',
					leg: 'short',
					exchange: 'bybit',
					amount: 0.3,
					rate: 0.0006,
					cumulative: 0.3,
				},
			],
			funding_count: 1,
			orders: [
				{
					time: '2026-11-20T07:59:02.402Z',
					leg: 'long',
					exchange: 'kucoin',
					client_order_id: '1f0c5a7d2e4f6081a3c5e73f9a1c5b2d',
					purpose: 'open',
					side: 'buy',
					quantity: 0.005,
					filled: 0.005,
					limit_price: 99_921.4,
					status: 'filled',
				},
			],
			orders_count: 1,
			fills: [
				{
					time: '2026-11-20T07:59:02.488Z',
					leg: 'long',
					exchange: 'kucoin',
					side: 'buy',
					quantity: 0.005,
					price: 99_871.3,
					fee: 0.29,
					cumulative_fees: 0.29,
					cause: 'order',
				},
			],
			fills_count: 1,
			reasons: [],
			trading_mode: 'live',
		},
	},
	errors: ['UNKNOWN_EXECUTION'],
	async handle({ execution_id: executionId, range }, { services, caller: { userId } }) {
		const history = await services.moneyHistory.execution({ userId, executionId, range });
		return executionHistoryRecord(history, services.info.tradingMode);
	},
});
