/** Defines the records for the result and the preview of `execute_opportunity`. */
import * as z from 'zod';
import type { TradingMode } from '../../domain/trading-mode.ts';
import {
	AMOUNT_DIFFERENCES,
	type AmountDifference,
	type ExecuteAnswer,
	ONE_LEG_ACTIONS,
	type OneLegPlan,
	type PreviewAnswer,
} from '../../ports/order-service.ts';
import { textOf } from '../../sentences/sentence.ts';
import { cashRecord, cashSchema, netRecord, netSchema } from './opportunity-record.ts';
import {
	amount,
	amountOrNull,
	instant,
	modeSchema,
	sentenceMember,
	sentenceSchema,
	type Wire,
	warningRecords,
	warningsSchema,
	wordsRecord,
} from './record-fields.ts';
import { tradingModeSchema } from './trading-mode.ts';

/** Result of an accepted `execute_opportunity` call. */
export const acceptedSchema = z.strictObject({
	success: z.literal(true),
	job_id: z.string().describe('Id of the job, for resubmit_execute_opportunity.'),
	execution_id: z.string().describe('Id of the execution, for portfolio_live and close_execution.'),
	status: z.literal('queued'),
	mode: modeSchema,
	trading_mode: tradingModeSchema,
	message: z.string().describe('Summary of the opening in words.'),
	sentence: sentenceSchema,
	planned_amount: amount("Amount to open in USD over both legs, rounded to both exchanges' lots."),
	estimated_entry_time: instant(
		'Expected time at which both legs are filled; the latest possible time for single-delay and grid.',
	),
	warnings: warningsSchema.describe('Warnings that did not prevent the opening.'),
});

const oneLegPlanSchema = z.strictObject({
	steps: z
		.array(
			z.strictObject({
				after_ms: z
					.int()
					.describe(
						'Delay before this step in milliseconds, counted from when one leg gets ahead of the other. For single-delay with a resting first leg, it counts from the first hedge order. For call_person and hedge_elsewhere, it counts from the last update from the order or exchange.',
					),
				action: z.enum(ONE_LEG_ACTIONS).describe('Code of the step.'),
				text: z.string().describe('The step in words.'),
				sentence: sentenceSchema,
			}),
		)
		.describe('Steps of the engine, in the order in which they take effect.'),
	quantity: amount('Coins of the largest slice, which is the most that one leg opens at once.'),
	worst_case_usd: amount(
		'Loss in USD if that slice fills on one leg at its limit_price and is then reduced at the slippage limit. Includes both taker fees; assumes the more expensive leg. Any market move in between is additional.',
	),
	worst_case_widest_usd: amount(
		'The same loss if the slice is reduced at the widest allowed price (execution.unwindSlippageBpsMax).',
	),
	message: z.string().describe('Steps and cost in words.'),
	sentence: sentenceSchema,
});

const amountDifferenceSchema = z.strictObject({
	code: z
		.enum(AMOUNT_DIFFERENCES)
		.describe(
			'EXCHANGE_LOT: the lot of one exchange, or the same lot of both. COMMON_LOT: the least common multiple of two different lots. PRICE_GAP: the leg with the lower price is worth less.',
		),
	amount: amount('amount − planned_amount, USD over both legs.'),
	lot: amount('Coins. The quantity of each leg is a multiple of this.'),
	long_lot: amount('Lot of the exchange of the long leg, coins.'),
	short_lot: amount('Lot of the exchange of the short leg, coins.'),
	exchange: z
		.string()
		.nullable()
		.describe('Exchange whose lot decides; null when both have this lot, or neither.'),
	next_amount: amount('Smallest amount that buys one lot more at the present prices, USD over both legs.'),
});

/** Preview of an execution, with its costs and the outcome of every check. */
export const previewSchema = z.strictObject({
	success: z.literal(true),
	preview: z.literal(true),
	preview_id: z.string().describe('Id that binds an execution to this preview.'),
	trading_mode: tradingModeSchema,
	expires_at: instant('Time at which the preview expires.'),
	plan: z
		.strictObject({
			mode: modeSchema,
			amount: amount('Requested amount in USD over both legs.'),
			planned_amount: amount("Amount to open in USD over both legs, rounded to both exchanges' lots."),
			amount_difference: amountDifferenceSchema
				.nullable()
				.describe('Why planned_amount is below amount; null when it is not.'),
			leverage: amount('Leverage of each leg.'),
			quantity: amount('Coins of each leg.'),
			children: z.int().describe('Number of slices, opened one after the other on both legs.'),
			first_leg: z
				.enum(['long', 'short'])
				.nullable()
				.describe('Leg that single-delay opens first; null in other modes.'),
			levels: z
				.array(
					z.strictObject({
						children: z.int().describe('Number of slices at the level.'),
						quantity: amount('Coins of each leg in all slices of the level together.'),
						min_basis: amountOrNull('Minimum price basis to start them; null: any.'),
					}),
				)
				.describe('Groups of slices with the same minimum price basis, in order.'),
			message: z.string().describe('Reason for this mode and these slices.'),
			sentence: sentenceSchema,
			legs: z
				.array(
					z.strictObject({
						role: z.enum(['long', 'short']).describe('Leg of the pair.'),
						exchange: z.string().describe('Exchange of the leg.'),
						symbol: z.string().describe("The exchange's own symbol."),
						side: z.enum(['buy', 'sell']).describe('Side of the opening orders.'),
						quantity: amount('Coins.'),
						notional: amount('Value of the leg, USD.'),
						limit_price: amount('Worst price of the orders, USD per coin.'),
						expected_price: amountOrNull('Average price in the current book, USD per coin.'),
						margin: amount('Margin needed, USD.'),
					}),
				)
				.describe('Opening orders of each leg.'),
			cash: cashSchema
				.nullable()
				.describe(
					'Costs and expected net in USD for the planned quantity; null if the amount is below one lot.',
				),
			if_one_leg_fails: oneLegPlanSchema.describe(
				'Steps taken if one leg fills and the other does not, with their cost.',
			),
		})
		.describe('Plan of the opening.'),
	costs: netSchema,
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
		.describe('All checks of the risk gate, in order.'),
	warnings: warningsSchema.describe(
		'Warnings in addition to the checks. AMOUNT_ROUNDED: less than 90 % of the amount would be opened.',
	),
	bounds: z
		.strictObject({
			max_total_cost: amountOrNull("Largest total cost, share of one leg's notional."),
			min_expected_net: amountOrNull("Smallest expected net, share of one leg's notional."),
			mode: modeSchema.describe('Mode of the opening.'),
			children: z.int().describe('Number of slices.'),
		})
		.describe('Bounds of preview_id. An execution that exceeds them is refused with PREVIEW_EXCEEDED.'),
});

/** Converts the result of an accepted call to its record. @param mode the service's trading mode */
export function acceptedRecord(answer: ExecuteAnswer, mode: TradingMode): Wire<typeof acceptedSchema> {
	return {
		success: answer.success,
		job_id: answer.jobId,
		execution_id: answer.executionId,
		status: answer.status,
		mode: answer.mode,
		trading_mode: mode,
		...wordsRecord(answer.message),
		planned_amount: answer.plannedAmount,
		estimated_entry_time: answer.estimatedEntryTime,
		warnings: warningRecords(answer.warnings),
	};
}

/** Converts the preview of an execution to its record. @param mode the service's trading mode */
export function previewRecord(answer: PreviewAnswer, mode: TradingMode): Wire<typeof previewSchema> {
	return {
		success: answer.success,
		preview: answer.preview,
		preview_id: answer.previewId,
		trading_mode: mode,
		expires_at: answer.expiresAt,
		plan: planRecord(answer.plan),
		costs: netRecord(answer.costs),
		checks: answer.checks.map(({ message, ...check }) => ({ ...check, ...wordsRecord(message) })),
		warnings: warningRecords(answer.warnings),
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
		amount_difference: plan.amountDifference === null ? null : differenceRecord(plan.amountDifference),
		leverage: plan.leverage,
		quantity: plan.quantity,
		children: plan.children,
		first_leg: plan.firstLeg,
		levels: plan.levels.map((level) => ({
			children: level.children,
			quantity: level.quantity,
			min_basis: level.minBasis,
		})),
		...wordsRecord(plan.message),
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

function differenceRecord(difference: AmountDifference): Wire<typeof amountDifferenceSchema> {
	return {
		code: difference.code,
		amount: difference.amount,
		lot: difference.lot,
		long_lot: difference.longLot,
		short_lot: difference.shortLot,
		exchange: difference.exchange,
		next_amount: difference.nextAmount,
	};
}

function oneLegRecord(plan: OneLegPlan): Wire<typeof oneLegPlanSchema> {
	return {
		steps: plan.steps.map((step) => ({
			after_ms: step.afterMs,
			action: step.action,
			text: textOf(step.text),
			...sentenceMember(step.text),
		})),
		quantity: plan.quantity,
		worst_case_usd: plan.worstCaseUsd,
		worst_case_widest_usd: plan.worstCaseWidestUsd,
		...wordsRecord(plan.message),
	};
}
