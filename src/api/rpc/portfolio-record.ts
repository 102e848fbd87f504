/** Defines the records of the portfolio and its executions. */
import * as z from 'zod';
import type { JsonText } from '../../domain/exact-json.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { Halt } from '../../ports/halts.ts';
import type {
	OpeningProgress,
	PortfolioAccount,
	PortfolioExecution,
	PortfolioPosition,
	PortfolioRecord,
} from '../../ports/portfolio.ts';
import type { Words } from '../../sentences/sentence.ts';
import { adviceRecord, adviceSchema } from './advice-record.ts';
import { exitInForceSchema, exitRecord } from './exit-record.ts';
import { haltRecord, haltSchema } from './halt-record.ts';
import {
	marginAdviceRecord,
	marginAdviceSchema,
	marginRunwayRecord,
	marginRunwaySchema,
} from './margin-record.ts';
import {
	amount,
	amountOrNull,
	executionStatusSchema,
	instant,
	instantOrNull,
	modeSchema,
	paginationRecord,
	paginationSchema,
	reasonRecords,
	reasonsSchema,
	sentenceRecord,
	sentenceSchema,
	unixSeconds,
	unixSecondsOrNull,
	type Wire,
} from './record-fields.ts';
import { tradingModeSchema } from './trading-mode.ts';
import { plannedTransfersSchema } from './transfer-record.ts';
import { writtenPart } from './written-part.ts';

/** State of an execution from its journal alone, without market data. */
export const executionSchema = z.strictObject({
	id: z.string().describe('Id of the execution, passed to methods as execution_id.'),
	user_id: z.string().describe('User who owns it.'),
	opportunity_id: z.string().describe('Opportunity that it was opened from.'),
	job_id: z.string().describe('Job of the call that opened it, for resubmit_execute_opportunity.'),
	symbol: z.string().describe('Coin and quote, such as BTCUSDT.'),
	pair: z.string().describe('Exchange pair.'),
	long_exchange: z.string().describe('Exchange of the long leg.'),
	short_exchange: z.string().describe('Exchange of the short leg.'),
	input_amount: amount('Requested amount in USD over both legs.'),
	filled_amount: amount('Opened amount in USD over both legs.'),
	leverage: amount('Leverage of each leg.'),
	long_size: amount('Coins held on the long leg.'),
	short_size: amount('Coins held on the short leg.'),
	long_entry_price: amountOrNull('Average price of the opening fills of the long leg, USD per coin.'),
	short_entry_price: amountOrNull('Average price of the opening fills of the short leg, USD per coin.'),
	avg_entry_price: amountOrNull('Average entry price of both legs, USD per coin.'),
	status: executionStatusSchema,
	status_reason: z
		.string()
		.nullable()
		.describe('Reason for the status, when the status alone does not explain it.'),
	status_sentence: sentenceSchema,
	mode: modeSchema,
	rolled_from: z
		.string()
		.optional()
		.describe('Execution of the pair before, if one leg moved to another exchange since; absent otherwise.'),
	rolled_to: z
		.string()
		.optional()
		.describe(
			'Execution of the pair after, if a leg of this one moved to another exchange; absent otherwise.',
		),
	exit: exitInForceSchema,
	trading_mode: tradingModeSchema,
	created_at: instant('Time of acceptance.'),
	updated_at: instant('Time of the last change.'),
	closed_at: instantOrNull('Time at which both exchanges were flat.'),
});

const positionSchema = z.strictObject({
	exchange: z.string().describe('Exchange of the leg.'),
	symbol: z.string().describe("The exchange's own symbol."),
	side: z.enum(['long', 'short']).describe('Direction of the leg.'),
	size: amount('Coins.'),
	entry_price: amountOrNull('Average entry price, USD per coin.'),
	mark_price: amountOrNull('Mark price, USD per coin.'),
	liquidation_price: amountOrNull('Liquidation price, USD per coin.'),
	leverage: amount('Leverage of the leg.'),
	margin: amountOrNull('Margin, USD.'),
	unrealized_pnl: amountOrNull('Unrealized profit, USD.'),
	unrealized_pnl_pct: amountOrNull('Unrealized profit, as a percentage of the initial margin.'),
	next_funding_timestamp: unixSecondsOrNull(
		'Next settlement of the contract; null when it is unknown or nothing is held.',
	),
	trading_mode: tradingModeSchema,
});

const pnlSchema = z
	.strictObject({
		unrealized_pnl: amountOrNull('Profit on the open quantity, from fills to the mark price.'),
		realized_pnl: amount('Profit on the closed quantity from fill to fill, with all funding and fees.'),
		total_pnl: amountOrNull('price_pnl + funding_pnl − fee_cost − slippage_cost.'),
		total_pnl_pct: amountOrNull('total_pnl as a percentage of the peak deployed capital.'),
		long_pnl: amountOrNull('Contribution of the long leg to total_pnl.'),
		short_pnl: amountOrNull('Contribution of the short leg to total_pnl.'),
		price_pnl: amountOrNull(
			'Profit from price moves, with each fill valued at the mid price when its order was decided.',
		),
		funding_pnl: amount('Funding received − paid.'),
		fee_cost: amount('Fees paid; a rebate is negative.'),
		slippage_cost: amount('Slippage of the fills against the mid price when each order was decided.'),
	})
	.describe('Profit and loss of the execution, in USD.');

const fundingSchema = z
	.strictObject({
		total_received: amount('Funding received, ≥ 0.'),
		total_paid: amount('Funding paid, ≥ 0.'),
		net_funding: amount('Funding received − paid.'),
		long_funding: amount('Net funding of the long leg.'),
		short_funding: amount('Net funding of the short leg.'),
		funding_events: z
			.array(
				z.strictObject({
					timestamp: unixSeconds('Time of the settlement.'),
					exchange: z.string().describe('Exchange that settled.'),
					symbol: z.string().describe("The exchange's own symbol."),
					amount: amount('Payment; positive is received.'),
					rate: amountOrNull('Settled rate.'),
					cumulative: amount('Net funding of both legs up to and including this settlement.'),
				}),
			)
			.describe('Settlements of both legs, newest first.'),
	})
	.describe('Funding of the execution, in USD.');

const riskSchema = z.strictObject({
	net_delta: amount('Long coins − short coins.'),
	unhedged_notional: amountOrNull('Unhedged notional, USD.'),
	unhedged_ms: z
		.int()
		.describe("Total unhedged time since the opening, milliseconds, by the exchanges' fill times."),
	liquidation_distance_pct: amountOrNull(
		'Smaller of the two legs’ distances to liquidation, as a percentage of the mark price.',
	),
	expected_remaining_carry: amountOrNull(
		"Carry forecast over the next 720 h, or until max_hours is reached, as a share of one leg's notional.",
	),
	reconciled_at: instantOrNull('Last time at which positions matched on both exchanges.'),
});

const accountSchema = z.strictObject({
	exchange: z.string().describe('Exchange of the account.'),
	connected: z.boolean().describe('True when the account is connected.'),
	equity: amountOrNull('Equity, USD.'),
	available: amountOrNull('Available balance, USD.'),
	margin_used: amountOrNull('Margin in use, USD.'),
	updated_at: instantOrNull('Time of these balances at the exchange.'),
	stale: z.boolean().describe('True when the last read failed, so that the balances are old.'),
	equity_change: amountOrNull('Change of equity since the account was connected, USD.'),
	execution_pnl: amountOrNull('Part of equity_change from executions.'),
	unmanaged_pnl: amountOrNull('Part of equity_change from positions and trades outside this service.'),
	external_flows: amountOrNull('Part of equity_change from deposits, transfers, conversions and interest.'),
	revaluation: amountOrNull(
		'Part of equity_change from price moves of assets other than USDT, in which fees may be paid.',
	),
	unexplained: amountOrNull('Part of equity_change without a known cause.'),
	margin_runway: marginRunwaySchema,
	trading_mode: tradingModeSchema,
});

const progressSchema = z
	.strictObject({
		slices_done: z.int().describe('Slices open on both legs.'),
		slices_left: z.int().describe('Slices still to open.'),
		quantity: amount('Coins of each leg in all slices together.'),
		opened: amount('Coins open on both legs.'),
		next_level: amountOrNull('Minimum price basis to start the next slice; null: any.'),
		basis_now: amountOrNull('Price basis by the current books; null while a book is not current.'),
		ends_at: instantOrNull(
			'Deadline of the opening. After it, the filled part keeps running and the service drops the rest.',
		),
	})
	.nullable()
	.describe('Progress of the opening; null unless slices remain to be opened.');

/** One execution with its positions, profit, funding and risk. Money is in USD. */
export const executionRecordSchema = z.strictObject({
	execution: executionSchema,
	long_position: positionSchema.describe('Position of the execution on the long leg.'),
	short_position: positionSchema.describe('Position of the execution on the short leg.'),
	pnl: pnlSchema,
	funding: fundingSchema,
	risk: riskSchema.describe('Risk figures.'),
	advice: adviceSchema,
	progress: progressSchema,
	reasons: reasonsSchema,
});

/** A caller's executions and accounts. Money is in USD. */
export const portfolioSchema = z.strictObject({
	executions: z
		.array(executionRecordSchema)
		.describe('Open executions, and ended ones when requested, newest first.'),
	summary: z
		.strictObject({
			total_executions: z.int().describe('Number of open and ended executions.'),
			running_executions: z.int().describe('Number of executions with status running.'),
			total_invested: amount('Invested capital, USD.'),
			total_unrealized_pnl: amountOrNull('Unrealized profit, USD.'),
			total_realized_pnl: amount('Realized profit, USD.'),
			total_funding_received: amount('Funding received, USD.'),
			total_funding_paid: amount('Funding paid, USD.'),
			weighted_roi: amountOrNull('Capital-weighted return, percent.'),
			daily_roi: amountOrNull('Daily return, percent.'),
		})
		.describe('Totals for all executions of the caller.'),
	accounts: z.array(accountSchema).describe('Connected exchange accounts.'),
	margin_advice: marginAdviceSchema,
	planned_transfers: plannedTransfersSchema,
	pagination: paginationSchema
		.optional()
		.describe('Pagination of closed executions, when they were requested.'),
	halts: z.array(haltSchema).describe('Active kill switches that block the caller from opening.'),
	reasons: reasonsSchema,
	trading_mode: tradingModeSchema,
});

/** Record of an execution. The parts that do not depend on market data are already serialized. */
type ExecutionWire = Omit<Wire<typeof executionRecordSchema>, 'execution' | 'funding'> & {
	readonly execution: JsonText;
	readonly funding: JsonText;
};

type PortfolioWire = Omit<Wire<typeof portfolioSchema>, 'executions'> & {
	readonly executions: readonly ExecutionWire[];
};

/**
 * Converts a portfolio to its record.
 * @param mode the service's trading mode @param transfers the user's planned transfers
 */
export function portfolioRecord(
	portfolio: PortfolioRecord,
	halts: readonly Halt[],
	mode: TradingMode,
	transfers: Wire<typeof plannedTransfersSchema> = [],
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
		margin_advice: portfolio.marginAdvice.map(marginAdviceRecord),
		planned_transfers: transfers,
		...(pagination === undefined ? {} : { pagination: paginationRecord(pagination) }),
		halts: halts.map(haltRecord),
		reasons: reasonRecords(portfolio.reasons),
		trading_mode: mode,
	};
}

/** Describes the param that leaves out the payments of funding. */
export const FUNDING_EVENTS =
	'False: without the payments in funding.funding_events and the reasons about them. They grow with the time held.';

/** Converts an execution in the portfolio to its record. @param mode the service's trading mode */
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
		reasons: reasonRecords(record.reasons),
	};
}

/** Converts the state of an execution to its record. @param mode the service's trading mode */
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
		...statusSentence(execution.statusWords),
		mode: execution.mode,
		...(execution.rolledFrom === null ? {} : { rolled_from: execution.rolledFrom }),
		...(execution.rolledTo === null ? {} : { rolled_to: execution.rolledTo }),
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
		margin_runway: marginRunwayRecord(account.marginRunway),
		trading_mode: mode,
	};
}

function statusSentence(words: Words | null) {
	const sentence = words === null ? null : sentenceRecord(words);
	return sentence === null ? {} : { status_sentence: sentence };
}
