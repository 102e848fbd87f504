/** Reports progress a few times a second, and lets the process hear messages meanwhile. */

import type { Clock } from '../../ports/clock.ts';

/** Time between two reports, ms of the machine. */
const REPORT_MS = 250;

/** Wraps a report so that it is made a few times a second, and always for the end. */
export function pacedProgress(
	machine: Pick<Clock, 'monotonic' | 'after'>,
	report: (share: number, at: number) => void,
): (share: number, at: number) => Promise<void> {
	let reportedAt = Number.NEGATIVE_INFINITY;
	return async (share, at) => {
		const now = machine.monotonic();
		if (now - reportedAt < REPORT_MS && share < 1) return;
		reportedAt = now;
		report(share, at);
		await new Promise<void>((resolve) => machine.after(0, resolve));
	};
}
