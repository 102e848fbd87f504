/** `carrywire record`: records what the exchanges say in public, without trading and without serving. */
import type { Config } from '../config.ts';
import { openMarketFloor } from '../market-floor.ts';
import { systemClock } from '../runtime/clock.ts';
import { createLogger } from '../runtime/logger.ts';
import { holdDataDirectory } from '../store/data-lock.ts';
import { holdDataMode } from '../store/data-mode.ts';
import { openDatabase } from '../store/database.ts';
import { RECORDINGS_DIRECTORY } from '../store/recording-files.ts';
import { createSqliteFundingHistory } from '../store/sqlite-funding-history.ts';
import { describeHolder, updateRunFile } from './run-file.ts';
import { findSimulators } from './simulate.ts';
import type { Output } from './token.ts';

export type RunningRecorder = {
	/** Resolves with the reason when the recorder cannot go on; never otherwise. */
	readonly failed: Promise<string>;
	/** Writes what was seen, then closes everything. */
	stop(): Promise<void>;
};

/** @throws Error with a sentence when the recorder cannot start; then nothing of it is left running. */
export async function startRecorder(config: Config, output: Output): Promise<RunningRecorder> {
	const { dataDir } = config;
	/** What is open, closed in reverse. */
	const open: (() => Promise<void> | void)[] = [];
	const stop = async (): Promise<void> => {
		for (let close = open.pop(); close !== undefined; close = open.pop()) await close();
	};
	try {
		const lock = holdDataDirectory(dataDir, () => describeHolder(dataDir));
		open.push(() => lock.release());
		const found = await findSimulators({ config, clock: systemClock, output });
		open.push(() => found.stop());
		const database = openDatabase(dataDir);
		open.push(() => database.close());
		holdDataMode(database, dataDir, config.mode);
		const floor = openMarketFloor({
			// Recording is what was asked for, whatever the service is set to.
			config: { ...config, record: { ...config.record, enabled: true } },
			settledRates: createSqliteFundingHistory(database),
			log: createLogger(config.log.level),
			simulators: found.simulators,
			// Without an account there are no fees of its own.
		});
		open.push(() => floor.close());
		const startedAt = new Date(systemClock.now()).toISOString();
		updateRunFile(dataDir, { service: undefined, recorder: { pid: process.pid, startedAt } });
		open.push(() => updateRunFile(dataDir, { recorder: undefined }));
		output.print(
			`Recording ${config.mode} exchanges (${config.venues.join(', ')}): settled funding into ${dataDir}, estimates and books into ${dataDir}/${RECORDINGS_DIRECTORY}.`,
		);
		return { failed: found.failed, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
