/** Answers of a close, its preview, and a cancel. */
import * as z from 'zod';
import type { TradingMode } from '../../domain/trading-mode.ts';
import { CLOSE_ACTIONS, type ClosePreview, type CloseResult } from '../../ports/close-preview.ts';
import type { CloseAnswer } from '../../ports/order-service.ts';
import {
	amount,
	amountOrNull,
	executionStatusSchema,
	reasonsSchema,
	type Wire,
	warningsSchema,
} from './record-fields.ts';
import { tradingModeSchema } from './trading-mode.ts';

/** The answer to a close or a cancel. Money in USD. */
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
});

/** The answer to a close or a cancel. @param mode which money it trades */
export function closeAnswerRecord(answer: CloseAnswer, mode: TradingMode): Wire<typeof closeAnswerSchema> {
	return {
		success: answer.success,
		execution_id: answer.executionId,
		status: answer.status,
		message: answer.message,
		final_pnl: answer.finalPnl,
		final_roi_pct: answer.finalRoiPct,
		total_funding: answer.totalFunding,
		duration_hours: answer.durationHours,
		trading_mode: mode,
	};
}

const closeResultSchema = z.strictObject({
	price_pnl: amountOrNull(
		'What is closed now, from its average entry price to the middle of the book: how far the price basis has moved.',
	),
	closed_pnl: amount('What was closed before, fill to fill.'),
	funding_pnl: amount('Received − paid, booked so far.'),
	fees_paid: amount('Of all fills so far.'),
	exit_fees: amountOrNull("Of the closing orders, at the account's own fees for takers."),
	exit_slippage: amountOrNull('From the middle of the book to what the closing orders take from it.'),
	expected_pnl: amountOrNull(
		'price_pnl + closed_pnl + funding_pnl − fees_paid − exit_fees − exit_slippage: all that is realised once the close is done, so of a whole close its final_pnl.',
	),
});

/** The preview of a close. Money in USD. */
export const closePreviewSchema = z.strictObject({
	success: z.literal(true),
	preview: z.literal(true),
	execution_id: z.string().describe('Of the execution. Nothing of it was changed.'),
	status: executionStatusSchema,
	action: z
		.enum(CLOSE_ACTIONS)
		.describe(
			'What the close would do: nothing (it has ended), cancel (nothing is open yet), stop_opening (and close what is open), close, close_share, wait (the same close is under way).',
		),
	message: z.string().describe('The same in words.'),
	legs: z
		.array(
			z.strictObject({
				role: z.enum(['long', 'short']).describe('Leg.'),
				exchange: z.string().describe('Where the leg is.'),
				symbol: z.string().describe("The exchange's own symbol."),
				side: z.enum(['buy', 'sell']).describe('Of the closing orders.'),
				held: amount('Coins held now.'),
				quantity: amount('Coins that are closed.'),
				entry_price: amountOrNull('Average of the opening fills, USD per coin.'),
				mid_price: amountOrNull('Middle of the book now, USD per coin.'),
				expected_price: amountOrNull('Average of what the book gives for the quantity now, USD per coin.'),
				book_age_ms: z.int().nullable().describe('Milliseconds since the book was received.'),
				result: closeResultSchema.describe('Of this leg, USD.'),
			}),
		)
		.describe('The long leg, then the short one.'),
	total: closeResultSchema.describe('Both legs, USD: each member is the sum of those of the legs.'),
	expected_roi_pct: amountOrNull('expected_pnl in percent of the peak of deployed capital.'),
	warnings: warningsSchema.describe('What speaks against closing now.'),
	reasons: reasonsSchema,
	trading_mode: tradingModeSchema,
});

/** The preview of a close. @param mode which money it would trade */
export function closePreviewRecord(
	preview: ClosePreview,
	mode: TradingMode,
): Wire<typeof closePreviewSchema> {
	return {
		success: preview.success,
		preview: preview.preview,
		execution_id: preview.executionId,
		status: preview.status,
		action: preview.action,
		message: preview.message,
		legs: preview.legs.map((leg) => ({
			role: leg.role,
			exchange: leg.exchange,
			symbol: leg.symbol,
			side: leg.side,
			held: leg.held,
			quantity: leg.quantity,
			entry_price: leg.entryPrice,
			mid_price: leg.midPrice,
			expected_price: leg.expectedPrice,
			book_age_ms: leg.bookAgeMs,
			result: resultRecord(leg.result),
		})),
		total: resultRecord(preview.total),
		expected_roi_pct: preview.expectedRoiPct,
		warnings: preview.warnings,
		reasons: preview.reasons,
		trading_mode: mode,
	};
}

function resultRecord(result: CloseResult): Wire<typeof closeResultSchema> {
	return {
		price_pnl: result.pricePnl,
		closed_pnl: result.closedPnl,
		funding_pnl: result.fundingPnl,
		fees_paid: result.feesPaid,
		exit_fees: result.exitFees,
		exit_slippage: result.exitSlippage,
		expected_pnl: result.expectedPnl,
	};
}
