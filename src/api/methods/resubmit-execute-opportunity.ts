import * as z from 'zod';
import { acceptedRecord, acceptedSchema } from '../rpc/execute-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { text } from '../rpc/params.ts';
import { executeOpportunity } from './execute-opportunity.ts';

/** Runs a failed execution again. Fails with NOT_RESUBMITTABLE if the execution did not fail. */
export const resubmitExecuteOpportunity = scopedMethod({
	name: 'resubmit_execute_opportunity',
	summary:
		'Runs a failed execution again as a new one, with the same terms and all checks of a new opening. A job can be repeated once; further calls return the first answer.',
	scope: 'arb:trade',
	tradesMoney: true,
	params: z.strictObject({ job_id: text(64, 'Job id of the failed execution, from portfolio_live.') }),
	result: acceptedSchema,
	example: {
		params: { job_id: 'job_5b7d2e4f6081a3c5e73f9a1c' },
		result: {
			success: true,
			job_id: 'job_0a1b2c3d4e5f60718293a4b5',
			execution_id: 'exec_0a1b2c3d4e5f60718293a4b5',
			status: 'queued',
			mode: 'single-direct',
			trading_mode: 'live',
			message: 'Long KuCoin / Short Bybit: BTCUSDT on both exchanges, both legs at once as IOC limit orders.',
			planned_amount: 998.41,
			estimated_entry_time: '2026-11-20T08:00:01.000Z',
			warnings: [],
		},
	},
	errors: ['UNKNOWN_JOB', 'NOT_RESUBMITTABLE', ...executeOpportunity.errors],
	handle: async ({ job_id: jobId }, { services, caller }) =>
		acceptedRecord(await services.controls.resubmit(caller, jobId), services.info.tradingMode),
});
