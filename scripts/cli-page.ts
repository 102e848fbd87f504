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
		'`npx carrywire COMMAND` in a clone, or `carrywire COMMAND` where it is installed. `carrywire --help` lists the commands, `carrywire COMMAND --help` shows the text of this page. Standard output carries only the result. Remarks, questions and progress go to standard error; progress only to a terminal.',
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
		'## Service and token',
		`Commands that use a service call it over the network, with the client in \`client/\`, and show its refusals unchanged. The address of the service comes from \`--url\`, else from \`${URL_VARIABLE}\`, else from \`url\` in \`cli.json\`, else from the running service of the data directory (\`run.json\`). It must be https, or http on this machine.`,
		`The token comes from \`--token-file\`, else from \`${TOKEN_VARIABLE}\`, else from \`tokenFile\` in \`cli.json\`, else from the login that \`carrywire login --keep\` stored for this service. The command line renews an expired token of a kept login and stores it for later commands. A token is never an argument. Calls of public methods carry no token.`,
		'`cli.json` lies in `$XDG_CONFIG_HOME/carrywire/` (default `~/.config/carrywire/`), readable only by its owner (0600). Both members are optional:',
		'```json\n{ "url": "https://arb.example.com", "tokenFile": "token" }\n```',
		'## For programs',
		'With `--json`, standard output carries one JSON document: the unchanged result of the method (`watch`: one document per line). Standard error stays empty, or carries one document after a failure: `{"error":{"code","message","exit_code",…}}`. `code` and `message` are those of the service, with its `rpc_code`, `retryable`, `retry_after_ms`, `field`, `ref` and further facts. If the answer to an opening is lost, the document has its `idempotency_key`. Failures on this machine have a code of the command line:',
		table(['error.code', 'meaning'], Object.entries(OWN_CODES)),
		'Percent signs are for people. In JSON, rates and shares are fractions; names that end in `_pct` are percent ([rpc.md](rpc.md)). Colours and progress appear only on terminals; `NO_COLOR` turns colours off.',
		'## Exit codes',
		'Every error code in [errors.md](errors.md) maps to exactly one exit code.',
		table(['exit code', 'meaning'], EXIT_ROWS),
		'## Completions',
		'bash: put `source <(carrywire completions bash)` into `~/.bashrc`. zsh: run `carrywire completions zsh > ~/.zfunc/_carrywire`, with that folder in `fpath`. fish: put `carrywire completions fish | source` into `config.fish`.',
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
						['argument', 'meaning'],
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
