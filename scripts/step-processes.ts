/**
 * Finds a step's processes: the started process and all its descendants. A descendant whose parent has exited is
 * recognized by its process group or, on Linux, by a mark in its environment.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Environment variable set in every process that a step starts. */
export const MARK_VARIABLE = 'CARRYWIRE_STEP';

export type StepRoot = {
	/** Id of the process that the guard started. It is the leader of the step's own process group. */
	readonly pid: number;
	/** Value of `MARK_VARIABLE` for this step; no other step has the same. */
	readonly mark: string;
};

type Row = { readonly pid: number; readonly parent: number; readonly group: number };

/** Time between asking a process to exit and killing it, milliseconds. */
const END_MS_MAX = 1_000;
const KILLED_MS_MAX = 60_000;
const CHECK_MS = 50;

/**
 * Returns the ids of the step's processes. Processes that have exited, but whose exit status has not been collected,
 * are left out.
 */
export function processesOf(root: StepRoot): readonly number[] {
	const rows = processRows().filter(({ pid }) => pid !== process.pid);
	const own = new Set(
		rows
			.filter((row) => row.pid === root.pid || row.group === root.pid || isMarked(row, root))
			.map(({ pid }) => pid),
	);
	for (let size = -1; size !== own.size; ) {
		size = own.size;
		for (const { pid, parent, group } of rows) if (own.has(parent) || own.has(group)) own.add(pid);
	}
	return [...own];
}

/**
 * Asks all processes of a step to exit, and kills those that have not exited in time. Resolves once all have exited.
 * @throws Error when a killed process still runs after `KILLED_MS_MAX`
 */
export async function endProcessesOf(root: StepRoot): Promise<void> {
	const begunAt = performance.now();
	const asked = new Set<number>();
	for (let left = processesOf(root); left.length > 0; left = processesOf(root)) {
		const elapsedMs = performance.now() - begunAt;
		const isLate = elapsedMs > END_MS_MAX;
		if (elapsedMs > KILLED_MS_MAX)
			throw new Error(`Processes ${left.join(', ')} do not end although they are killed.`);
		for (const pid of left) if (isLate || !asked.has(pid)) send(pid, isLate ? 'SIGKILL' : 'SIGTERM');
		for (const pid of left) asked.add(pid);
		await pause(CHECK_MS);
	}
}

function send(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch (error) {
		// The process exited between being listed and being sent the signal.
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
}

function isMarked({ pid }: Row, { mark }: StepRoot): boolean {
	return textOf(`/proc/${pid}/environ`)?.includes(`${MARK_VARIABLE}=${mark}\0`) === true;
}

function processRows(): readonly Row[] {
	return process.platform === 'linux' ? rowsOfProc() : rowsOfPs();
}

/**
 * Reads each `/proc/PID/stat`: pid, name in parentheses, state, parent, group. The name may contain any character
 * (proc(5), read 2026-11).
 */
function rowsOfProc(): readonly Row[] {
	return readdirSync('/proc').flatMap((name): readonly Row[] => {
		if (!/^\d+$/.test(name)) return [];
		const text = textOf(`/proc/${name}/stat`);
		if (text === undefined) return [];
		const [state, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
		return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), group: Number(group) }];
	});
}

function rowsOfPs(): readonly Row[] {
	const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8' });
	return text.split('\n').flatMap((line): readonly Row[] => {
		const [pid, parent, group, state] = line.trim().split(/\s+/);
		if (state === undefined || state.startsWith('Z')) return [];
		return [{ pid: Number(pid), parent: Number(parent), group: Number(group) }];
	});
}

/**
 * Returns the file's text; undefined if it cannot be read, because the process has exited or belongs to another user.
 */
function textOf(path: string): string | undefined {
	try {
		return readFileSync(path, 'latin1');
	} catch {
		return undefined;
	}
}
