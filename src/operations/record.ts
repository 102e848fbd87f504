/** Implements `carrywire record`, which records the exchanges' public data without trading and without a server. */

import { createClosers } from '../app/closers.ts';
import { composeMarket, openRecordingFiles, type WatchedMarket } from '../app/compose-market.ts';
import { dataDirectories } from '../app/data-directories.ts';
import { findSimulators } from '../app/simulate.ts';
import { reachVenues } from '../app/venue-access.ts';
import type { Config } from '../config/config.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Output } from '../ports/output.ts';
import { createLogger } from '../runtime/logger.ts';
import { textOf } from '../sentences/sentence.ts';
import { holdDataMode } from '../store/data-mode.ts';
import { RECORDINGS_DIRECTORY } from '../store/recording-files.ts';
import { updateRunFile } from '../store/run-file.ts';
import { RECORD_TEXTS } from './text.ts';

/** A recorder that runs without a service. */
export type RunningRecorder = {
	/** Resolves with the reason if the recorder cannot continue; otherwise never resolves. */
	readonly failed: Promise<string>;
	/** Writes the data received so far, then closes everything. */
	stop(): Promise<void>;
};

/** Starts the recorder. @throws Error with a message for the user if it cannot start; then nothing keeps running. */
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
		const venues = reachVenues({ config, simulators, clock, random, log });
		const watched = composeMarket({
			config,
			sources: venues.openSources(),
			isTraded: venues.isTraded,
			settledRates: stores.settledRates,
			recordings: openRecordingFiles(config, { clock, log }),
			motions: undefined,
			...{ clock, random, log },
		});
		open.add(watched.close);
		const startedAt = new Date(clock.now()).toISOString();
		updateRunFile(dataDir, { service: undefined, recorder: { pid: process.pid, startedAt } });
		open.add(() => updateRunFile(dataDir, { recorder: undefined }));
		output.print(RECORD_TEXTS.where(dataDir, `${dataDir}/${RECORDINGS_DIRECTORY}`));
		open.add(showProgress({ venues: config.venues, watched, output, clock }));
		return { failed: found.failed, stop: open.closeAll };
	} catch (error) {
		await open.closeAll();
		throw error;
	}
}

/**
 * Names the source of the data, because history from simulated exchanges and test environments has no value
 * elsewhere.
 */
function recordedExchanges({ mode, venues }: Config): string {
	const names = venues.join(', ');
	if (mode === 'testnet') return RECORD_TEXTS.testnet(names);
	return mode === 'simulated' ? RECORD_TEXTS.simulated(names) : RECORD_TEXTS.real(names);
}

const FIRST_PROGRESS_MS = 5_000;
const PROGRESS_MS = 60_000;

type Progress = {
	readonly venues: readonly string[];
	readonly watched: WatchedMarket;
	readonly output: Output;
	readonly clock: Clock;
};

/** Prints one line after a few seconds, then one a minute, until the returned function is called. */
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
	const down = venues.map((venue) => market.status(venue)).filter(({ state }) => state !== 'fresh');
	const { estimates, books } = recorded() ?? { estimates: 0, books: 0 };
	const readings = fundingHistory.readings();
	const waiting = readings.reduce((sum, { none }) => sum + none, 0);
	return RECORD_TEXTS.progress({
		time: new Date(clock.now()).toISOString().slice(11, 19),
		estimates,
		books,
		waiting,
		answering: venues.length - down.length,
		exchanges: venues.length,
		down: down.map(({ venue, reason }) => ({ venue, reason: reason === null ? null : textOf(reason) })),
	});
}
