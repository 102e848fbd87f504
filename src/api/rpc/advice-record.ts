/** Defines the record of the advice to hold or close a running execution. */
import * as z from 'zod';
import { ADVICE_ACTIONS } from '../../domain/stay-advice.ts';
import type { PortfolioAdvice } from '../../ports/stay-advice.ts';
import { textOf } from '../../sentences/sentence.ts';
import { amountOrNull, sentenceMember, sentenceSchema, type Wire } from './record-fields.ts';

/** Action that the advice names for a running execution. */
export const adviceActionSchema = z
	.enum(ADVICE_ACTIONS)
	.describe(
		'close: the mean carry of the last 30 days is below 0 and the forecast loss over the next 30 days exceeds half the cost of a round trip. hold: otherwise. unknown: a figure is missing. close_on_reversal closes by the same rule.',
	);

/** Reason for the advice. */
export const adviceReasonSchema = z.string().describe('Reason for the advice, with figures.');

/** Advice on a running execution, with the figures that it follows from. */
export const adviceSchema = z
	.strictObject({
		action: adviceActionSchema,
		month_mean_apr: amountOrNull('Mean carry of the last 720 h in the held direction, per year.'),
		expected_carry_30d: amountOrNull('Carry forecast over the next 720 h.'),
		close_below: amountOrNull(
			'Close threshold: minus half the cost of a round trip (four taker fees and the slippage of four fills at the held quantity).',
		),
		reason: adviceReasonSchema,
		sentence: sentenceSchema,
	})
	.nullable()
	.describe(
		"Advice to hold or close; figures are fractions of one leg's notional. Null unless the execution is running.",
	);

/** Converts the advice on an execution to its record. */
export function adviceRecord(advice: PortfolioAdvice): Wire<typeof adviceSchema> {
	return {
		action: advice.action,
		month_mean_apr: advice.monthMeanApr,
		expected_carry_30d: advice.expectedCarry30d,
		close_below: advice.closeBelow,
		reason: textOf(advice.reason),
		...sentenceMember(advice.reason),
	};
}
