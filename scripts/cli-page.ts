/** The parts of `docs/cli.md`: every command with its flags and examples, and the exit codes. */
import { type CliCommand, COMMAND_GROUPS } from '../cli/command.ts';
import { flagText, usageLine } from '../cli/command-line.ts';
import { COMMANDS } from '../cli/commands.ts';
import { EXIT_ROWS } from '../cli/exit-codes.ts';
import { OWN_CODES } from '../cli/failures.ts';
import { TOKEN_VARIABLE, URL_VARIABLE } from '../cli/shared-flags.ts';
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
		'## Which service, and with which token',
		`Commands at a service speak to it over the network alone, with the client of \`client/\`: what they refuse is what it refuses, in its own sentence. The service is that of \`--url\`, else of \`${URL_VARIABLE}\`, else \`url\` of \`cli.json\`, else the one that runs on the data directory (\`run.json\`). It is reached by https, or by http on this machine.`,
		`The token is that of \`--token-file\`, else of \`${TOKEN_VARIABLE}\`, else of \`tokenFile\` of \`cli.json\`, else of the login that \`carrywire login --keep\` has kept for this service: it is renewed when it has ended, and kept for the commands that follow. A token is never an argument, and public methods get none.`,
		'`cli.json` lies in `$XDG_CONFIG_HOME/carrywire/` (default `~/.config/carrywire/`), readable by its owner alone (0600). Both members may be left out:',
		'```json\n{ "url": "https://arb.example.com", "tokenFile": "token" }\n```',
		'## For programs',
		'With `--json` standard output has one JSON document, the result of the method as it came (`watch`: one on each line), and standard error nothing, or after a failure one: `{"error":{"code","message","exit_code",…}}`. `code` and `message` are those of the service, with `rpc_code`, `retryable`, `retry_after_ms`, `field`, `ref` and its further facts where there are; `idempotency_key` of an opening whose answer is lost; or one of the command line:',
		table(['error.code', 'meaning'], Object.entries(OWN_CODES)),
		'Percent signs are for people: in JSON rates and shares are fractions, and names that end in `_pct` are percent ([rpc.md](rpc.md)). Colours and progress are for terminals; `NO_COLOR` takes the colours away.',
		'## Exit codes',
		'Every error code of [errors.md](errors.md) has exactly one of them.',
		table(['exit code', 'meaning'], EXIT_ROWS),
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
