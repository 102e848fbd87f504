/**
 * One limit of requests at a venue, and the turns of those who want to go: a pool of weight that refills (`poolMeter`), or so many
 * requests in any span of time (`windowMeter`). It is an account's, or that of this machine's address for all sessions together
 * (`shared-address.ts`).
 *
 * A class may take all but the share of the classes above it, so that idle classes lend to the others and nobody
 * ever takes what is kept for orders. A request that finds too little waits, the higher class before the lower one.
 */
import type { Clock } from '../../ports/clock.ts';
import { VenueRateLimitError } from '../../ports/venue-error.ts';
import type { RequestClass } from './limiter.ts';

/**
 * From the highest. `order` repairs: it hedges or cuts a leg that stands alone; `closing` and `opening` are orders of equal legs.
 * Reads of the market stand above those of accounts: their need is bounded by their periods, that of accounts grows with every
 * one that is connected, and where no price is current nothing can be traded.
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

/** Class of a request within a limit: orders are three classes here, by their purpose. */
export type LimitClass = RequestClass | 'closing' | 'opening';

/** Share of a limit that one class leaves for higher ones, and the longest wait of its requests. */
export type ClassShare = {
	/** The amount that the class leaves for those above it; rises from class to class, and orders leave nothing. */
	readonly leaves: number;
	/** Longest wait for a place, milliseconds. Orders never wait. */
	readonly waitMsMax: number;
};

/** Share of every class in one limit. */
export type ClassShares = Readonly<Record<LimitClass, ClassShare>>;

/** Tells how much of a limit is left. Times by the monotonic clock, milliseconds. */
export type Meter = {
	/** The most that may go at once. */
	readonly size: number;
	/** How long until so much may go that so much is left; 0 when it may now. */
	readonly inMs: (weight: number, leaves: number, now: number) => number;
	readonly use: (weight: number, now: number) => void;
};

/** In any span of time no more goes than `burst` and what comes back meanwhile. */
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
 * Requests that left evenly may arrive closer together: a span is taken for longer by this, milliseconds. A round trip over
 * half of the world is shorter.
 */
const ARRIVAL_SLACK_MS = 200;

/** At most `max` requests in any span of `perMs`, as they arrive at the venue. */
export function windowMeter({ max, perMs }: { readonly max: number; readonly perMs: number }): Meter {
	const spanMs = perMs + ARRIVAL_SLACK_MS;
	/** When those of the last span went, oldest first. */
	const gone: number[] = [];
	return {
		size: max,
		inMs(weight, leaves, now) {
			while (gone[0] !== undefined && gone[0] + spanMs <= now) gone.shift();
			const capacity = Math.max(1, max - leaves);
			// The place of the last of them in the row of all: each goes a span after the one that is `room` places before it.
			let place = gone.length + weight;
			let spans = 0;
			while (place > gone.length && place > capacity) {
				place -= capacity;
				spans += 1;
			}
			if (spans === 0) return 0;
			return Math.max(1, Math.ceil((gone[place - 1] ?? now) + spans * spanMs - now));
		},
		use(weight, now) {
			for (let count = 0; count < weight; count += 1) gone.push(now);
		},
	};
}

/** One limit of a venue, with the queue of the requests that wait for it. */
export type RequestLimit = {
	/** Undefined when the request may go in this very tick. @throws VenueRateLimitError when it would wait too long. */
	readonly take: (kind: LimitClass, weight?: number) => Promise<void> | undefined;
	/** How long until a request of the class may go, milliseconds; 0 when it may in this tick. */
	readonly inMs: (kind: LimitClass, weight?: number) => number;
	/** The venue has said that it takes no more: reads, and orders that open, wait so long, milliseconds. */
	readonly pause: (ms: number) => void;
};

type Waiting = { readonly weight: number; readonly go: () => void; readonly cancelEnd: () => void };

/** Classes that do not wait out a pause: orders that reduce or repair a leg, and the question what became of an order. */
const GO_ON: ReadonlySet<LimitClass> = new Set(['order', 'closing', 'probe']);

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

/** @param name of what is limited, as the sentence of a refusal says it */
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
					`A ${kind} request for ${name} at ${venue} weighed ${weight}, limit ${meter.size - leaves}.`,
				);
			const waitMs = inMs(limit, kind, weight);
			if (waitMs === 0) {
				meter.use(weight, clock.monotonic());
				return undefined;
			}
			// Those above who come later may make it longer; then it ends with the same refusal.
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

/** Lets those go that may, the first of the highest class before all others; nobody passes it. */
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
	const pausedMs = GO_ON.has(kind) ? 0 : Math.max(0, Math.ceil(limit.pausedUntil - now));
	return Math.max(pausedMs, limit.meter.inMs(weight, limit.shares[kind].leaves, now));
}

/** Behind everybody who waits in the class or above it. */
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
		`Our own budget of ${limit.name} at ${limit.venue} is used up for requests of the class ${kind}: the wait was ${waitMs} ms, limit ${limit.shares[kind].waitMsMax} ms.`,
		retryAfterMs,
	);
}
