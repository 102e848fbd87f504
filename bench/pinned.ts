/** Pins processes to separate cores if the system has `taskset`. */
import { spawnSync } from 'node:child_process';

/**
 * Pins a process and all its threads to a core. Returns false if there is no process, no `taskset` or no such core.
 */
export function pin(pid: number | undefined, core: number): boolean {
	return pid !== undefined && spawnSync('taskset', ['-acp', String(core), String(pid)]).status === 0;
}
