/** The exit rules of an execution as they are answered. */
import * as z from 'zod';
import type { ExitPlan } from '../../domain/event.ts';
import type { ExitAnswer } from '../../ports/order-service.ts';
import { amountOrNull, executionStatusSchema, type Wire } from './record-fields.ts';

/** The exit rules in force; null: no such rule. */
export const exitInForceSchema = z
	.strictObject({
		max_hours: amountOrNull('Closed so many hours after it was opened.'),
		max_epochs: z.int().nullable().describe('Closed after so many epochs.'),
		take_profit_pct: amountOrNull('Closed at this profit, percent of the capital.'),
		stop_loss_pct: amountOrNull('Closed at this loss, percent of the capital.'),
		close_on_reversal: z
			.boolean()
			.describe(
				'Closed when funding has turned: its 30-day mean is below 0 and the next 30 days are expected to lose more than half a round trip.',
			),
		min_liquidation_distance_pct: amountOrNull(
			'Closed when a leg comes nearer to its liquidation price, percent of mark.',
		),
	})
	.describe(
		'The exit rules in force: those of the opening as they were changed since, of an ended execution those it ended with. Null: no such rule.',
	);

/** The answer to a change of exit rules. */
export const exitAnswerSchema = z.strictObject({
	success: z.literal(true),
	execution_id: z.string().describe('Of the execution.'),
	status: executionStatusSchema,
	exit: exitInForceSchema,
});

/** The exit rules in force. */
export function exitRecord(exit: ExitPlan): Wire<typeof exitInForceSchema> {
	return {
		max_hours: exit.maxHours,
		max_epochs: exit.maxEpochs,
		take_profit_pct: exit.takeProfitPct,
		stop_loss_pct: exit.stopLossPct,
		close_on_reversal: exit.closeOnReversal,
		min_liquidation_distance_pct: exit.minLiquidationDistancePct,
	};
}

/** The answer to a change of exit rules. */
export function exitAnswerRecord(answer: ExitAnswer): Wire<typeof exitAnswerSchema> {
	return {
		success: answer.success,
		execution_id: answer.executionId,
		status: answer.status,
		exit: exitRecord(answer.exit),
	};
}

/** A change of exit rules as the reference pages show it. */
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
	},
} as const;
