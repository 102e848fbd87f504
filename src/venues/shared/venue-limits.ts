/** Types for an exchange's rate limits: one table per exchange, in its `limits.ts`. */
import type { ClassShares } from './request-limit.ts';

/** Whether a limit counts the requests of one account or of this machine's IP address. */
export type Scope = 'account' | 'address';

/** Most requests of one kind in a time span, from the exchange's page. */
export type EndpointLimit = {
	readonly max: number;
	readonly perMs: number;
	readonly of: Scope;
	/** Request parameter whose values have separate counts. */
	readonly by?: string;
	/** Shared name of several kinds with a common count. */
	readonly together?: string;
	/** Requests reserved for order queries (`probe`). */
	readonly keptForProbes?: number;
};

/** Weight budget shared by many kinds of requests. */
export type Pool = {
	/** Name in the messages of refusals. */
	readonly name: string;
	readonly of: Scope;
	readonly burst: number;
	readonly perSecond: number;
	readonly shares: ClassShares;
	/**
	 * Weight that a request takes from this pool, by ccxt's method name and the request's weight; 0 if it does not
	 * count here.
	 */
	readonly drawnBy: (method: string, weight: number) => number;
};

/** Documented rate limits of an exchange. */
export type VenueLimits = {
	readonly pools: readonly Pool[];
	/** Limits by ccxt's method name. */
	readonly endpoints: Readonly<Record<string, readonly EndpointLimit[]>>;
	/** Wait after a rate limit if the exchange states none, milliseconds. */
	readonly refusedForMs: number;
};

/**
 * Longest wait of a read that a call waits for, milliseconds: as long as the call itself waits
 * (`engine/orders/answer-time.ts`).
 */
export const ACCOUNT_WAIT_MS_MAX = 8_000;
