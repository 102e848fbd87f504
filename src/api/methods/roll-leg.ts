import * as z from 'zod';
import { formatDecimal } from '../../domain/decimal.ts';
import { acceptedRecord, acceptedSchema } from '../rpc/execute-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { invalidParam } from '../rpc/param-errors.ts';
import { decimal, decimalOr, flag, text } from '../rpc/params.ts';
import { rollPreviewRecord, rollPreviewSchema } from '../rpc/roll-record.ts';
import { RULE_TEXT } from '../rpc/text.ts';

/**
 * Moves one leg of a running execution to another exchange, or previews the move. If a risk check refuses, the call
 * fails with that check's code.
 */
export const rollLeg = scopedMethod({
	name: 'roll_leg',
	summary:
		'Moves one leg of a running execution to another exchange while the other leg stays, or previews the move.',
	scope: 'arb:trade',
	tradesMoney: true,
	params: z.strictObject({
		execution_id: text(64, 'Running execution, from portfolio_live. An agent names one that it opened.'),
		leg: z.enum(['long', 'short']).describe('Leg that moves. The other leg stays without a trade.'),
		exchange: text(64, 'Exchange to which the leg moves; neither of the two present ones.'),
		symbol: text(
			64,
			"The exchange's own symbol. Only needed if the exchange lists several contracts of the coin.",
		).optional(),
		share: decimalOr('1', {
			description:
				'Share of the position to move, rounded down to the lot sizes of all three exchanges. If the moved part or the rest is below the smallest order, the call fails with BELOW_MIN_NOTIONAL.',
			above: '0',
			atMost: '1',
		}),
		max_slippage_bps: decimal({
			description:
				'Slippage limit at the new exchange; the service sets the default and the upper limit. The old leg then closes like any larger leg, with the limit of its execution first.',
			unit: 'basis points',
			above: '0',
			atMost: '10000',
		}).optional(),
		only_if_pays: flag(
			false,
			'Refuse with NO_TRADE unless the move is expected to gain at least twice its cost within 720 hours.',
		),
		idempotency_key: text(64, 'The same key with the same params returns the first answer.').optional(),
		preview: flag(false, 'True: return the plan, its costs and all checks, and send nothing.'),
		preview_id: text(
			64,
			'Id of the preview that this roll must match. Send the same params. If costs exceed the preview’s bounds, the call fails with PREVIEW_EXCEEDED.',
		).optional(),
	}),
	result: z.union([acceptedSchema, rollPreviewSchema]),
	example: {
		params: { execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b', leg: 'short', exchange: 'okx' },
		result: {
			success: true,
			job_id: 'job_0b7c2f9e4d1a8c3b5f6e7d81',
			execution_id: 'exec_73f9a1c5b9d2e4f6081a3c5e',
			status: 'queued',
			mode: 'grid',
			trading_mode: 'live',
			message:
				'The short leg of exec_9d2e4f6081a3c5e73f9a1c5b moves to OKX, in 1 slice within 15 min: each opens at the new exchange first, and closes at the old one once that is proven.',
			planned_amount: 998.41,
			estimated_entry_time: '2026-11-20T08:15:01.000Z',
			warnings: [],
		},
	},
	errors: [
		'UNKNOWN_EXECUTION',
		'NOT_ROLLABLE',
		'UNKNOWN_OPPORTUNITY',
		'UNKNOWN_PREVIEW',
		'PREVIEW_MISMATCH',
		'PREVIEW_EXCEEDED',
		'OPPORTUNITY_EXPIRED',
		'OPPORTUNITY_GUARDED',
		'NO_TRADE',
		'MODE_NOT_AVAILABLE',
		'EXIT_RULE_CONFLICT',
		'QUOTE_STALE',
		'QUOTE_DEPEG',
		'PRICE_COLLAR',
		'PAIR_INACTIVE',
		'EXCHANGE_NOT_TRADED',
		'EXCHANGE_NOT_CONNECTED',
		'SELF_CHECK_NOT_PASSED',
		'STREAM_SILENT',
		'INSUFFICIENT_MARGIN',
		'BELOW_MIN_NOTIONAL',
		'INSUFFICIENT_DEPTH',
		'POSITION_CONFLICT',
		'CLOSE_REFUSED',
		'LEVERAGE_REFUSED',
		'RISK_LIMIT',
		'TRADING_HALTED',
		'AGENT_NOT_ALLOWED',
		'IDEMPOTENCY_CONFLICT',
		'VENUE_UNAVAILABLE',
		'VENUE_RATE_LIMITED',
		'STORE_UNAVAILABLE',
	],
	async handle(params, { services, caller }) {
		const limit = services.limits.maxSlippageBpsMax;
		const maxSlippageBps = params.max_slippage_bps;
		if (maxSlippageBps !== undefined && maxSlippageBps > limit)
			throw invalidParam(
				'max_slippage_bps',
				RULE_TEXT.atMostServiceLimit({ limit: formatDecimal(limit) }),
				formatDecimal(maxSlippageBps),
			);
		if (params.preview && params.preview_id !== undefined)
			throw invalidParam('preview_id', RULE_TEXT.previewId(), JSON.stringify(params.preview_id));
		const answer = await services.orderService.roll({
			userId: caller.userId,
			agent: caller.agent,
			executionId: params.execution_id,
			leg: params.leg,
			exchange: params.exchange,
			symbol: params.symbol,
			share: params.share,
			maxSlippageBps,
			onlyIfPays: params.only_if_pays,
			idempotencyKey: params.idempotency_key,
			preview: params.preview,
			previewId: params.preview_id,
		});
		const { tradingMode } = services.info;
		return 'preview' in answer ? rollPreviewRecord(answer, tradingMode) : acceptedRecord(answer, tradingMode);
	},
});
