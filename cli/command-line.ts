/**
 * Parses the command line with commander. An unknown command, flag or argument is rejected with a message, never
 * guessed.
 */
import { Argument, Command, CommanderError, Option } from 'commander';
import { nearNames } from '../src/domain/near-names.ts';
import {
	type CliCommand,
	COMMAND_GROUPS,
	type Flag,
	type ReadyCommand,
	UsageError,
	type Values,
} from './command.ts';
import { COMMANDS } from './commands.ts';
import { EXIT_CODES, EXIT_ROWS } from './exit-codes.ts';
import { paramsOf } from './params.ts';

/** Maximum width of help, characters. */
const WIDTH_MAX = 120;

/**
 * Parses the arguments and loads the command's code. Rejects with UsageError.
 * @param columns screen width in characters, for help
 */
export async function readCommandLine(
	argv: readonly string[],
	columns: number = WIDTH_MAX,
): Promise<ReadyCommand> {
	let ready: ReadyCommand | undefined;
	let shown = '';
	const program = newProgram(Math.min(columns, WIDTH_MAX), (text) => {
		shown += text;
	});
	const showHelp = (topic: string): void => {
		ready = { name: 'help', options: { topic }, run: async ({ output }) => printed(output.print, shown) };
	};
	program
		.argument('[COMMAND]')
		.allowExcessArguments()
		.action((name?: string) => {
			if (name !== undefined) throw new UsageError(undefined, unknownCommand(name));
			program.help();
		})
		.exitOverride((end) => {
			if (end.exitCode !== 0) throw new UsageError(undefined, rootFault(end));
			if (end.code === 'commander.version') ready = VERSION;
			else showHelp('carrywire');
			throw end;
		});
	program
		.command('help', { hidden: true })
		.argument('[COMMAND]')
		.action((name?: string) => {
			const topic = name === undefined ? program : program.commands.find((known) => known.name() === name);
			if (topic === undefined) throw new UsageError(undefined, unknownCommand(String(name)));
			topic.help();
		});
	for (const facts of COMMANDS) {
		const command = program.command(facts.name);
		declare(command, facts);
		command
			.action(async () => {
				const code = await facts.load();
				const values = valuesOf(command);
				const params = paramsOf(facts.name, facts.flags, values);
				ready = { name: facts.name, ...code.understand({ words: command.args, values, params }) };
			})
			.exitOverride((end) => {
				if (end.exitCode !== 0) throw new UsageError(facts.name, fault(command, end));
				showHelp(facts.name);
				throw end;
			});
	}
	requireValues(argv, program);
	try {
		await program.parseAsync([...argv], { from: 'user' });
	} catch (end) {
		if (!(end instanceof CommanderError)) throw end;
	}
	if (ready === undefined) throw new Error('The command line selected no command.');
	return ready;
}

const VERSION: ReadyCommand = {
	name: 'version',
	options: {},
	run: async ({ output, version }) => printed(output.print, version),
};

function printed(print: (line: string) => void, text: string): number {
	for (const line of text.trimEnd().split('\n')) print(line);
	return EXIT_CODES.OK;
}

function newProgram(width: number, write: (text: string) => void): Command {
	return (
		new Command('carrywire')
			.usage('COMMAND [flags]')
			.description('Finds, explains, executes and closes funding-rate arbitrage over one JSON-RPC endpoint.')
			// The empty version is a placeholder, because `--version` runs VERSION instead.
			.version('', '--version', 'Print the version.')
			.helpOption('-h, --help', 'Print this help. After a command, print that command’s help.')
			.enablePositionalOptions()
			.configureOutput({ writeOut: write, writeErr: () => {}, getOutHelpWidth: () => width })
			.configureHelp({
				optionTerm: ({ flags }) => flags.replace(/<(.*)>/, '$1'),
				subcommandTerm: (command) => command.name(),
			})
			.addHelpText('after', ({ command }) => {
				const help = Object.assign(command.createHelp(), { helpWidth: width });
				const rows = EXIT_ROWS.map(([code, meaning]) => help.formatItem(code, 3, meaning, help));
				return ['', 'Exit codes:', ...rows, examplesText(ROOT_EXAMPLES)].join('\n');
			})
	);
}

const ROOT_EXAMPLES = ['carrywire serve', 'TOKEN=$(carrywire token --scope "arb:read arb:trade")'];

function examplesText(examples: readonly string[]): string {
	return ['', 'Examples:', ...examples.map((example) => `  ${example}`)].join('\n');
}

/** Declares the command's arguments, flags and help to commander. */
function declare(
	command: Command,
	{ group, summary, about, forms, words = [], flags, examples }: CliCommand,
) {
	command
		.helpGroup(`${COMMAND_GROUPS[group]}:`)
		.summary(summary)
		.description(about)
		.usage(forms.join(`\n       carrywire ${command.name()} `))
		.helpOption('-h, --help', 'Print this help.')
		.allowExcessArguments(words.at(-1)?.isLast === true)
		.addHelpText('after', examplesText(examples));
	for (const { name, meaning } of words) command.addArgument(new Argument(`[${name}]`, meaning));
	for (const [flag, facts] of Object.entries(flags)) {
		const option = new Option(
			`--${flag}${facts.value === undefined ? '' : ` <${facts.value}>`}`,
			facts.meaning,
		);
		if (facts.isRepeatable === true)
			option.argParser<readonly string[]>((value, before) => [...(before ?? []), value]);
		command.addOption(facts.under === undefined ? option : option.helpGroup(`${facts.under}:`));
	}
}

/**
 * Returns the given flags under the names that the user typed, because commander turns `--no-wait` into `wait:
 * false`.
 */
function valuesOf(command: Command): Values {
	const given = command.options.flatMap((option) => {
		const value: unknown = command.getOptionValue(option.attributeName());
		if (command.getOptionValueSource(option.attributeName()) !== 'cli') return [];
		return [[option.name(), option.negate ? true : value]];
	});
	return Object.fromEntries(given);
}

/** Rejects a flag where a forgotten value should be: `halt --reason --close-all`. @throws UsageError */
function requireValues([name, ...args]: readonly string[], program: Command): void {
	const command = program.commands.find((known) => known.name() === name);
	for (const [at, arg] of args.entries()) {
		if (arg === '--') return;
		const option = command?.options.find(({ long, required }) => long === arg && required);
		const next = args[at + 1];
		if (option !== undefined && next !== undefined && /^-(?!\d|\.\d|$)/.test(next))
			throw new UsageError(
				name,
				`${arg} needs a value, but the next word is the flag ${JSON.stringify(next)}. To give a value that begins with -, write ${arg}=VALUE.`,
			);
	}
}

function unknownCommand(name: string): string {
	const names = COMMANDS.map((known) => known.name);
	const near = nearNames(name, names);
	return `There is no command ${JSON.stringify(name)}. ${near.length === 0 ? `The commands are ${names.join(', ')}.` : `Did you mean ${near.join(' or ')}?`}`;
}

/** Explains an invalid argument before the command's name. Only `--help` and `--version` are valid there. */
function rootFault({ code, message }: CommanderError): string {
	const flag = code === 'commander.unknownOption' ? /'(.*?)'/.exec(message)?.[1] : undefined;
	return flag === undefined
		? sentenceOf(message)
		: `The first argument must be a command; was the flag ${JSON.stringify(flag)}.`;
}

function fault(command: Command, { code, message }: CommanderError): string {
	if (code !== 'commander.excessArguments') return sentenceOf(message);
	const word = command.args[command.registeredArguments.length];
	return `${command.name()}: unexpected argument ${JSON.stringify(word)}.`;
}

/** Turns a commander message (`error: unknown option '--amont'`, then a line with advice) into sentences. */
function sentenceOf(message: string): string {
	const [what = '', advice = ''] = message.replace(/^error: /, '').split('\n');
	const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}`.replace(/\.?$/, '.');
	return advice === '' ? sentence : `${sentence} ${advice.replace(/^\((.*)\)$/, '$1')}`;
}

/** Returns the usage line of a command: its name and one form of its arguments. */
export function usageLine(name: string, form: string): string {
	return `carrywire ${name} ${form}`.trimEnd();
}

/** Returns a flag with the placeholder for its value. */
export function flagText(flag: string, { value }: Flag): string {
	return value === undefined ? `--${flag}` : `--${flag} ${value}`;
}
