/**
 * What is watched: the exchanges' public data, the history that is kept of it, and its recording. Part of the composition
 * root: the trading floor and the recorder stand on it.
 */
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { siteOf } from '../config/hosts.ts';
import { DAY_MS } from '../domain/funding.ts';
import { isTradedAt } from '../domain/venues.ts';
import { createFundingHistory, type FundingHistoryKeeper } from '../market/funding-history.ts';
import { createMarket, type MarketKeeper } from '../market/market.ts';
import { createRecorder, type RecordedCounts } from '../market/recorder.ts';
import type { Logger } from '../ports/logger.ts';
import type { Market } from '../ports/market.ts';
import type { SettledRateStore } from '../ports/settled-rate-store.ts';
import type { VenueMarketData } from '../ports/venue.ts';
import { systemClock as clock } from '../runtime/clock.ts';
import { systemRandom as random } from '../runtime/random.ts';
import { RECORDINGS_DIRECTORY } from '../store/recording-files.ts';
import { openRecordings } from '../store/recordings.ts';
import type { RunningSimulator } from '../store/run-file.ts';
import { openAnyVenueMarketData } from '../venues/read-only/market-data.ts';
import { openVenueMarketData } from '../venues/shared/market-data.ts';
import { redirectPorts } from '../venues/shared/redirect-ports.ts';
import { createSharedAddress } from '../venues/shared/shared-address.ts';
import { type RequestWatch, UNWATCHED } from '../venues/shared/watched-request.ts';

export type MarketFloor = {
	readonly market: MarketKeeper;
	readonly fundingHistory: FundingHistoryKeeper;
	/** Further reads of an exchange. */
	readonly sourceOf: (venue: string) => VenueMarketData;
	/** Counts of lines recorded since the start; undefined where nothing is recorded. */
	readonly recorded: () => RecordedCounts | undefined;
	readonly close: () => Promise<void>;
};

const MEGABYTE = 1_000_000;

/** The process has one address on the network, and exchanges that limit it limit everything here together. */
export const sharedAddress = createSharedAddress(clock);

export function openMarketFloor(parts: {
	readonly config: Config;
	readonly settledRates: SettledRateStore;
	readonly log: Logger;
	readonly simulators: Readonly<Record<string, RunningSimulator>>;
	readonly requests?: RequestWatch;
	/** The account's own fees from the exchange; undefined where no account is at hand. */
}): MarketFloor {
	const { config, log } = parts;
	const sources: readonly VenueMarketData[] = config.venues.map((venue) =>
		openVenueSource(venue, connectionOf(venue, parts)),
	);
	const market = createMarket({
		sources,
		clock,
		random,
		log,
		limits: config.marketData,
	});
	const fundingHistory = createFundingHistory({
		market,
		store: parts.settledRates,
		fetchSettledRates: async (venue, symbol, from, to, pace) =>
			sourceOf(sources, venue).fetchSettledRates(symbol, from, to, pace),
		clock,
		log,
	});
	const recorder = config.record.enabled ? openRecorder(config, market, log) : undefined;
	return {
		market,
		fundingHistory,
		sourceOf: (venue) => sourceOf(sources, venue),
		recorded: () => recorder?.recorded(),
		async close() {
			fundingHistory.close();
			await recorder?.close();
			await market.close();
			await Promise.allSettled(sources.map((source) => source.close()));
		},
	};
}

/** By the adapter that was made for the venue, else by ccxt's unified API: then it is read and not traded at. */
export function openVenueSource(venue: string, connection: ReturnType<typeof connectionOf>): VenueMarketData {
	return isTradedAt(venue)
		? openVenueMarketData({ venue, ...connection })
		: openAnyVenueMarketData({ venue, ...connection });
}

/** How a venue is reached: at its site, or, a simulated one and one that is rehearsed, on its port of this machine. */
export function connectionOf(
	venue: string,
	{
		config,
		simulators,
		log,
		requests = UNWATCHED,
	}: {
		readonly config: Pick<Config, 'mode' | 'hosts' | 'transport'>;
		readonly simulators: Readonly<Record<string, RunningSimulator>>;
		readonly log: Logger;
		readonly requests?: RequestWatch;
	},
) {
	const port = simulators[venue]?.port ?? redirectPorts(config.transport.redirect)[venue];
	return {
		clock,
		random,
		log,
		sharedAddress,
		requests,
		site: siteOf(config, venue),
		...(port === undefined ? {} : { redirect: { port } }),
	};
}

function openRecorder({ dataDir, record }: Config, market: Market, log: Logger) {
	const sink = openRecordings({
		directory: join(dataDir, RECORDINGS_DIRECTORY),
		maxBytes: record.maxMb * MEGABYTE,
		retentionMs: record.retentionDays * DAY_MS,
		clock,
		log,
	});
	return createRecorder({ market, sink, clock, bookPeriodMs: record.bookPeriodMs });
}

function sourceOf(sources: readonly VenueMarketData[], venue: string): VenueMarketData {
	const source = sources.find((candidate) => candidate.venue === venue);
	if (source === undefined)
		throw new Error(`Invariant broken: every instrument's venue has a source, was ${venue}.`);
	return source;
}
