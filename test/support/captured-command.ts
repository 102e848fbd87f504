/** Runs a command line in this process, on a fake terminal. The test reads its output and presses its keys. */

import { tmpdir } from 'node:os';
import type { CliParts } from '../../cli/cli-parts.ts';
import { runCommandLine } from '../../cli/run.ts';
import type { StopSignal } from '../../cli/signals.ts';
import type { Screen, Terminal } from '../../cli/terminal.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';

export type HandTerminal = Terminal & {
	/** Text written directly to standard output or standard error, that is, without `print` or `remark`. */
	readonly drawn: { stdout: string; stderr: string };
	/** Presses keys without Enter. */
	press(keys: string): void;
	/** Sets the size of the terminal and notifies listeners. */
	resize(columns: number, rows: number): void;
};

/** @param input content of standard input, one line per question that the command asks */
export function handTerminal({
	isTerminal = false,
	input = '',
	columns = 200,
	rows = 40,
}: {
	readonly isTerminal?: boolean;
	readonly input?: string;
	readonly columns?: number;
	readonly rows?: number;
} = {}): HandTerminal {
	const drawn = { stdout: '', stderr: '' };
	const size = { columns, rows };
	const listeners = new Set<() => void>();
	const keys = new Set<(key: string) => void>();
	const lines = input.split('\n');
	const screen = (name: 'stdout' | 'stderr'): Screen => ({
		isTerminal,
		write: (text) => {
			drawn[name] += text;
		},
		columns: () => (isTerminal ? size.columns : Number.POSITIVE_INFINITY),
		rows: () => (isTerminal ? size.rows : Number.POSITIVE_INFINITY),
		onResize(task) {
			listeners.add(task);
			return () => listeners.delete(task);
		},
	});
	return {
		drawn,
		press(text) {
			for (const task of keys) task(text);
		},
		resize(next, high) {
			size.columns = next;
			size.rows = high;
			for (const task of listeners) task();
		},
		atExit: () => () => {},
		stdout: screen('stdout'),
		stderr: screen('stderr'),
		keyboard: {
			isTerminal,
			line: async ({ prompt = '' }) => {
				drawn.stderr += prompt;
				return lines.shift();
			},
			all: async () => lines.splice(0).join('\n'),
			onKey(task) {
				keys.add(task);
				return () => keys.delete(task);
			},
		},
	};
}

export type CommandSetting = {
	readonly env?: Readonly<Record<string, string>>;
	readonly cwd?: string;
	readonly terminal?: Terminal;
	readonly stopSignal?: () => Promise<StopSignal>;
	/** Opens the token store, for operator commands that work without a running service. */
	readonly openTokenStore?: CliParts['openTokenStore'];
	/** Called for each line of standard output. */
	readonly onPrint?: (line: string) => void;
};

export type Captured = { readonly exit: number; readonly stdout: string; readonly stderr: string };

/**
 * Runs one command line and returns its exit code and output. The settings of the user who runs the test have no
 * effect; only `env` applies.
 */
export async function runCaptured(argv: readonly string[], setting: CommandSetting = {}): Promise<Captured> {
	const { env = {}, cwd = tmpdir(), terminal = handTerminal(), onPrint } = setting;
	const written = { stdout: '', stderr: '' };
	const exit = await runCommandLine(argv, {
		...noOperator(),
		...(setting.openTokenStore === undefined ? {} : { openTokenStore: setting.openTokenStore }),
		stopSignal: setting.stopSignal ?? (() => new Promise(() => undefined)),
		version: '0.2.0',
		env: { XDG_CONFIG_HOME: '/nonexistent', ...env },
		cwd,
		clock: systemClock,
		random: systemRandom,
		logger: SILENT_LOGGER,
		terminal,
		output: {
			print(line) {
				written.stdout += `${line}\n`;
				onPrint?.(line);
			},
			remark(line) {
				written.stderr += `${line}\n`;
			},
		},
	});
	return { exit, ...written };
}

/** Returns stubs for the parts that only operator commands need. */
function noOperator() {
	const none = () => Promise.reject(new Error('Operator parts are not available here.'));
	return {
		startService: none,
		openTokenStore: none,
		runVenueCommand: none,
	} satisfies Partial<CliParts>;
}
