/**
 * What a command of the command line is. Parser, help, completions and `docs/cli.md` are made from the one table of these
 * (`commands.ts`): a flag that is not declared is refused, and a declared one is explained and completed. The table is light;
 * the code of a command is loaded when it is carried out.
 */
import type { CliParts } from './cli-parts.ts';
import { EXIT_CODES } from './exit-codes.ts';

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

/** How the text of a flag is sent; of `list`, what stands between commas. */
export type Kind = 'number' | 'text' | 'switch' | 'list';

/** One flag of a command: its value, its meaning, and how it is sent. */
export type Flag = {
	/** The name of its value in help, in capitals. Absent: a switch, which takes none. */
	readonly value?: string;
	readonly meaning: string;
	/** It is a param of the command's method, sent as this: `--horizon-hours` is `horizon_hours`. Absent: it is not sent. */
	readonly kind?: Kind;
	/** Some of the values it takes, for completions. The command, or the service, refuses the others. */
	readonly choices?: readonly string[];
	/** The heading of help that it stands under; absent: with the others. */
	readonly under?: string;
};

/** Flags by their names without dashes. */
export type Flags = Readonly<Record<string, Flag>>;

type FlagFacts = Pick<Flag, 'choices' | 'under'>;

/** A flag whose value is sent to the service as a number. */
export function number(value: string, meaning: string, facts: FlagFacts = {}): Flag {
	return { kind: 'number', value, meaning, ...facts };
}

/** A flag whose value is sent to the service as it was typed. */
export function text(value: string, meaning: string, facts: FlagFacts = {}): Flag {
	return { kind: 'text', value, meaning, ...facts };
}

/** A flag whose value is sent to the service as a list, cut at commas. */
export function list(value: string, meaning: string, facts: FlagFacts = {}): Flag {
	return { kind: 'list', value, meaning, ...facts };
}

/** A flag whose value the command itself reads. */
export function option(value: string, meaning: string, facts: FlagFacts = {}): Flag {
	return { value, meaning, ...facts };
}

/** A word that is no flag. */
export type Word = {
	readonly name: string;
	readonly meaning: string;
	readonly choices?: readonly string[];
	/** The command itself refuses words that follow, with its own advice. */
	readonly isLast?: boolean;
};

/** A command line that was taken apart. */
export type Given = {
	readonly words: readonly string[];
	/** Keys are names without dashes, as typed. */
	readonly values: Values;
	/** The params of the command's method that were given: by their names, and as they are sent. */
	readonly params: Readonly<Record<string, unknown>>;
};

/** The given flags by their names without dashes; true for a switch. */
export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** What a command is for: the headings of the list of commands. */
export const COMMAND_GROUPS = {
	trade: 'At a service, here or elsewhere',
	access: 'Who may do it',
	operate: 'On the machine of a service',
} as const;

/** The facts of a command; its code is loaded by `load`. */
export type CliCommand = {
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
	readonly load: () => Promise<CommandCode>;
};

/** A command line that was understood. */
export type ReadyCommand = {
	readonly name: string;
	readonly options: unknown;
	/** Answers the exit code. Rejects with the failure that the person is told. */
	readonly run: (parts: CliParts) => Promise<number>;
};

/** The code of a command. */
export type CommandCode = {
	/** @throws UsageError */
	readonly understand: (given: Given) => Omit<ReadyCommand, 'name'>;
};

/** `read` looks at the command line alone and throws UsageError; `run` does it, and answers an exit code other than OK. */
export function commandCode<Options>({
	read,
	run,
}: {
	readonly read: (given: Given) => Options;
	readonly run: (options: Options, parts: CliParts) => Promise<number> | Promise<void>;
}): CommandCode {
	return {
		understand(given) {
			const options = read(given);
			return { options, run: async (parts) => (await run(options, parts)) ?? EXIT_CODES.OK };
		},
	};
}
