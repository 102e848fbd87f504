/** How a venue's limits of requests are written down: one table for each in `limits.ts`. */
import type { ClassShares } from './request-limit.ts';

/** Whose requests are counted together. */
export type Scope = 'account' | 'address';

/** So many requests of one kind in any span of time, by the venue's page. */
export type EndpointLimit = {
	readonly max: number;
	readonly perMs: number;
	readonly of: Scope;
	/** Parameter of the request whose values are counted apart. */
	readonly by?: string;
	/** The name of several kinds that are counted together. */
	readonly together?: string;
	/** How many of them are left to the question what became of an order. */
	readonly keptForProbes?: number;
};

/** Weight that many kinds of requests draw on. */
export type Pool = {
	/** As a refusal says it. */
	readonly name: string;
	readonly of: Scope;
	readonly burst: number;
	readonly perSecond: number;
	readonly shares: ClassShares;
	/** The weight that a request takes, by ccxt's name of the request and its weight; 0: it is not of this pool. */
	readonly drawnBy: (method: string, weight: number) => number;
};

/** Documented request limits of a venue. */
export type VenueLimits = {
	readonly pools: readonly Pool[];
	/** Limits by ccxt's name of the request. */
	readonly endpoints: Readonly<Record<string, readonly EndpointLimit[]>>;
	/** For how long a request is refused that came over a limit, where the venue does not say, milliseconds. */
	readonly refusedForMs: number;
};

/** A read that a call waits for may wait as long as the call does: `engine/orders/answer-time.ts`. */
export const ACCOUNT_WAIT_MS_MAX = 8_000;
