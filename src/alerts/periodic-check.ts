/** Runs the check of a watch again and again, one at a time. */
import type { Clock } from '../ports/clock.ts';

/**
 * @param periodMs time between two checks, milliseconds; while one runs, the next is skipped
 * @param check must not reject
 * @returns `close` stops the checks and resolves when the last one has ended
 */
export function periodicCheck(clock: Pick<Clock, 'every'>, periodMs: number, check: () => Promise<void>) {
	let checking: Promise<void> | undefined;
	let stop: (() => void) | undefined;
	return {
		start(): void {
			stop = clock.every(periodMs, () => {
				checking ??= check().finally(() => {
					checking = undefined;
				});
			});
		},
		async close(): Promise<void> {
			stop?.();
			await checking;
		},
	};
}
