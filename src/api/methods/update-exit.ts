import * as z from 'zod';
import { EXIT_ANSWER_EXAMPLE, exitAnswerRecord, exitAnswerSchema } from '../rpc/exit-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { text } from '../rpc/params.ts';
import { exitRules, exitSchema } from './execute-opportunity.ts';

const {
	max_hours,
	max_epochs,
	take_profit_pct,
	stop_loss_pct,
	close_on_reversal,
	min_liquidation_distance_pct,
	min_spread_apr_pct,
	min_net_apr_pct,
} = exitSchema.shape;

/** Changes an execution's exit rules. Fails with EXIT_NOT_CHANGEABLE once the execution is closing or has ended. */
export const updateExit = scopedMethod({
	name: 'update_exit',
	summary:
		'Changes exit rules of an execution that is not closing yet. An omitted rule stays unchanged; null removes it. The answer contains all rules now in force.',
	scope: 'arb:trade',
	tradesMoney: true,
	params: z.strictObject({
		execution_id: text(64, 'Id from portfolio_live.'),
		exit: z
			.strictObject({
				max_hours: max_hours.unwrap().nullable().optional(),
				max_epochs: max_epochs.unwrap().nullable().optional(),
				take_profit_pct: take_profit_pct.unwrap().nullable().optional(),
				stop_loss_pct: stop_loss_pct.unwrap().nullable().optional(),
				close_on_reversal,
				min_liquidation_distance_pct: min_liquidation_distance_pct.unwrap().nullable().optional(),
				min_spread_apr_pct: min_spread_apr_pct.unwrap().nullable().optional(),
				min_net_apr_pct: min_net_apr_pct.unwrap().nullable().optional(),
			})
			.describe('Rules to change.'),
	}),
	result: exitAnswerSchema,
	example: {
		params: {
			execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b',
			exit: { stop_loss_pct: 2.5, take_profit_pct: null },
		},
		result: EXIT_ANSWER_EXAMPLE,
	},
	errors: ['UNKNOWN_EXECUTION', 'EXIT_NOT_CHANGEABLE', 'STORE_UNAVAILABLE'],
	handle: async ({ execution_id: executionId, exit }, { services, caller }) =>
		exitAnswerRecord(await services.controls.updateExit(caller, executionId, exitRules(exit))),
});
