import * as z from 'zod';
import { formatDecimal } from '../../domain/decimal.ts';
import {
	closeAnswerRecord,
	closeAnswerSchema,
	closePreviewRecord,
	closePreviewSchema,
} from '../rpc/close-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { invalidParam } from '../rpc/param-errors.ts';
import { decimal, decimalOr, flag, text } from '../rpc/params.ts';

/**
 * Method that closes an execution or a share of it, or previews that. It fails with ALREADY_CLOSING when a close that is
 * under way differs.
 */
export const closeExecution = scopedMethod({
	name: 'close_execution',
	summary:
		'Closes both legs of an execution that is queued, opening or running, or a share of a running one, and waits up to 20 s for them to be flat; or previews that.',
	scope: 'arb:trade',
	tradesMoney: true,
	isStop: true,
	timeLimitMs: 25_000,
	params: z.strictObject({
		execution_id: text(64, 'From portfolio_live.'),
		max_slippage_bps: decimal({
			description:
				"Slippage guard per leg; default and limit are the service's. A guard that is named here is kept while both legs are equal, so the close may wait inside it: call again with a wider one, or none. While one leg is ahead of the other the guard gives way.",
			unit: 'basis points',
			above: '0',
			atMost: '10000',
		}).optional(),
		share: decimalOr('1', {
			description:
				'Part of what both legs of a running execution hold now that is closed, rounded down to lots that both exchanges trade. The rest runs on, hedged. Where it, or the rest, is below the smallest order of either exchange: BELOW_MIN_NOTIONAL, and nothing is sent. While it is queued or opening: NOT_CLOSABLE; close all of it, or call cancel_execution with keep first.',
			above: '0',
			atMost: '1',
		}),
		preview: flag(
			false,
			'Answer what the close would do and bring now, cause by cause, and change nothing. Refused as the close itself would be for the state of the execution.',
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
		'EXCHANGE_NOT_CONNECTED',
		'VENUE_UNAVAILABLE',
		'VENUE_RATE_LIMITED',
		'STORE_UNAVAILABLE',
	],
	async handle(
		{ execution_id: executionId, max_slippage_bps: maxSlippageBps, share, preview },
		{ services, caller },
	) {
		const limit = services.limits.maxSlippageBpsMax;
		if (maxSlippageBps !== undefined && maxSlippageBps > limit)
			throw invalidParam(
				'max_slippage_bps',
				`must be at most ${formatDecimal(limit)}, the limit of this service`,
				formatDecimal(maxSlippageBps),
			);
		const { userId, agent } = caller;
		const request = { userId, agent, executionId, maxSlippageBps, share };
		const mode = services.info.tradingMode;
		return preview
			? closePreviewRecord(await services.orderService.previewClose(request), mode)
			: closeAnswerRecord(await services.orderService.close(request), mode);
	},
});
