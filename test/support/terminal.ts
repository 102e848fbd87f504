/**
 * Imitates the terminal of a `carrywire login`. It keeps the output, and its clock moves only when the test says so.
 */
import { readCommandLine } from '../../cli/command-line.ts';
import { type LoginAction, runLoginCommand } from '../../cli/login.ts';
import type { ConfigFlags } from '../../src/config/config-flags.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { systemClock } from '../../src/runtime/clock.ts';

export type Terminal = {
	/** Lines written to standard output. */
	readonly printed: string[];
	/** Lines written to standard error. */
	readonly remarked: string[];
	/** Runs a command line; arguments may be quoted. Rejects with the message that the user sees. */
	run(line: string): Promise<void>;
	/** Resolves with the code that the user must enter, once the terminal shows it. */
	code(): Promise<string>;
	/** Waits until the command pauses for exactly this long, then ends the pause. */
	pause(ms: number): Promise<void>;
};

/**
 * @param folder folder with the user's settings in `config` and the service's data in `data`
 * @param clock if given, pauses take time on this clock
 */
export function openTerminal(folder: string, clock?: Clock): Terminal {
	const printed: string[] = [];
	const remarked: string[] = [];
	const hand = handClock();
	let isSaid = (): void => {};
	return {
		printed,
		remarked,
		async run(line) {
			const words = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
			const { name, options } = await readCommandLine(words);
			if (name !== 'login' && name !== 'logout')
				throw new Error(`The line is a login or logout; was ${name}.`);
			const { flags, ...action } = options as LoginAction & { readonly flags: ConfigFlags };
			await runLoginCommand(action, {
				config: loadConfig({ flags, env: {}, cwd: folder }),
				env: { XDG_CONFIG_HOME: `${folder}/config` },
				clock: clock ?? hand.clock,
				output: {
					print: (text) => printed.push(text),
					remark: (text) => {
						remarked.push(text);
						isSaid();
					},
				},
			});
		},
		async code() {
			for (;;) {
				const [, found] = /enter the code (\S+)/.exec(remarked.join('\n')) ?? [];
				if (found !== undefined) return found;
				await new Promise<void>((resolve) => {
					isSaid = resolve;
				});
			}
		},
		pause: hand.pause,
	};
}

function handClock() {
	let elapsed = 0;
	let isPlanned = (): void => {};
	const timers = new Set<{ readonly delayMs: number; readonly task: () => void }>();
	const clock: Clock = {
		now: systemClock.now,
		monotonic: () => elapsed,
		after(delayMs, task) {
			const timer = { delayMs, task };
			timers.add(timer);
			isPlanned();
			return () => timers.delete(timer);
		},
		every: () => () => {},
	};
	async function pause(ms: number): Promise<void> {
		for (;;) {
			const timer = [...timers].find(({ delayMs }) => delayMs === ms);
			if (timer !== undefined) {
				timers.delete(timer);
				elapsed += ms;
				timer.task();
				return;
			}
			await new Promise<void>((resolve) => {
				isPlanned = resolve;
			});
		}
	}
	return { clock, pause };
}
