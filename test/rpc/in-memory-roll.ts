/** Builds the preview of a roll with fixed figures. */
import { parseDecimal as d } from '../../src/domain/decimal.ts';
import type { RollPreview, RollRequest } from '../../src/ports/order-service.ts';

/** Returns a preview of moving the short leg from KuCoin to the requested exchange. */
export function inMemoryRollPreview(
	{ executionId, leg, exchange }: RollRequest,
	expiresAt: string,
): RollPreview {
	const trade = { symbol: 'BTCUSDT', limitPrice: d('95900'), expectedPrice: d('96000'), fee: d('0.0005') };
	return {
		success: true,
		preview: true,
		previewId: 'preview_00000000000000000000000000000002',
		expiresAt,
		plan: {
			executionId,
			leg,
			quantity: d('0.0052'),
			remaining: d('0'),
			notional: d('499.2'),
			amount: d('998.4'),
			leverage: d('1'),
			margin: d('510.2'),
			children: 1,
			open: { ...trade, exchange, side: 'sell', slippage: d('0.0001') },
			close: { ...trade, exchange: 'kucoin', symbol: 'XBTUSDTM', side: 'buy', slippage: d('0.0002') },
			message: 'The short leg moves.',
		},
		figures: {
			horizonHours: 720,
			carryBefore: d('0.004'),
			carryAfter: d('0.009'),
			gain: d('0.005'),
			cost: d('0.0013'),
			net: d('0.0037'),
			ratio: d('3.846153846153846153'),
		},
		checks: [{ check: 'roll_pays', passed: true, value: '0.5', limit: '0.26', message: 'It pays.' }],
		bounds: { maxTotalCost: d('0.0018'), minNet: d('0.0032'), children: 1 },
	};
}
