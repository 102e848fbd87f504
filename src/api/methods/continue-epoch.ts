import * as z from 'zod';
import { EXIT_ANSWER_EXAMPLE, exitAnswerRecord, exitAnswerSchema } from '../rpc/exit-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { text } from '../rpc/params.ts';

/**
 * Raises an execution's `max_epochs` by one. Fails with NOT_CONTINUABLE if the execution is not running or has no
 * `max_epochs`.
 */
export const continueEpoch = scopedMethod({
	name: 'continue_epoch',
	summary:
		'Extends the exit rule max_epochs of a running execution by one funding interval. Each call adds one.',
	scope: 'arb:trade',
	tradesMoney: true,
	params: z.strictObject({ execution_id: text(64, 'Id from portfolio_live.') }),
	result: exitAnswerSchema,
	example: { params: { execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b' }, result: EXIT_ANSWER_EXAMPLE },
	errors: ['UNKNOWN_EXECUTION', 'NOT_CONTINUABLE', 'EXIT_NOT_CHANGEABLE', 'STORE_UNAVAILABLE'],
	handle: async ({ execution_id: executionId }, { services, caller }) =>
		exitAnswerRecord(await services.controls.continueEpoch(caller, executionId)),
});
