/** Composes market data: the exchanges' public data, its stored history, and its recording. */
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { DAY_MS } from '../domain/funding.ts';
import { createFundingHistory, type RunningFundingHistory } from '../market/funding-history.ts';
import { createFundingMap } from '../market/funding-map.ts';
import { createMarket, type RunningMarket } from '../market/market.ts';
import { createRecorder, type RecordedCounts } from '../market/recorder.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { FundingMap } from '../ports/funding-map.ts';
import type { Logger } from '../ports/logger.ts';
import type { OrderMotions } from '../ports/order-motions.ts';
import type { RecordingSink } from '../ports/recording-sink.ts';
import type { SettledRateStore } from '../ports/settled-rate-store.ts';
import type { VenueMarketData } from '../ports/venue-market.ts';
import { RECORDINGS_DIRECTORY } from '../store/recording-files.ts';
import { openRecordings } from '../store/recordings.ts';

/** The watched market with its funding history, its sources and its recording. */
export type WatchedMarket = {
	readonly market: RunningMarket;
	readonly fundingHistory: RunningFundingHistory;
	readonly fundingMap: FundingMap;
	/** Returns the exchange's source for further public reads. */
	readonly sourceOf: (venue: string) => VenueMarketData;
	/**
	 * Returns the number of lines of each kind recorded since the service started; undefined if the service records
	 * nothing.
	 */
	readonly recorded: () => RecordedCounts | undefined;
	/** Closes the market, its recording and its sources. */
	readonly close: () => Promise<void>;
};

const MEGABYTE = 1_000_000;

/** Composes the market over the sources and starts reading them. If `recordings` is undefined, nothing is recorded. */
export function composeMarket(parts: {
	readonly config: Pick<Config, 'marketData' | 'record'>;
	readonly sources: readonly VenueMarketData[];
	/** True if the service can place orders at the exchange. */
	readonly isTraded: (venue: string) => boolean;
	/** True if one unit of each quote currency counts as one of any other. Default: false. */
	readonly quotesAtPar?: boolean | undefined;
	readonly settledRates: SettledRateStore;
	readonly recordings: RecordingSink | undefined;
	/** Orders of the service, around which every change of the books is recorded; undefined if it does not trade. */
	readonly motions: OrderMotions | undefined;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
}): WatchedMarket {
	const { config, sources, isTraded, quotesAtPar, recordings: sink, clock, random, log } = parts;
	const source = (venue: string): VenueMarketData => sourceOf(sources, venue);
	const limits = config.marketData;
	const market = createMarket({ sources, isTraded, quotesAtPar, clock, random, log, limits });
	const fundingHistory = createFundingHistory({
		market,
		store: parts.settledRates,
		fetchSettledRates: async (venue, symbol, from, to, pace) =>
			source(venue).fetchSettledRates(symbol, from, to, pace),
		clock,
		log,
	});
	const { bookPeriodMs, bookLevels } = config.record;
	const recorder =
		sink === undefined
			? undefined
			: createRecorder({
					...{ market, history: fundingHistory, motions: parts.motions, sink, clock, log },
					...{ bookPeriodMs, bookLevels },
				});
	return {
		market,
		fundingHistory,
		fundingMap: createFundingMap({
			market,
			history: fundingHistory,
			clock,
			tickerStaleMs: config.marketData.tickerStaleMs,
		}),
		sourceOf: source,
		recorded: () => recorder?.recorded(),
		async close() {
			fundingHistory.close();
			await recorder?.close();
			await market.close();
			await Promise.allSettled(sources.map((one) => one.close()));
		},
	};
}

/** Opens the recording files in the data directory. */
export function openRecordingFiles(
	{ dataDir, record }: Pick<Config, 'dataDir' | 'record'>,
	{ clock, log }: { readonly clock: Clock; readonly log: Logger },
): RecordingSink {
	return openRecordings({
		directory: join(dataDir, RECORDINGS_DIRECTORY),
		maxBytes: record.maxMb * MEGABYTE,
		retentionMs: record.retentionDays * DAY_MS,
		clock,
		log,
	});
}

function sourceOf(sources: readonly VenueMarketData[], venue: string): VenueMarketData {
	const source = sources.find((candidate) => candidate.venue === venue);
	if (source === undefined)
		throw new Error(`Invariant broken: every instrument's venue has a source, but ${venue} has none.`);
	return source;
}
