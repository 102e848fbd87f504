import * as z from 'zod';
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { type ExecuteAnswer, ONE_LEG_ACTIONS, type PreviewAnswer } from '../../ports/desk.ts';
import { AMOUNT_MAX, MODES } from '../rpc/cost-terms.ts';
import { scopedMethod } from '../rpc/method.ts';
import { cashSchema, netSchema } from '../rpc/opportunity-record.ts';
import { invalidParam } from '../rpc/param-errors.ts';
import { decimal, decimalOr, flag, integer, oneOf, text } from '../rpc/params.ts';
import {
	amount,
	amountOrNull,
	type Encoded,
	instant,
	modeSchema,
	warningsSchema,
} from '../rpc/record-fields.ts';
import { type Marked, marked, tradingModeSchema } from '../rpc/trading-mode.ts';

export const exitSchema = z.strictObject({
	max_hours: decimal({
		description: 'Close after so long.',
		unit: 'hours',
		above: '0',
		atMost: '87600',
	}).optional(),
	max_epochs: integer({ description: 'Close after so many epochs.', atLeast: 1, atMost: 100_000 }).optional(),
	take_profit_pct: decimal({
		description: 'Close at this profit.',
		unit: 'percent',
		above: '0',
		atMost: '10000',
	}).optional(),
	stop_loss_pct: decimal({
		description: 'Close at this loss.',
		unit: 'percent',
		above: '0',
		atMost: '100',
	}).optional(),
	close_on_reversal: z
		.boolean()
		.describe(
			'Close when funding has turned: its 30-day mean is below 0 and the next 30 days are expected to lose more than half a round trip.',
		)
		.optional(),
	min_liquidation_distance_pct: decimal({
		description: 'Close when a leg comes nearer to its liquidation price than this.',
		unit: 'percent of mark',
		above: '0',
		atMost: '100',
	}).optional(),
});

const paramsSchema = z.strictObject({
	opportunity_id: text(64, 'From get_opportunities.'),
	amount: decimal({
		description: "USD of capital over both legs: each leg's notional is amount / 2 × leverage.",
		unit: 'USD',
		above: '0',
		atMost: AMOUNT_MAX,
	}),
	mode: oneOf(MODES, 'auto', 'How the legs are worked.'),
	leverage: decimalOr('1', {
		description: "Leverage of each leg, at most the service's limit.",
		atLeast: '1',
		atMost: '200',
	}),
	max_slippage_bps: decimal({
		description: "Slippage guard per leg; default and limit are the service's.",
		unit: 'basis points',
		above: '0',
		atMost: '10000',
	}).optional(),
	min_net_apr: decimal({
		description: 'Refuse with EDGE_GONE when the net APR at the live re-check is below.',
		unit: 'fraction per year',
		atLeast: '-1000',
		atMost: '1000',
	}).optional(),
	only_if_trade: flag(false, 'Refuse with NO_TRADE unless the verdict is trade.'),
	exit: exitSchema.describe('Exit rules.').optional(),
	idempotency_key: text(64, 'The same key with the same params returns the first answer.').optional(),
	preview: flag(false, 'Answer the plan, its costs and every check, and send nothing.'),
	preview_id: text(
		64,
		'Binds to a preview: same params, costs inside its bounds, or PREVIEW_EXCEEDED.',
	).optional(),
});

export const acceptedSchema = z.strictObject({
	success: z.literal(true),
	job_id: z.string().describe('For resubmit_execute_opportunity.'),
	execution_id: z.string().describe('For portfolio_live and close_execution.'),
	status: z.literal('queued'),
	mode: modeSchema,
	trading_mode: tradingModeSchema,
	message: z.string().describe('What was begun.'),
	planned_amount: amount("USD over both legs that are opened, after both exchanges' lots."),
	estimated_entry_time: instant(
		'When both legs are expected to be filled: of single-delay and grid the latest instant.',
	),
	warnings: warningsSchema.describe('What speaks against it, though it was begun.'),
}) satisfies z.ZodType<Encoded<Marked<ExecuteAnswer>>>;

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

const previewSchema = z.strictObject({
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
			leverage: amount('Of each leg.'),
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
						exchange: z.string().describe('Where the leg is opened.'),
						symbol: z.string().describe("The exchange's own symbol."),
						side: z.enum(['buy', 'sell']).describe('Of the opening orders.'),
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
				'What is done when one leg fills and the other does not, and what that costs.',
			),
		})
		.describe('What would be done.'),
	costs: netSchema,
	checks: z
		.array(
			z.strictObject({
				check: z.string().describe('Line of the risk gate (risk.md).'),
				passed: z.boolean().describe('It holds.'),
				value: z.string().describe('What was.'),
				limit: z.string().describe('What must be.'),
				message: z.string().describe('Both in words.'),
			}),
		)
		.describe('Every line of the risk gate, in its order.'),
	warnings: warningsSchema.describe(
		'What to know beside the checks. AMOUNT_ROUNDED: less than 90 % of the amount would be opened.',
	),
	bounds: z
		.strictObject({
			max_total_cost: amountOrNull("Share of one leg's notional."),
			min_expected_net: amountOrNull("Share of one leg's notional."),
			mode: modeSchema.describe('The mode that is bound.'),
			children: z.int().describe('The number of slices that is bound.'),
		})
		.describe('For what preview_id holds: beyond them it is refused with PREVIEW_EXCEEDED.'),
}) satisfies z.ZodType<Encoded<Marked<PreviewAnswer>>>;

export const executeOpportunity = scopedMethod({
	name: 'execute_opportunity',
	summary: 'Opens a position of two legs from an opportunity, or previews it.',
	scope: 'arb:trade',
	tradesMoney: true,
	params: paramsSchema,
	result: z.union([acceptedSchema, previewSchema]),
	example: {
		params: { opportunity_id: 'opp_3f9a1c5b7d2e4f6081a3c5e7', amount: 1000, mode: 'auto' },
		result: {
			success: true,
			job_id: 'job_0b7c2f9e4d1a8c3b5f6e7d80',
			execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b',
			status: 'queued',
			mode: 'single-direct',
			trading_mode: 'live',
			message: 'Queued: long 0.0052 BTC on kucoin, short 0.0052 BTC on bybit.',
			planned_amount: 998.41,
			estimated_entry_time: '2026-11-20T08:00:01.000Z',
			warnings: [{ code: 'VERDICT', message: 'The verdict is no_trade: expected net is below zero.' }],
		},
	},
	errors: [
		'UNKNOWN_OPPORTUNITY',
		'UNKNOWN_PREVIEW',
		'PREVIEW_MISMATCH',
		'OPPORTUNITY_EXPIRED',
		'EDGE_GONE',
		'NO_TRADE',
		'MODE_NOT_AVAILABLE',
		'EXIT_RULE_CONFLICT',
		'QUOTE_STALE',
		'PRICE_COLLAR',
		'OPPORTUNITY_GUARDED',
		'PAIR_INACTIVE',
		'EXCHANGE_NOT_TRADED',
		'EXCHANGE_NOT_CONNECTED',
		'SELF_CHECK_NOT_PASSED',
		'STREAM_SILENT',
		'INSUFFICIENT_MARGIN',
		'BELOW_MIN_NOTIONAL',
		'INSUFFICIENT_DEPTH',
		'POSITION_CONFLICT',
		'CLOSE_REFUSED',
		'LEVERAGE_REFUSED',
		'PREVIEW_EXCEEDED',
		'QUOTE_DEPEG',
		'RISK_LIMIT',
		'TRADING_HALTED',
		'AGENT_NOT_ALLOWED',
		'IDEMPOTENCY_CONFLICT',
		'VENUE_UNAVAILABLE',
		'VENUE_RATE_LIMITED',
		'STORE_UNAVAILABLE',
	],
	async handle(params, { services, caller }) {
		const { leverageMax, maxSlippageBpsMax } = services.limits;
		checkAtMost('leverage', params.leverage, leverageMax);
		checkAtMost('max_slippage_bps', params.max_slippage_bps, maxSlippageBpsMax);
		if (params.preview && params.preview_id !== undefined)
			throw invalidParam(
				'preview_id',
				'must be absent when preview is true',
				JSON.stringify(params.preview_id),
			);
		const answer = await services.desk.execute({
			userId: caller.userId,
			agent: caller.agent,
			opportunityId: params.opportunity_id,
			amount: params.amount,
			mode: params.mode,
			leverage: params.leverage,
			maxSlippageBps: params.max_slippage_bps,
			minNetApr: params.min_net_apr,
			onlyIfTrade: params.only_if_trade,
			exit: params.exit,
			idempotencyKey: params.idempotency_key,
			preview: params.preview,
			previewId: params.preview_id,
		});
		return marked(answer, services.info.tradingMode);
	},
});

function checkAtMost(field: string, value: Decimal | undefined, limit: Decimal): void {
	if (value === undefined || value <= limit) return;
	throw invalidParam(
		field,
		`must be at most ${formatDecimal(limit)}, the limit of this service`,
		formatDecimal(value),
	);
}
