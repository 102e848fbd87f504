/** On which data directory a command of the operator works: said each time, and never made by accident. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-flags.ts';
import type { Output } from '../ports/output.ts';
import { DATABASE_FILE } from '../store/database.ts';

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
	const exists = existsSync(join(dataDir, DATABASE_FILE));
	if (!exists && create !== true)
		throw new ConfigError(
			`No service has run on the data directory ${dataDir}: it has no ${DATABASE_FILE}. Name the directory of your service with --data-dir${create === undefined ? '' : ', or make a new one with --create'}.`,
		);
	remark(`Data directory: ${dataDir}${exists ? '' : ' (new)'}`);
	return dataDir;
}
