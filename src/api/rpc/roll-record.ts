/** Defines the record for the preview of `roll_leg`. */
import * as z from 'zod';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { RollPreview, RollTrade } from '../../ports/order-service.ts';
import { amount, amountOrNull, instant, sentenceSchema, type Wire, wordsRecord } from './record-fields.ts';
import { tradingModeSchema } from './trading-mode.ts';

const rollTradeSchema = z.strictObject({
	exchange: z.string().describe('Exchange of the trade.'),
	symbol: z.string().describe("The exchange's own symbol."),
	side: z.enum(['buy', 'sell']).describe('Side of the orders.'),
	limit_price: amount('Worst price of the orders, USD per coin.'),
	expected_price: amountOrNull(
		'Average price in the current book, USD per coin; null if the book cannot fill it within the slippage limit.',
	),
	fee: amount("Taker fee, share of the moved leg's notional."),
	slippage: amountOrNull("Distance from the mid price, share of the moved leg's notional."),
});

/** Preview of a roll: what moves, what it costs, and what both pairs are expected to earn. */
export const rollPreviewSchema = z.strictObject({
	success: z.literal(true),
	preview: z.literal(true),
	preview_id: z.string().describe('Id that binds a roll to this preview.'),
	trading_mode: tradingModeSchema,
	expires_at: instant('Time at which the preview expires.'),
	plan: z
		.strictObject({
			execution_id: z.string().describe('Execution that holds the pair before.'),
			leg: z.enum(['long', 'short']).describe('Leg that moves.'),
			quantity: amount('Coins that move.'),
			remaining: amount('Coins that stay in the execution before; 0: it ends.'),
			notional: amount('Value of the moved leg, USD.'),
			amount: amount('Capital of the pair after, USD over both legs.'),
			leverage: amount('Leverage of each leg.'),
			margin: amount('Margin that the new exchange needs, USD.'),
			children: z.int().describe('Number of slices, moved one after the other.'),
			open: rollTradeSchema.describe('Trade at the new exchange, which comes first.'),
			close: rollTradeSchema.describe('Trade at the old exchange, once the first is proven.'),
			message: z.string().describe('The roll in words.'),
			sentence: sentenceSchema,
		})
		.describe('Plan of the roll.'),
	figures: z
		.strictObject({
			horizon_hours: z.int().describe('Hours over which the carry is compared.'),
			carry_before: amountOrNull('Expected carry of the pair before.'),
			carry_after: amountOrNull('Expected carry of the pair after.'),
			gain: amountOrNull('carry_after − carry_before.'),
			cost: amountOrNull('Fees and slippage of both trades.'),
			net: amountOrNull('gain − cost.'),
			ratio: amountOrNull('gain / cost. only_if_pays asks for at least 2.'),
		})
		.describe("Shares of the moved leg's notional; null if a part is unknown."),
	checks: z
		.array(
			z.strictObject({
				check: z.string().describe('Name of the check (risk.md).'),
				passed: z.boolean().describe('True when the check passed.'),
				value: z.string().describe('Value found.'),
				limit: z.string().describe('Limit for the value.'),
				message: z.string().describe('Value and limit in words.'),
				sentence: sentenceSchema,
			}),
		)
		.describe(
			'All checks of the risk gate on the pair after, then depth_close for the old exchange, and roll_pays for only_if_pays.',
		),
	bounds: z
		.strictObject({
			max_total_cost: amountOrNull("Largest cost, share of the moved leg's notional."),
			min_net: amountOrNull("Smallest net, share of the moved leg's notional."),
			children: z.int().describe('Number of slices.'),
		})
		.describe('Bounds of preview_id. A roll that exceeds them is refused with PREVIEW_EXCEEDED.'),
});

/** Converts the preview of a roll to its record. @param mode the service's trading mode */
export function rollPreviewRecord(answer: RollPreview, mode: TradingMode): Wire<typeof rollPreviewSchema> {
	const { plan, figures, bounds } = answer;
	return {
		success: answer.success,
		preview: answer.preview,
		preview_id: answer.previewId,
		trading_mode: mode,
		expires_at: answer.expiresAt,
		plan: {
			execution_id: plan.executionId,
			leg: plan.leg,
			quantity: plan.quantity,
			remaining: plan.remaining,
			notional: plan.notional,
			amount: plan.amount,
			leverage: plan.leverage,
			margin: plan.margin,
			children: plan.children,
			open: tradeRecord(plan.open),
			close: tradeRecord(plan.close),
			...wordsRecord(plan.message),
		},
		figures: {
			horizon_hours: figures.horizonHours,
			carry_before: figures.carryBefore,
			carry_after: figures.carryAfter,
			gain: figures.gain,
			cost: figures.cost,
			net: figures.net,
			ratio: figures.ratio,
		},
		checks: answer.checks.map(({ message, ...check }) => ({ ...check, ...wordsRecord(message) })),
		bounds: {
			max_total_cost: bounds.maxTotalCost,
			min_net: bounds.minNet,
			children: bounds.children,
		},
	};
}

function tradeRecord(trade: RollTrade): Wire<typeof rollTradeSchema> {
	return {
		exchange: trade.exchange,
		symbol: trade.symbol,
		side: trade.side,
		limit_price: trade.limitPrice,
		expected_price: trade.expectedPrice,
		fee: trade.fee,
		slippage: trade.slippage,
	};
}
