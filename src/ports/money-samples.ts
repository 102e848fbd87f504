/**
 * Defines stored samples of money: equity per exchange account, and the profit, delta and basis of each open
 * execution. The journal knows fills, fees and funding exactly; samples hold only what depends on prices at a time.
 */
import type { Decimal } from '../domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../domain/funding.ts';
import type { VenueName } from '../domain/instrument.ts';

/** Length of a minute, milliseconds. */
export const MINUTE_MS = 60_000;
/** How long samples are kept, by the time between two of them. All values are milliseconds. */
export const SAMPLE_STEPS = [
	{ stepMs: MINUTE_MS, keptMs: DAY_MS },
	{ stepMs: HOUR_MS, keptMs: 365 * DAY_MS },
] as const;
/** Time between two stored samples, milliseconds. */
export type SampleStep = (typeof SAMPLE_STEPS)[number]['stepMs'];

/** One exchange account at the time of a sample, USD; null means unknown. */
export type AccountSample = {
	readonly exchange: VenueName;
	/** Journal id of the account. Another account at the exchange has another id. */
	readonly account: string;
	/** Equity with unrealized profit. */
	readonly equity: Decimal | null;
	/** Deposits less withdrawals since the account was connected. */
	readonly externalFlows: Decimal | null;
};

/** One open execution at the time of a sample. Money is USD; null means that a mark price was unknown. */
export type ExecutionSample = {
	/** Price profit with fills at their decision mids and the open quantity at the mark. */
	readonly pricePnl: Decimal | null;
	/** Funding received less funding paid. */
	readonly fundingPnl: Decimal;
	/** Fees paid, positive is a cost. */
	readonly feeCost: Decimal;
	/** Slippage of the fills, positive is a cost. */
	readonly slippageCost: Decimal;
	/** Held long less held short, coins. */
	readonly delta: Decimal;
	readonly deltaUsd: Decimal | null;
	/** Mark of the short leg / mark of the long leg − 1. */
	readonly basis: Decimal | null;
};

/** All samples of one minute. `at` is the start of the minute, milliseconds. */
export type SampleBatch = {
	readonly at: number;
	readonly accounts: readonly (AccountSample & { readonly userId: string })[];
	readonly executions: readonly (ExecutionSample & { readonly executionId: string })[];
};

/** A stored sample. `at` is the start of its minute or hour, milliseconds; it is the first sample of that time. */
export type Stored<Sample> = Sample & { readonly at: number };

/** Stores samples, bounded by `SAMPLE_STEPS`. A method that fails rejects and stores nothing. */
export interface SampleStore {
	/**
	 * Stores a minute's samples in one transaction, as the samples of the minute and, if there are none yet, of its
	 * hour. It also deletes samples older than `SAMPLE_STEPS` allows. A second batch of the same minute changes
	 * nothing.
	 */
	add(batch: SampleBatch): Promise<void>;
	/** Returns a user's account samples of one step with `at` ≥ from, oldest first. */
	accounts(userId: string, step: SampleStep, from: number): Promise<readonly Stored<AccountSample>[]>;
	/** Returns an execution's samples of one step with `at` ≥ from, oldest first. */
	execution(executionId: string, step: SampleStep, from: number): Promise<readonly Stored<ExecutionSample>[]>;
	/** Returns the times of the user's oldest and newest samples, milliseconds; undefined if there are none. */
	span(userId: string): Promise<{ readonly first: number; readonly last: number } | undefined>;
}
