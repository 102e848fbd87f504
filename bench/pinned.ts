/** Keeps processes on cores of their own, where the system can. */
import { spawnSync } from 'node:child_process';

/** Puts a process and all its threads on a core. False where the system has no `taskset` or no such core. */
export function pin(pid: number | undefined, core: number): boolean {
	return pid !== undefined && spawnSync('taskset', ['-acp', String(core), String(pid)]).status === 0;
}
