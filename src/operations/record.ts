/** `carrywire record`: records what the exchanges say in public, without trading and without serving. */

import { createClosers } from '../app/closers.ts';
import { composeMarket, openRecordingFiles, type WatchedMarket } from '../app/compose-market.ts';
import { dataDirectories } from '../app/data-directories.ts';
import { findSimulators } from '../app/simulate.ts';
import { reachVenues } from '../app/venue-access.ts';
import type { Config } from '../config/config.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Output } from '../ports/output.ts';
import { createLogger } from '../runtime/logger.ts';
import { holdDataMode } from '../store/data-mode.ts';
import { RECORDINGS_DIRECTORY } from '../store/recording-files.ts';
import { updateRunFile } from '../store/run-file.ts';

/** A recorder that runs by itself, without a service. */
export type RunningRecorder = {
	/** Resolves with the reason when the recorder cannot go on; never otherwise. */
	readonly failed: Promise<string>;
	/** Writes what was seen, then closes everything. */
	stop(): Promise<void>;
};

/** @throws Error with a sentence when the recorder cannot start; then nothing of it is left running. */
export async function startRecorder(
	config: Config,
	output: Output,
	{ clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<RunningRecorder> {
	const { dataDir } = config;
	const open = createClosers();
	output.print(recordedExchanges(config));
	try {
		const stores = dataDirectories().hold(dataDir);
		open.add(stores.close);
		const found = findSimulators({ config, clock, output });
		open.add(() => found.stop());
		await holdDataMode(stores.directory, dataDir, config.mode);
		const log = createLogger(config.log.level);
		const simulators = await found.ready;
		const watched = composeMarket({
			config,
			sources: reachVenues({ config, simulators, clock, random, log }).openSources(),
			settledRates: stores.settledRates,
			recordings: openRecordingFiles(config, { clock, log }),
			...{ clock, random, log },
		});
		open.add(watched.close);
		const startedAt = new Date(clock.now()).toISOString();
		updateRunFile(dataDir, { service: undefined, recorder: { pid: process.pid, startedAt } });
		open.add(() => updateRunFile(dataDir, { recorder: undefined }));
		output.print(
			`Settled funding goes into ${dataDir}, estimates and tops of books into ${dataDir}/${RECORDINGS_DIRECTORY}. Ctrl-C ends it.`,
		);
		open.add(showProgress({ venues: config.venues, watched, output, clock }));
		return { failed: found.failed, stop: open.closeAll };
	} catch (error) {
		await open.closeAll();
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

type Progress = {
	readonly venues: readonly string[];
	readonly watched: WatchedMarket;
	readonly output: Output;
	readonly clock: Clock;
};

/** One line after some seconds, then one a minute, until the answer is called. */
function showProgress(progress: Progress): () => void {
	const { output, clock } = progress;
	const show = (): void => output.print(progressLine(progress));
	const stopFirst = clock.after(FIRST_PROGRESS_MS, show);
	const stopNext = clock.every(PROGRESS_MS, show);
	return () => {
		stopFirst();
		stopNext();
	};
}

function progressLine({ venues, watched, clock }: Progress): string {
	const { market, fundingHistory, recorded } = watched;
	const away = venues.map((venue) => market.status(venue)).filter(({ state }) => state !== 'fresh');
	const { estimates, books } = recorded() ?? { estimates: 0, books: 0 };
	const readings = fundingHistory.readings();
	const waiting = readings.reduce((sum, { none }) => sum + none, 0);
	const lost = away.map(({ venue, reason }) => ` ${venue}: ${reason ?? 'no data yet.'}`).join('');
	return `${new Date(clock.now()).toISOString().slice(11, 19)} UTC: ${estimates} estimates and ${books} tops of books recorded; settled funding still to be read of ${waiting} contracts; ${venues.length - away.length} of ${venues.length} exchanges answer.${lost}`;
}
