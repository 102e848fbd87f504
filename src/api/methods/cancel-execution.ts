import * as z from 'zod';
import { closeAnswerRecord, closeAnswerSchema } from '../rpc/close-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { flag, text } from '../rpc/params.ts';

/** Method that stops a queued or opening execution. It fails with NOT_CANCELABLE or ALREADY_CLOSING for any other. */
export const cancelExecution = scopedMethod({
	name: 'cancel_execution',
	summary:
		'Stops an execution that is queued or opening, and closes what it opened or, with keep, lets that run. Waits up to 20 s for it.',
	scope: 'arb:trade',
	tradesMoney: true,
	isStop: true,
	timeLimitMs: 25_000,
	params: z.strictObject({
		execution_id: text(64, 'From portfolio_live.'),
		keep: flag(
			false,
			'Only ends the opening: what is open is balanced and runs on. Where nothing is open the execution has failed with CANCELED; what is below the smallest order of the exchanges is closed again. One that runs already is answered as success. A close that waits for a contract to be traded is taken back.',
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
