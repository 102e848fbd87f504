/**
 * Starts the service in this process. It locks the data directory, starts the simulated exchanges, and loads the rest
 * of the code while they start.
 */

import { requireFreePort } from '../api/http/free-port.ts';
import type { Config } from '../config/config.ts';
import { createLogger } from '../runtime/logger.ts';
import { holdDataDirectory } from '../store/data-lock.ts';
import { holdDataMode } from '../store/data-mode.ts';
import { createDirectoryFacts } from '../store/directory-facts.ts';
import { closeToOthers } from '../store/private-files.ts';
import { describeHolder } from '../store/run-file.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createClosers } from './closers.ts';
import type { RunningService, StartParts } from './run-service.ts';
import { findSimulators } from './simulate.ts';

/** Starts the service. @throws Error with a message for the user if it cannot start; then nothing keeps running */
export async function startService(config: Config, parts: StartParts): Promise<RunningService> {
	const log = createLogger(config.log.level);
	const closers = createClosers();
	const { dataDir } = config;
	try {
		const lock = holdDataDirectory(dataDir, () => describeHolder(dataDir));
		closers.add(() => lock.release());
		await requireFreePort(config.server.host, config.server.port);
		const database = openDatabase(dataDir);
		closers.add(() => database.close());
		closeToOthers(dataDir, log);
		await holdDataMode(createDirectoryFacts(createSqliteDatabase(database)), dataDir, config.mode);
		const simulators = findSimulators({ ...parts, config });
		closers.add(() => simulators.stop());
		// Loading a thousand files takes as long as starting the simulators. This import therefore comes after the
		// simulators are started, so that both happen at the same time on different cores.
		const { runService } = await import('./run-service.ts');
		return await runService({ ...parts, config, log, closers, database, simulators });
	} catch (error) {
		await closers.closeAll();
		throw error;
	}
}
