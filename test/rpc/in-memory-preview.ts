/** Builds the preview of the in-memory order service, in which only the fees are known and one check fails. */
import { parseDecimal as d, ZERO } from '../../src/domain/decimal.ts';
import type { ExecuteRequest, PreviewAnswer } from '../../src/ports/order-service.ts';

const EXPIRES_AT = '2026-11-20T08:00:30.000Z';

export function inMemoryPreview({ amount, leverage }: ExecuteRequest): PreviewAnswer {
	const leg = { quantity: d('12'), notional: d('500'), expectedPrice: null, margin: d('500') };
	return {
		success: true,
		preview: true,
		previewId: 'preview_00000000000000000000000000000001',
		expiresAt: EXPIRES_AT,
		plan: {
			mode: 'single-direct',
			amount,
			plannedAmount: d('1000'),
			amountDifference: null,
			leverage,
			quantity: d('12'),
			children: 1,
			firstLeg: null,
			levels: [{ children: 1, quantity: d('12'), minBasis: null }],
			message: 'Both legs at once as IOC limits.',
			legs: [
				{ ...leg, role: 'long', exchange: 'kucoin', symbol: 'XBTUSDTM', side: 'buy', limitPrice: d('41.7') },
				{ ...leg, role: 'short', exchange: 'bybit', symbol: 'BTCUSDT', side: 'sell', limitPrice: d('41.6') },
			],
			cash: {
				quantity: d('12'),
				legNotional: d('500'),
				expectedCarry: null,
				entryFees: d('0.575'),
				exitFees: d('0.575'),
				entrySlippage: null,
				exitSlippage: null,
				basis: null,
				total: null,
				expectedNet: null,
			},
			ifOneLegFails: {
				steps: [
					{ afterMs: 0, action: 'complete', text: 'The leg that lags is completed inside the guard.' },
					{ afterMs: 5_000, action: 'cut', text: 'The larger leg is reduced.' },
				],
				quantity: d('12'),
				worstCaseUsd: d('1.61'),
				worstCaseWidestUsd: d('8.6'),
				message: 'Filling and reducing a leg of 12 BTC costs 1.61 USD inside the guard.',
			},
		},
		costs: {
			amount,
			horizonHours: d('168'),
			leverage,
			expectedCarry: null,
			carrySd: null,
			cost: {
				entryFees: d('0.00115'),
				exitFees: d('0.00115'),
				entrySlippage: null,
				exitSlippage: null,
				basis: null,
				total: null,
			},
			expectedNet: null,
			netApr: null,
			netAprOnCapital: null,
			probabilityPositive: null,
			reversalProbability: null,
			breakEvenHours: null,
			bestHorizonHours: null,
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
		bounds: { maxTotalCost: ZERO, minExpectedNet: null, mode: 'single-direct', children: 1 },
	};
}
