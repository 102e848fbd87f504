import { type CliCommand, type CommandCode, commandCode, UsageError } from '../command.ts';
import { completionScript } from '../completion-scripts.ts';
import { SHELLS } from '../shared-flags.ts';

/** Creates the `completions` command. @param commands all commands, including this one */
export function completionsOf(commands: readonly CliCommand[]): CommandCode {
	return commandCode({
		read({ words: [shell] }) {
			const known = SHELLS.find((name) => name === shell);
			if (known === undefined)
				throw new UsageError(
					'completions',
					`carrywire completions needs a shell: bash, zsh or fish; got ${shell === undefined ? 'nothing' : JSON.stringify(shell)}.`,
				);
			return { shell: known };
		},
		async run({ shell }, { output }) {
			output.print(completionScript(shell, commands).trimEnd());
			return;
		},
	});
}
