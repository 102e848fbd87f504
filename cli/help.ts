/** What `--help` prints, from the table of commands. */
import { type CliCommand, COMMAND_GROUPS, type Flag } from './command.ts';
import { EXIT_CODES, EXIT_MEANINGS, type ExitName } from './exit-codes.ts';

const WIDTH = 120;
const INDENT = '  ';
const HELP_FLAG: Flag = { meaning: 'This text.' };

export function generalHelp(commands: readonly CliCommand[]): readonly string[] {
	const groups = Object.entries(COMMAND_GROUPS).map(([group, heading]) => ({
		heading,
		rows: commands
			.filter((command) => command.group === group)
			.map(({ name, summary }): Row => [name, summary]),
	}));
	const left = widest(groups.flatMap(({ rows }) => rows));
	return [
		'carrywire: finds, explains, executes and closes funding-rate arbitrage over one JSON-RPC endpoint.',
		'',
		'Usage: carrywire COMMAND [flags]',
		...groups.flatMap(({ heading, rows }) => ['', `${heading}:`, ...columns(rows, left)]),
		'',
		...columns(
			[
				['--help', 'This text; after a command, the help of that command.'],
				['--version', 'The version.'],
			],
			left,
		),
		'',
		'Exit codes:',
		...columns(exitRows(), left),
		'',
		'Examples:',
		'  carrywire serve',
		'  TOKEN=$(carrywire token --scope "arb:read arb:trade")',
	];
}

/** Each exit code with its meaning, for help and `docs/cli.md`. */
export function exitRows(): readonly Row[] {
	return (Object.keys(EXIT_CODES) as ExitName[]).map((name) => [
		String(EXIT_CODES[name]),
		EXIT_MEANINGS[name],
	]);
}

export function commandHelp(command: CliCommand): readonly string[] {
	const { name, about, forms, words = [], flags, examples } = command;
	const sections = new Map<string, Row[]>();
	for (const [flag, facts] of Object.entries({ ...flags, help: HELP_FLAG })) {
		const heading = facts.under ?? 'Flags';
		sections.set(heading, [...(sections.get(heading) ?? []), [flagText(flag, facts), facts.meaning]]);
	}
	const wordRows = words.map((word): Row => [word.name, word.meaning]);
	const left = widest([...wordRows, ...[...sections.values()].flat()]);
	return [
		...broken(about, WIDTH),
		'',
		...forms.map((form, index) => `${index === 0 ? 'Usage:' : '      '} ${usageLine(name, form)}`),
		...(wordRows.length === 0 ? [] : ['', ...columns(wordRows, left)]),
		...[...sections].flatMap(([heading, rows]) => ['', `${heading}:`, ...columns(rows, left)]),
		'',
		'Examples:',
		...examples.map((example) => `${INDENT}${example}`),
	];
}

export function usageLine(name: string, form: string): string {
	return `carrywire ${name} ${form}`.trimEnd();
}

/** A flag with the name of its value. */
export function flagText(flag: string, { value }: Flag): string {
	return value === undefined ? `--${flag}` : `--${flag} ${value}`;
}

type Row = readonly [name: string, meaning: string];

function widest(rows: readonly Row[]): number {
	return Math.max(0, ...rows.map(([name]) => name.length));
}

function columns(rows: readonly Row[], left: number): string[] {
	const margin = `${INDENT}${' '.repeat(left)}${INDENT}`;
	return rows.flatMap(([name, meaning]) =>
		broken(meaning, WIDTH - margin.length).map((line, index) =>
			index === 0 ? `${INDENT}${name.padEnd(left)}${INDENT}${line}` : `${margin}${line}`,
		),
	);
}

/** Lines of at most `width` characters, broken at spaces; a longer word has a line of its own. */
function broken(text: string, width: number): string[] {
	const lines: string[] = [];
	for (const word of text.split(' ')) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= width)
			lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}
