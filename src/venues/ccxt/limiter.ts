/**
 * Our own request budgets per session, so that market-data reads never delay an order: each class of request has its own
 * bucket. A request that would wait longer than its class allows fails at once, instead of arriving too late. What all
 * sessions have together stands in `address-limiter.ts`.
 */
import type { Clock } from '../../ports/clock.ts';
import { VenueError } from '../../ports/venue.ts';

/**
 * `probe`: what has become of an order. The hedge waits for it, so that reads of accounts must not take its place.
 * `history`: what nobody waits for.
 */
export type RequestClass = 'order' | 'probe' | 'account' | 'market' | 'history';

export type Budget = {
	/** Requests, or weight where the venue weighs them, that come back per second. */
	readonly perSecond: number;
	readonly burst: number;
	/** Longest wait for a place, milliseconds. Orders never wait. */
	readonly waitMsMax: number;
};

export type Budgets = Readonly<Record<RequestClass, Budget>>;

export type Limiter<Kind extends string = RequestClass> = {
	readonly take: (kind: Kind, weight?: number) => Promise<void> | undefined;
};

/**
 * `take` answers undefined when the request may go in this very tick. A class without a budget is not limited here.
 * @throws VenueError when it would wait too long.
 */
export function createLimiter<Kind extends string>(
	venue: string,
	budgets: Readonly<Partial<Record<Kind, Budget>>>,
	clock: Clock,
): Limiter<Kind> {
	const buckets = new Map<Kind, { level: number; at: number }>();
	return {
		take(kind, weight = 1) {
			const budget = budgets[kind];
			if (budget === undefined) return undefined;
			const now = clock.monotonic();
			const bucket = buckets.get(kind) ?? { level: 0, at: now };
			buckets.set(kind, bucket);
			bucket.level = Math.max(0, bucket.level - ((now - bucket.at) / 1_000) * budget.perSecond);
			bucket.at = now;
			const waitMs = Math.max(0, ((bucket.level + weight - budget.burst) / budget.perSecond) * 1_000);
			if (waitMs > budget.waitMsMax) {
				throw new VenueError(
					venue,
					'unavailable',
					`Our own budget of ${kind} requests at ${venue} is used up: the wait was ${Math.ceil(waitMs)} ms, limit ${budget.waitMsMax} ms.`,
				);
			}
			bucket.level += weight;
			if (waitMs === 0) return undefined;
			return new Promise((resolve) => {
				clock.after(waitMs, resolve);
			});
		},
	};
}

/** Places of both: the session's own first, then one of all sessions'. */
export function bothLimiters(own: Limiter, ofAddress: Limiter): Limiter {
	return {
		take(kind, weight) {
			const place = own.take(kind, weight);
			return place === undefined
				? ofAddress.take(kind, weight)
				: place.then(() => ofAddress.take(kind, weight));
		},
	};
}
