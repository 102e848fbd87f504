/**
 * Measures how long a fixture's processes waited for a processor. On a busy machine an exchange may be silent through
 * no fault of the service.
 */
import { readFileSync } from 'node:fs';

/**
 * Returns the milliseconds since the process started in which it could run but had no processor; 0 if the system does
 * not report them. Source: second figure in `/proc/PID/schedstat` (Linux, Documentation/scheduler/sched-stats.rst,
 * read 2026-11-24).
 */
export function waitedForProcessorMs(pid: number): number {
	try {
		const [, waitedNs = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
		return Number(waitedNs) / 1e6;
	} catch {
		return 0;
	}
}
