/**
 * Defines the history of a user's money: sampled equity, realized profit from the journal, and each execution's
 * course. Decimals are exact, money is USD, times are milliseconds; null means unknown.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { OrderPurpose, ReductionCause } from '../domain/event.ts';
import type { OrderStatus } from '../domain/execution.ts';
import { DAY_MS, HOUR_MS } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Side } from '../domain/order-book.ts';
import type { ProfitParts } from '../domain/profit-steps.ts';
import type { Words } from '../sentences/sentence.ts';
import { type ExecutionSample, MINUTE_MS, type SampleStep, type Stored } from './money-samples.ts';

/** Ranges of a history, up to now. */
export const HISTORY_RANGES = ['24h', '7d', '30d', '90d', '365d'] as const;
/** One of `HISTORY_RANGES`. */
export type HistoryRange = (typeof HISTORY_RANGES)[number];

/**
 * Length of each range, the stored samples that it reads, and the time between two points in the answer. All values
 * are milliseconds. No range has more than 1,441 points per series.
 */
export const RANGE_TERMS: Readonly<
	Record<HistoryRange, { readonly spanMs: number; readonly step: SampleStep; readonly resolutionMs: number }>
> = {
	'24h': { spanMs: DAY_MS, step: MINUTE_MS, resolutionMs: MINUTE_MS },
	'7d': { spanMs: 7 * DAY_MS, step: HOUR_MS, resolutionMs: HOUR_MS },
	'30d': { spanMs: 30 * DAY_MS, step: HOUR_MS, resolutionMs: HOUR_MS },
	'90d': { spanMs: 90 * DAY_MS, step: HOUR_MS, resolutionMs: 3 * HOUR_MS },
	'365d': { spanMs: 365 * DAY_MS, step: HOUR_MS, resolutionMs: 12 * HOUR_MS },
};

/** Reason why a part of a history is missing. */
export type HistoryReason = { readonly field: string; readonly code: string; readonly message: Words };

/** Equity at a time, and deposits less withdrawals since the start of the series. */
export type EquityPoint = {
	readonly at: number;
	readonly equity: Decimal | null;
	readonly netFlows: Decimal | null;
	/** Equity less net flows, less its first known value in the series. */
	readonly profit: Decimal | null;
};

/** Largest and current fall below an earlier peak, USD, and as a percentage of that peak; 0 at a peak. */
export type Drawdown = {
	readonly max: Decimal;
	readonly maxPct: Decimal | null;
	readonly current: Decimal;
	readonly currentPct: Decimal | null;
};

/** Sampled equity in a range. A missing time between two points is a gap. */
export type EquityHistory = {
	readonly from: number;
	readonly resolutionMs: number;
	/** Time of the user's first stored sample; null if there is none. */
	readonly samplesSince: number | null;
	readonly lastSampleAt: number | null;
	/** Time since which samples cannot be stored; null while they are stored. */
	readonly failingSince: number | null;
	readonly total: readonly EquityPoint[];
	readonly exchanges: readonly { readonly exchange: VenueName; readonly points: readonly EquityPoint[] }[];
	/** Drawdown of equity less net flows over the points of `total`; null without a known point. */
	readonly drawdown: Drawdown | null;
};

/** Realized profit of one group of executions. */
export type ProfitGroup = ProfitParts & {
	readonly realized: Decimal;
	/** Number of executions with a change in the range. */
	readonly executions: number;
};

/** Realized profit on whole UTC days, exactly as the journal has it. */
export type ProfitHistory = {
	/** Start of the first UTC day. */
	readonly from: number;
	/** Realized profit of all earlier days. */
	readonly before: Decimal;
	/** Realized profit of the range. `before` + `realized` is the user's total realized profit. */
	readonly realized: Decimal;
	/** Days with a change, oldest first. */
	readonly days: readonly (ProfitParts & { readonly day: number; readonly realized: Decimal })[];
	/** Groups sorted by realized profit, highest first. */
	readonly byCoin: readonly (ProfitGroup & { readonly coin: string })[];
	readonly byPair: readonly (ProfitGroup & { readonly exchangepair: string })[];
	/** Drawdown of the accumulated realized profit at the ends of days, USD. */
	readonly drawdown: { readonly max: Decimal; readonly current: Decimal };
};

/** Yield of one ended execution on its invested capital, beside its forecast. Rates are fractions per year. */
export type ExecutionYield = {
	readonly executionId: string;
	readonly symbol: string;
	readonly exchangepair: string;
	readonly openedAt: number;
	readonly closedAt: number;
	/** Peak invested capital, USD. */
	readonly invested: Decimal;
	readonly realized: Decimal;
	/** Realized profit / (invested capital × time); null if the execution was held for less than an hour. */
	readonly realizedApr: Decimal | null;
	/** Forecast at the opening; null if none was stored. */
	readonly forecast: {
		/** Expected net profit over the horizon, as a yearly rate on the invested capital; null if unknown. */
		readonly netApr: Decimal | null;
		readonly horizonHours: number;
	} | null;
};

/** Yields of the executions that ended in the range. */
export type YieldHistory = {
	/** Number of ended executions that were filled. */
	readonly count: number;
	/** Newest ended executions, at most `YIELDS_MAX`. */
	readonly executions: readonly ExecutionYield[];
	/** Realized yield of those with a yield, weighted with capital × time; null if there is none. */
	readonly realizedApr: Decimal | null;
	/** The same yield over the executions with a known forecast, and that forecast; null if there is none. */
	readonly compared: {
		readonly count: number;
		readonly realizedApr: Decimal;
		readonly forecastApr: Decimal;
	} | null;
};

/** Maximum number of executions in `YieldHistory.executions`. */
export const YIELDS_MAX = 200;
/** Maximum number of settlements, of orders and of fills in an execution's history; the newest are returned. */
export const EXECUTION_ROWS_MAX = 2_000;

/** A user's money over a range. */
export type PortfolioHistory = {
	readonly range: HistoryRange;
	readonly asOf: number;
	readonly equity: EquityHistory;
	readonly profit: ProfitHistory;
	readonly yields: YieldHistory;
	readonly reasons: readonly HistoryReason[];
};

/** A list whose oldest rows may be left out; `count` counts all rows in the range. */
export type NewestRows<Row> = { readonly rows: readonly Row[]; readonly count: number };

/** One settlement of a leg, with the net funding of both legs up to it. */
export type FundingStep = {
	readonly at: number;
	readonly leg: LegRole;
	readonly exchange: VenueName;
	readonly amount: Decimal;
	readonly rate: Decimal | null;
	readonly cumulative: Decimal;
};

/** One order of an execution. Quantities are coins. */
export type OrderRow = {
	readonly clientOrderId: string;
	readonly at: number;
	readonly leg: LegRole;
	readonly exchange: VenueName;
	readonly purpose: OrderPurpose;
	readonly side: Side;
	readonly quantity: Decimal;
	readonly filled: Decimal;
	readonly limitPrice: Decimal;
	readonly status: OrderStatus;
};

/** One fill of a leg, with the fees of both legs up to it. */
export type FillRow = {
	readonly at: number;
	readonly leg: LegRole;
	readonly exchange: VenueName;
	readonly side: Side;
	readonly quantity: Decimal;
	readonly price: Decimal;
	readonly fee: Decimal;
	readonly cumulativeFees: Decimal;
	/** `order` for our orders; otherwise the cause of the reduction or handover. */
	readonly cause: 'order' | ReductionCause;
};

/** An execution's sampled figures with their sum. */
export type ExecutionPoint = Stored<ExecutionSample> & {
	/** pricePnl + fundingPnl − feeCost − slippageCost. */
	readonly totalPnl: Decimal | null;
};

/** The course of one execution over a range that ends now, or when it ended. */
export type ExecutionHistory = {
	readonly executionId: string;
	readonly range: HistoryRange;
	readonly asOf: number;
	readonly from: number;
	readonly until: number;
	readonly resolutionMs: number;
	/** Samples, oldest first. A missing time between two points is a gap. */
	readonly points: readonly ExecutionPoint[];
	/** Average entry price of the short leg / of the long leg − 1; null before both legs have a fill. */
	readonly entryBasis: Decimal | null;
	readonly funding: NewestRows<FundingStep>;
	readonly orders: NewestRows<OrderRow>;
	readonly fills: NewestRows<FillRow>;
	readonly reasons: readonly HistoryReason[];
};

/** Reads histories of one user. */
export interface PerformanceReader {
	/** Rejects if a store cannot be read. */
	portfolio(query: { readonly userId: string; readonly range: HistoryRange }): Promise<PortfolioHistory>;
	/** @throws CarrywireError UNKNOWN_EXECUTION if the user has no such execution; rejects if a store cannot be read */
	execution(query: {
		readonly userId: string;
		readonly executionId: string;
		readonly range: HistoryRange;
	}): Promise<ExecutionHistory>;
}
