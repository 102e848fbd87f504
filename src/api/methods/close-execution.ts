import * as z from 'zod';
import { formatDecimal, ONE } from '../../domain/decimal.ts';
import { CLOSE_STYLES } from '../../ports/order-service.ts';
import {
	closeAnswerRecord,
	closeAnswerSchema,
	closePreviewRecord,
	closePreviewSchema,
} from '../rpc/close-record.ts';
import { AMOUNT_MAX } from '../rpc/cost-terms.ts';
import { scopedMethod } from '../rpc/method.ts';
import { invalidParam } from '../rpc/param-errors.ts';
import { decimal, decimalOr, flag, integer, oneOf, text } from '../rpc/params.ts';
import { RULE_TEXT } from '../rpc/text.ts';

const MINUTE_MS = 60_000;

/**
 * Closes an execution entirely or in part, or previews the close. Fails with ALREADY_CLOSING while a different close
 * is in progress.
 */
export const closeExecution = scopedMethod({
	name: 'close_execution',
	summary:
		'Closes both legs of a queued, opening or running execution, or a share of a running one, and waits up to 20 s until they are flat. With preview, only shows the expected result.',
	scope: 'arb:trade',
	tradesMoney: true,
	isStop: true,
	timeLimitMs: 25_000,
	params: z.strictObject({
		execution_id: text(64, 'Id from portfolio_live.'),
		max_slippage_bps: decimal({
			description:
				'Slippage limit per leg; the service sets the default and the upper limit. If you set a limit, the close may wait for a price within it as long as the position is hedged. Call again with a wider limit, or none, to proceed. While one leg is unhedged, the service relaxes the limit.',
			unit: 'basis points',
			above: '0',
			atMost: '10000',
		}).optional(),
		share: decimalOr('1', {
			description:
				'Share of a running execution to close, rounded down to the lot sizes of both exchanges. The rest stays open and hedged. If the part is below the minimum order size of an exchange, nothing is sent (BELOW_MIN_NOTIONAL). If the rest would be below it, everything is closed, and the message says so. A part of a queued or opening execution is refused (NOT_CLOSABLE): close all of it, or call cancel_execution with keep first.',
			above: '0',
			atMost: '1',
		}),
		amount: decimal({
			description:
				'Instead of share: capital to close, in USD over both legs at current prices. The closed notional of each leg is amount / 2 × leverage. An amount of at least the whole position closes all of it.',
			unit: 'USD',
			above: '0',
			atMost: AMOUNT_MAX,
		}).optional(),
		style: oneOf(
			CLOSE_STYLES,
			'taker',
			'taker takes liquidity on both legs at once. maker rests one leg as a post-only order and hedges each fill on the other leg at once; after maker_minutes, or when the price basis moves too far, the rest is closed as taker. Kill switches and forced exit rules do not wait for it.',
		),
		maker_minutes: integer({
			description: "How long orders of a close with style maker may rest (default: the service's setting).",
			atLeast: 1,
			atMost: 60,
		}).optional(),
		preview: flag(
			false,
			'True: return what the close would do and its expected PnL breakdown; change nothing. A preview fails with the same errors as the close would in the execution’s current state.',
		),
	}),
	result: z.union([closeAnswerSchema, closePreviewSchema]),
	example: {
		params: { execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b' },
		result: {
			success: true,
			execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b',
			status: 'closed',
			message: 'Both exchanges confirm zero position. Reason: closed by close_execution.',
			final_pnl: 1.84,
			final_roi_pct: 0.184,
			total_funding: 3.12,
			duration_hours: 72.5,
			trading_mode: 'live',
		},
	},
	errors: [
		'UNKNOWN_EXECUTION',
		'ALREADY_CLOSING',
		'NOT_CLOSABLE',
		'BELOW_MIN_NOTIONAL',
		'QUOTE_STALE',
		'EXCHANGE_NOT_CONNECTED',
		'VENUE_UNAVAILABLE',
		'VENUE_RATE_LIMITED',
		'STORE_UNAVAILABLE',
	],
	async handle(
		{ execution_id: executionId, max_slippage_bps: maxSlippageBps, maker_minutes: minutes, ...params },
		{ services, caller },
	) {
		const { share, amount, style, preview } = params;
		const limit = services.limits.maxSlippageBpsMax;
		if (maxSlippageBps !== undefined && maxSlippageBps > limit)
			throw invalidParam(
				'max_slippage_bps',
				RULE_TEXT.atMostServiceLimit({ limit: formatDecimal(limit) }),
				formatDecimal(maxSlippageBps),
			);
		if (amount !== undefined && share !== ONE)
			throw invalidParam('amount', RULE_TEXT.notWithShare(), formatDecimal(amount));
		if (minutes !== undefined && style !== 'maker')
			throw invalidParam('maker_minutes', RULE_TEXT.onlyAsMaker(), String(minutes));
		const { userId, actsForOwner } = caller;
		// A linked chat that acts for its owner may close what its agent did not open.
		const agent = actsForOwner === true ? undefined : caller.agent;
		const makerMs = minutes === undefined ? undefined : minutes * MINUTE_MS;
		const request = { userId, agent, executionId, maxSlippageBps, share, amount, style, makerMs };
		const mode = services.info.tradingMode;
		return preview
			? closePreviewRecord(await services.orderService.previewClose(request), mode)
			: closeAnswerRecord(await services.orderService.close(request), mode);
	},
});
