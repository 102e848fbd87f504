/**
 * Our own pace of a session, where we ask for less than a venue allows: each class of request has a bucket of its own. A request
 * that would wait longer than its class allows fails at once. The venues' own limits are in `places.ts`.
 */
import type { Clock } from '../../ports/clock.ts';
import { VenueRateLimitError } from '../../ports/venue-error.ts';

/**
 * `probe`: what has become of an order. The hedge waits for it, so that reads of accounts must not take its place.
 * `history`: what nobody waits for.
 */
export type RequestClass = 'order' | 'probe' | 'account' | 'market' | 'history';

/** Rate and burst of one class of requests. */
export type Budget = {
	/** Requests that come back per second. */
	readonly perSecond: number;
	readonly burst: number;
	/** Longest wait for a place, milliseconds. */
	readonly waitMsMax: number;
};

/** Budget of every class of requests. */
export type Budgets = Readonly<Record<RequestClass, Budget>>;

/** Gives requests their turn by class. `take` throws VenueRateLimitError when the wait would be too long. */
export type Limiter<Kind extends string = RequestClass> = {
	readonly take: (kind: Kind) => Promise<void> | undefined;
};

/**
 * `take` answers undefined when the request may go in this very tick. A class without a budget is not limited here.
 * @throws VenueRateLimitError when it would wait too long.
 */
export function createLimiter<Kind extends string>(
	venue: string,
	budgets: Readonly<Partial<Record<Kind, Budget>>>,
	clock: Clock,
): Limiter<Kind> {
	const buckets = new Map<Kind, { level: number; at: number }>();
	return {
		take(kind) {
			const budget = budgets[kind];
			if (budget === undefined) return undefined;
			const now = clock.monotonic();
			const bucket = buckets.get(kind) ?? { level: 0, at: now };
			buckets.set(kind, bucket);
			bucket.level = Math.max(0, bucket.level - ((now - bucket.at) / 1_000) * budget.perSecond);
			bucket.at = now;
			const waitMs = Math.max(0, ((bucket.level + 1 - budget.burst) / budget.perSecond) * 1_000);
			if (waitMs > budget.waitMsMax) {
				throw new VenueRateLimitError(
					venue,
					`Our own budget of ${kind} requests at ${venue} is used up: the wait was ${Math.ceil(waitMs)} ms, limit ${budget.waitMsMax} ms.`,
					waitMs,
				);
			}
			bucket.level += 1;
			if (waitMs === 0) return undefined;
			return new Promise((resolve) => {
				clock.after(waitMs, resolve);
			});
		},
	};
}
