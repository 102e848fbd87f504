/** Runs a command at a real pseudo-terminal, with `script` from util-linux, and records its output. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from '../e2e/polling.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

export type AtTerminal = AsyncDisposable & {
	/** Returns everything that the command has sent to the terminal so far, including control sequences. */
	shown(): string;
	/** Waits until this text has been sent to the terminal. */
	sees(text: string): Promise<unknown>;
	type(keys: string): void;
	/** Sends a signal to the command itself, not to `script`. */
	signal(name: NodeJS.Signals): void;
	/** Resolves with the exit code once the command has exited. */
	readonly ended: Promise<number | null>;
};

/**
 * Runs `carrywire <args>` on a terminal with 120 columns and 30 rows. The first line on the terminal is the command's
 * process id.
 */
export function atTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): AtTerminal {
	const words = [process.execPath, `${REPOSITORY}cli/main.ts`, ...args].map((word) => `'${word}'`).join(' ');
	const child = spawn(
		'script',
		['-qefc', `stty cols 120 rows 30; echo "pid $$ "; exec ${words}`, '/dev/null'],
		{ env: { ...process.env, SHELL: '/bin/sh', TERM: 'xterm', NODE_NO_WARNINGS: '1', ...env } },
	);
	let shown = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		shown += text;
	});
	const ended = new Promise<number | null>((resolve) => {
		child.on('exit', (code) => resolve(code));
	});
	return {
		shown: () => shown,
		sees: (text) =>
			until({ what: JSON.stringify(text), periodMs: 20, seen: () => shown.slice(-2_000) }, () =>
				shown.includes(text) ? true : undefined,
			),
		type: (keys) => child.stdin.write(keys),
		signal: (name) => process.kill(Number(/pid (\d+) /.exec(shown)?.[1]), name),
		ended,
		async [Symbol.asyncDispose]() {
			child.kill('SIGKILL');
			await ended;
		},
	};
}
