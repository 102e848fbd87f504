/** Lists every command of the command line, in the order that help shows. */
import { ACCESS_COMMANDS } from './access-commands.ts';
import type { CliCommand } from './command.ts';
import { CONNECTION_COMMANDS } from './connection-commands.ts';
import { OPERATOR_COMMANDS } from './operator-commands.ts';
import { POT_COMMANDS } from './pot-commands.ts';
import { SHELLS } from './shared-flags.ts';
import { TRADING_COMMANDS } from './trading-commands.ts';

/** All commands; each name is unique. */
export const COMMANDS: readonly CliCommand[] = [
	...TRADING_COMMANDS,
	...POT_COMMANDS,
	...CONNECTION_COMMANDS,
	...ACCESS_COMMANDS,
	...OPERATOR_COMMANDS,
	{
		name: 'completions',
		group: 'access',
		summary: 'Print completions for bash, zsh or fish.',
		about:
			'Prints a script that lets a shell complete commands, flags, and values that have a fixed set of choices.',
		forms: ['bash|zsh|fish'],
		words: [{ name: 'SHELL', meaning: 'bash, zsh or fish.', choices: SHELLS }],
		flags: {},
		examples: [
			'source <(carrywire completions bash)',
			'carrywire completions zsh > ~/.zfunc/_carrywire',
			'carrywire completions fish | source',
		],
		load: async () => (await import('./commands/completions.ts')).completionsOf(COMMANDS),
	},
];

/** Returns the command with this name; undefined if there is none. */
export function findCommand(name: string): CliCommand | undefined {
	return COMMANDS.find((command) => command.name === name);
}
