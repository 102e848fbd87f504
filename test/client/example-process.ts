/** Runs an example as its user does: Node runs the unchanged file in a project that contains the packed package. */
import { spawn } from 'node:child_process';
import { TestRunError, until } from '../e2e/polling.ts';

export type Line = { readonly event: string; readonly [fact: string]: unknown };

export type RunningExample = {
	/** Returns the output so far; each line is one JSON object. */
	lines(): readonly Line[];
	/** Returns the text of stdout so far. */
	text(): string;
	/**
	 * Waits for a line with this event after the first `from` lines. @throws TestRunError at the time limit, or if
	 * the process ends before then
	 */
	says(event: string, from?: number): Promise<Line>;
	/** Waits for this many lines and returns the last one. */
	line(count: number): Promise<Line>;
	readonly ended: Promise<number | NodeJS.Signals>;
	kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | NodeJS.Signals>;
};

const POLL_MS = 50;

export function runExample(
	file: string,
	args: readonly string[],
	options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): RunningExample {
	const child = spawn(process.execPath, [file, ...args], {
		cwd: options.cwd,
		env: { PATH: process.env.PATH, ...options.env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let stdout = '';
	let stderr = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		stdout += text;
	});
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr += text;
	});
	const ended = new Promise<number | NodeJS.Signals>((resolve) => {
		child.once('close', (code, signal) => resolve(signal ?? code ?? 0));
	});
	const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
	const lines = () =>
		stdout
			.split('\n')
			.slice(0, -1)
			.map((line) => JSON.parse(line) as Line);
	return {
		lines,
		text: () => stdout,
		says: (event, from = 0) =>
			until(
				{
					what: `${file} to say ${event}`,
					periodMs: POLL_MS,
					seen: () => stdout + stderr,
				},
				() => {
					const found = lines()
						.slice(from)
						.find((line) => line.event === event);
					if (found === undefined && hasEnded())
						throw new TestRunError(`${file} has ended: ${stdout}${stderr}`);
					return found;
				},
			),
		line: (count) =>
			until(
				{
					what: `${file} to write ${count} lines`,
					periodMs: POLL_MS,
					seen: () => stdout + stderr,
				},
				() => {
					const found = lines()[count - 1];
					if (found === undefined && hasEnded())
						throw new TestRunError(`${file} has ended: ${stdout}${stderr}`);
					return found;
				},
			),
		ended,
		async kill(signal) {
			if (!hasEnded()) child.kill(signal);
			return ended;
		},
	};
}
