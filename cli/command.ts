/**
 * Types of a command. The parser, help, completions and `docs/cli.md` share one command table (`commands.ts`), so
 * every accepted flag is explained and completed. The table is cheap to load; a command's code is loaded when it
 * runs.
 */
import type { CliParts } from './cli-parts.ts';
import { EXIT_CODES } from './exit-codes.ts';

/** An invalid command line; exit code 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
	/** Command whose help to suggest. If undefined, the list of commands is suggested. */
	readonly command: string | undefined;
	constructor(command: string | undefined, message: string) {
		super(message);
		this.command = command;
	}
}

/** Type that a flag's text is converted to before it is sent. A `list` is split at commas. */
export type Kind = 'number' | 'text' | 'switch' | 'list';

/** One flag of a command: its value, its meaning and how it is sent. */
export type Flag = {
	/** Placeholder for the value in help, in capitals. If absent, the flag is a switch, which takes no value. */
	readonly value?: string;
	readonly meaning: string;
	/**
	 * Type of the method parameter that the flag is sent as (`--horizon-hours` as `horizon_hours`). If absent, the
	 * flag is not sent.
	 */
	readonly kind?: Kind;
	/** Some accepted values, for completions. The command or the service rejects invalid values. */
	readonly choices?: readonly string[];
	/** Heading of the flag's group in help. If absent, the flag is in the common group. */
	readonly under?: string;
	/** True if the flag may be given several times. Its value is then a list of texts. */
	readonly isRepeatable?: true;
};

/** Flags, keyed by their names without dashes. */
export type Flags = Readonly<Record<string, Flag>>;

type FlagFacts = Pick<Flag, 'choices' | 'under' | 'isRepeatable'>;

/** Defines a flag whose value is sent to the service as a number. */
export function number(value: string, meaning: string, facts: FlagFacts = {}): Flag {
	return { kind: 'number', value, meaning, ...facts };
}

/** Defines a flag whose value is sent to the service as it was typed. */
export function text(value: string, meaning: string, facts: FlagFacts = {}): Flag {
	return { kind: 'text', value, meaning, ...facts };
}

/** Defines a flag whose value is sent to the service as a list, split at commas. */
export function list(value: string, meaning: string, facts: FlagFacts = {}): Flag {
	return { kind: 'list', value, meaning, ...facts };
}

/** Defines a flag whose value the command itself reads. */
export function option(value: string, meaning: string, facts: FlagFacts = {}): Flag {
	return { value, meaning, ...facts };
}

/** A positional argument. */
export type Word = {
	readonly name: string;
	readonly meaning: string;
	readonly choices?: readonly string[];
	/** True if the command itself rejects further arguments, with its own advice. */
	readonly isLast?: boolean;
};

/** A parsed command line. */
export type Given = {
	readonly words: readonly string[];
	/** Values of the given flags, keyed by flag name without dashes, as typed. */
	readonly values: Values;
	/** Parameters for the command's method, with the names and types that are sent. */
	readonly params: Readonly<Record<string, unknown>>;
};

/** Value of a given flag: true for a switch, a list for a flag that may be given several times. */
export type FlagValue = string | boolean | readonly string[] | undefined;

/** Values of the given flags, keyed by flag name without dashes. */
export type Values = Readonly<Record<string, FlagValue>>;

/** Group headings in the list of commands. */
export const COMMAND_GROUPS = {
	trade: 'Use a service, on this or another machine',
	access: 'Log in and manage access',
	operate: 'Operate a service on its machine',
} as const;

/** One row of the command table; `load` loads the command's code. */
export type CliCommand = {
	readonly name: string;
	readonly group: keyof typeof COMMAND_GROUPS;
	/** Summary in one line, for the list of commands. */
	readonly summary: string;
	/** The command's effect, in complete sentences. Help wraps the lines. */
	readonly about: string;
	/** The arguments after the command's name, one string for each way to use the command. */
	readonly forms: readonly string[];
	readonly words?: readonly Word[];
	/** All flags except `--help`, which every command has. */
	readonly flags: Flags;
	/** Complete command lines, ready to type. */
	readonly examples: readonly string[];
	readonly load: () => Promise<CommandCode>;
};

/** A command line that is ready to run. */
export type ReadyCommand = {
	readonly name: string;
	readonly options: unknown;
	/** Runs the command and resolves to the exit code. Rejects with the failure to report. */
	readonly run: (parts: CliParts) => Promise<number>;
};

/** The code of a command. */
export type CommandCode = {
	/** @throws UsageError */
	readonly understand: (given: Given) => Omit<ReadyCommand, 'name'>;
};

/**
 * Combines a command's two steps. `read` checks the command line and throws UsageError. `run` executes it and
 * resolves to an exit code; undefined means OK.
 */
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
