/** `carrywire record`: records what the exchanges say in public, without trading and without serving. */
import type { Config } from '../config.ts';
import { type MarketFloor, openMarketFloor } from '../market-floor.ts';
import { systemClock } from '../runtime/clock.ts';
import { createLogger } from '../runtime/logger.ts';
import { holdDataDirectory } from '../store/data-lock.ts';
import { holdDataMode } from '../store/data-mode.ts';
import { openDatabase } from '../store/database.ts';
import { RECORDINGS_DIRECTORY } from '../store/recording-files.ts';
import { createSqliteDirectoryFacts } from '../store/sqlite-directory-facts.ts';
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
	output.print(recordedExchanges(config));
	try {
		const lock = holdDataDirectory(dataDir, () => describeHolder(dataDir));
		open.push(() => lock.release());
		const found = await findSimulators({ config, clock: systemClock, output });
		open.push(() => found.stop());
		const database = openDatabase(dataDir);
		open.push(() => database.close());
		await holdDataMode(createSqliteDirectoryFacts(database), dataDir, config.mode);
		const floor = openMarketFloor({
			// Recording is what was asked for, whatever the service is set to.
			config: { ...config, record: { ...config.record, enabled: true } },
			settledRates: createSqliteFundingHistory(database),
			log: createLogger(config.log.level),
			simulators: found.simulators,
		});
		open.push(() => floor.close());
		const startedAt = new Date(systemClock.now()).toISOString();
		updateRunFile(dataDir, { service: undefined, recorder: { pid: process.pid, startedAt } });
		open.push(() => updateRunFile(dataDir, { recorder: undefined }));
		output.print(
			`Settled funding goes into ${dataDir}, estimates and tops of books into ${dataDir}/${RECORDINGS_DIRECTORY}. Ctrl-C ends it.`,
		);
		open.push(showProgress(config.venues, floor, output));
		return { failed: found.failed, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Whose data these are: the simulated exchanges have made-up prices, and their history is worth nothing elsewhere. */
function recordedExchanges({ mode, venues }: Config): string {
	const names = venues.join(', ');
	if (mode === 'testnet')
		return `Recording the TEST ENVIRONMENTS of ${names}: their prices and rates are worth nothing elsewhere. For the real exchanges: carrywire record --mode paper --data-dir DIR.`;
	return mode === 'simulated'
		? `Recording the SIMULATED exchanges ${names}: prices and rates are generated. For the real exchanges: carrywire record --mode paper --data-dir DIR.`
		: `Recording the real exchanges ${names}: public data, no key is used.`;
}

const FIRST_PROGRESS_MS = 5_000;
const PROGRESS_MS = 60_000;

/** One line after some seconds, then one a minute, until the answer is called. */
function showProgress(venues: readonly string[], floor: MarketFloor, { print }: Output): () => void {
	const show = (): void => print(progressLine(venues, floor));
	const stopFirst = systemClock.after(FIRST_PROGRESS_MS, show);
	const stopNext = systemClock.every(PROGRESS_MS, show);
	return () => {
		stopFirst();
		stopNext();
	};
}

function progressLine(venues: readonly string[], { market, fundingHistory, recorded }: MarketFloor): string {
	const away = venues.map((venue) => market.status(venue)).filter(({ state }) => state !== 'fresh');
	const { estimates, books } = recorded() ?? { estimates: 0, books: 0 };
	const readings = fundingHistory.readings();
	const waiting = readings.reduce((sum, { none }) => sum + none, 0);
	const lost = away.map(({ venue, reason }) => ` ${venue}: ${reason ?? 'no data yet.'}`).join('');
	return `${new Date(systemClock.now()).toISOString().slice(11, 19)} UTC: ${estimates} estimates and ${books} tops of books recorded; settled funding still to be read of ${waiting} contracts; ${venues.length - away.length} of ${venues.length} exchanges answer.${lost}`;
}
