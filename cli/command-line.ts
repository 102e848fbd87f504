/** Reads the command line. Nothing is guessed: an unknown command, flag or word is refused with a sentence. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearNames } from '../src/domain/near-names.ts';
import {
	type CliCommand,
	type Flags,
	type Given,
	type ReadyCommand,
	UsageError,
	type Values,
} from './command.ts';
import { COMMANDS, findCommand } from './commands.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { commandHelp, generalHelp } from './help.ts';

/** @throws UsageError */
export function readCommandLine(argv: readonly string[]): ReadyCommand {
	const [name, ...rest] = argv;
	if (name === undefined || name === '--help' || name === '-h') return helpOf(undefined);
	if (name === '--version') return version;
	if (name === 'help') return helpOf(rest[0]);
	const command = findCommand(name);
	if (command === undefined)
		throw new UsageError(
			undefined,
			name.startsWith('-')
				? `The first word must be a command; was the flag ${JSON.stringify(name)}.`
				: unknownCommand(name),
		);
	const given = takeApart(command, rest);
	if (given.values.help === true) return helpOf(name);
	return { name, ...command.understand(given) };
}

const version: ReadyCommand = {
	name: 'version',
	options: {},
	async run({ output, version: number }) {
		output.print(number);
		return EXIT_CODES.OK;
	},
};

function helpOf(topic: string | undefined): ReadyCommand {
	const command = topic === undefined ? undefined : findCommand(topic);
	if (topic !== undefined && command === undefined) throw new UsageError(undefined, unknownCommand(topic));
	return {
		name: 'help',
		options: { topic: topic ?? 'carrywire' },
		async run({ output }) {
			for (const line of command === undefined ? generalHelp(COMMANDS) : commandHelp(command))
				output.print(line);
			return EXIT_CODES.OK;
		},
	};
}

function unknownCommand(name: string): string {
	const names = COMMANDS.map((known) => known.name);
	const near = nearNames(name, names);
	return `There is no command ${JSON.stringify(name)}. ${near.length === 0 ? `The commands are ${names.join(', ')}.` : `Did you mean ${near.join(' or ')}?`}`;
}

function takeApart({ name, flags }: CliCommand, args: readonly string[]): Given {
	try {
		const { values, positionals } = parseArgs({
			args: [...args],
			options: parserOptions(flags),
			allowPositionals: true,
			strict: true,
		});
		return { values: values as Values, words: positionals };
	} catch (error) {
		const reason = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
		throw new UsageError(name, `${reason.replace(/\.$/, '')}.${nearFlag(error, flags)}`);
	}
}

/** The advice behind the parser's own words for an unknown flag; empty for other faults. */
function nearFlag(error: unknown, flags: Flags): string {
	const typed = error instanceof Error ? /^Unknown option '--([\w-]+)'/.exec(error.message)?.[1] : undefined;
	const near = typed === undefined ? [] : nearNames(typed, Object.keys(flags));
	return near.length === 0 ? '' : ` Did you mean ${near.map((flag) => `--${flag}`).join(' or ')}?`;
}

function parserOptions(flags: Flags): NonNullable<ParseArgsConfig['options']> {
	const known = Object.entries(flags).map(([flag, { value }]) => [
		flag,
		{ type: value === undefined ? 'boolean' : 'string' } as const,
	]);
	return { ...Object.fromEntries(known), help: { type: 'boolean', short: 'h' } };
}
