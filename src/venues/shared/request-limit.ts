/**
 * Enforces one rate limit of an exchange, with a queue for waiting requests. A limit is a refilling pool of weight
 * (`poolMeter`), or a maximum number of requests in any time span (`windowMeter`). It belongs to one account, or to
 * this machine's IP address, which all sessions share (`shared-address.ts`).
 *
 * A class may use everything except the share of the classes above it. Busy classes can therefore use idle classes'
 * capacity, and orders always keep theirs. A request without enough capacity waits, and higher classes go first.
 */
import { VENUE_REQUEST_TEXT } from '../../domain/venue-text.ts';
import type { Clock } from '../../ports/clock.ts';
import { VenueRateLimitError } from '../../ports/venue-error.ts';
import type { RequestClass } from './limiter.ts';

/**
 * Request classes, highest priority first. `order` hedges or reduces an unhedged leg. `closing` and `opening` are
 * orders for executions whose legs are equal. Market reads rank above account reads: polling periods fix the number
 * of market reads, while account reads grow with every connected account. And nothing can trade without current
 * prices.
 */
export const LIMIT_CLASSES: readonly LimitClass[] = [
	'order',
	'closing',
	'probe',
	'opening',
	'market',
	'account',
	'history',
];

/** A request's class within a limit. Orders have three classes here, by purpose. */
export type LimitClass = RequestClass | 'closing' | 'opening';

/** Share of a limit that a class leaves to higher classes, and the maximum wait of its requests. */
export type ClassShare = {
	/**
	 * Amount that the class leaves to those above it. In a pool it never decreases from a class to the next lower
	 * one. `order` leaves nothing.
	 */
	readonly leaves: number;
	/** Maximum wait for a permit, milliseconds. Orders never wait. */
	readonly waitMsMax: number;
};

/** Every class's share in one limit. */
export type ClassShares = Readonly<Record<LimitClass, ClassShare>>;

/** Measures a limit's free capacity. Times are by the monotonic clock, milliseconds. */
export type Meter = {
	/** Maximum weight that may be sent at once. */
	readonly size: number;
	/** Returns the milliseconds until `weight` may be sent with `leaves` remaining; 0 if it may be sent now. */
	readonly inMs: (weight: number, leaves: number, now: number) => number;
	readonly use: (weight: number, now: number) => void;
};

/** Creates a pool that refills. In any time span at most `burst` plus the refill during that span can be sent. */
export function poolMeter({
	burst,
	perSecond,
}: {
	readonly burst: number;
	readonly perSecond: number;
}): Meter {
	let free = burst;
	let at = Number.NEGATIVE_INFINITY;
	function refill(now: number): void {
		free = Math.min(burst, free + Math.max(0, now - at) * (perSecond / 1_000));
		at = now;
	}
	return {
		size: burst,
		inMs(weight, leaves, now) {
			refill(now);
			const lacking = weight + leaves - free;
			return lacking <= 0 ? 0 : Math.max(1, Math.ceil((lacking / perSecond) * 1_000));
		},
		use(weight, now) {
			refill(now);
			free -= weight;
		},
	};
}

/**
 * Extension of every time span, milliseconds, because evenly sent requests may arrive closer together. It is longer
 * than a round trip around half the world.
 */
const ARRIVAL_SLACK_MS = 200;

/** Creates a meter that allows at most `max` requests in any span of `perMs`, measured on arrival. */
export function windowMeter({ max, perMs }: { readonly max: number; readonly perMs: number }): Meter {
	const spanMs = perMs + ARRIVAL_SLACK_MS;
	/** Times when the requests in the last span were sent, oldest first. */
	const sentAt: number[] = [];
	return {
		size: max,
		inMs(weight, leaves, now) {
			while (sentAt[0] !== undefined && sentAt[0] + spanMs <= now) sentAt.shift();
			const capacity = Math.max(1, max - leaves);
			// The sent requests (oldest first) and then the waiting ones form one queue. Each waiting request is sent
			// one span after the request `capacity` positions before it. `position` begins at the last waiting one.
			let position = sentAt.length + weight;
			let spans = 0;
			while (position > sentAt.length && position > capacity) {
				position -= capacity;
				spans += 1;
			}
			if (spans === 0) return 0;
			return Math.max(1, Math.ceil((sentAt[position - 1] ?? now) + spans * spanMs - now));
		},
		use(weight, now) {
			for (let count = 0; count < weight; count += 1) sentAt.push(now);
		},
	};
}

/** One limit of an exchange, with its queue of waiting requests. */
export type RequestLimit = {
	/**
	 * Takes a permit. Returns undefined if the request may be sent without waiting. @throws VenueRateLimitError if
	 * the request would wait too long
	 */
	readonly take: (kind: LimitClass, weight?: number) => Promise<void> | undefined;
	/** Returns the milliseconds until a request in the class may be sent; 0 if it may be sent now. */
	readonly inMs: (kind: LimitClass, weight?: number) => number;
	/**
	 * After a rate limit from the exchange, makes opening orders and all reads except order queries wait for `ms`
	 * milliseconds.
	 */
	readonly pause: (ms: number) => void;
};

type Waiting = { readonly weight: number; readonly go: () => void; readonly cancelEnd: () => void };

/** Classes that ignore a pause: orders that reduce or repair a leg, and order queries. */
const IGNORE_PAUSE: ReadonlySet<LimitClass> = new Set(['order', 'closing', 'probe']);

type Limit = {
	readonly clock: Clock;
	readonly meter: Meter;
	readonly shares: ClassShares;
	readonly venue: string;
	readonly name: string;
	cancelCheck: () => void;
	readonly queues: { kind: LimitClass; waiting: Waiting[] }[];
	pausedUntil: number;
};

/** Creates the limit with an empty queue. @param name name of the limited resource, for messages about refusals */
export function createRequestLimit(
	{ venue, name }: { readonly venue: string; readonly name: string },
	meter: Meter,
	shares: ClassShares,
	clock: Clock,
): RequestLimit {
	const limit: Limit = {
		clock,
		meter,
		shares,
		venue,
		name,
		cancelCheck: (): void => {},
		queues: LIMIT_CLASSES.map((kind) => ({ kind, waiting: [] as Waiting[] })),
		pausedUntil: Number.NEGATIVE_INFINITY,
	};
	return {
		take(kind, weight = 1) {
			const { leaves, waitMsMax } = shares[kind];
			if (weight + leaves > meter.size)
				throw new Error(
					`Invariant broken: a ${kind} request of weight ${weight} can never be sent; the limit of ${name} at ${venue} is ${meter.size - leaves}.`,
				);
			const waitMs = inMs(limit, kind, weight);
			if (waitMs === 0) {
				meter.use(weight, clock.monotonic());
				return undefined;
			}
			// Later requests in higher classes may prolong the wait. A request that waits too long for this reason is
			// refused in the same way.
			if (waitMs > waitMsMax) throw usedUp(limit, kind, waitMs, waitMs);
			return new Promise<void>((resolve, reject) => {
				const queue = limit.queues[LIMIT_CLASSES.indexOf(kind)]?.waiting ?? [];
				const entry: Waiting = {
					weight,
					go: resolve,
					cancelEnd: clock.after(waitMsMax, () => {
						queue.splice(queue.indexOf(entry), 1);
						reject(usedUp(limit, kind, waitMsMax, inMs(limit, kind, weight)));
						check(limit);
					}),
				};
				queue.push(entry);
				check(limit);
			});
		},
		inMs: (kind, weight = 1) => inMs(limit, kind, weight),
		pause(ms) {
			limit.pausedUntil = Math.max(limit.pausedUntil, clock.monotonic() + ms);
			check(limit);
		},
	};
}

/**
 * Releases waiting requests by class, then by arrival. A light request does not overtake a heavy one that waits
 * before it.
 */
function check(limit: Limit): void {
	limit.cancelCheck();
	for (const { kind, waiting } of limit.queues) {
		for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
			const waitMs = goesIn(limit, kind, next.weight);
			if (waitMs > 0) {
				limit.cancelCheck = limit.clock.after(waitMs, () => check(limit));
				return;
			}
			waiting.shift();
			limit.meter.use(next.weight, limit.clock.monotonic());
			next.cancelEnd();
			next.go();
		}
	}
}

function goesIn(limit: Limit, kind: LimitClass, weight: number): number {
	const now = limit.clock.monotonic();
	const pausedMs = IGNORE_PAUSE.has(kind) ? 0 : Math.max(0, Math.ceil(limit.pausedUntil - now));
	return Math.max(pausedMs, limit.meter.inMs(weight, limit.shares[kind].leaves, now));
}

/** Returns the milliseconds until a new request may be sent, after all waiting requests in its class and above. */
function inMs(limit: Limit, kind: LimitClass, weight: number): number {
	const ahead = limit.queues.slice(0, LIMIT_CLASSES.indexOf(kind) + 1).flatMap(({ waiting }) => waiting);
	return goesIn(
		limit,
		kind,
		ahead.reduce((sum, one) => sum + one.weight, weight),
	);
}

function usedUp(limit: Limit, kind: LimitClass, waitMs: number, retryAfterMs: number): VenueRateLimitError {
	return new VenueRateLimitError(
		limit.venue,
		VENUE_REQUEST_TEXT.budgetUsedUp({
			venue: limit.venue,
			of: kind,
			name: limit.name,
			wait: waitMs,
			limit: limit.shares[kind].waitMsMax,
		}),
		retryAfterMs,
	);
}
