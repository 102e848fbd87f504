/** Opens the markets of a dataset, with the settings and the pace that its grade allows. */

import { type ServicePace, USUAL_PACE } from '../../app/service-pace.ts';
import type { Config } from '../../config/config.ts';
import type { Decimal } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Dataset, Grade } from '../data/dataset.ts';
import { recordedEvents } from '../data/open-recording.ts';
import { hourlyConfig, hourlyPace, paperConfig } from './hourly-config.ts';
import { observedMarkets } from './observed-markets.ts';
import type { MarketAssumptions } from './recorded-contract.ts';
import { type RecordedMarkets, recordedMarkets } from './recorded-markets.ts';

/** The data and the service for which markets are opened. */
export type MarketsRequest = {
	readonly dataset: Dataset;
	readonly assumed: MarketAssumptions;
	/** Deposit of each paper account, USD. */
	readonly depositUsd: Decimal;
	readonly usesForecasts: boolean;
	readonly isKept: boolean;
};

/** Open markets, and how the service runs on them. */
export type OpenMarkets = {
	readonly markets: RecordedMarkets;
	readonly config: Config;
	readonly pace: ServicePace;
	readonly close: () => Promise<void>;
};

/** Round trip of a request at grade A, ms. Recordings do not have it. */
export const ROUND_TRIP_MS = 100;

/**
 * Returns the time before the policy's first action at which the service starts, ms. It reads the settled rates of the
 * past month meanwhile, as after any start. Hourly data need two hours for that.
 */
export function warmUpMs(grade: Grade): number {
	return grade === 'A' ? 10 * 60_000 : 2 * HOUR_MS;
}

/** Opens the markets at the clock's time. @throws DataError if the files have changed since they were checked */
export async function openMarkets(request: MarketsRequest, clock: Pick<Clock, 'now'>): Promise<OpenMarkets> {
	const { dataset, assumed, depositUsd } = request;
	const choice = { venues: [...new Set(dataset.tracks.map(({ venue }) => venue))], depositUsd };
	const { recorded } = dataset;
	if (recorded === undefined) {
		const markets = recordedMarkets(dataset, assumed);
		markets.playTo(clock.now());
		return { markets, config: hourlyConfig(choice), pace: hourlyPace(request), async close() {} };
	}
	const config = paperConfig(choice);
	const markets = observedMarkets({
		events: { [Symbol.asyncIterator]: () => recordedEvents(recorded) },
		tracks: dataset.tracks,
		feesOf: assumed.givenFeesOf ?? (() => undefined),
		staleMs: config.marketData.tickerStaleMs,
		roundTripMs: ROUND_TRIP_MS,
		now: clock.now,
	});
	await markets.begin(clock.now());
	return { markets, config, pace: USUAL_PACE, close: markets.close };
}
