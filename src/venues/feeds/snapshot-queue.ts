/**
 * Asks for REST snapshots one at a time, so that a connection that is lost with all its books does not burst through the venue's
 * request limits; the venue's own limiter says when each may go. Books that have nothing come first, with few levels; those that
 * only want to know more of what they have come after them, and leave room for everything else that is asked of the venue.
 */
import type { Clock, Random } from '../../ports/clock.ts';

const BACKOFF_MS_MIN = 500;
const BACKOFF_MS_MAX = 10_000;
/** Shortest time between two snapshots that are not urgent. */
const DEEP_PERIOD_MS = 2_000;

/** Depth of a snapshot: quick for a book without levels, deep to extend one that has them. */
export type SnapshotDepth = 'quick' | 'deep';

/** Queue of wanted snapshots, at most one for each symbol. */
export type SnapshotQueue = {
	/** Wants a snapshot of the symbol; once, however often it is wanted while it waits. */
	readonly want: (symbol: string, depth: SnapshotDepth) => void;
	/** None is wanted any more; an answer that is on its way is not handed on. */
	readonly forget: (symbol: string) => void;
	readonly close: () => void;
};

/** Creates an empty queue; results and failures arrive through the callbacks. */
export function createSnapshotQueue(options: {
	readonly fetch: (symbol: string, depth: SnapshotDepth) => Promise<unknown>;
	/** It is asked for now: what comes from now on must be kept. */
	readonly onAsk: (symbol: string) => void;
	readonly onSnapshot: (symbol: string, body: unknown, depth: SnapshotDepth) => void;
	readonly onFailed: (symbol: string, error: unknown) => void;
	readonly clock: Clock;
	readonly random: Random;
}): SnapshotQueue {
	const { clock } = options;
	const wanted: Readonly<Record<SnapshotDepth, Set<string>>> = { quick: new Set(), deep: new Set() };
	let isRunning = false;
	let isClosed = false;
	let backoffMs = BACKOFF_MS_MIN;
	let deepAt = Number.NEGATIVE_INFINITY;
	/** Ends a pause before its time. */
	let wake = (): void => {};

	async function run(): Promise<void> {
		isRunning = true;
		while (!isClosed) {
			const [quick] = wanted.quick;
			const [deep] = wanted.deep;
			const symbol = quick ?? deep;
			if (symbol === undefined) break;
			const depth = quick === undefined ? 'deep' : 'quick';
			const waitMs = depth === 'quick' ? 0 : deepAt + DEEP_PERIOD_MS - clock.monotonic();
			if (waitMs > 0) await pause(waitMs);
			else await ask(symbol, depth);
		}
		isRunning = false;
	}

	async function ask(symbol: string, depth: SnapshotDepth): Promise<void> {
		if (depth === 'deep') deepAt = clock.monotonic();
		options.onAsk(symbol);
		try {
			const body = await options.fetch(symbol, depth);
			backoffMs = BACKOFF_MS_MIN;
			if (!isClosed && wanted[depth].delete(symbol)) options.onSnapshot(symbol, body, depth);
		} catch (error) {
			if (isClosed) return;
			// Behind the others, so that one that cannot be had does not keep them waiting.
			if (wanted[depth].delete(symbol)) wanted[depth].add(symbol);
			options.onFailed(symbol, error);
			const pauseMs = backoffMs * (0.5 + options.random.unit());
			backoffMs = Math.min(BACKOFF_MS_MAX, backoffMs * 2);
			await pause(pauseMs);
		}
	}

	function pause(pauseMs: number): Promise<void> {
		return new Promise((resolve) => {
			const cancel = clock.after(pauseMs, resolve);
			wake = () => {
				cancel();
				resolve();
			};
		});
	}

	return {
		want(symbol, depth) {
			if (isClosed) return;
			wanted[depth].add(symbol);
			if (!isRunning) void run();
			else if (depth === 'quick' && wanted.quick.size === 1) wake();
		},
		forget(symbol) {
			wanted.quick.delete(symbol);
			wanted.deep.delete(symbol);
		},
		close() {
			isClosed = true;
			wake();
		},
	};
}
