/** The parts of `docs/cli.md`: every command with its flags and examples, and the exit codes. */
import { type CliCommand, COMMAND_GROUPS } from '../src/cli/command.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { exitRows, flagText, usageLine } from '../src/cli/help.ts';
import { table } from './schema-rows.ts';

export function cliParts(): readonly string[] {
	return [
		'`npx carrywire COMMAND` in a clone, or `carrywire COMMAND` where it is installed. `carrywire --help` lists the commands, `carrywire COMMAND --help` says what is said here. Standard output has the result and nothing else; remarks, questions and progress go to standard error, progress only to a terminal.',
		...Object.entries(COMMAND_GROUPS).map(
			([group, heading]) =>
				`${heading}:\n\n${table(
					['command', 'what it does'],
					COMMANDS.filter((command) => command.group === group).map(({ name, summary }) => [
						`[${name}](#${name})`,
						summary,
					]),
				)}`,
		),
		'## Exit codes',
		'Every error code of [errors.md](errors.md) has exactly one of them.',
		table(['exit code', 'meaning'], exitRows()),
		'## Completions',
		'From the same table as the commands themselves: `source <(carrywire completions bash)` in `~/.bashrc`; `carrywire completions zsh > ~/.zfunc/_carrywire` with that folder in `fpath`; `carrywire completions fish | source` in `config.fish`.',
		...COMMANDS.map(commandPart),
	];
}

function commandPart(command: CliCommand): string {
	const { name, about, forms, words = [], flags, examples } = command;
	const flagRows = Object.entries(flags).map(([flag, facts]) => [
		`\`${flagText(flag, facts)}\``,
		`${facts.under === undefined ? '' : `${facts.under}: `}${facts.meaning}`,
	]);
	return [
		`## ${name}`,
		about,
		fenced(forms.map((form) => usageLine(name, form))),
		...(words.length === 0
			? []
			: [
					table(
						['word', 'meaning'],
						words.map((word) => [word.name, word.meaning]),
					),
				]),
		...(flagRows.length === 0 ? [] : [table(['flag', 'meaning'], flagRows)]),
		fenced(examples),
	].join('\n\n');
}

function fenced(lines: readonly string[]): string {
	return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
}
