/**
 * One budget for everything that this process asks of a venue, where the venue limits the address on the network: all sessions
 * share it (`shared-address.ts`), whatever their accounts.
 *
 * It is one bucket. What a class may take ends where the share of the classes above it begins, so that idle classes lend to the
 * others and nobody ever takes what is kept for orders. Whoever finds too little waits, the higher class before the lower one.
 */
import type { Clock } from '../../ports/clock.ts';
import { VenueError } from '../../ports/venue.ts';
import type { Limiter, RequestClass } from './limiter.ts';

/**
 * From the highest. Reads of the market stand above those of accounts: their need is bounded by their periods, that of accounts
 * grows with every one that is connected, and where no price is current nothing can be traded.
 */
const CLASSES = ['order', 'probe', 'market', 'account', 'history'] as const satisfies readonly RequestClass[];

export type AddressShare = {
	/** What the class leaves in the bucket for those above it; rises from class to class, and orders leave nothing. */
	readonly leaves: number;
	/** Longest wait for a place, milliseconds. Orders never wait. */
	readonly waitMsMax: number;
};

/** In any span of time no more goes than `burst` and what comes back meanwhile, in weight as the venue counts it. */
export type AddressBudget = {
	readonly perSecond: number;
	readonly burst: number;
	readonly classes: Readonly<Record<RequestClass, AddressShare>>;
};

type Waiting = {
	readonly weight: number;
	readonly go: () => void;
	readonly cancelEnd: () => void;
};

/** `take` answers undefined when the request may go in this very tick. @throws VenueError when it would wait too long. */
export function createAddressLimiter(
	venue: string,
	{ burst, perSecond, classes }: AddressBudget,
	clock: Clock,
): Limiter {
	const queues = CLASSES.map((kind) => ({ kind, waiting: [] as Waiting[] }));
	let free = burst;
	let at = clock.monotonic();
	let cancelLook = (): void => {};

	function refill(): void {
		const now = clock.monotonic();
		free = Math.min(burst, free + ((now - at) / 1_000) * perSecond);
		at = now;
	}

	/** Lets those go that may, the first of the highest class before all others; nobody passes it. */
	function look(): void {
		cancelLook();
		refill();
		for (const { kind, waiting } of queues) {
			for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
				const lacking = lackOf(kind, next.weight);
				if (lacking > 0) {
					cancelLook = clock.after(msOf(lacking), look);
					return;
				}
				waiting.shift();
				free -= next.weight;
				next.cancelEnd();
				next.go();
			}
		}
	}

	/** How much must come back before the class may take the weight. */
	function lackOf(kind: RequestClass, weight: number): number {
		return weight + classes[kind].leaves - free;
	}

	function msOf(weight: number): number {
		return Math.max(1, Math.ceil((weight / perSecond) * 1_000));
	}

	function usedUp(kind: RequestClass, waitMs: number): VenueError {
		return new VenueError(
			venue,
			'unavailable',
			`Our own budget of ${kind} requests at ${venue} is used up: the wait was ${waitMs} ms, limit ${classes[kind].waitMsMax} ms.`,
		);
	}

	return {
		take(kind, weight = 1) {
			const { leaves, waitMsMax } = classes[kind];
			if (weight + leaves > burst)
				throw new Error(`A ${kind} request at ${venue} weighed ${weight}, limit ${burst - leaves}.`);
			refill();
			const rank = CLASSES.indexOf(kind);
			const ahead = queues.slice(0, rank + 1).flatMap(({ waiting }) => waiting);
			const lacking = lackOf(
				kind,
				ahead.reduce((sum, one) => sum + one.weight, weight),
			);
			if (lacking <= 0) {
				free -= weight;
				return undefined;
			}
			// Those above who come later may make it longer; then it ends with the same refusal.
			const waitMs = msOf(lacking);
			if (waitMs > waitMsMax) throw usedUp(kind, waitMs);
			return new Promise<void>((resolve, reject) => {
				const queue = queues[rank]?.waiting ?? [];
				const entry: Waiting = {
					weight,
					go: resolve,
					cancelEnd: clock.after(waitMsMax, () => {
						queue.splice(queue.indexOf(entry), 1);
						reject(usedUp(kind, waitMsMax));
						look();
					}),
				};
				queue.push(entry);
				look();
			});
		},
	};
}
