/**
 * What a command of the command line is. Parser, help, completions and `docs/cli.md` are made from the one table of these
 * (`commands.ts`): a flag that is not declared is refused, and a declared one is explained and completed.
 */
import type { CliParts } from './cli-parts.ts';

/** The command line cannot be used; exit code 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
	/** The command whose help says more; undefined: the list of commands. */
	readonly command: string | undefined;
	constructor(command: string | undefined, message: string) {
		super(message);
		this.command = command;
	}
}

export type Flag = {
	/** What its value is called in help, in capitals. Absent: a switch, which takes none. */
	readonly value?: string;
	readonly meaning: string;
	/** Some of the values it takes, for completions. What is refused is for the command, or for the service, to say. */
	readonly choices?: readonly string[];
	/** The heading of help that it stands under; absent: with the others. */
	readonly under?: string;
};

export type Flags = Readonly<Record<string, Flag>>;

/** A word that is no flag. */
export type Word = {
	readonly name: string;
	readonly meaning: string;
	readonly choices?: readonly string[];
};

/** A command line as it was taken apart. */
export type Given = {
	readonly words: readonly string[];
	/** By name without dashes. */
	readonly values: Values;
};

export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** What a command is for: the headings of the list of commands. */
export const COMMAND_GROUPS = {
	trade: 'At a service, here or elsewhere',
	access: 'Who may do it',
	operate: 'On the machine of a service',
} as const;

export type CommandFacts = {
	readonly name: string;
	readonly group: keyof typeof COMMAND_GROUPS;
	/** One line, for the list of commands. */
	readonly summary: string;
	/** What it does, in whole sentences. Lines are broken where it is shown. */
	readonly about: string;
	/** What follows its name, for each way of using it. */
	readonly forms: readonly string[];
	readonly words?: readonly Word[];
	/** Beside `--help`, which every command has. */
	readonly flags: Flags;
	/** Whole command lines, each of which can be typed as it stands. */
	readonly examples: readonly string[];
};

/** A command line that was understood. */
export type ReadyCommand = {
	readonly name: string;
	readonly options: unknown;
	/** Answers the exit code. Rejects with what the person is told. */
	readonly run: (parts: CliParts) => Promise<number>;
};

export type CliCommand = CommandFacts & {
	/** @throws UsageError */
	readonly understand: (given: Given) => Omit<ReadyCommand, 'name'>;
};

/** `read` looks at the command line alone and throws UsageError; `run` does it. */
export function defineCommand<Options>({
	read,
	run,
	...facts
}: CommandFacts & {
	readonly read: (given: Given) => Options;
	readonly run: (options: Options, parts: CliParts) => Promise<number>;
}): CliCommand {
	return {
		...facts,
		understand(given) {
			const options = read(given);
			return { options, run: (parts) => run(options, parts) };
		},
	};
}
