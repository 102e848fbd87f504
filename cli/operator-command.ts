/** Commands on the machine of a service: what they have in common. */
import type { Config } from '../src/config/config.ts';
import { type ConfigFlags, configFlags } from '../src/config/config-flags.ts';
import { loadConfig } from '../src/config/load-config.ts';
import type { CliParts } from './cli-parts.ts';
import { type CommandCode, commandCode, type Given } from './command.ts';

/** The parts of a command, with the settings that its flags and the environment name. */
export type OperatorParts = CliParts & {
	readonly config: Config;
	/** Says which data directory is used, and loads the store only then. Rejects with ConfigError as `operatorDirectory` does. */
	readonly dataDirectory: (create?: boolean) => Promise<string>;
};

/** The code of a command that needs the settings of a service; `run` rejects with ConfigError for faulty ones. */
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

/** Reads the settings. @throws ConfigError for faulty ones */
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
