/** Limits the memory of processes with a Linux control group, if this user can create one. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A group of processes with a common memory limit. If they exceed it, the kernel kills one of them. */
export type MemoryLimit = {
	/** Name of the mechanism that enforces the limit, for a report. */
	readonly kind: string;
	/** Words that, put before a command, run the command and all its child processes in the group. */
	readonly prefix: readonly string[];
	/** Returns the largest memory use of the group so far, MB, including cached files. */
	readonly peakMb: () => number;
	/** Returns how many processes in the group the kernel has killed because of the limit. */
	readonly kills: () => number;
	/** Removes the group. Call it after all its processes have exited. */
	readonly remove: () => void;
};

const ROOT = '/sys/fs/cgroup';
const BYTES_PER_MB = 1_048_576;
/**
 * Names of the files that control a group, in both versions of control groups (Linux,
 * Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst).
 */
const VERSIONS = [
	{
		kind: 'cgroup v2, memory.max',
		parent: ROOT,
		limit: 'memory.max',
		swap: 'memory.swap.max',
		peak: 'memory.peak',
		events: 'memory.events',
	},
	{
		kind: 'cgroup v1, memory.limit_in_bytes',
		parent: join(ROOT, 'memory'),
		limit: 'memory.limit_in_bytes',
		swap: undefined,
		peak: 'memory.max_usage_in_bytes',
		events: 'memory.oom_control',
	},
] as const;

/**
 * Creates a group with this memory limit. Returns undefined if that is impossible: on systems other than Linux,
 * without root, or on a kernel without control groups.
 */
export function limitMemory(mb: number): MemoryLimit | undefined {
	for (const version of VERSIONS) {
		const group = join(version.parent, `carrywire-${process.pid}`);
		const file = (name: string): string => join(group, name);
		if (!makeGroup(group)) continue;
		if (existsSync(file(version.limit))) {
			writeFileSync(file(version.limit), String(mb * BYTES_PER_MB));
			if (version.swap !== undefined && existsSync(file(version.swap)))
				appendFileSync(file(version.swap), '0');
			const read = (name: string): string => readFileSync(file(name), 'utf8');
			return {
				kind: version.kind,
				prefix: ['sh', '-c', `echo $$ > ${file('cgroup.procs')} && exec "$@"`, 'sh'],
				peakMb: () => Number(read(version.peak)) / BYTES_PER_MB,
				kills: () => Number(/^oom_kill (\d+)$/m.exec(read(version.events))?.[1] ?? 0),
				remove: () => rmdirSync(group),
			};
		}
		rmdirSync(group);
	}
	return undefined;
}

function makeGroup(path: string): boolean {
	try {
		mkdirSync(path);
		return true;
	} catch {
		return false;
	}
}
