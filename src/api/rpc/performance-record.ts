/** Defines the record of a portfolio's history: equity, realized profit and yields. */
import * as z from 'zod';
import { fromNumber } from '../../domain/decimal.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';
import {
	type EquityHistory,
	type EquityPoint,
	type ExecutionYield,
	HISTORY_RANGES,
	type PortfolioHistory,
	type ProfitHistory,
	type YieldHistory,
} from '../../ports/performance.ts';
import {
	amount,
	amountOrNull,
	instant,
	instantOrNull,
	reasonRecords,
	reasonsSchema,
	type Wire,
} from './record-fields.ts';
import { tradingModeSchema } from './trading-mode.ts';

/** Schema of a history's range. */
export const rangeSchema = z.enum(HISTORY_RANGES).describe('Range of the history.');

/** Schema of the times of a series. */
export const timesSchema = z
	.array(z.int())
	.describe(
		'Times of the series, Unix seconds, oldest first. Two times further apart than resolution_seconds enclose a gap: nothing was stored there.',
	);

/** Builds the schema for the values of a series, one per time. */
export const values = (description: string) =>
	z.array(z.number().nullable()).describe(`${description} One value per time; null is unknown.`);

const EQUITY = 'Equity with unrealized profit, USD.';
const FLOWS =
	'Deposits less withdrawals since the first time, USD. An account connected later counts as a deposit.';
const PROFIT = 'Change of equity less net_flows since the first known value, USD.';

const equitySchema = z
	.strictObject({
		from: instant('Start of the range.'),
		resolution_seconds: z.int().describe('Time between two values of a series, seconds.'),
		samples_since: instantOrNull('Time of your first stored sample; null before it.'),
		last_sample_at: instantOrNull('Time of your newest stored sample.'),
		failing_since: instantOrNull('Time since which samples cannot be stored; null while they are stored.'),
		timestamps: timesSchema,
		total: z
			.strictObject({ equity: values(EQUITY), net_flows: values(FLOWS), profit: values(PROFIT) })
			.describe('All exchanges together. Unknown while one of them is.'),
		exchanges: z
			.array(
				z.strictObject({
					exchange: z.string().describe('Exchange of the account.'),
					equity: values(`${EQUITY} Null also while no account was connected.`),
					net_flows: values(FLOWS),
					profit: values(PROFIT),
				}),
			)
			.describe('Each exchange.'),
		drawdown: z
			.strictObject({
				max: amount('Largest fall below an earlier peak.'),
				max_pct: amountOrNull('max as a percentage of that peak.'),
				current: amount('Fall below the latest peak; 0 at a peak.'),
				current_pct: amountOrNull('current as a percentage of that peak.'),
			})
			.nullable()
			.describe('Drawdown of equity less net_flows, USD; null without known values.'),
	})
	.describe('Sampled equity: a sample a minute for a day, and one an hour for a year.');

const partsShape = {
	realized: amount('Realized profit: price + funding − fees.'),
	price: amount('Price profit of the closed quantity, from opening to closing fills.'),
	funding: amount('Funding received − paid.'),
	fees: amount('Fees paid; a rebate is negative.'),
};
const groupShape = {
	...partsShape,
	executions: z.int().describe('Executions with a change in the range.'),
};

const profitSchema = z
	.strictObject({
		from: instant('Start of the first UTC day.'),
		before: amount('Realized profit of all earlier days.'),
		realized: amount('Realized profit of the range. before + realized equals total_realized_pnl.'),
		days: z
			.array(z.strictObject({ day: z.string().describe('UTC date.'), ...partsShape }))
			.describe('UTC days with a change, oldest first.'),
		by_coin: z
			.array(z.strictObject({ coin: z.string().describe('Coin of the positions.'), ...groupShape }))
			.describe('Profit by coin, highest first.'),
		by_pair: z
			.array(
				z.strictObject({
					exchangepair: z.string().describe('Both exchanges in alphabetical order.'),
					...groupShape,
				}),
			)
			.describe('Profit by exchange pair, highest first.'),
		drawdown: z
			.strictObject({
				max: amount('Largest fall below an earlier peak.'),
				current: amount('Fall below the latest peak; 0 at a peak.'),
			})
			.describe('Drawdown of the accumulated realized profit at the ends of days.'),
	})
	.describe('Realized profit on whole UTC days, exactly as the journal has it, USD.');

const yieldsSchema = z
	.strictObject({
		count: z.int().describe('Ended executions with a fill in the range.'),
		realized_apr: amountOrNull(
			'Yield of those held for at least an hour, weighted with capital and time; null if there is none.',
		),
		compared: z
			.strictObject({
				count: z.int().describe('Executions with a yield and a known forecast.'),
				realized_apr: amount('Their yield.'),
				forecast_apr: amount('Their forecast yield, with the same weights.'),
			})
			.nullable()
			.describe('Yield against forecast; null without a known forecast.'),
		executions: z
			.array(
				z.strictObject({
					execution_id: z.string().describe('Id of the execution.'),
					symbol: z.string().describe('Coin and quote, such as BTCUSDT.'),
					exchangepair: z.string().describe('Both exchanges in alphabetical order.'),
					opened_at: instant('Time of the first fill.'),
					closed_at: instant('Time of the end.'),
					invested: amount('Peak invested capital, USD.'),
					realized: amount('Realized profit, USD.'),
					realized_apr: amountOrNull(
						'Realized profit / (invested capital × time); null if held for less than an hour.',
					),
					forecast_apr: amountOrNull('Expected net profit at the opening; null if no forecast is stored.'),
					forecast_hours: amountOrNull('Horizon of the forecast, hours.'),
				}),
			)
			.describe('Newest ended executions, at most 200.'),
	})
	.describe('Yields on invested capital, fractions per year.');

/** A portfolio's history on the wire. */
export const portfolioHistorySchema = z.strictObject({
	range: rangeSchema,
	as_of: instant('Time of the answer.'),
	equity: equitySchema,
	profit: profitSchema,
	yields: yieldsSchema,
	reasons: reasonsSchema,
	trading_mode: tradingModeSchema,
});

/** Converts a portfolio's history to its record on the wire. */
export function portfolioHistoryRecord(
	{ range, asOf, equity, profit, yields, reasons }: PortfolioHistory,
	mode: TradingMode,
): Wire<typeof portfolioHistorySchema> {
	return {
		range,
		as_of: isoOf(asOf),
		equity: equityRecord(equity),
		profit: profitRecord(profit),
		yields: yieldsRecord(yields),
		reasons: reasonRecords(reasons),
		trading_mode: mode,
	};
}

/** Converts milliseconds to ISO 8601 in UTC. */
export function isoOf(at: number): string {
	return new Date(at).toISOString();
}

/** Converts milliseconds to whole Unix seconds. */
export function secondsOf(at: number): number {
	return Math.floor(at / 1_000);
}

function isoOrNull(at: number | null): string | null {
	return at === null ? null : isoOf(at);
}

function equityRecord(equity: EquityHistory): Wire<typeof equitySchema> {
	const { total, exchanges, drawdown } = equity;
	return {
		from: isoOf(equity.from),
		resolution_seconds: secondsOf(equity.resolutionMs),
		samples_since: isoOrNull(equity.samplesSince),
		last_sample_at: isoOrNull(equity.lastSampleAt),
		failing_since: isoOrNull(equity.failingSince),
		timestamps: total.map(({ at }) => secondsOf(at)),
		total: columns(total, total),
		exchanges: exchanges.map(({ exchange, points }) => ({ exchange, ...columns(total, points) })),
		drawdown:
			drawdown === null
				? null
				: {
						max: drawdown.max,
						max_pct: drawdown.maxPct,
						current: drawdown.current,
						current_pct: drawdown.currentPct,
					},
	};
}

/** Arranges points by the times of the total. An exchange without a point at a time has null there. */
function columns(total: readonly EquityPoint[], points: readonly EquityPoint[]) {
	const byTime = new Map(points.map((point) => [point.at, point]));
	return {
		equity: total.map(({ at }) => byTime.get(at)?.equity ?? null),
		net_flows: total.map(({ at }) => byTime.get(at)?.netFlows ?? null),
		profit: total.map(({ at }) => byTime.get(at)?.profit ?? null),
	};
}

function profitRecord(profit: ProfitHistory): Wire<typeof profitSchema> {
	return {
		from: isoOf(profit.from),
		before: profit.before,
		realized: profit.realized,
		days: profit.days.map(({ day, ...parts }) => ({ day: isoOf(day).slice(0, 10), ...parts })),
		by_coin: profit.byCoin,
		by_pair: profit.byPair,
		drawdown: profit.drawdown,
	};
}

function yieldsRecord({ count, realizedApr, compared, executions }: YieldHistory): Wire<typeof yieldsSchema> {
	return {
		count,
		realized_apr: realizedApr,
		compared:
			compared === null
				? null
				: {
						count: compared.count,
						realized_apr: compared.realizedApr,
						forecast_apr: compared.forecastApr,
					},
		executions: executions.map(yieldRecord),
	};
}

function yieldRecord(one: ExecutionYield): Wire<typeof yieldsSchema>['executions'][number] {
	return {
		execution_id: one.executionId,
		symbol: one.symbol,
		exchangepair: one.exchangepair,
		opened_at: isoOf(one.openedAt),
		closed_at: isoOf(one.closedAt),
		invested: one.invested,
		realized: one.realized,
		realized_apr: one.realizedApr,
		forecast_apr: one.forecast?.netApr ?? null,
		forecast_hours: one.forecast === null ? null : fromNumber(one.forecast.horizonHours),
	};
}
