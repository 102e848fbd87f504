/** Defines the API's portfolio queries. Decimals are exact; null means unknown. */

import type { Decimal } from '../domain/decimal.ts';
import type { ExitPlan } from '../domain/event.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { MarginAdvice } from '../domain/margin-advice.ts';
import type { Pagination } from '../domain/pagination.ts';
import type { ExecutionStatus } from '../domain/status.ts';
import type { Words } from '../sentences/sentence.ts';
import type { ExecutionMode } from './order-service.ts';
import type { PortfolioAdvice } from './stay-advice.ts';

/** Keys by which ended executions can be sorted. `held` is the time from acceptance to the end. */
export type HistorySort =
	| 'createdAt'
	| 'closedAt'
	| 'symbol'
	| 'status'
	| 'held'
	| 'filledAmount'
	| 'pricePnl'
	| 'fundingPnl'
	| 'feeCost'
	| 'slippageCost'
	| 'totalPnl'
	| 'totalPnlPct';

/** Results of ended executions: a profit, no profit, or not opened. */
export const OUTCOMES = ['profit', 'loss', 'failed'] as const;

/** Order and filters of ended executions. An absent filter lets everything through. */
export type HistoryQuery = {
	readonly sort: HistorySort;
	readonly order: 'asc' | 'desc';
	/** Beginning of the symbol, such as `BTC`; upper or lower case. */
	readonly symbol: string | undefined;
	readonly longExchange: string | undefined;
	readonly shortExchange: string | undefined;
	readonly outcome: (typeof OUTCOMES)[number] | undefined;
	/** Times of the end, milliseconds: from inclusive, until exclusive. */
	readonly from: number | undefined;
	readonly until: number | undefined;
};

/** Query for `portfolio_live`. Pages count from 1. */
export type PortfolioQuery = {
	readonly userId: string;
	readonly executionId: string | undefined;
	readonly includeClosed: boolean;
	readonly page: number;
	readonly limit: number;
	/** If absent, all ended executions, newest first. */
	readonly history?: HistoryQuery;
	/** True: the records have no payments of funding and no doubts about them. Their number grows with the time held. */
	readonly withoutPayments?: boolean;
};

/**
 * The `portfolio_live` record. Section 4 of the API specification defines its fields and the equations that relate
 * them.
 */
export type PortfolioRecord = {
	readonly executions: readonly PortfolioExecution[];
	readonly summary: {
		readonly totalExecutions: number;
		readonly runningExecutions: number;
		readonly totalInvested: Decimal;
		readonly totalUnrealizedPnl: Decimal | null;
		readonly totalRealizedPnl: Decimal;
		readonly totalFundingReceived: Decimal;
		readonly totalFundingPaid: Decimal;
		readonly weightedRoi: Decimal | null;
		readonly dailyRoi: Decimal | null;
	};
	readonly accounts: readonly PortfolioAccount[];
	/** Advice on the margin of all accounts, the one that runs short first at the top. */
	readonly marginAdvice: readonly MarginAdvice[];
	/** Paging for closed executions, if requested. */
	readonly pagination?: Pagination | undefined;
	readonly reasons: readonly { readonly field: string; readonly code: string; readonly message: Words }[];
};

/** One leg at its venue. Sizes are coins, prices USD per coin; null means unknown. */
export type PortfolioPosition = {
	readonly exchange: VenueName;
	readonly symbol: string;
	readonly side: 'long' | 'short';
	readonly size: Decimal;
	readonly entryPrice: Decimal | null;
	readonly markPrice: Decimal | null;
	readonly liquidationPrice: Decimal | null;
	readonly leverage: Decimal;
	readonly margin: Decimal | null;
	readonly unrealizedPnl: Decimal | null;
	readonly unrealizedPnlPct: Decimal | null;
	/** Time of the next funding settlement, Unix seconds. */
	readonly nextFundingTimestamp: number | null;
};

/** Progress of an opening. */
export type OpeningProgress = {
	readonly slicesDone: number;
	readonly slicesLeft: number;
	/** Planned quantity per leg, coins. */
	readonly quantity: Decimal;
	/** Quantity that both legs hold, coins. */
	readonly opened: Decimal;
	/** Minimum price basis for starting the next slice; null if any basis is accepted. */
	readonly nextLevel: Decimal | null;
	readonly basisNow: Decimal | null;
	/** Time at which the service gives up the unopened part, ISO 8601. */
	readonly endsAt: string | null;
};

/** One execution in the portfolio. Money is USD, rates are fractions of the invested amount; null means unknown. */
export type PortfolioExecution = {
	readonly execution: {
		readonly id: string;
		readonly userId: string;
		readonly opportunityId: string;
		readonly jobId: string;
		readonly symbol: string;
		readonly pair: string;
		readonly longExchange: VenueName;
		readonly shortExchange: VenueName;
		readonly inputAmount: Decimal;
		readonly filledAmount: Decimal;
		readonly leverage: Decimal;
		readonly longSize: Decimal;
		readonly shortSize: Decimal;
		readonly longEntryPrice: Decimal | null;
		readonly shortEntryPrice: Decimal | null;
		readonly avgEntryPrice: Decimal | null;
		readonly status: ExecutionStatus;
		readonly statusReason: string | null;
		/** The reason with its facts, for another language; null if there is none. */
		readonly statusWords: Words | null;
		readonly mode: ExecutionMode;
		/** Execution from which this one took a leg over; null if none. */
		readonly rolledFrom: string | null;
		/** Execution to which a roll last moved a part of this one; null if none. */
		readonly rolledTo: string | null;
		/** Exit rules in force now; for an ended execution, the rules in force at its end. */
		readonly exit: ExitPlan;
		readonly createdAt: string;
		readonly updatedAt: string;
		readonly closedAt: string | null;
	};
	readonly longPosition: PortfolioPosition;
	readonly shortPosition: PortfolioPosition;
	readonly pnl: {
		readonly unrealizedPnl: Decimal | null;
		readonly realizedPnl: Decimal;
		readonly totalPnl: Decimal | null;
		readonly totalPnlPct: Decimal | null;
		readonly longPnl: Decimal | null;
		readonly shortPnl: Decimal | null;
		readonly pricePnl: Decimal | null;
		readonly fundingPnl: Decimal;
		readonly feeCost: Decimal;
		readonly slippageCost: Decimal;
	};
	readonly funding: {
		readonly totalReceived: Decimal;
		readonly totalPaid: Decimal;
		readonly netFunding: Decimal;
		readonly longFunding: Decimal;
		readonly shortFunding: Decimal;
		readonly fundingEvents: readonly {
			readonly timestamp: number;
			readonly exchange: VenueName;
			readonly symbol: string;
			readonly amount: Decimal;
			readonly rate: Decimal | null;
			readonly cumulative: Decimal;
		}[];
	};
	readonly risk: {
		readonly netDelta: Decimal;
		readonly unhedgedNotional: Decimal | null;
		/** Total unhedged time, by the venues' fill times. */
		readonly unhedgedMs: number;
		readonly liquidationDistancePct: Decimal | null;
		readonly expectedRemainingCarry: Decimal | null;
		readonly reconciledAt: string | null;
	};
	/** Advice to hold or close; null while the execution is not running. */
	readonly advice: PortfolioAdvice | null;
	/** Progress of the opening; null once the opening has ended. */
	readonly progress: OpeningProgress | null;
	readonly reasons: readonly { readonly field: string; readonly code: string; readonly message: Words }[];
};

/** One exchange account in the portfolio. Money is USD; null means unknown. */
export type PortfolioAccount = {
	readonly exchange: VenueName;
	readonly connected: boolean;
	readonly equity: Decimal | null;
	readonly available: Decimal | null;
	readonly marginUsed: Decimal | null;
	readonly updatedAt: string | null;
	readonly stale: boolean;
	/**
	 * Change in equity since the account was connected. It equals executions' PnL + unmanaged PnL + external flows +
	 * revaluation of other assets + unexplained.
	 */
	readonly equityChange: Decimal | null;
	readonly executionPnl: Decimal | null;
	readonly unmanagedPnl: Decimal | null;
	readonly externalFlows: Decimal | null;
	readonly revaluation: Decimal | null;
	readonly unexplained: Decimal | null;
	/**
	 * Time until a 2-sigma adverse move would use up the margin of the position nearest to liquidation, and the
	 * margin to add; null if no position is held or known.
	 */
	readonly marginRunway: {
		readonly hours: Decimal;
		readonly symbol: string;
		readonly addMargin: Decimal;
		readonly move: {
			readonly amount: Decimal;
			readonly asset: string;
			readonly from: VenueName;
			readonly to: VenueName;
		} | null;
		readonly text: Words;
	} | null;
};

/** Query for a user's executions in one symbol on one exchange pair. */
export type ExecutedQuery = {
	readonly userId: string;
	/** Symbol as in plans: coin and quote, such as BTCUSDT. */
	readonly symbol: string;
	/** Canonical name of the exchange pair: both exchanges in alphabetical order. */
	readonly exchangepair: string;
	readonly page: number;
	readonly limit: number;
};

/** The executions in one symbol on one exchange pair. */
export type ExecutedRecord = {
	/** Open and ended executions, newest first. */
	readonly executions: readonly PortfolioExecution[];
	readonly pagination: Pagination;
	readonly reasons: PortfolioRecord['reasons'];
};

/** Reads one user's portfolio: open executions live, ended ones from the journal. */
export interface PortfolioReader {
	live(query: PortfolioQuery): Promise<PortfolioRecord>;
	executed(query: ExecutedQuery): Promise<ExecutedRecord>;
}
