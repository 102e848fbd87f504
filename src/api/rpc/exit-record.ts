/** Defines the records of an execution's exit rules. */
import * as z from 'zod';
import type { ExitPlan } from '../../domain/event.ts';
import type { ExitAnswer } from '../../ports/order-service.ts';
import { amountOrNull, executionStatusSchema, type Wire } from './record-fields.ts';

/** Exit rules in force; null means that the rule is not set. */
export const exitInForceSchema = z
	.strictObject({
		max_hours: amountOrNull('Close this many hours after the opening.'),
		max_epochs: z.int().nullable().describe('Close after this many funding intervals.'),
		take_profit_pct: amountOrNull('Close at this profit, as a percentage of the capital.'),
		stop_loss_pct: amountOrNull('Close at this loss, as a percentage of the capital.'),
		close_on_reversal: z
			.boolean()
			.describe(
				'Close when funding has reversed: the 30-day mean carry is below 0 and the forecast loss over the next 30 days exceeds half the cost of a round trip.',
			),
		min_liquidation_distance_pct: amountOrNull(
			'Close when a leg is nearer to its liquidation price than this, as a percentage of the mark price.',
		),
		min_spread_apr_pct: amountOrNull(
			'Close when the funding spread at current rates stays below this for 30 minutes, percent per year.',
		),
		min_net_apr_pct: amountOrNull(
			'Close when two checks ten minutes apart expect less than this, percent per year: carry over the remaining holding period minus the cost of the exit.',
		),
	})
	.describe(
		'Current exit rules, including later changes. For an ended execution: the last rules in force. Null: rule not set.',
	);

/** Result of a change to the exit rules. */
export const exitAnswerSchema = z.strictObject({
	success: z.literal(true),
	execution_id: z.string().describe('Id of the execution.'),
	status: executionStatusSchema,
	exit: exitInForceSchema,
});

/** Converts exit rules to their record on the wire. */
export function exitRecord(exit: ExitPlan): Wire<typeof exitInForceSchema> {
	return {
		max_hours: exit.maxHours,
		max_epochs: exit.maxEpochs,
		take_profit_pct: exit.takeProfitPct,
		stop_loss_pct: exit.stopLossPct,
		close_on_reversal: exit.closeOnReversal,
		min_liquidation_distance_pct: exit.minLiquidationDistancePct,
		min_spread_apr_pct: exit.minSpreadAprPct ?? null,
		min_net_apr_pct: exit.minNetAprPct ?? null,
	};
}

/** Converts the result of a change to the exit rules to its record on the wire. */
export function exitAnswerRecord(answer: ExitAnswer): Wire<typeof exitAnswerSchema> {
	return {
		success: answer.success,
		execution_id: answer.executionId,
		status: answer.status,
		exit: exitRecord(answer.exit),
	};
}

/** The result of a change to the exit rules that the documentation uses as an example. */
export const EXIT_ANSWER_EXAMPLE = {
	success: true,
	execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b',
	status: 'running',
	exit: {
		max_hours: 240,
		max_epochs: 10,
		take_profit_pct: null,
		stop_loss_pct: 2.5,
		close_on_reversal: true,
		min_liquidation_distance_pct: null,
		min_spread_apr_pct: null,
		min_net_apr_pct: 0,
	},
} as const;
