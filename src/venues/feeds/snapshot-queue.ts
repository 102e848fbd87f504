/**
 * Asks for REST snapshots one at a time, in the order in which they were wanted, so that a connection that is lost with all its
 * books does not burst through the venue's request limits; the venue's own limiter says when each may go.
 */
import type { Clock, Random } from '../../ports/clock.ts';

const BACKOFF_MS_MIN = 500;
const BACKOFF_MS_MAX = 10_000;

export type SnapshotQueue = {
	/** Wants a snapshot of the symbol; once, however often it is wanted while it waits. */
	readonly want: (symbol: string) => void;
	/** It is not wanted any more; an answer that is on its way is not handed on. */
	readonly forget: (symbol: string) => void;
	readonly close: () => void;
};

export function createSnapshotQueue(options: {
	readonly fetch: (symbol: string) => Promise<unknown>;
	readonly onSnapshot: (symbol: string, body: unknown) => void;
	readonly onFailed: (symbol: string, error: unknown) => void;
	readonly clock: Clock;
	readonly random: Random;
}): SnapshotQueue {
	const wanted = new Set<string>();
	let isRunning = false;
	let isClosed = false;
	let backoffMs = BACKOFF_MS_MIN;
	let cancelPause = (): void => {};

	async function run(): Promise<void> {
		isRunning = true;
		for (const symbol of wanted) {
			try {
				const body = await options.fetch(symbol);
				if (isClosed) return;
				backoffMs = BACKOFF_MS_MIN;
				if (wanted.delete(symbol)) options.onSnapshot(symbol, body);
			} catch (error) {
				if (isClosed) return;
				// Behind the others, so that one that cannot be had does not keep them waiting.
				if (wanted.delete(symbol)) wanted.add(symbol);
				options.onFailed(symbol, error);
				await pause();
				if (isClosed) return;
			}
		}
		isRunning = false;
	}

	function pause(): Promise<void> {
		const pauseMs = backoffMs * (0.5 + options.random.unit());
		backoffMs = Math.min(BACKOFF_MS_MAX, backoffMs * 2);
		return new Promise((resolve) => {
			cancelPause = options.clock.after(pauseMs, resolve);
		});
	}

	return {
		want(symbol) {
			wanted.add(symbol);
			if (!isRunning && !isClosed) void run();
		},
		forget: (symbol) => wanted.delete(symbol),
		close() {
			isClosed = true;
			cancelPause();
		},
	};
}
