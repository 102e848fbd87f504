/**
 * Paces one session's requests below the exchange's limits. Each request class has its own bucket. A request that
 * would wait longer than its class allows fails at once. The exchange's own limits are enforced by `permits.ts`.
 */
import { VENUE_REQUEST_TEXT } from '../../domain/venue-text.ts';
import type { Clock } from '../../ports/clock.ts';
import { VenueRateLimitError } from '../../ports/venue-error.ts';

/**
 * Class of a request. `probe`: queries of an order's status. The hedge waits for them, so account reads must not take
 * their permits. `history`: reads that nothing waits for.
 */
export type RequestClass = 'order' | 'probe' | 'account' | 'market' | 'history';

/** Rate and burst for one request class. */
export type Budget = {
	/** Number of requests that the bucket regains per second. */
	readonly perSecond: number;
	readonly burst: number;
	/** Maximum wait for a permit, milliseconds. */
	readonly waitMsMax: number;
};

/** Budget for every request class. */
export type Budgets = Readonly<Record<RequestClass, Budget>>;

/** Paces requests by class. `take` throws VenueRateLimitError if the wait would be too long. */
export type Limiter<Kind extends string = RequestClass> = {
	readonly take: (kind: Kind) => Promise<void> | undefined;
};

/**
 * Creates a limiter. `take` returns undefined if the request may be sent without waiting. A class without a budget
 * has no limit here. @throws VenueRateLimitError if the request would wait too long
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
					VENUE_REQUEST_TEXT.budgetUsedUp({
						venue,
						of: kind,
						name: null,
						wait: waitMs,
						limit: budget.waitMsMax,
					}),
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
