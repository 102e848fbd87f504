/**
 * Runs `npm start` as a user does, on a free port and in a separate data directory, and records the times of its
 * progress messages.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProcessFigures, processTree } from './process-figures.ts';

const ROOT = join(import.meta.dirname, '..');
const READY_MS_MAX = 120_000;
const OUTPUT_CHARS_KEPT = 8_000;

/** Milliseconds from `npm start` to each step. */
export type StartSteps = {
	/** Time until the program starts; before that, npm reads package.json and checks the built pages. */
	readonly program: number;
	/** Time until all five simulated exchanges listen. */
	readonly simulators: number;
	/** Time until the service listens; by then it has loaded and composed everything. */
	readonly listening: number;
	/** Time until the service reports that it is ready, with contracts and prices from every exchange. */
	readonly ready: number;
};

/** A running service that is ready. */
export type StartedByNpm = {
	readonly steps: StartSteps;
	readonly dataDir: string;
	/** Returns the figures of the service process, followed by those of its simulators. */
	readonly processes: () => readonly ProcessFigures[];
	readonly stop: () => Promise<void>;
};

/**
 * @param more additional environment variables @throws Error with the output when the service does not
 * become ready
 */
export async function npmStart(
	more: { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<StartedByNpm> {
	const dataDir = mkdtempSync(join(tmpdir(), 'carrywire-start-'));
	const startedAt = performance.now();
	const child = spawn('npm', ['start', '--', '--port', '0', '--data-dir', dataDir], {
		cwd: ROOT,
		env: { ...process.env, ...more.env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	try {
		const steps = await untilReady(child, startedAt, dataDir);
		const pid = servicePid(dataDir);
		return {
			steps,
			dataDir,
			processes: () => processTree(pid),
			stop: () => stop(child, dataDir),
		};
	} catch (error) {
		await stop(child, dataDir);
		throw error;
	}
}

async function untilReady(child: ChildProcess, startedAt: number, dataDir: string): Promise<StartSteps> {
	const began = uptimeMs();
	let output = '';
	let [simulators, listening] = [0, 0];
	await new Promise<void>((resolve, reject) => {
		const giveUp = (how: string): void => reject(new Error(`npm start ${how}. It wrote:\n${output}`));
		const timer = setTimeout(() => giveUp(`was not ready within ${READY_MS_MAX} ms`), READY_MS_MAX);
		child.once('exit', () => giveUp('ended'));
		const read = (chunk: Buffer): void => {
			const now = performance.now() - startedAt;
			output = (output + chunk.toString()).slice(-OUTPUT_CHARS_KEPT);
			if (simulators === 0 && output.includes('Simulated ')) simulators = now;
			if (listening === 0 && output.includes('"msg":"listening"')) listening = now;
			if (!/is (?:not )?ready at |and is not ready/.test(output)) return;
			clearTimeout(timer);
			if (output.includes('is not ready')) giveUp('was not ready');
			else resolve();
		};
		child.stdout?.on('data', read);
		child.stderr?.on('data', read);
	});
	const ready = performance.now() - startedAt;
	const [service] = processTree(servicePid(dataDir));
	return { program: (service?.startedAtMs ?? began) - began, simulators, listening, ready };
}

function servicePid(dataDir: string): number {
	const run = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { service: { pid: number } };
	return run.service.pid;
}

function uptimeMs(): number {
	return Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1_000;
}

/**
 * Stops the service by its own process id, because npm and its shell do not forward signals. Then removes the data
 * directory.
 */
async function stop(child: ChildProcess, dataDir: string): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) {
		const gone = new Promise((resolve) => child.once('exit', resolve));
		try {
			process.kill(servicePid(dataDir), 'SIGTERM');
		} catch {
			child.kill('SIGTERM');
		}
		await gone;
	}
	rmSync(dataDir, { recursive: true, force: true });
}
