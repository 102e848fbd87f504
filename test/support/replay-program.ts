/** Runs `carrywire replay` as a process of its own, and finds the processes of policies. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';

/** The program that users start. */
export const REPLAY_PROGRAM = join(import.meta.dirname, '../../bin/carrywire.js');

/** A running replay. */
export type StartedReplay = {
	readonly child: ChildProcess;
	/** Resolves when standard error contains the text. */
	readonly says: (text: string) => Promise<void>;
	/** Interrupts it as Ctrl-C in a terminal does: the signal reaches the process and all that it started there. */
	readonly interrupt: () => void;
	readonly ended: Promise<{ readonly exit: number | null; readonly stdout: string; readonly stderr: string }>;
};

/** Creates a folder that exists until the test ends. */
export function replayFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-replay-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** Starts a replay in a group of processes of its own. It is killed when the test ends. */
export function startReplay(cwd: string, words: readonly string[]): StartedReplay {
	const child = spawn(process.execPath, [REPLAY_PROGRAM, 'replay', ...words], {
		cwd,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
		env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	const texts = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const)
		child[name]?.setEncoding('utf8').on('data', (text: string) => {
			texts[name] += text;
		});
	return {
		child,
		says: (text) => expect.poll(() => texts.stderr, { interval: 20 }).toContain(text),
		interrupt() {
			if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
		},
		ended: once(child, 'close').then(([exit]) => ({ exit: exit as number | null, ...texts })),
	};
}

/** Returns the ids of the processes in which policies from a folder run (Linux). */
export function policyProcesses(folder: string): readonly number[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name) && isPolicy(name, folder))
		.map(Number);
}

/** A process may end while its files are read. */
function isPolicy(pid: string, folder: string): boolean {
	try {
		const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
		return command.includes('policy-process') && command.includes(folder);
	} catch {
		return false;
	}
}

/** Returns the processor time that a process has used, ms; 0 for one that has ended (Linux, 100 ticks a second). */
export function processorMs(pid: number): number {
	try {
		const [, facts = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
		const [user, system] = facts.split(' ').slice(11, 13);
		return (Number(user) + Number(system)) * 10;
	} catch {
		return 0;
	}
}
