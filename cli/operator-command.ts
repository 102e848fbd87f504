/** Provides the common part of the commands that run on the service's machine. */
import type { Config } from '../src/config/config.ts';
import { type ConfigFlags, configFlags } from '../src/config/config-flags.ts';
import { loadConfig } from '../src/config/load-config.ts';
import type { CliParts } from './cli-parts.ts';
import { type CommandCode, commandCode, type Given } from './command.ts';

/** The dependencies of an operator command, with the settings from its flags, the file and the environment. */
export type OperatorParts = CliParts & {
	readonly config: Config;
	/**
	 * Prints and returns the data directory. The store's code is loaded only when this is called. Rejects with
	 * ConfigError like `operatorDirectory`.
	 */
	readonly dataDirectory: (create?: boolean) => Promise<string>;
};

/**
 * Creates the code of a command that needs a service's settings. `run` rejects with ConfigError for invalid settings.
 */
export function operatorCommand<Options extends object>({
	read,
	run,
}: {
	readonly read: (given: Given) => Options;
	readonly run: (options: Options, parts: OperatorParts) => Promise<number> | Promise<void>;
}): CommandCode {
	return commandCode({
		read: (given) => ({ ...read(given), flags: configFlags(given.values) }),
		run: (options, parts) => run(options, operatorParts(options.flags, parts)),
	});
}

/** Reads the settings. @throws ConfigError for invalid settings */
export function operatorParts(flags: ConfigFlags, parts: CliParts): OperatorParts {
	const { env, cwd, output } = parts;
	const config = loadConfig({ flags, env, cwd });
	return {
		...parts,
		config,
		async dataDirectory(create) {
			const { operatorDirectory } = await import('../src/operations/operator-directory.ts');
			return operatorDirectory(config, create, output);
		},
	};
}
