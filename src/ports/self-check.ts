/**
 * The self-check: what the modes testnet and live find out about an exchange account before anything is opened on it.
 * Times are milliseconds.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';

/**
 * In this order, each only after those before it:
 * `clock`: ours against the exchange's. `key`: it trades and cannot withdraw. `balance`: there is money to trade with.
 * `settings`: one-way positions; isolated margin and leverage can be set on an instrument. `fees`: of the account, against
 * those that quotes are made with. `order`: one that cannot fill is created, found, cancelled, and proven gone without a fill.
 * `stream`: the account's own stream has told of that order. `switch`: whether the exchange cancels what rests there should this
 * service die; where it does not, that is a warning.
 */
export const SELF_CHECK_STEPS = [
	'clock',
	'key',
	'balance',
	'settings',
	'fees',
	'order',
	'stream',
	'switch',
] as const;

/** One of `SELF_CHECK_STEPS`. */
export type SelfCheckStepName = (typeof SELF_CHECK_STEPS)[number];

/**
 * `warned`: it stops nothing and is worth knowing. `failed`: somebody must put it right. `unknown`: the exchange gave no usable
 * answer, so that it is asked again. `skipped`: not looked at, since an earlier one did not pass.
 */
export type SelfCheckVerdict = 'passed' | 'warned' | 'failed' | 'unknown' | 'skipped';

/** Verdict of one step of the check, with the sentence that its owner reads. */
export type SelfCheckStep = {
	readonly name: SelfCheckStepName;
	readonly verdict: SelfCheckVerdict;
	/** A sentence. */
	readonly said: string;
};

/** One that has come to an end. */
export type SelfCheckReport = {
	readonly verdict: 'passed' | 'failed' | 'unknown';
	readonly checkedAt: number;
	readonly steps: readonly SelfCheckStep[];
};

/** `checking`: none has ended since this start, or since the account got another key. */
export type SelfCheckState = {
	readonly status: 'checking' | SelfCheckReport['verdict'];
	/** When the last one ended, of whichever start; null before the first. */
	readonly checkedAt: number | null;
	/** When it is tried again by itself; null where somebody must ask for it. */
	readonly retryAt: number | null;
	/** Of the last one that ended. */
	readonly steps: readonly SelfCheckStep[];
};

/** The order that cannot fill, as it was written down before it was sent. */
export type ProbeOrder = {
	readonly clientOrderId: string;
	readonly accountId: string;
	readonly userId: string;
	readonly venue: VenueName;
	readonly symbol: string;
	/** Coins, to buy. */
	readonly quantity: Decimal;
	/** USD per coin. */
	readonly limitPrice: Decimal;
	readonly begunAt: number;
};

/** Everything is durable when it resolves. */
export interface SelfCheckStore {
	/** The last report of each account. */
	reports(): Promise<ReadonlyMap<string, SelfCheckReport>>;
	keep(accountId: string, report: SelfCheckReport): Promise<void>;
	/** Those that are not proven gone, oldest first. */
	openProbes(): Promise<readonly ProbeOrder[]>;
	beginProbe(probe: ProbeOrder): Promise<void>;
	/** The exchange has proven its end. */
	endProbe(clientOrderId: string, end: { readonly endedAt: number; readonly filled: Decimal }): Promise<void>;
}

/** Why nothing may be opened on an account whose check has not passed. */
export type SelfCheckRefusal = {
	/** A sentence. */
	readonly said: string;
	/** False while the check is under way, or the exchange is asked again: what is being opened waits. True: somebody must act. */
	readonly isFinal: boolean;
};

/** What those who trade and those who show accounts ask. */
export interface SelfChecks {
	/** Null where the mode asks for none. */
	stateOf(accountId: string): SelfCheckState | null;
	/** Why nothing is opened on the account that the user has in use there; undefined where it may be. */
	refusal(userId: string, venue: VenueName): SelfCheckRefusal | undefined;
	/** Begins one now, or joins the one that is under way; resolves when it has ended. Never rejects. */
	check(accountId: string): Promise<void>;
	/** Has an order placed on the account in use there, by which is heard whether its stream speaks: in every mode but paper. */
	hearStream(userId: string, venue: VenueName): void;
	/** An order of it may still be at the exchange, so that its key is needed. */
	hasOpenProbe(accountId: string): boolean;
}
