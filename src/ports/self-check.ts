/**
 * The self-check: what testnet and live modes verify about an exchange account before they open anything on it.
 * Times are milliseconds.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';

/**
 * Steps in this order, each only after the previous ones. `clock`: ours against the exchange's. `key`: it trades and
 * cannot withdraw. `balance`: there is money to trade with. `settings`: one-way positions; isolated margin and
 * leverage can be set on an instrument. `fees`: the account's fees against those used for quotes. `order`: an order
 * that cannot fill is created, found, cancelled, and proven gone without a fill. `stream`: the account's own stream
 * has reported that order. `switch`: whether the exchange cancels resting orders if this service dies; if it does
 * not, that is a warning.
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
 * `warned`: blocks nothing but is worth knowing. `failed`: somebody must fix it. `unknown`: the exchange gave no
 * usable answer, so the check is repeated. `skipped`: not checked, since an earlier step did not pass.
 */
export type SelfCheckVerdict = 'passed' | 'warned' | 'failed' | 'unknown' | 'skipped';

/** Verdict of one step of the check, with the sentence for the account's owner. */
export type SelfCheckStep = {
	readonly name: SelfCheckStepName;
	readonly verdict: SelfCheckVerdict;
	/** A sentence. */
	readonly said: string;
};

/** A finished check. */
export type SelfCheckReport = {
	readonly verdict: 'passed' | 'failed' | 'unknown';
	readonly checkedAt: number;
	readonly steps: readonly SelfCheckStep[];
};

/** `checking`: none has finished since this start, or since the account received another key. */
export type SelfCheckState = {
	readonly status: 'checking' | SelfCheckReport['verdict'];
	/** Time at which the last check finished, in any run of the service; null before the first. */
	readonly checkedAt: number | null;
	/** Time of the next automatic try; null if somebody must request it. */
	readonly retryAt: number | null;
	/** Steps of the last finished check. */
	readonly steps: readonly SelfCheckStep[];
};

/** The order that cannot fill, as recorded before it was sent. */
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

/** Every write is durable when it resolves. */
export interface SelfCheckStore {
	/** The last report of each account. */
	reports(): Promise<ReadonlyMap<string, SelfCheckReport>>;
	keep(accountId: string, report: SelfCheckReport): Promise<void>;
	/** Orders not yet proven gone, oldest first. */
	openProbes(): Promise<readonly ProbeOrder[]>;
	beginProbe(probe: ProbeOrder): Promise<void>;
	/** Records that the exchange has proven its end. */
	endProbe(clientOrderId: string, end: { readonly endedAt: number; readonly filled: Decimal }): Promise<void>;
}

/** Why nothing may be opened on an account whose check has not passed. */
export type SelfCheckRefusal = {
	/** A sentence. */
	readonly said: string;
	/** False while the check is running or will be repeated: openings wait. True: somebody must act. */
	readonly isFinal: boolean;
};

/** Self-checks for trading and for lists of accounts. */
export interface SelfChecks {
	/** Null if the mode requires no check. */
	stateOf(accountId: string): SelfCheckState | null;
	/** Why nothing is opened on the user's active account there; undefined if openings are allowed. */
	refusal(userId: string, venue: VenueName): SelfCheckRefusal | undefined;
	/** Starts a check now, or joins the running one; resolves when it has ended. Never rejects. */
	check(accountId: string): Promise<void>;
	/**
	 * Has an order placed on the active account there, to test whether its stream reports it: in every mode but
	 * paper.
	 */
	hearStream(userId: string, venue: VenueName): void;
	/** True if an order of the check may still be at the exchange, so that its key is needed. */
	hasOpenProbe(accountId: string): boolean;
}
