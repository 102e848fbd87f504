/**
 * Defines the self-check: what testnet and live mode verify about an exchange account before the service opens
 * anything on it. Times are milliseconds.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Words } from '../sentences/sentence.ts';

/**
 * The steps, in this order. A step runs only if all earlier ones have passed or given a warning. `clock`: our clock
 * agrees with the exchange's. `key`: the key can trade and cannot withdraw. `balance`: there is enough money for a
 * test order. `settings`: positions are one-way, and isolated margin and leverage can be set on an instrument.
 * `fees`: the account's fees are compared with those used for quotes. `order`: an order that cannot fill is created,
 * found, cancelled, and proven gone without a fill. `stream`: the account's own stream has reported that order.
 * `switch`: the exchange cancels resting orders if this service crashes; if not, the step gives a warning.
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
 * `warned`: worth knowing, but blocks nothing. `failed`: the user must fix it. `unknown`: the exchange gave no usable
 * response, so the check is repeated. `skipped`: not checked, because an earlier step did not pass.
 */
export type SelfCheckVerdict = 'passed' | 'warned' | 'failed' | 'unknown' | 'skipped';

/** Verdict of one step in the check, with a message for the account's owner. */
export type SelfCheckStep = {
	readonly name: SelfCheckStepName;
	readonly verdict: SelfCheckVerdict;
	/** One or more sentences for the account's owner; only their English text is stored. */
	readonly said: Words;
};

/** Report of a finished self-check. */
export type SelfCheckReport = {
	readonly verdict: 'passed' | 'failed' | 'unknown';
	readonly checkedAt: number;
	readonly steps: readonly SelfCheckStep[];
};

/**
 * State of an account's self-check. `checking`: a check is queued or running, or none has finished since the service
 * started or the account received another key.
 */
export type SelfCheckState = {
	readonly status: 'checking' | SelfCheckReport['verdict'];
	/** Time at which the last check finished, even before a restart of the service; null before the first check. */
	readonly checkedAt: number | null;
	/** Time of the next automatic check; null if none is scheduled. */
	readonly retryAt: number | null;
	/** Steps in the last finished check. */
	readonly steps: readonly SelfCheckStep[];
};

/** A self-check's test order, which cannot fill, as stored before it is sent. */
export type ProbeOrder = {
	readonly clientOrderId: string;
	readonly accountId: string;
	readonly userId: string;
	readonly venue: VenueName;
	readonly symbol: string;
	/** Quantity to buy, coins. */
	readonly quantity: Decimal;
	/** Limit price, USD per coin. */
	readonly limitPrice: Decimal;
	readonly begunAt: number;
};

/** Stores self-check reports and test orders. Every write is durable when it resolves. */
export interface SelfCheckStore {
	/** Returns the last report for each account. */
	reports(): Promise<ReadonlyMap<string, SelfCheckReport>>;
	keep(accountId: string, report: SelfCheckReport): Promise<void>;
	/** Returns the test orders that are not yet proven gone, oldest first. */
	openProbes(): Promise<readonly ProbeOrder[]>;
	beginProbe(probe: ProbeOrder): Promise<void>;
	/** Records that the exchange has confirmed the order's end. */
	endProbe(clientOrderId: string, end: { readonly endedAt: number; readonly filled: Decimal }): Promise<void>;
}

/** Reason why the service may open nothing on an account whose check has not passed. */
export type SelfCheckRefusal = {
	/** One or more sentences for the user. */
	readonly said: Words;
	/** False while the check is running or will be repeated, so openings wait. True if the user must act. */
	readonly isFinal: boolean;
};

/** Self-checks for trading and for account lists. */
export interface SelfChecks {
	/** Returns the state of the account's self-check; null if the mode requires no check. */
	stateOf(accountId: string): SelfCheckState | null;
	/**
	 * Returns why the service opens no positions on the user's active account at the venue; undefined if openings are
	 * allowed.
	 */
	refusal(userId: string, venue: VenueName): SelfCheckRefusal | undefined;
	/** Starts a check now, or joins the running one. Resolves when the check has ended. Never rejects. */
	check(accountId: string): Promise<void>;
	/**
	 * Starts a check of the active account at the venue. The check's test order shows whether the account's stream
	 * reports orders. This works in every mode except paper.
	 */
	hearStream(userId: string, venue: VenueName): void;
	/** True if a test order may still be at the exchange, so that the account's key is still needed. */
	hasOpenProbe(accountId: string): boolean;
}
