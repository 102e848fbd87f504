import { type CliCommand, defineCommand, UsageError } from '../command.ts';
import { completionScript, SHELLS, type Shell } from '../completion-scripts.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { noWords } from '../given.ts';

/** @param commands the table that this command stands in itself */
export function completionsOf(commands: () => readonly CliCommand[]): CliCommand {
	return defineCommand({
		name: 'completions',
		group: 'access',
		summary: 'Completions for bash, zsh and fish.',
		about: 'Prints a script that lets a shell complete commands, flags and the values that are few.',
		forms: ['bash|zsh|fish'],
		words: [{ name: 'SHELL', meaning: 'bash, zsh or fish.', choices: SHELLS }],
		flags: {},
		examples: [
			'source <(carrywire completions bash)',
			'carrywire completions zsh > ~/.zfunc/_carrywire',
			'carrywire completions fish | source',
		],
		read({ words: [shell, ...more] }) {
			noWords('completions', more);
			const known = SHELLS.find((name) => name === shell);
			if (known === undefined)
				throw new UsageError(
					'completions',
					`After completions comes bash, zsh or fish; was ${shell === undefined ? 'nothing' : JSON.stringify(shell)}.`,
				);
			return { shell: known satisfies Shell };
		},
		async run({ shell }, { output }) {
			output.print(completionScript(shell, commands()).trimEnd());
			return EXIT_CODES.OK;
		},
	});
}
