/** Defines the records for the results of a close, a close preview and a cancel. */
import * as z from 'zod';
import type { TradingMode } from '../../domain/trading-mode.ts';
import {
	CLOSE_ACTIONS,
	type ClosePreview,
	type CloseResult,
	type MakerPart,
} from '../../ports/close-preview.ts';
import type { CloseAnswer } from '../../ports/order-service.ts';
import {
	amount,
	amountOrNull,
	executionStatusSchema,
	reasonRecords,
	reasonsSchema,
	sentenceSchema,
	type Wire,
	warningRecords,
	warningsSchema,
	wordsRecord,
} from './record-fields.ts';
import { tradingModeSchema } from './trading-mode.ts';

/** Result of a close or a cancel. Money is in USD. */
export const closeAnswerSchema = z.strictObject({
	success: z
		.boolean()
		.describe(
			'True when both exchanges confirm zero position. After a partial close: that part is closed. After a cancel with keep: the filled part is running. False while in progress.',
		),
	execution_id: z.string().describe('Id of the execution.'),
	status: executionStatusSchema,
	message: z.string().describe('Progress or result in words.'),
	sentence: sentenceSchema,
	final_pnl: amountOrNull(
		'Final profit in USD; null until both legs are flat. After a partial close, the remainder keeps running, and portfolio_live has its realized_pnl.',
	),
	final_roi_pct: amountOrNull(
		'final_pnl as a percentage of the peak deployed capital; null when final_pnl is null.',
	),
	total_funding: amountOrNull(
		'Funding received − paid, USD; the amount booked so far while open. Null when an exchange did not report its payments.',
	),
	duration_hours: amountOrNull('Hours from the opening until both legs were flat, or until now.'),
	trading_mode: tradingModeSchema,
});

/** Converts the result of a close or a cancel to its record. @param mode the service's trading mode */
export function closeAnswerRecord(answer: CloseAnswer, mode: TradingMode): Wire<typeof closeAnswerSchema> {
	return {
		success: answer.success,
		execution_id: answer.executionId,
		status: answer.status,
		...wordsRecord(answer.message),
		final_pnl: answer.finalPnl,
		final_roi_pct: answer.finalRoiPct,
		total_funding: answer.totalFunding,
		duration_hours: answer.durationHours,
		trading_mode: mode,
	};
}

const closeResultSchema = z.strictObject({
	price_pnl: amountOrNull(
		'Profit on the closed quantity from its average entry price to the current mid price. Summed over both legs, it is the change in the price basis.',
	),
	closed_pnl: amount('Profit of earlier closes, fill to fill.'),
	funding_pnl: amount('Funding received − paid, booked so far.'),
	fees_paid: amount('Fees of all fills so far.'),
	exit_fees: amountOrNull("Fees of the closing orders at the account's own taker rates."),
	exit_slippage: amountOrNull('Slippage of the closing orders against the mid price.'),
	expected_pnl: amountOrNull(
		'price_pnl + closed_pnl + funding_pnl − fees_paid − exit_fees − exit_slippage: the realized profit after the close. For a full close it is the expected final_pnl.',
	),
});

/** Preview of a close. Money is in USD. */
export const closePreviewSchema = z.strictObject({
	success: z.literal(true),
	preview: z.literal(true),
	execution_id: z.string().describe('Id of the execution, which the preview leaves unchanged.'),
	status: executionStatusSchema,
	action: z
		.enum(CLOSE_ACTIONS)
		.describe(
			'Effect of the close. nothing: it has ended. cancel: nothing is open yet. stop_opening: stop opening and close the filled part. close: close all. close_share: close a part. wait: the same close is in progress.',
		),
	message: z.string().describe('The action in words.'),
	sentence: sentenceSchema,
	maker: z
		.strictObject({
			role: z.enum(['long', 'short']).describe('Leg whose orders rest.'),
			exchange: z.string().describe('Exchange of the leg.'),
			max_ms: z.int().describe('Time after which the rest is closed as taker, milliseconds.'),
			max_move_bps: amount('Rise of the price basis after which the rest is closed as taker, basis points.'),
			dead_man_switch: z
				.boolean()
				.describe('True if the exchange cancels the resting order when this service stops.'),
		})
		.nullable()
		.describe('How a close with style maker rests one leg; null for a close as taker.'),
	legs: z
		.array(
			z.strictObject({
				role: z.enum(['long', 'short']).describe('Leg of the pair.'),
				exchange: z.string().describe('Exchange of the leg.'),
				symbol: z.string().describe("The exchange's own symbol."),
				side: z.enum(['buy', 'sell']).describe('Side of the closing orders.'),
				held: amount('Coins held now.'),
				quantity: amount('Coins to close.'),
				entry_price: amountOrNull('Average price of the opening fills, USD per coin.'),
				mid_price: amountOrNull('Current mid price, USD per coin.'),
				expected_price: amountOrNull('Average price for the quantity in the current book, USD per coin.'),
				book_age_ms: z.int().nullable().describe('Age of the book, milliseconds.'),
				result: closeResultSchema.describe('Result of this leg, USD.'),
			}),
		)
		.describe('The long leg, then the short one.'),
	total: closeResultSchema.describe('Sum of both legs, USD.'),
	expected_roi_pct: amountOrNull('expected_pnl as a percentage of the peak deployed capital.'),
	warnings: warningsSchema.describe('Reasons against closing now.'),
	reasons: reasonsSchema,
	trading_mode: tradingModeSchema,
});

/** Converts a close preview to its record. @param mode the service's trading mode */
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
		...wordsRecord(preview.message),
		maker: makerRecord(preview.maker),
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
		warnings: warningRecords(preview.warnings),
		reasons: reasonRecords(preview.reasons),
		trading_mode: mode,
	};
}

function makerRecord(maker: MakerPart | null): Wire<typeof closePreviewSchema>['maker'] {
	if (maker === null) return null;
	return {
		role: maker.leg,
		exchange: maker.exchange,
		max_ms: maker.ms,
		max_move_bps: maker.moveBpsMax,
		dead_man_switch: maker.hasDeadManSwitch,
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
