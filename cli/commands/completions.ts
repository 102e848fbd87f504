import { type CliCommand, type CommandCode, commandCode, UsageError } from '../command.ts';
import { completionScript } from '../completion-scripts.ts';
import { SHELLS } from '../shared-flags.ts';

/** The command `completions`. @param commands all commands, this one included */
export function completionsOf(commands: readonly CliCommand[]): CommandCode {
	return commandCode({
		read({ words: [shell] }) {
			const known = SHELLS.find((name) => name === shell);
			if (known === undefined)
				throw new UsageError(
					'completions',
					`After completions, write bash, zsh or fish; was ${shell === undefined ? 'nothing' : JSON.stringify(shell)}.`,
				);
			return { shell: known };
		},
		async run({ shell }, { output }) {
			output.print(completionScript(shell, commands).trimEnd());
			return;
		},
	});
}
