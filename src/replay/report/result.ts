/**
 * Defines the outcome of a replay: everything that a report shows, as one JSON value. Money is USD, rates are
 * fractions (0.05 is 5 %), times are Unix milliseconds, and columns have one entry per entry of their `at`. The result
 * has no time of the machine that ran it, so equal data, settings and seeds give equal bytes.
 */

import type { DataFile, DataGap, Grade, IntervalChange } from '../data/dataset.ts';

/** Version of this form. A report of another form is refused. */
export const RESULT_FORM = 1;

/** Settings of a replay, as the user gave them and as defaults completed them. */
export type ReplaySettings = {
	/** Folders or files of the data, as given. */
	readonly data: readonly string[];
	readonly grade: Grade;
	/** Span of the policy's actions, [from, until). */
	readonly from: number;
	readonly until: number;
	/** Name of a built-in policy, or the path of the user's file. */
	readonly policy: string;
	/** The policy's own settings by name. */
	readonly set: Readonly<Record<string, number | string | boolean>>;
	/** Capital of each paper user, USD. It is split equally over the exchanges. The users together have `users` times it. */
	readonly capitalUsd: number;
	/** Pairs that trade in a paper user of their own; 1 if one user trades all of them. */
	readonly users: number;
	readonly exchanges: readonly string[];
	/** Coins that may be traded; null for all. */
	readonly coins: readonly string[] | null;
	/** Windows of training and testing, days; null without walk-forward. */
	readonly walkForward: { readonly trainDays: number; readonly testDays: number } | null;
	readonly seed: number;
	/** Rules of the service that were switched off, by name. */
	readonly without: readonly string[];
};

/** Parts of a net profit, USD. Received parts are positive, paid parts negative; they add up to `net`. */
export type ProfitParts = {
	readonly fundingReceived: number;
	readonly fundingPaid: number;
	readonly fees: number;
	readonly slippage: number;
	/** Change in value of both legs together. Null at grade C, which has no prices; `net` then excludes it. */
	readonly basis: number | null;
	/** Interest that capital earns while no position uses it. */
	readonly idleInterest: number;
	readonly net: number;
};

/** Result of one policy on one span. */
export type Outcome = {
	readonly parts: ProfitParts;
	/** Net per year as a fraction of the capital. */
	readonly netPerYear: number;
	/** 90 % interval of `netPerYear` from a block bootstrap over days; null with fewer than 30 days. */
	readonly interval: { readonly low: number; readonly high: number } | null;
	/** Round trips opened. */
	readonly trades: number;
	/** Largest fall of equity from an earlier peak, USD and as a fraction of that peak. */
	readonly drawdown: { readonly usd: number; readonly share: number };
	/** Mean daily return over its standard deviation, times the root of 365; null with fewer than 30 days. */
	readonly sharpe: number | null;
};

/** Another way to use the same capital in the same span. */
export type Comparison = {
	/** Name such as `cash`, `month-mean`, `month-mean-hysteresis`, `top-headline`, `spot-carry`. */
	readonly name: string;
	/** Null if the data cannot tell; `reason` then says why. */
	readonly outcome: Outcome | null;
	readonly reason: string | null;
};

/** Tests of the result itself. */
export type Honesty = {
	/** `none`: no trade was made, so there is no evidence. `fragile`: acting one step later loses more than half of the net. `untested`: the step was not run. */
	readonly verdict: 'none' | 'fragile' | 'steady' | 'untested';
	/** The same policy acting one step later; null if it was not run. */
	readonly oneStepLate: { readonly stepMs: number; readonly outcome: Outcome } | null;
};

/** State of the portfolio over time, once per hour or per day. */
export type PortfolioColumns = {
	readonly stepMs: number;
	readonly at: readonly number[];
	/** Equity of all accounts, USD. */
	readonly equity: readonly number[];
	/** Value of both legs of all positions, USD. */
	readonly exposure: readonly number[];
	/** Capital without a position, USD. */
	readonly idle: readonly number[];
	/** One series per exchange. */
	readonly exchanges: readonly {
		readonly exchange: string;
		readonly equity: readonly number[];
		/** Margin that positions use, USD. */
		readonly marginUsed: readonly number[];
		/** Distance to the nearest liquidation as a fraction of the price; null without a position. */
		readonly liquidationDistance: readonly (number | null)[];
	}[];
};

/** One event of a position's journal. */
export type PositionEvent = { readonly at: number; readonly sentence: string };

/** One position from its opening to its close, or to the end of the replay. */
export type Position = {
	readonly id: string;
	/** Number of the paper user, from 0. */
	readonly user: number;
	readonly coin: string;
	readonly long: { readonly exchange: string; readonly symbol: string };
	readonly short: { readonly exchange: string; readonly symbol: string };
	readonly openedAt: number;
	/** Null if it was open at the end. */
	readonly closedAt: number | null;
	/** Notional of one leg, USD. */
	readonly legUsd: number;
	readonly parts: ProfitParts;
	/** Time with more than the tolerated delta, ms. */
	readonly unhedgedMs: number;
	/** Figures that the service stated when the position opened; null if it stated nothing. */
	readonly forecast: {
		readonly horizonHours: number;
		/** Expected funding over the horizon, USD. */
		readonly expectedUsd: number;
		/** Funding at the headline spread over the horizon, USD; null if the contracts showed none. */
		readonly headlineUsd: number | null;
		/** Stated probability of a positive net. */
		readonly probability: number | null;
		/** Funding that arrived within the horizon, USD; null if the position ended or the data ended before. */
		readonly receivedUsd: number | null;
	} | null;
	readonly events: readonly PositionEvent[];
};

/** A payment of funding. */
export type FundingColumns = {
	readonly at: readonly number[];
	/** Index of the position in `positions`. */
	readonly position: readonly number[];
	/** 0 for the long leg, 1 for the short leg. */
	readonly leg: readonly number[];
	/** USD; negative if paid. */
	readonly usd: readonly number[];
};

/** Requests of the policy that the service refused, by code. */
export type Refusal = {
	readonly code: string;
	readonly count: number;
	readonly firstAt: number;
	/** The first refusal's sentence. */
	readonly sentence: string;
};

/** Money that would have to move between exchanges to keep the margin. */
export type Transfer = {
	readonly at: number;
	readonly from: string;
	readonly to: string;
	readonly usd: number;
};

/** One replay's outcome. */
export type ReplayResult = {
	readonly form: typeof RESULT_FORM;
	/** `partial` if it was canceled or failed; it then covers the span until `playedUntil`. */
	readonly status: 'complete' | 'partial';
	readonly statusReason: string | null;
	readonly playedUntil: number;
	readonly settings: ReplaySettings;
	/** The command that repeats the replay. */
	readonly command: string;
	readonly service: { readonly version: string; readonly codeHash: string };
	readonly data: {
		readonly hash: string;
		readonly files: readonly DataFile[];
		readonly from: number;
		readonly until: number;
		readonly contracts: number;
		readonly coins: number;
		readonly gaps: readonly DataGap[];
		readonly intervalChanges: readonly IntervalChange[];
	};
	/** Assumptions where the data say nothing, as sentences: fees, slippage, prices, interest. */
	readonly assumptions: readonly string[];
	/** Null figures of the result and why they are null, as sentences. */
	readonly notKnown: readonly string[];
	readonly outcome: Outcome;
	readonly comparisons: readonly Comparison[];
	readonly honesty: Honesty;
	readonly columns: PortfolioColumns;
	readonly positions: readonly Position[];
	readonly funding: FundingColumns;
	readonly refusals: readonly Refusal[];
	readonly transfers: readonly Transfer[];
};

/** Result of one trial on some days of the span. */
export type WindowsOutcome = {
	/** Change of equity on these days, USD. */
	readonly netUsd: number;
	readonly days: number;
	/** Net per year as a fraction of the capital. */
	readonly netPerYear: number;
	/** As in `Outcome`. */
	readonly interval: Outcome['interval'];
	/** Positions opened on these days. */
	readonly trades: number;
	readonly drawdown: Outcome['drawdown'];
	readonly sharpe: number | null;
};

/** A training window and the test window after it, Unix milliseconds, and the trial that was best in training. */
export type SweepWindow = {
	readonly trainFrom: number;
	readonly testFrom: number;
	readonly testUntil: number;
	readonly chosen: number;
};

/** One trial of a sweep. */
export type SweepTrial = {
	readonly set: Readonly<Record<string, number | string | boolean>>;
	/** Outcome in the first training window, which alone chooses the settings. It ends before every test window. */
	readonly training: WindowsOutcome;
	/** Outcome on the test windows. */
	readonly test: WindowsOutcome;
	/** Daily returns over the whole span as fractions of the capital. */
	readonly dailyReturns: readonly number[];
};

/** Outcome of a sweep over settings. */
export type SweepResult = {
	readonly form: typeof RESULT_FORM;
	/** `partial` if it was canceled before all trials ended. */
	readonly status: 'complete' | 'partial';
	readonly settings: ReplaySettings;
	readonly command: string;
	readonly service: ReplayResult['service'];
	readonly dataHash: string;
	readonly trials: readonly SweepTrial[];
	readonly windows: readonly SweepWindow[];
	/** Outcome of choosing in each training window and testing in the window after it. */
	readonly walkedForward: WindowsOutcome;
	/** Index of the trial with the best outcome in the first training window. */
	readonly chosen: number;
	/**
	 * Deflated Sharpe ratio of the chosen trial: probability that its true Sharpe ratio exceeds the best that so many
	 * trials without skill give. Null with fewer than 30 days.
	 */
	readonly deflatedSharpe: number | null;
	/** Probability that the best training setting is below the median in testing; null with fewer than 2 trials. */
	readonly overfitting: number | null;
};
