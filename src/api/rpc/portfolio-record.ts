/** The portfolio record as it is answered. */
import * as z from 'zod';
import type { JsonText } from '../../domain/exact-json.ts';
import { ADVICE_ACTIONS } from '../../domain/stay-advice.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { Halt } from '../../ports/halts.ts';
import type {
	OpeningProgress,
	PortfolioAccount,
	PortfolioExecution,
	PortfolioPosition,
	PortfolioRecord,
} from '../../ports/portfolio.ts';
import type { PortfolioAdvice } from '../../ports/stay-advice.ts';
import { exitInForceSchema, exitRecord } from './exit-record.ts';
import { haltRecord, haltSchema } from './halt-record.ts';
import {
	amount,
	amountOrNull,
	executionStatusSchema,
	instant,
	instantOrNull,
	modeSchema,
	paginationRecord,
	paginationSchema,
	reasonsSchema,
	unixSeconds,
	unixSecondsOrNull,
	type Wire,
} from './record-fields.ts';
import { tradingModeSchema } from './trading-mode.ts';
import { writtenPart } from './written-part.ts';

/** The state of an execution by its journal alone. */
export const executionSchema = z.strictObject({
	id: z.string().describe('execution_id.'),
	user_id: z.string().describe('Whose it is.'),
	opportunity_id: z.string().describe('From which it was opened.'),
	job_id: z.string().describe('Of the call that opened it, for resubmit_execute_opportunity.'),
	symbol: z.string().describe('Coin and quote, such as BTCUSDT.'),
	pair: z.string().describe('Exchange pair.'),
	long_exchange: z.string().describe('Exchange of the long leg.'),
	short_exchange: z.string().describe('Exchange of the short leg.'),
	input_amount: amount('USD asked for, over both legs.'),
	filled_amount: amount('USD opened, over both legs.'),
	leverage: amount('Of each leg.'),
	long_size: amount('Coins held.'),
	short_size: amount('Coins held.'),
	long_entry_price: amountOrNull('Average of the opening fills.'),
	short_entry_price: amountOrNull('Average of the opening fills.'),
	avg_entry_price: amountOrNull('Average of both legs.'),
	status: executionStatusSchema,
	status_reason: z.string().nullable().describe('Why it stands so, where the status alone does not say it.'),
	mode: modeSchema,
	exit: exitInForceSchema,
	trading_mode: tradingModeSchema,
	created_at: instant('Accepted.'),
	updated_at: instant('Last change.'),
	closed_at: instantOrNull('Flat on both exchanges.'),
});

const positionSchema = z.strictObject({
	exchange: z.string().describe('Where the leg is.'),
	symbol: z.string().describe("The exchange's own symbol."),
	side: z.enum(['long', 'short']).describe('Direction of the leg.'),
	size: amount('Coins.'),
	entry_price: amountOrNull('USD per coin.'),
	mark_price: amountOrNull('USD per coin.'),
	liquidation_price: amountOrNull('USD per coin.'),
	leverage: amount('Of the leg.'),
	margin: amountOrNull('USD.'),
	unrealized_pnl: amountOrNull('USD.'),
	unrealized_pnl_pct: amountOrNull('Percent.'),
	next_funding_timestamp: unixSecondsOrNull(
		'Next settlement of the contract; null where it is not known, and where nothing is held.',
	),
	trading_mode: tradingModeSchema,
});

const pnlSchema = z
	.strictObject({
		unrealized_pnl: amountOrNull('Open quantity from fill to mark.'),
		realized_pnl: amount('Closed quantity fill to fill, all funding, all fees.'),
		total_pnl: amountOrNull('price_pnl + funding_pnl − fee_cost − slippage_cost.'),
		total_pnl_pct: amountOrNull('Percent of the peak of deployed capital.'),
		long_pnl: amountOrNull('Share of the long leg in total_pnl.'),
		short_pnl: amountOrNull('Share of the short leg in total_pnl.'),
		price_pnl: amountOrNull('Fills valued at their decision mid.'),
		funding_pnl: amount('Received − paid.'),
		fee_cost: amount('A rebate is negative.'),
		slippage_cost: amount('Fills against their decision mid.'),
	})
	.describe('USD.');

const fundingSchema = z
	.strictObject({
		total_received: amount('≥ 0.'),
		total_paid: amount('≥ 0.'),
		net_funding: amount('Received − paid.'),
		long_funding: amount('Of the long leg.'),
		short_funding: amount('Of the short leg.'),
		funding_events: z
			.array(
				z.strictObject({
					timestamp: unixSeconds('Settlement.'),
					exchange: z.string().describe('Who settled.'),
					symbol: z.string().describe("The exchange's own symbol."),
					amount: amount('Positive is received.'),
					rate: amountOrNull('Settled rate.'),
					cumulative: amount('Received − paid of both legs up to and with it.'),
				}),
			)
			.describe('Each settlement of a leg, newest first.'),
	})
	.describe('USD.');

const riskSchema = z.strictObject({
	net_delta: amount('Long coins − short coins.'),
	unhedged_notional: amountOrNull('USD.'),
	unhedged_ms: z
		.int()
		.describe(
			"For how long one leg stood without the other since it was opened, milliseconds, by the exchanges' times of the fills.",
		),
	liquidation_distance_pct: amountOrNull('Nearer leg, percent of mark.'),
	expected_remaining_carry: amountOrNull(
		"Expected over the next 720 h, or until max_hours ends; a share of one leg's notional.",
	),
	reconciled_at: instantOrNull('Last agreement with both exchanges.'),
});

/** Whether to hold or to close a running execution. */
export const adviceActionSchema = z
	.enum(ADVICE_ACTIONS)
	.describe(
		'close: the mean carry of the last 30 days is below 0 and the next 30 days are expected to lose more than half a round trip. hold: otherwise. unknown: a figure is missing. close_on_reversal closes by the same rule.',
	);
/** The reason of an advice. */
export const adviceReasonSchema = z.string().describe('Why, with the figures.');

const adviceSchema = z
	.strictObject({
		action: adviceActionSchema,
		month_mean_apr: amountOrNull('Mean carry of the last 720 h in the held direction, a year.'),
		expected_carry_30d: amountOrNull('Carry expected over the next 720 h.'),
		close_below: amountOrNull(
			'Minus half a round trip: four taker fees and the slippage of four fills at the held quantity.',
		),
		reason: adviceReasonSchema,
	})
	.nullable()
	.describe("Whether to hold or to close; shares of one leg's notional. Null while it does not run.");

const marginRunwaySchema = z
	.strictObject({
		hours: amount('Until a price move of 2 standard deviations uses it up, at most 8,760.'),
		symbol: z.string().describe('The position that is nearest to its liquidation.'),
		add_margin: amount('USD that its margin lacks to last 72 h.'),
		move: z
			.strictObject({
				amount: amount('Of the asset.'),
				asset: z.string().describe('What is moved.'),
				from: z.string().describe('Exchange that has it.'),
				to: z.string().describe('Exchange that lacks it.'),
			})
			.nullable()
			.describe('What the available balance does not cover of it, from the account that has most available.'),
		text: z.string().describe('The same in words.'),
	})
	.nullable()
	.describe(
		'How long the margin of the nearest position lasts at 2 sigma of its own price moves (half-life of 6 h, at least an hour of them). Null when nothing is held, or nothing known; then a reason says why.',
	);

const accountSchema = z.strictObject({
	exchange: z.string().describe('Where the account is.'),
	connected: z.boolean().describe('The caller has it connected.'),
	equity: amountOrNull('USD.'),
	available: amountOrNull('USD.'),
	margin_used: amountOrNull('USD.'),
	updated_at: instantOrNull('When the exchange said so.'),
	stale: z.boolean().describe('What is shown is older than it should be.'),
	equity_change: amountOrNull('Since the account was connected, USD.'),
	execution_pnl: amountOrNull('Part of it from executions.'),
	unmanaged_pnl: amountOrNull('Part of it from positions and trades that this service does not manage.'),
	external_flows: amountOrNull('Part of it from deposits, transfers, conversions and interest.'),
	revaluation: amountOrNull('Part of it from prices of assets other than USDT, which fees may be paid in.'),
	unexplained: amountOrNull('What is left.'),
	margin_runway: marginRunwaySchema,
	trading_mode: tradingModeSchema,
});

const progressSchema = z
	.strictObject({
		slices_done: z.int().describe('Slices that both legs hold.'),
		slices_left: z.int().describe('Slices that are still to be opened.'),
		quantity: amount('Coins of each leg, all slices.'),
		opened: amount('Coins that both legs hold.'),
		next_level: amountOrNull('Least price basis at which the next slice is begun; null is any.'),
		basis_now: amountOrNull('Price basis by the books of now; null while one of them is not current.'),
		ends_at: instantOrNull('What is not open then is dropped, and what is open runs.'),
	})
	.nullable()
	.describe('How far the opening is; null while nothing more of it is opened.');

/** One execution with its positions, profit, funding and risk. Money in USD. */
export const executionRecordSchema = z.strictObject({
	execution: executionSchema,
	long_position: positionSchema.describe('What the execution holds of the long leg.'),
	short_position: positionSchema.describe('What it holds of the short leg.'),
	pnl: pnlSchema,
	funding: fundingSchema,
	risk: riskSchema.describe('What could go wrong with it.'),
	advice: adviceSchema,
	progress: progressSchema,
	reasons: reasonsSchema,
});

/** All executions and accounts of a caller. Money in USD. */
export const portfolioSchema = z.strictObject({
	executions: z
		.array(executionRecordSchema)
		.describe('Open ones; where they were asked for, ended ones too, newest first.'),
	summary: z
		.strictObject({
			total_executions: z.int().describe('Open and ended ones.'),
			running_executions: z.int().describe('Those of status running.'),
			total_invested: amount('USD.'),
			total_unrealized_pnl: amountOrNull('USD.'),
			total_realized_pnl: amount('USD.'),
			total_funding_received: amount('USD.'),
			total_funding_paid: amount('USD.'),
			weighted_roi: amountOrNull('Percent.'),
			daily_roi: amountOrNull('Percent.'),
		})
		.describe('Sums over all executions of the caller.'),
	accounts: z.array(accountSchema).describe('Connected exchange accounts.'),
	pagination: paginationSchema.optional().describe('Of closed executions, when they were asked for.'),
	halts: z
		.array(haltSchema)
		.describe('Kill switches that keep the caller from opening now; empty where none stands.'),
	reasons: reasonsSchema,
	trading_mode: tradingModeSchema,
});

/** Record of an execution with the parts written that no market changes. */
type ExecutionWire = Omit<Wire<typeof executionRecordSchema>, 'execution' | 'funding'> & {
	readonly execution: JsonText;
	readonly funding: JsonText;
};

type PortfolioWire = Omit<Wire<typeof portfolioSchema>, 'executions'> & {
	readonly executions: readonly ExecutionWire[];
};

/** All executions and accounts of a caller. @param mode which money they are of */
export function portfolioRecord(
	portfolio: PortfolioRecord,
	halts: readonly Halt[],
	mode: TradingMode,
): PortfolioWire {
	const { summary, pagination } = portfolio;
	return {
		executions: portfolio.executions.map((one) => executionRecord(one, mode)),
		summary: {
			total_executions: summary.totalExecutions,
			running_executions: summary.runningExecutions,
			total_invested: summary.totalInvested,
			total_unrealized_pnl: summary.totalUnrealizedPnl,
			total_realized_pnl: summary.totalRealizedPnl,
			total_funding_received: summary.totalFundingReceived,
			total_funding_paid: summary.totalFundingPaid,
			weighted_roi: summary.weightedRoi,
			daily_roi: summary.dailyRoi,
		},
		accounts: portfolio.accounts.map((one) => accountRecord(one, mode)),
		...(pagination === undefined ? {} : { pagination: paginationRecord(pagination) }),
		halts: halts.map(haltRecord),
		reasons: portfolio.reasons,
		trading_mode: mode,
	};
}

/** One execution with its positions, profit, funding and risk. @param mode which money it is of */
export function executionRecord(record: PortfolioExecution, mode: TradingMode): ExecutionWire {
	return {
		execution: writtenPart(record.execution, mode, executionStateRecord),
		long_position: positionRecord(record.longPosition, mode),
		short_position: positionRecord(record.shortPosition, mode),
		pnl: pnlRecord(record.pnl),
		funding: writtenPart(record.funding, mode, fundingRecord),
		risk: riskRecord(record.risk),
		advice: record.advice === null ? null : adviceRecord(record.advice),
		progress: record.progress === null ? null : progressRecord(record.progress),
		reasons: record.reasons,
	};
}

/** The state of an execution by its journal alone. @param mode which money it is of */
export function executionStateRecord(
	execution: PortfolioExecution['execution'],
	mode: TradingMode,
): Wire<typeof executionSchema> {
	return {
		id: execution.id,
		user_id: execution.userId,
		opportunity_id: execution.opportunityId,
		job_id: execution.jobId,
		symbol: execution.symbol,
		pair: execution.pair,
		long_exchange: execution.longExchange,
		short_exchange: execution.shortExchange,
		input_amount: execution.inputAmount,
		filled_amount: execution.filledAmount,
		leverage: execution.leverage,
		long_size: execution.longSize,
		short_size: execution.shortSize,
		long_entry_price: execution.longEntryPrice,
		short_entry_price: execution.shortEntryPrice,
		avg_entry_price: execution.avgEntryPrice,
		status: execution.status,
		status_reason: execution.statusReason,
		mode: execution.mode,
		exit: exitRecord(execution.exit),
		trading_mode: mode,
		created_at: execution.createdAt,
		updated_at: execution.updatedAt,
		closed_at: execution.closedAt,
	};
}

function positionRecord(position: PortfolioPosition, mode: TradingMode): Wire<typeof positionSchema> {
	return {
		exchange: position.exchange,
		symbol: position.symbol,
		side: position.side,
		size: position.size,
		entry_price: position.entryPrice,
		mark_price: position.markPrice,
		liquidation_price: position.liquidationPrice,
		leverage: position.leverage,
		margin: position.margin,
		unrealized_pnl: position.unrealizedPnl,
		unrealized_pnl_pct: position.unrealizedPnlPct,
		next_funding_timestamp: position.nextFundingTimestamp,
		trading_mode: mode,
	};
}

function pnlRecord(pnl: PortfolioExecution['pnl']): Wire<typeof pnlSchema> {
	return {
		unrealized_pnl: pnl.unrealizedPnl,
		realized_pnl: pnl.realizedPnl,
		total_pnl: pnl.totalPnl,
		total_pnl_pct: pnl.totalPnlPct,
		long_pnl: pnl.longPnl,
		short_pnl: pnl.shortPnl,
		price_pnl: pnl.pricePnl,
		funding_pnl: pnl.fundingPnl,
		fee_cost: pnl.feeCost,
		slippage_cost: pnl.slippageCost,
	};
}

function fundingRecord(funding: PortfolioExecution['funding']): Wire<typeof fundingSchema> {
	return {
		total_received: funding.totalReceived,
		total_paid: funding.totalPaid,
		net_funding: funding.netFunding,
		long_funding: funding.longFunding,
		short_funding: funding.shortFunding,
		funding_events: funding.fundingEvents,
	};
}

function riskRecord(risk: PortfolioExecution['risk']): Wire<typeof riskSchema> {
	return {
		net_delta: risk.netDelta,
		unhedged_notional: risk.unhedgedNotional,
		unhedged_ms: risk.unhedgedMs,
		liquidation_distance_pct: risk.liquidationDistancePct,
		expected_remaining_carry: risk.expectedRemainingCarry,
		reconciled_at: risk.reconciledAt,
	};
}

function adviceRecord(advice: PortfolioAdvice): Wire<typeof adviceSchema> {
	return {
		action: advice.action,
		month_mean_apr: advice.monthMeanApr,
		expected_carry_30d: advice.expectedCarry30d,
		close_below: advice.closeBelow,
		reason: advice.reason,
	};
}

function progressRecord(progress: OpeningProgress): Wire<typeof progressSchema> {
	return {
		slices_done: progress.slicesDone,
		slices_left: progress.slicesLeft,
		quantity: progress.quantity,
		opened: progress.opened,
		next_level: progress.nextLevel,
		basis_now: progress.basisNow,
		ends_at: progress.endsAt,
	};
}

function accountRecord(account: PortfolioAccount, mode: TradingMode): Wire<typeof accountSchema> {
	const runway = account.marginRunway;
	return {
		exchange: account.exchange,
		connected: account.connected,
		equity: account.equity,
		available: account.available,
		margin_used: account.marginUsed,
		updated_at: account.updatedAt,
		stale: account.stale,
		equity_change: account.equityChange,
		execution_pnl: account.executionPnl,
		unmanaged_pnl: account.unmanagedPnl,
		external_flows: account.externalFlows,
		revaluation: account.revaluation,
		unexplained: account.unexplained,
		margin_runway:
			runway === null
				? null
				: {
						hours: runway.hours,
						symbol: runway.symbol,
						add_margin: runway.addMargin,
						move: runway.move,
						text: runway.text,
					},
		trading_mode: mode,
	};
}
