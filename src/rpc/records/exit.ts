/** The exit rules of an execution as they are answered. */
import * as z from 'zod';
import type { ExitAnswer } from '../../ports/desk.ts';
import { amountOrNull, type Encoded, executionStatusSchema } from './common.ts';

export const exitAnswerSchema = z.strictObject({
	success: z.literal(true),
	execution_id: z.string().describe('Of the execution.'),
	status: executionStatusSchema,
	exit: z
		.strictObject({
			max_hours: amountOrNull('Hours.'),
			max_epochs: z.int().nullable().describe('Epochs after which it is closed.'),
			take_profit_pct: amountOrNull('Percent of the capital.'),
			stop_loss_pct: amountOrNull('Percent of the capital.'),
			close_on_reversal: z.boolean().describe('Closed when the expected carry turns negative.'),
			min_liquidation_distance_pct: amountOrNull('Percent of mark.'),
		})
		.describe('The rules as they stand now; null: no such rule.'),
}) satisfies z.ZodType<Encoded<ExitAnswer>>;

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
