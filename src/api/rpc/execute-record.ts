/** Answers of an opening and of its preview. */
import * as z from 'zod';
import type { TradingMode } from '../../domain/trading-mode.ts';
import {
	type ExecuteAnswer,
	ONE_LEG_ACTIONS,
	type OneLegPlan,
	type PreviewAnswer,
} from '../../ports/order-service.ts';
import { cashRecord, cashSchema, netRecord, netSchema } from './opportunity-record.ts';
import { amount, amountOrNull, instant, modeSchema, type Wire, warningsSchema } from './record-fields.ts';
import { tradingModeSchema } from './trading-mode.ts';

/** The answer to an opening that was begun. */
export const acceptedSchema = z.strictObject({
	success: z.literal(true),
	job_id: z.string().describe('For resubmit_execute_opportunity.'),
	execution_id: z.string().describe('For portfolio_live and close_execution.'),
	status: z.literal('queued'),
	mode: modeSchema,
	trading_mode: tradingModeSchema,
	message: z.string().describe('The opening that was begun, in words.'),
	planned_amount: amount("USD over both legs that are opened, after both exchanges' lots."),
	estimated_entry_time: instant(
		'When both legs are expected to be filled: of single-delay and grid the latest instant.',
	),
	warnings: warningsSchema.describe('Reasons against the opening, though it was begun.'),
});

const oneLegPlanSchema = z.strictObject({
	steps: z
		.array(
			z.strictObject({
				after_ms: z
					.int()
					.describe(
						'Milliseconds since one leg got ahead of the other; since its first hedge was sent, while the first leg of single-delay rests; of call_person and hedge_elsewhere since the order, or the exchange, was last heard of.',
					),
				action: z.enum(ONE_LEG_ACTIONS).describe('For programs.'),
				text: z.string().describe('For people.'),
			}),
		)
		.describe("The engine's own limits, in the order in which they take effect."),
	quantity: amount('Coins of the largest slice: the most of a leg that is opened at once.'),
	worst_case_usd: amount(
		'USD lost where that slice fills on one leg at its limit_price and is cut again at the end of the slippage guard, both taker fees included, at the dearer leg; what the market moves in between comes on top.',
	),
	worst_case_widest_usd: amount(
		'The same where it is cut at the widest price (execution.unwindSlippageBpsMax).',
	),
	message: z.string().describe('Both in words.'),
});

/** The preview of an opening, with its costs and every check. */
export const previewSchema = z.strictObject({
	success: z.literal(true),
	preview: z.literal(true),
	preview_id: z.string().describe('Binds an execution to this preview.'),
	trading_mode: tradingModeSchema,
	expires_at: instant('Until then preview_id binds.'),
	plan: z
		.strictObject({
			mode: modeSchema,
			amount: amount('USD over both legs that were asked for.'),
			planned_amount: amount("USD over both legs that would be opened, after both exchanges' lots."),
			leverage: amount('Leverage of each leg.'),
			quantity: amount('Coins of each leg.'),
			children: z.int().describe('Slices that are opened one after the other, each on both legs.'),
			first_leg: z
				.enum(['long', 'short'])
				.nullable()
				.describe('The leg that is worked first, of single-delay.'),
			levels: z
				.array(
					z.strictObject({
						children: z.int().describe('Slices of the level.'),
						quantity: amount('Coins of each leg, all slices of the level.'),
						min_basis: amountOrNull('Least price basis at which they are begun; null is any.'),
					}),
				)
				.describe('Slices that wait for the same price basis, in order.'),
			message: z.string().describe('Why it is opened like this.'),
			legs: z
				.array(
					z.strictObject({
						role: z.enum(['long', 'short']).describe('Leg.'),
						exchange: z.string().describe('The exchange at which the leg is opened.'),
						symbol: z.string().describe("The exchange's own symbol."),
						side: z.enum(['buy', 'sell']).describe('Side of the opening orders.'),
						quantity: amount('Coins.'),
						notional: amount('USD.'),
						limit_price: amount('USD per coin.'),
						expected_price: amountOrNull('USD per coin.'),
						margin: amount('USD.'),
					}),
				)
				.describe('Orders of each leg.'),
			cash: cashSchema
				.nullable()
				.describe(
					'The shares of costs in USD, for the coins of this plan; null when the amount is below one lot, so that nothing would be bought.',
				),
			if_one_leg_fails: oneLegPlanSchema.describe(
				'The steps taken when one leg fills and the other does not, and their cost.',
			),
		})
		.describe('The opening as it would be done.'),
	costs: netSchema,
	checks: z
		.array(
			z.strictObject({
				check: z.string().describe('Line of the risk gate (risk.md).'),
				passed: z.boolean().describe('It holds.'),
				value: z.string().describe('The value that was found.'),
				limit: z.string().describe('The limit that the value must keep.'),
				message: z.string().describe('Both in words.'),
			}),
		)
		.describe('Every line of the risk gate, in its order.'),
	warnings: warningsSchema.describe(
		'Warnings beside the checks. AMOUNT_ROUNDED: less than 90 % of the amount would be opened.',
	),
	bounds: z
		.strictObject({
			max_total_cost: amountOrNull("Share of one leg's notional."),
			min_expected_net: amountOrNull("Share of one leg's notional."),
			mode: modeSchema.describe('The mode that is bound.'),
			children: z.int().describe('The number of slices that is bound.'),
		})
		.describe('For what preview_id holds: beyond them it is refused with PREVIEW_EXCEEDED.'),
});

/** The answer to an opening that was begun. @param mode which money it trades */
export function acceptedRecord(answer: ExecuteAnswer, mode: TradingMode): Wire<typeof acceptedSchema> {
	return {
		success: answer.success,
		job_id: answer.jobId,
		execution_id: answer.executionId,
		status: answer.status,
		mode: answer.mode,
		trading_mode: mode,
		message: answer.message,
		planned_amount: answer.plannedAmount,
		estimated_entry_time: answer.estimatedEntryTime,
		warnings: answer.warnings,
	};
}

/** The preview of an opening. @param mode which money it would trade */
export function previewRecord(answer: PreviewAnswer, mode: TradingMode): Wire<typeof previewSchema> {
	return {
		success: answer.success,
		preview: answer.preview,
		preview_id: answer.previewId,
		trading_mode: mode,
		expires_at: answer.expiresAt,
		plan: planRecord(answer.plan),
		costs: netRecord(answer.costs),
		checks: answer.checks,
		warnings: answer.warnings,
		bounds: {
			max_total_cost: answer.bounds.maxTotalCost,
			min_expected_net: answer.bounds.minExpectedNet,
			mode: answer.bounds.mode,
			children: answer.bounds.children,
		},
	};
}

function planRecord(plan: PreviewAnswer['plan']): Wire<typeof previewSchema>['plan'] {
	return {
		mode: plan.mode,
		amount: plan.amount,
		planned_amount: plan.plannedAmount,
		leverage: plan.leverage,
		quantity: plan.quantity,
		children: plan.children,
		first_leg: plan.firstLeg,
		levels: plan.levels.map((level) => ({
			children: level.children,
			quantity: level.quantity,
			min_basis: level.minBasis,
		})),
		message: plan.message,
		legs: plan.legs.map((leg) => ({
			role: leg.role,
			exchange: leg.exchange,
			symbol: leg.symbol,
			side: leg.side,
			quantity: leg.quantity,
			notional: leg.notional,
			limit_price: leg.limitPrice,
			expected_price: leg.expectedPrice,
			margin: leg.margin,
		})),
		cash: plan.cash === null ? null : cashRecord(plan.cash),
		if_one_leg_fails: oneLegRecord(plan.ifOneLegFails),
	};
}

function oneLegRecord(plan: OneLegPlan): Wire<typeof oneLegPlanSchema> {
	return {
		steps: plan.steps.map((step) => ({ after_ms: step.afterMs, action: step.action, text: step.text })),
		quantity: plan.quantity,
		worst_case_usd: plan.worstCaseUsd,
		worst_case_widest_usd: plan.worstCaseWidestUsd,
		message: plan.message,
	};
}
