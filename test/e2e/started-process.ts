/**
 * Starts one process as a user would, keeps its output, and stops it by its own id. Reports its exit code or the
 * signal that ended it.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';
import { TestRunError } from './polling.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Maximum number of characters to keep from a process's output. A process that writes more is faulty. */
const WRITTEN_CHARS_MAX = 64 * 1_048_576;

export type StartedProcess = {
	readonly pid: number;
	/** Resolves with the exit code or signal once the process has exited. */
	readonly ended: Promise<number | NodeJS.Signals>;
	hasEnded(): boolean;
	/** Returns all output so far: standard output and standard error in order of arrival. */
	written(): string;
	stdout(): string;
	stderr(): string;
	/** Sends the signal and waits until the process has exited. If that takes too long, sends SIGKILL. */
	end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | NodeJS.Signals>;
};

/**
 * Starts `node <script> <args>` in `cwd`. Environment variables of the test runner that could change the program's
 * behavior are left out.
 */
export function startProcess(script: string, args: readonly string[], cwd: string): StartedProcess {
	return start(process.execPath, [`${REPOSITORY}${script}`, ...args], cwd);
}

/**
 * Starts `npm start -- <args>`. npm and its shell do not forward signals. Signals therefore go to the service itself,
 * as soon as `servicePid` returns its id.
 */
export function startByNpm(
	args: readonly string[],
	cwd: string,
	servicePid: () => number | undefined,
): StartedProcess {
	const npm = start('npm', ['--prefix', REPOSITORY, 'start', '--', ...args], cwd);
	return {
		...npm,
		end: async (signal) => {
			const pid = servicePid();
			if (pid === undefined || npm.hasEnded()) return npm.end(signal);
			process.kill(pid, signal);
			const force = setTimeout(() => process.kill(pid, 'SIGKILL'), WAIT_MS_MAX);
			const how = await npm.ended;
			clearTimeout(force);
			return how;
		},
	};
}

function start(program: string, args: readonly string[], cwd: string): StartedProcess {
	const child = spawn(program, args, { cwd, env: plainEnvironment(), stdio: ['pipe', 'pipe', 'pipe'] });
	const { pid } = child;
	if (pid === undefined) throw new TestRunError(`${program} ${args.join(' ')} could not be started.`);
	const streams = { stdout: '', stderr: '', both: '' };
	for (const name of ['stdout', 'stderr'] as const) {
		child[name].setEncoding('utf8').on('data', (text: string) => {
			if (streams.both.length > WRITTEN_CHARS_MAX) return;
			streams[name] += text;
			streams.both += text;
		});
	}
	const ended = new Promise<number | NodeJS.Signals>((resolve) => {
		child.once('exit', (code, signal) => resolve(signal ?? code ?? 0));
	});
	const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
	return {
		pid,
		ended,
		hasEnded,
		written: () => streams.both,
		stdout: () => streams.stdout,
		stderr: () => streams.stderr,
		end: async (signal) => {
			if (hasEnded()) return ended;
			child.kill(signal);
			const force = setTimeout(() => child.kill('SIGKILL'), WAIT_MS_MAX);
			const how = await ended;
			clearTimeout(force);
			return how;
		},
	};
}

export type FinishedCommand = {
	readonly exit: number | NodeJS.Signals;
	readonly stdout: string;
	readonly stderr: string;
};

/** Runs a command until it exits. @throws TestRunError when it does not exit in time */
export async function runCommand(
	script: string,
	args: readonly string[],
	cwd: string,
): Promise<FinishedCommand> {
	const running = startProcess(script, args, cwd);
	let overdue = false;
	const limit = setTimeout(() => {
		overdue = true;
		void running.end('SIGKILL');
	}, WAIT_MS_MAX);
	const exit = await running.ended;
	clearTimeout(limit);
	if (overdue) {
		throw new TestRunError(
			`node ${script} ${args.join(' ')} did not end within ${WAIT_MS_MAX} ms. It wrote: ${running.written()}`,
		);
	}
	return { exit, stdout: running.stdout(), stderr: running.stderr() };
}

/**
 * Returns this process's environment without the variables of the test runner and of this project, as in a user's
 * shell. Only the compile cache is kept.
 */
function plainEnvironment(): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(
		([name]) => !/^(?:CARRYWIRE_|VITEST|NODE_|CI$|TEST$|DEV$|PROD$|MODE$)/.test(name),
	);
	const { NODE_COMPILE_CACHE = '' } = process.env;
	return { ...Object.fromEntries(kept), NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE };
}
