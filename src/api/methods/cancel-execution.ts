import * as z from 'zod';
import { closeAnswerRecord, closeAnswerSchema } from '../rpc/close-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { flag, text } from '../rpc/params.ts';

/** Stops a queued or opening execution. Fails with NOT_CANCELABLE or ALREADY_CLOSING in other states. */
export const cancelExecution = scopedMethod({
	name: 'cancel_execution',
	summary:
		'Stops a queued or opening execution and closes its filled part; with keep, the filled part keeps running. Waits up to 20 s for completion.',
	scope: 'arb:trade',
	tradesMoney: true,
	isStop: true,
	timeLimitMs: 25_000,
	params: z.strictObject({
		execution_id: text(64, 'Id from portfolio_live.'),
		keep: flag(
			false,
			'True: only stop the opening; the service balances the filled part, which keeps running. If nothing is open, the execution fails with CANCELED. A filled part below the minimum order size of an exchange is closed. For a running execution, the call returns success. A close that waits for a contract to trade again is cancelled.',
		),
	}),
	result: closeAnswerSchema,
	example: {
		params: { execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b' },
		result: {
			success: true,
			execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b',
			status: 'closed',
			message: 'Both exchanges confirm zero position. Reason: CANCELED: by cancel_execution.',
			final_pnl: -0.31,
			final_roi_pct: -0.062,
			total_funding: 0,
			duration_hours: 0.002,
			trading_mode: 'live',
		},
	},
	errors: ['UNKNOWN_EXECUTION', 'NOT_CANCELABLE', 'ALREADY_CLOSING', 'STORE_UNAVAILABLE'],
	handle: async ({ execution_id: executionId, keep }, { services, caller }) =>
		closeAnswerRecord(await services.controls.cancel(caller, executionId, keep), services.info.tradingMode),
});
