/** Defines the record of one execution's history: sampled figures, settlements, orders and fills. */
import * as z from 'zod';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { ExecutionHistory } from '../../ports/performance.ts';
import { isoOf, rangeSchema, secondsOf, timesSchema, values } from './performance-record.ts';
import { amount, amountOrNull, instant, reasonRecords, reasonsSchema, type Wire } from './record-fields.ts';
import { tradingModeSchema } from './trading-mode.ts';

const legShape = {
	time: instant('Time of the event.'),
	leg: z.enum(['long', 'short']).describe('Leg of the execution.'),
	exchange: z.string().describe('Exchange of the leg.'),
};
const sideSchema = z.enum(['buy', 'sell']).describe('Side of the trade.');
const NEWEST = 'At most the 2,000 newest of the range, oldest first.';
const COUNT = 'Rows in the range, including those left out.';

/** An execution's history on the wire. */
export const executionHistorySchema = z.strictObject({
	execution_id: z.string().describe('Id of the execution.'),
	range: rangeSchema,
	as_of: instant('Time of the answer.'),
	from: instant('Start of the range, or of the execution if it is later.'),
	until: instant('End of the range: now, or the end of the execution.'),
	samples: z
		.strictObject({
			resolution_seconds: z.int().describe('Time between two values, seconds.'),
			timestamps: timesSchema,
			total_pnl: values('price_pnl + funding_pnl − fee_cost − slippage_cost, USD.'),
			price_pnl: values('Profit from price moves at the mark prices, USD.'),
			funding_pnl: values('Funding received − paid, USD.'),
			fee_cost: values('Fees paid, USD.'),
			slippage_cost: values('Slippage of the fills, USD.'),
			delta: values('Coins held long − coins held short.'),
			delta_usd: values('delta at the mark price, USD.'),
			basis: values('Mark of the short leg / mark of the long leg − 1.'),
		})
		.describe('Samples while the execution was open: one a minute for a day, and one an hour for a year.'),
	entry_basis: amountOrNull(
		'Average entry price of the short leg / of the long leg − 1; null before both have a fill.',
	),
	funding: z
		.array(
			z.strictObject({
				...legShape,
				amount: amount('Payment, USD; positive is received.'),
				rate: amountOrNull('Settled rate.'),
				cumulative: amount('Net funding of both legs up to this settlement, USD.'),
			}),
		)
		.describe(`Settlements. ${NEWEST}`),
	funding_count: z.int().describe(COUNT),
	orders: z
		.array(
			z.strictObject({
				...legShape,
				client_order_id: z.string().describe('Id that the service gave the order.'),
				purpose: z
					.enum(['open', 'complete', 'reduce', 'close'])
					.describe('complete: enlarges the smaller leg. reduce: trims the larger leg.'),
				side: sideSchema,
				quantity: amount('Coins.'),
				filled: amount('Filled coins.'),
				limit_price: amount('USD per coin.'),
				status: z
					.enum(['submitting', 'accepted', 'unknown', 'filled', 'canceled', 'expired', 'rejected', 'absent'])
					.describe('unknown: the outcome is not proven yet. absent: it never reached the exchange.'),
			}),
		)
		.describe(`Orders. ${NEWEST}`),
	orders_count: z.int().describe(COUNT),
	fills: z
		.array(
			z.strictObject({
				...legShape,
				side: sideSchema,
				quantity: amount('Coins.'),
				price: amount('USD per coin.'),
				fee: amount('Fee, USD; a rebate is negative.'),
				cumulative_fees: amount('Fees of both legs up to this fill, USD.'),
				cause: z
					.enum(['order', 'liquidation', 'adl', 'delisting', 'hand', 'handover'])
					.describe('Cause of the fill, as in export_ledger.'),
			}),
		)
		.describe(`Fills. ${NEWEST}`),
	fills_count: z.int().describe(COUNT),
	reasons: reasonsSchema,
	trading_mode: tradingModeSchema,
});

/** Converts an execution's history to its record on the wire. */
export function executionHistoryRecord(
	history: ExecutionHistory,
	mode: TradingMode,
): Wire<typeof executionHistorySchema> {
	const { points, funding, orders, fills } = history;
	return {
		execution_id: history.executionId,
		range: history.range,
		as_of: isoOf(history.asOf),
		from: isoOf(history.from),
		until: isoOf(history.until),
		samples: {
			resolution_seconds: secondsOf(history.resolutionMs),
			timestamps: points.map(({ at }) => secondsOf(at)),
			total_pnl: points.map(({ totalPnl }) => totalPnl),
			price_pnl: points.map(({ pricePnl }) => pricePnl),
			funding_pnl: points.map(({ fundingPnl }) => fundingPnl),
			fee_cost: points.map(({ feeCost }) => feeCost),
			slippage_cost: points.map(({ slippageCost }) => slippageCost),
			delta: points.map(({ delta }) => delta),
			delta_usd: points.map(({ deltaUsd }) => deltaUsd),
			basis: points.map(({ basis }) => basis),
		},
		entry_basis: history.entryBasis,
		funding: funding.rows.map(({ at, ...row }) => ({ time: isoOf(at), ...row })),
		funding_count: funding.count,
		orders: orders.rows.map(({ at, clientOrderId, limitPrice, ...row }) => ({
			time: isoOf(at),
			...row,
			client_order_id: clientOrderId,
			limit_price: limitPrice,
		})),
		orders_count: orders.count,
		fills: fills.rows.map(({ at, cumulativeFees, ...row }) => ({
			time: isoOf(at),
			...row,
			cumulative_fees: cumulativeFees,
		})),
		fills_count: fills.count,
		reasons: reasonRecords(history.reasons),
		trading_mode: mode,
	};
}
