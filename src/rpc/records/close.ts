/** What a close, or a cancel, answers. */
import * as z from 'zod';
import type { CloseAnswer } from '../../ports/desk.ts';
import { amountOrNull, type Encoded, executionStatusSchema } from './common.ts';
import { type Marked, tradingModeSchema } from './trading-mode.ts';

export const closeAnswerSchema = z.strictObject({
	success: z.boolean().describe('It is closed, or being closed.'),
	execution_id: z.string().describe('Of the execution.'),
	status: executionStatusSchema,
	message: z.string().describe('What was done, or is going on.'),
	final_pnl: amountOrNull(
		'USD; null while it is still closing, and after a share: the rest runs on, and portfolio_live has its realized_pnl.',
	),
	final_roi_pct: amountOrNull('Percent of the peak of deployed capital.'),
	total_funding: amountOrNull('USD, received − paid.'),
	duration_hours: amountOrNull('From open to flat.'),
	trading_mode: tradingModeSchema,
}) satisfies z.ZodType<Encoded<Marked<CloseAnswer>>>;
