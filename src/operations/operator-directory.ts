/**
 * Determines the data directory for an operator's command. The command always prints the directory and never creates
 * one by accident.
 */
import { dataDirectories } from '../app/data-directories.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-flags.ts';
import type { Output } from '../ports/output.ts';
import { OPERATOR_TEXTS } from './text.ts';

/**
 * Prints the data directory to standard error and returns it.
 * @param create true if the command was given `--create`; undefined if the command has no such flag
 * @throws ConfigError if the directory has no service data and `--create` was not given
 */
export function operatorDirectory(
	{ dataDir }: Pick<Config, 'dataDir'>,
	create: boolean | undefined,
	{ remark }: Pick<Output, 'remark'>,
): string {
	const directories = dataDirectories();
	const exists = directories.has(dataDir);
	if (!exists && create !== true)
		throw new ConfigError(OPERATOR_TEXTS.noService(dataDir, directories.file, create !== undefined));
	remark(OPERATOR_TEXTS.dataDirectory(dataDir, !exists));
	return dataDir;
}
