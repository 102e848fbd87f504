/**
 * How long a fixture's processes waited for a processor. On a busy machine an exchange may be silent without any
 * fault of the service.
 */
import { readFileSync } from 'node:fs';

/**
 * Milliseconds since the start of the process for which it could run and had no processor, by the second figure of
 * `/proc/PID/schedstat` (Linux, Documentation/scheduler/sched-stats.rst, read 2026-11-24); 0 where the system does
 * not report it.
 */
export function waitedForProcessorMs(pid: number): number {
	try {
		const [, waitedNs = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
		return Number(waitedNs) / 1e6;
	} catch {
		return 0;
	}
}
