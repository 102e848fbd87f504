/** Defines the types for an exchange's rate limits: one table per exchange, in its `limits.ts`. */
import type { ClassShares } from './request-limit.ts';

/** Whether a limit counts one account's requests or those of this machine's IP address. */
export type Scope = 'account' | 'address';

/** Maximum requests to an endpoint in a time span, from the exchange's page. */
export type EndpointLimit = {
	readonly max: number;
	readonly perMs: number;
	readonly of: Scope;
	/** Request parameter whose values have separate counts. */
	readonly by?: string;
	/** Shared name for several endpoints that are counted together. */
	readonly together?: string;
	/** Requests reserved for order queries (`probe`). */
	readonly keptForProbes?: number;
};

/** Weight budget shared by many endpoints. */
export type Pool = {
	/** Name for messages about refusals. */
	readonly name: string;
	readonly of: Scope;
	readonly burst: number;
	readonly perSecond: number;
	readonly shares: ClassShares;
	/**
	 * Returns the weight that a request takes from this pool, given ccxt's method name and the request's weight; 0 if
	 * the request does not count here.
	 */
	readonly drawnBy: (method: string, weight: number) => number;
};

/** An exchange's documented rate limits. */
export type VenueLimits = {
	readonly pools: readonly Pool[];
	/** Limits, keyed by ccxt's method name. */
	readonly endpoints: Readonly<Record<string, readonly EndpointLimit[]>>;
	/** Pause after a rate-limit error whose response does not say how long to wait, milliseconds. */
	readonly refusedForMs: number;
};

/**
 * Maximum time that a read waits for its permit if an API request depends on the read, milliseconds. It equals the
 * time that the API request itself waits (`engine/orders/answer-time.ts`).
 */
export const ACCOUNT_WAIT_MS_MAX = 8_000;
