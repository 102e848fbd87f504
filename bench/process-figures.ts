/** Reads the memory and processor time of processes on Linux (`/proc`), for benches and long tests. */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of processor time per second: `USER_HZ`, 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Figures of one process at one instant. */
export type ProcessFigures = {
	readonly pid: number;
	/** Command line of the process, program name included. */
	readonly words: readonly string[];
	/** Resident memory, MB. */
	readonly residentMb: number;
	/** Resident memory without file-backed pages: heap, stacks, buffers; MB. */
	readonly anonymousMb: number;
	/** User and system time since the process started, milliseconds, in steps of 10. */
	readonly processorMs: number;
	/** Start time of the process, milliseconds after the machine booted. */
	readonly startedAtMs: number;
};

/**
 * Returns the process and its descendants, the process itself first. The list is empty when the process has exited,
 * and on systems other than Linux.
 */
export function processTree(root: number): readonly ProcessFigures[] {
	if (process.platform !== 'linux') return [];
	const parents = new Map(processIds().map((pid) => [pid, statOf(pid)?.parent]));
	const tree = [root];
	for (const pid of tree)
		for (const [child, parent] of parents) if (parent === pid && !tree.includes(child)) tree.push(child);
	return tree.map(figuresOf).filter((figures) => figures !== undefined);
}

/** Returns the figures of one process, or undefined when it has exited. */
export function figuresOf(pid: number): ProcessFigures | undefined {
	const stat = statOf(pid);
	const status = textOf(pid, 'status');
	const words = textOf(pid, 'cmdline')?.split('\0').slice(0, -1);
	const [residentMb, anonymousMb] = ['VmRSS', 'RssAnon'].map(
		(name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status ?? '')?.[1]) / 1_024,
	);
	// A process that has exited, but whose parent has not yet collected its exit status, has no memory.
	if (stat === undefined || words === undefined || !residentMb || !anonymousMb) return undefined;
	const { processorMs, startedAtMs } = stat;
	return { pid, words, residentMb, anonymousMb, processorMs, startedAtMs };
}

function processIds(): readonly number[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number);
}

function statOf(pid: number) {
	const text = textOf(pid, 'stat');
	// The process name, in parentheses, may itself contain spaces and parentheses (proc(5)).
	const fields = text
		?.slice(text.lastIndexOf(')') + 2)
		.split(' ')
		.map(Number);
	if (fields === undefined) return undefined;
	const [, parent = 0] = fields;
	const ticks = (fields[11] ?? 0) + (fields[12] ?? 0);
	const ms = (count: number) => (count * 1_000) / TICKS_PER_SECOND;
	return { parent, processorMs: ms(ticks), startedAtMs: ms(fields[19] ?? 0) };
}

function textOf(pid: number, file: string): string | undefined {
	try {
		return readFileSync(`/proc/${pid}/${file}`, 'utf8');
	} catch {
		return undefined;
	}
}
