/** On which data directory a command of the operator works: said each time, and never made by accident. */
import { dataDirectories } from '../app/data-directories.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-flags.ts';
import type { Output } from '../ports/output.ts';

/**
 * Says on standard error which data directory is used.
 * @param create undefined: the command has no flag for it
 * @throws ConfigError when no service has run there and it is not to be made
 */
export function operatorDirectory(
	{ dataDir }: Pick<Config, 'dataDir'>,
	create: boolean | undefined,
	{ remark }: Pick<Output, 'remark'>,
): string {
	const directories = dataDirectories();
	const exists = directories.has(dataDir);
	if (!exists && create !== true)
		throw new ConfigError(
			`No service has run on the data directory ${dataDir}: it has no ${directories.file}. Name the directory of your service with --data-dir${create === undefined ? '' : ', or make a new one with --create'}.`,
		);
	remark(`Data directory: ${dataDir}${exists ? '' : ' (new)'}`);
	return dataDir;
}
