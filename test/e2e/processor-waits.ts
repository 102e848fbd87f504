/**
 * Measures how long a fixture's processes waited for a processor. On a busy machine, such waits may keep an exchange
 * from responding, which is not the service's fault.
 */
import { readFileSync } from 'node:fs';

/**
 * Returns how long the process was ready to run but had no processor, since its start, milliseconds; 0 if the system
 * does not report it. Source: second figure in `/proc/PID/schedstat` (Linux, Documentation/scheduler/sched-stats.rst,
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
