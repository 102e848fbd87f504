import * as z from 'zod';
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { AMOUNT_MAX, MODES } from '../rpc/cost-terms.ts';
import { acceptedRecord, acceptedSchema, previewRecord, previewSchema } from '../rpc/execute-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { invalidParam } from '../rpc/param-errors.ts';
import { decimal, decimalOr, flag, integer, oneOf, text } from '../rpc/params.ts';
import { RULE_TEXT } from '../rpc/text.ts';

/** An execution's exit rules, all optional. */
export const exitSchema = z.strictObject({
	max_hours: decimal({
		description: 'Close this long after the opening.',
		unit: 'hours',
		above: '0',
		atMost: '87600',
	}).optional(),
	max_epochs: integer({
		description: 'Close after this many funding intervals.',
		atLeast: 1,
		atMost: 100_000,
	}).optional(),
	take_profit_pct: decimal({
		description: 'Close at this profit on the capital.',
		unit: 'percent',
		above: '0',
		atMost: '10000',
	}).optional(),
	stop_loss_pct: decimal({
		description: 'Close at this loss on the capital.',
		unit: 'percent',
		above: '0',
		atMost: '100',
	}).optional(),
	close_on_reversal: z
		.boolean()
		.describe(
			'Close when funding has reversed: the 30-day mean carry is below 0 and the forecast loss over the next 30 days exceeds half the cost of a round trip.',
		)
		.optional(),
	min_liquidation_distance_pct: decimal({
		description: 'Close when a leg is nearer to its liquidation price than this.',
		unit: 'percent of mark',
		above: '0',
		atMost: '100',
	}).optional(),
	min_spread_apr_pct: decimal({
		description:
			'Close when the funding spread at current rates stays below this for 30 minutes. One percentage point above it, the time starts again.',
		unit: 'percent per year',
		atLeast: '-1000',
		atMost: '1000',
	}).optional(),
	min_net_apr_pct: decimal({
		description:
			'Close when two checks ten minutes apart expect less than this: carry over the remaining holding period (720 hours, or until max_hours) minus the cost of the exit.',
		unit: 'percent per year',
		atLeast: '-1000',
		atMost: '1000',
	}).optional(),
});

const paramsSchema = z.strictObject({
	opportunity_id: text(64, 'Id from get_opportunities.'),
	amount: decimal({
		description: 'Capital in USD over both legs. The notional of each leg is amount / 2 × leverage.',
		unit: 'USD',
		above: '0',
		atMost: AMOUNT_MAX,
	}),
	mode: oneOf(MODES, 'auto', 'Execution mode; auto lets the service choose.'),
	leverage: decimalOr('1', {
		description: "Leverage of each leg, at most the service's limit.",
		atLeast: '1',
		atMost: '200',
	}),
	max_slippage_bps: decimal({
		description: 'Slippage limit per leg; the service sets the default and the upper limit.',
		unit: 'basis points',
		above: '0',
		atMost: '10000',
	}).optional(),
	min_net_apr: decimal({
		description: 'Refuse with EDGE_GONE when the net APR at the final check is below this.',
		unit: 'fraction per year',
		atLeast: '-1000',
		atMost: '1000',
	}).optional(),
	only_if_trade: flag(false, 'Refuse with NO_TRADE unless the verdict is trade.'),
	any_direction: flag(
		false,
		'True: open the direction of opportunity_id even if the forecast now favours the other one. Otherwise that fails with OPPORTUNITY_EXPIRED.',
	),
	exit: exitSchema.describe('Exit rules.').optional(),
	idempotency_key: text(64, 'The same key with the same params returns the first answer.').optional(),
	preview: flag(false, 'True: return the plan, its costs and all checks, and send nothing.'),
	preview_id: text(
		64,
		'Id of the preview that this trade must match. Send the same params. If costs exceed the preview’s bounds, the call fails with PREVIEW_EXCEEDED.',
	).optional(),
});

/**
 * Opens or previews an execution. If a risk check refuses, the call fails with that check's code, such as RISK_LIMIT.
 */
export const executeOpportunity = scopedMethod({
	name: 'execute_opportunity',
	summary: 'Opens both legs of an opportunity, or previews the opening.',
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
			throw invalidParam('preview_id', RULE_TEXT.previewId(), JSON.stringify(params.preview_id));
		const answer = await services.orderService.execute({
			userId: caller.userId,
			agent: caller.agent,
			opportunityId: params.opportunity_id,
			amount: params.amount,
			mode: params.mode,
			leverage: params.leverage,
			maxSlippageBps: params.max_slippage_bps,
			minNetApr: params.min_net_apr,
			onlyIfTrade: params.only_if_trade,
			isAnyDirection: params.any_direction ? true : undefined,
			exit: params.exit === undefined ? undefined : exitRules(params.exit),
			idempotencyKey: params.idempotency_key,
			preview: params.preview,
			previewId: params.preview_id,
		});
		const { tradingMode } = services.info;
		return 'preview' in answer ? previewRecord(answer, tradingMode) : acceptedRecord(answer, tradingMode);
	},
});

/** Converts exit rules from params to domain names. Null removes a rule, if the method allows null. */
export function exitRules<Hours, Epochs, Percent>(stated: {
	readonly max_hours?: Hours;
	readonly max_epochs?: Epochs;
	readonly take_profit_pct?: Percent;
	readonly stop_loss_pct?: Percent;
	readonly close_on_reversal?: boolean | undefined;
	readonly min_liquidation_distance_pct?: Percent;
	readonly min_spread_apr_pct?: Percent;
	readonly min_net_apr_pct?: Percent;
}) {
	return {
		maxHours: stated.max_hours,
		maxEpochs: stated.max_epochs,
		takeProfitPct: stated.take_profit_pct,
		stopLossPct: stated.stop_loss_pct,
		closeOnReversal: stated.close_on_reversal,
		minLiquidationDistancePct: stated.min_liquidation_distance_pct,
		minSpreadAprPct: stated.min_spread_apr_pct,
		minNetAprPct: stated.min_net_apr_pct,
	};
}

function checkAtMost(field: string, value: Decimal | undefined, limit: Decimal): void {
	if (value === undefined || value <= limit) return;
	throw invalidParam(
		field,
		RULE_TEXT.atMostServiceLimit({ limit: formatDecimal(limit) }),
		formatDecimal(value),
	);
}
