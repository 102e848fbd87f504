/** The preview that the in-memory desk answers: nothing is known but the fees, and one check stands against it. */
import { parseDecimal as d, ZERO } from '../../src/domain/decimal.ts';
import type { ExecuteRequest, PreviewAnswer } from '../../src/ports/desk.ts';

const EXPIRES_AT = '2026-11-20T08:00:30.000Z';

export function inMemoryPreview({ amount, leverage }: ExecuteRequest): PreviewAnswer {
	const leg = { quantity: d('12'), notional: d('500'), expected_price: null, margin: d('500') };
	return {
		success: true,
		preview: true,
		preview_id: 'preview_00000000000000000000000000000001',
		expires_at: EXPIRES_AT,
		plan: {
			mode: 'single-direct',
			amount,
			planned_amount: d('1000'),
			leverage,
			quantity: d('12'),
			children: 1,
			first_leg: null,
			levels: [{ children: 1, quantity: d('12'), min_basis: null }],
			message: 'Both legs at once as IOC limits.',
			legs: [
				{ ...leg, role: 'long', exchange: 'kucoin', symbol: 'XBTUSDTM', side: 'buy', limit_price: d('41.7') },
				{ ...leg, role: 'short', exchange: 'bybit', symbol: 'BTCUSDT', side: 'sell', limit_price: d('41.6') },
			],
			cash: {
				quantity: d('12'),
				leg_notional: d('500'),
				expected_carry: null,
				entry_fees: d('0.575'),
				exit_fees: d('0.575'),
				entry_slippage: null,
				exit_slippage: null,
				basis: null,
				total: null,
				expected_net: null,
			},
			if_one_leg_fails: {
				steps: [
					{ after_ms: 0, action: 'complete', text: 'The leg that lags is completed inside the guard.' },
					{ after_ms: 5_000, action: 'cut', text: 'The leg that is ahead is cut.' },
				],
				quantity: d('12'),
				worst_case_usd: d('1.61'),
				worst_case_widest_usd: d('8.6'),
				message: 'A leg of 12 BTC that is filled and cut again costs 1.61 USD inside the guard.',
			},
		},
		costs: {
			amount,
			horizon_hours: d('168'),
			leverage,
			expected_carry: null,
			carry_sd: null,
			cost: {
				entry_fees: d('0.00115'),
				exit_fees: d('0.00115'),
				entry_slippage: null,
				exit_slippage: null,
				basis: null,
				total: null,
			},
			expected_net: null,
			net_apr: null,
			net_apr_on_capital: null,
			probability_positive: null,
			reversal_probability: null,
			break_even_hours: null,
			best_horizon_hours: null,
			verdict: 'unknown',
			reasons: ['No book yet.'],
			model: null,
		},
		checks: [
			{
				check: 'verdict',
				passed: false,
				value: 'unknown',
				limit: 'trade',
				message: 'The verdict is unknown: no book yet.',
			},
		],
		warnings: [],
		bounds: { max_total_cost: ZERO, min_expected_net: null, mode: 'single-direct', children: 1 },
	};
}
