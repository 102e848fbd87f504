/** A limit of the memory of processes, by a control group of Linux, where this user may make one. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A group of processes that together may hold no more than the limit: the kernel ends one that would. */
export type MemoryLimit = {
	/** Which one it is, for a report. */
	readonly kind: string;
	/** Words before a command, which then runs in the group with all that it starts. */
	readonly prefix: readonly string[];
	/** The most that the group has held so far, MB; files that were read count. */
	readonly peakMb: () => number;
	/** How often the kernel ended a process of the group for its memory. */
	readonly kills: () => number;
	/** Removes the group, whose processes have ended. */
	readonly remove: () => void;
};

const ROOT = '/sys/fs/cgroup';
const BYTES_PER_MB = 1_048_576;
/** The files of both versions of control groups (Linux, Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst). */
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

/** Undefined where no control group can be made: not Linux, not root, or a kernel without them. */
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
