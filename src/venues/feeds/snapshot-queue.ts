/**
 * Requests REST snapshots one at a time, so that losing a connection with many books does not exhaust the exchange's
 * request limits. The exchange's limiter also paces these requests. Books without levels come first, with a shallow
 * request. Books that only need more levels come later, and leave capacity for all other requests.
 */
import type { Clock, Random } from '../../ports/clock.ts';

const BACKOFF_MS_MIN = 500;
const BACKOFF_MS_MAX = 10_000;
/** Minimum time between two low-priority snapshots, milliseconds. */
const DEEP_PERIOD_MS = 2_000;

/** Depth of a snapshot: `quick` for a book without levels, `deep` to extend an existing one. */
export type SnapshotDepth = 'quick' | 'deep';

/** Queue of requested snapshots, with at most one per symbol and depth. */
export type SnapshotQueue = {
	/** Queues a snapshot for the symbol. Further calls while it waits have no effect. */
	readonly want: (symbol: string, depth: SnapshotDepth) => void;
	/** Removes the symbol from the queue. The response to its request in flight is dropped. */
	readonly forget: (symbol: string) => void;
	readonly close: () => void;
};

type QueueOptions = {
	readonly fetch: (symbol: string, depth: SnapshotDepth) => Promise<unknown>;
	/** Called as the request is sent. The caller must keep the symbol's messages from this call until the response. */
	readonly onAsk: (symbol: string) => void;
	readonly onSnapshot: (symbol: string, body: unknown, depth: SnapshotDepth) => void;
	readonly onFailed: (symbol: string, error: unknown) => void;
	readonly clock: Clock;
	readonly random: Random;
};

type Queue = QueueOptions & {
	readonly wanted: Readonly<Record<SnapshotDepth, Set<string>>>;
	isRunning: boolean;
	isClosed: boolean;
	backoffMs: number;
	deepAt: number;
	/** Ends a pause early. */
	wake: () => void;
};

/** Creates an empty queue, which reports results and failures through the callbacks. */
export function createSnapshotQueue(options: QueueOptions): SnapshotQueue {
	const wanted = { quick: new Set<string>(), deep: new Set<string>() };
	const queue: Queue = {
		...options,
		wanted,
		isRunning: false,
		isClosed: false,
		backoffMs: BACKOFF_MS_MIN,
		deepAt: Number.NEGATIVE_INFINITY,
		wake: () => {},
	};
	return {
		want(symbol, depth) {
			if (queue.isClosed) return;
			wanted[depth].add(symbol);
			if (!queue.isRunning) void run(queue);
			else if (depth === 'quick' && wanted.quick.size === 1) queue.wake();
		},
		forget(symbol) {
			wanted.quick.delete(symbol);
			wanted.deep.delete(symbol);
		},
		close() {
			queue.isClosed = true;
			queue.wake();
		},
	};
}

async function run(queue: Queue): Promise<void> {
	queue.isRunning = true;
	while (!queue.isClosed) {
		const [quick] = queue.wanted.quick;
		const [deep] = queue.wanted.deep;
		const symbol = quick ?? deep;
		if (symbol === undefined) break;
		const depth = quick === undefined ? 'deep' : 'quick';
		const waitMs = depth === 'quick' ? 0 : queue.deepAt + DEEP_PERIOD_MS - queue.clock.monotonic();
		if (waitMs > 0) await pause(queue, waitMs);
		else await ask(queue, symbol, depth);
	}
	queue.isRunning = false;
}

async function ask(queue: Queue, symbol: string, depth: SnapshotDepth): Promise<void> {
	if (depth === 'deep') queue.deepAt = queue.clock.monotonic();
	queue.onAsk(symbol);
	try {
		const body = await queue.fetch(symbol, depth);
		queue.backoffMs = BACKOFF_MS_MIN;
		if (!queue.isClosed && queue.wanted[depth].delete(symbol)) queue.onSnapshot(symbol, body, depth);
	} catch (error) {
		if (queue.isClosed) return;
		// A failed request goes to the end of the queue, so that it does not delay the others.
		if (queue.wanted[depth].delete(symbol)) queue.wanted[depth].add(symbol);
		queue.onFailed(symbol, error);
		const pauseMs = queue.backoffMs * (0.5 + queue.random.unit());
		queue.backoffMs = Math.min(BACKOFF_MS_MAX, queue.backoffMs * 2);
		await pause(queue, pauseMs);
	}
}

function pause(queue: Queue, pauseMs: number): Promise<void> {
	return new Promise((resolve) => {
		const cancel = queue.clock.after(pauseMs, resolve);
		queue.wake = () => {
			cancel();
			resolve();
		};
	});
}
