/** Waits for a signal that ends the process. */
import type { Clock } from '../src/ports/clock.ts';

/** The signals that end a command gracefully. */
export type StopSignal = 'SIGINT' | 'SIGTERM';

/**
 * Period in which a second signal counts as the same Ctrl-C, milliseconds. One Ctrl-C often arrives twice, from the
 * terminal and from npm.
 */
const ECHO_MS_MAX = 500;

/**
 * Resolves at the first SIGINT or SIGTERM. A second signal ends the process immediately, with the exit code that
 * shells expect (130 or 143).
 */
export function stopSignal(clock: Clock): Promise<StopSignal> {
	return new Promise((resolve) => {
		let firstAt: number | undefined;
		const onSignal = (signal: StopSignal) => {
			const now = clock.monotonic();
			if (firstAt !== undefined && now - firstAt > ECHO_MS_MAX) process.exit(signal === 'SIGINT' ? 130 : 143);
			firstAt ??= now;
			resolve(signal);
		};
		process.on('SIGINT', onSignal);
		process.on('SIGTERM', onSignal);
	});
}
