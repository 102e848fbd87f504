/** State of the connection to one platform, and the delays between attempts. */
import type { ChatConnection, ChatPlatform } from '../ports/chat.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { ChatMeter } from '../ports/metrics.ts';
import type { Sentence } from '../sentences/sentence.ts';

/** Delay before the second attempt, milliseconds. It doubles with each failure. */
export const RETRY_FIRST_MS = 1_000;
/** Longest delay between two attempts, milliseconds. */
export const RETRY_MS_MAX = 60_000;

/** Waits that end early when the session closes. */
export interface Waiter {
	/** Resolves after the delay, or at once if the session closes. */
	wait(ms: number): Promise<void>;
	readonly isClosed: boolean;
	close(): void;
}

/** Creates a waiter on the clock. */
export function createWaiter(clock: Clock): Waiter {
	const pending = new Set<() => void>();
	let isClosed = false;
	return {
		get isClosed() {
			return isClosed;
		},
		wait: (ms) =>
			new Promise((resolve) => {
				if (isClosed) return resolve();
				const end = (): void => {
					pending.delete(end);
					cancel();
					resolve();
				};
				const cancel = clock.after(ms, end);
				pending.add(end);
			}),
		close() {
			isClosed = true;
			for (const end of pending) end();
		},
	};
}

/** Returns the delay after so many failures in a row, milliseconds, shortened at random by up to half. */
export function retryDelay(failures: number, random: Pick<Random, 'unit'>): number {
	const longest = Math.min(RETRY_MS_MAX, RETRY_FIRST_MS * 2 ** Math.min(20, Math.max(0, failures - 1)));
	return longest * (0.5 + 0.5 * random.unit());
}

/** Keeps the state of a connection, and logs and counts its failures. */
export interface ConnectionState {
	readonly read: () => ChatConnection;
	/** Number of failures since the last success. */
	readonly failures: number;
	connected(botName?: string): void;
	/** Records a failure. The same sentence is logged only once in a row. */
	failed(problem: Sentence): void;
}

/** Creates the state of a connection that is being opened. */
export function connectionState(
	platform: ChatPlatform,
	{ clock, log, meter }: { readonly clock: Clock; readonly log: Logger; readonly meter: ChatMeter },
): ConnectionState {
	let current: ChatConnection = {
		platform,
		state: 'connecting',
		botName: null,
		problem: null,
		since: clock.now(),
	};
	let failures = 0;
	meter.connected(platform, false);
	const change = (next: Pick<ChatConnection, 'state' | 'problem'> & { readonly botName?: string }): void => {
		const since = next.state === current.state ? current.since : clock.now();
		current = { ...current, ...next, since };
		meter.connected(platform, next.state === 'connected');
	};
	return {
		read: () => current,
		get failures() {
			return failures;
		},
		connected(botName) {
			failures = 0;
			if (current.state !== 'connected') log.info({ platform }, 'the chat bot is connected');
			change({ state: 'connected', problem: null, ...(botName === undefined ? {} : { botName }) });
		},
		failed(problem) {
			failures += 1;
			meter.failure(platform, 'connection');
			if (current.problem?.text !== problem.text)
				log.warn({ platform, problem: problem.text }, 'the chat bot is not connected');
			change({ state: 'failing', problem });
		},
	};
}

/** Returns the connection of a platform without tokens. */
export function noConnection(platform: ChatPlatform): ChatConnection {
	return { platform, state: 'off', botName: null, problem: null, since: null };
}
