/** What a close, or a cancel, answers. */
import * as z from 'zod';
import type { CloseAnswer } from '../../ports/desk.ts';
import { amountOrNull, type Encoded, executionStatusSchema } from './common.ts';
import { type Marked, tradingModeSchema } from './trading-mode.ts';

export const closeAnswerSchema = z.strictObject({
	success: z
		.boolean()
		.describe(
			'Both exchanges confirm that both legs are flat; of a share: that part is closed; of a cancel that keeps: what is open runs. False while that goes on.',
		),
	execution_id: z.string().describe('Of the execution.'),
	status: executionStatusSchema,
	message: z.string().describe('What was done, or is going on.'),
	final_pnl: amountOrNull(
		'USD; null until both legs are flat, so also after a share: the rest runs on, and portfolio_live has its realized_pnl.',
	),
	final_roi_pct: amountOrNull('Percent of the peak of deployed capital; null as final_pnl.'),
	total_funding: amountOrNull(
		'USD, received − paid; before the end what is booked so far. Null where an exchange did not answer what it paid.',
	),
	duration_hours: amountOrNull('From the opening to flat, or until now.'),
	trading_mode: tradingModeSchema,
}) satisfies z.ZodType<Encoded<Marked<CloseAnswer>>>;
