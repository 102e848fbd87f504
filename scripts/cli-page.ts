/** Builds the sections of `docs/cli.md`: every command with its flags and examples, and the exit codes. */
import { type CliCommand, COMMAND_GROUPS } from '../cli/command.ts';
import { flagText, usageLine } from '../cli/command-line.ts';
import { COMMANDS } from '../cli/commands.ts';
import { EXIT_ROWS } from '../cli/exit-codes.ts';
import { OWN_CODES } from '../cli/failures.ts';
import { TOKEN_VARIABLE, URL_VARIABLE } from '../cli/shared-flags.ts';
import { table } from './schema-rows.ts';

export function cliParts(): readonly string[] {
	return [
		'Run `npx carrywire COMMAND` in a clone, or `carrywire COMMAND` if it is installed. `carrywire --help` lists the commands, `carrywire COMMAND --help` shows the text of this page. Standard output contains only the result; remarks, questions and progress go to standard error, progress only to a terminal.',
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
		`Commands call the service over the network, through the client in \`client/\`. When the service refuses a call, you see its own message. The address comes from \`--url\`, else \`${URL_VARIABLE}\`, else \`url\` of \`cli.json\`, else the service that runs on the data directory (\`run.json\`). It must be https, or http on this machine.`,
		`The token comes from \`--token-file\`, else \`${TOKEN_VARIABLE}\`, else \`tokenFile\` of \`cli.json\`, else the login that \`carrywire login --keep\` saved for this service: the command renews an expired token and saves it for later commands. You never pass a token as an argument, and public methods are called without one.`,
		'`cli.json` is in `$XDG_CONFIG_HOME/carrywire/` (default `~/.config/carrywire/`), readable only by its owner (0600). Both members are optional:',
		'```json\n{ "url": "https://arb.example.com", "tokenFile": "token" }\n```',
		'## For programs',
		'With `--json` standard output has one JSON document, the unchanged result of the method (`watch`: one per line). Standard error is empty, or after a failure has one document: `{"error":{"code","message","exit_code",…}}`. `code` and `message` come from the service. If available, `rpc_code`, `retryable`, `retry_after_ms`, `field`, `ref` and further facts follow. If the response to an opening is lost, the error includes `idempotency_key`, so that you can repeat the call safely. The command line adds these codes:',
		table(['error.code', 'meaning'], Object.entries(OWN_CODES)),
		'Tables show percent signs; in JSON rates and shares are fractions, and fields whose names end in `_pct` are percentages ([rpc.md](rpc.md)). Only terminals get colors and progress; `NO_COLOR` disables the colors.',
		'## Exit codes',
		'Each error code of [errors.md](errors.md) has exactly one exit code.',
		table(['exit code', 'meaning'], EXIT_ROWS),
		'## Completions',
		'Completions come from the same table as the commands: `source <(carrywire completions bash)` in `~/.bashrc`; `carrywire completions zsh > ~/.zfunc/_carrywire` with that folder in `fpath`; `carrywire completions fish | source` in `config.fish`.',
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
