import * as z from 'zod';
import { scopedMethod } from '../method.ts';
import { text } from '../params.ts';
import { closeAnswerSchema } from '../records/close.ts';
import { marked } from '../records/trading-mode.ts';

export const cancelExecution = scopedMethod({
	name: 'cancel_execution',
	summary:
		'Stops an execution that is queued or opening, unwinds what it opened, and waits up to 20 s for that. A queued one has failed with CANCELED, an opening one is closed; a running one is closed with close_execution.',
	scope: 'arb:trade',
	tradesMoney: true,
	timeLimitMs: 25_000,
	params: z.strictObject({ execution_id: text(64, 'From portfolio_live.') }),
	result: closeAnswerSchema,
	example: {
		params: { execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b' },
		result: {
			success: true,
			execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b',
			status: 'closed',
			message: "Both legs are flat by both exchanges' own word.",
			final_pnl: -0.31,
			final_roi_pct: -0.062,
			total_funding: 0,
			duration_hours: 0.002,
			trading_mode: 'live',
		},
	},
	errors: ['UNKNOWN_EXECUTION', 'NOT_CANCELABLE', 'ALREADY_CLOSING', 'STORE_UNAVAILABLE'],
	handle: async ({ execution_id: executionId }, { services, caller }) =>
		marked(await services.controls.cancel(caller, executionId), services.info.tradingMode),
});
