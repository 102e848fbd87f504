/**
 * One rate limit of an exchange, with a queue of waiting requests. It is a refilling pool of weight (`poolMeter`), or
 * a maximum of requests in any time span (`windowMeter`). It belongs to one account, or to this machine's IP address,
 * which all sessions share (`shared-address.ts`).
 *
 * A class may use everything except the share of the classes above it. So busy classes can use the capacity of idle
 * ones, and orders always keep theirs. A request without enough capacity waits; higher classes go first.
 */
import type { Clock } from '../../ports/clock.ts';
import { VenueRateLimitError } from '../../ports/venue-error.ts';
import type { RequestClass } from './limiter.ts';
import { budgetUsedUp } from './text.ts';

/**
 * Classes, highest first. `order` repairs: it hedges or reduces an unhedged leg. `closing` and `opening` are orders
 * of equal legs. Market reads come before account reads for two reasons: their number is fixed by their periods,
 * while account reads grow with every connected account; and nothing can trade without current prices.
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

/** Class of a request within a limit. Orders have three classes here, by purpose. */
export type LimitClass = RequestClass | 'closing' | 'opening';

/** Share of a limit that a class leaves to higher classes, and the longest wait of its requests. */
export type ClassShare = {
	/** Amount that the class leaves to those above it. It rises from class to class; orders leave nothing. */
	readonly leaves: number;
	/** Longest wait for a permit, milliseconds. Orders never wait. */
	readonly waitMsMax: number;
};

/** Share of every class in one limit. */
export type ClassShares = Readonly<Record<LimitClass, ClassShare>>;

/** Measures the free capacity of a limit. Times by the monotonic clock, milliseconds. */
export type Meter = {
	/** Most weight that may leave at once. */
	readonly size: number;
	/** Milliseconds until `weight` may leave with `leaves` remaining; 0 if it may leave now. */
	readonly inMs: (weight: number, leaves: number, now: number) => number;
	readonly use: (weight: number, now: number) => void;
};

/** A pool that refills: in any time span at most `burst` plus the refill of that span leaves. */
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
 * Extension of every time span, milliseconds, because evenly sent requests may arrive closer together. A round trip
 * around half the world is shorter.
 */
const ARRIVAL_SLACK_MS = 200;

/** At most `max` requests in any span of `perMs`, measured at their arrival. */
export function windowMeter({ max, perMs }: { readonly max: number; readonly perMs: number }): Meter {
	const spanMs = perMs + ARRIVAL_SLACK_MS;
	/** When the requests of the last span left, oldest first. */
	const sentAt: number[] = [];
	return {
		size: max,
		inMs(weight, leaves, now) {
			while (sentAt[0] !== undefined && sentAt[0] + spanMs <= now) sentAt.shift();
			const capacity = Math.max(1, max - leaves);
			// Position of the last one among all requests. Each leaves one span after the request `capacity`
			// positions before it.
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
	/** Undefined if the request may leave in this tick. @throws VenueRateLimitError if it would wait too long */
	readonly take: (kind: LimitClass, weight?: number) => Promise<void> | undefined;
	/** Milliseconds until a request of the class may leave; 0 if it may leave in this tick. */
	readonly inMs: (kind: LimitClass, weight?: number) => number;
	/** Makes reads and opening orders wait after a rate limit of the exchange, milliseconds. */
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

/** Creates the limit with an empty queue. @param name of the limited resource, for the messages of refusals */
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
			// Later requests of higher classes may prolong the wait; it then ends with the same refusal.
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

/** Releases waiting requests in order of class, then of arrival. None overtakes another. */
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

/** Wait of a new request behind all waiting requests of its class and above. */
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
		budgetUsedUp(limit.venue, `${kind} requests (${limit.name})`, waitMs, limit.shares[kind].waitMsMax),
		retryAfterMs,
	);
}
