/** Builds the replayed service's settings for each grade. Each difference from paper mode has its reason here. */

import type { ServicePace } from '../../app/service-pace.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { NumberText } from '../../domain/exact-json.ts';
import { HOUR_MS } from '../../domain/funding.ts';

/** Parameters of the settings of a replay. */
export type ReplayChoice = {
	readonly venues: readonly string[];
	/** Deposit of each paper account, USD. */
	readonly depositUsd: Decimal;
};

/** Address that the replayed service states. It listens nowhere. */
export const REPLAY_ADDRESS = 'http://127.0.0.1:8080';

const FREELY = { perSecond: 1_000_000, burst: 1_000_000 };
const HOURS_2 = 2 * HOUR_MS;
/**
 * Period of reads, ms. It is longer than the leaps after new data, so that each read happens once an hour: at the first
 * leap, when the data are new.
 */
const READ_MS = 5 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Settings for data with one price an hour. Data may then be as old as two hours before it counts as stale. Reads that
 * a live service repeats every few seconds happen once an hour, because nothing changes in between.
 */
export function hourlyConfig(choice: ReplayChoice): Config {
	const config = paperConfig(choice);
	return {
		...config,
		// An order is in flight for no time, because no price moves meanwhile.
		paper: { depositUsd: choice.depositUsd, latencyMs: 0 },
		marketData: {
			...config.marketData,
			// Each read of the contracts reads their tickers, too.
			tickerPeriodMs: DAY_MS,
			tickerStaleMs: HOURS_2,
			bookStaleMs: HOURS_2,
			contractsPeriodMs: READ_MS,
			noticesPeriodMs: DAY_MS,
			clockPeriodMs: DAY_MS,
		},
		execution: {
			...config.execution,
			settlementGuardMs: 0,
			accountPollMs: READ_MS,
			// An account without positions is read when its user opens one.
			accountIdlePollMs: DAY_MS,
			accountAgeMsMax: HOURS_2,
			bookAgeMsMax: HOURS_2,
		},
		risk: { ...config.risk, dataAgeMsMax: HOURS_2 },
	};
}

/** Settings of a service in paper mode with all defaults, for data that are as dense as those of a live service. */
export function paperConfig({ venues, depositUsd }: ReplayChoice): Config {
	const read = readConfig({
		mode: 'paper',
		dataDir: '/nowhere',
		server: { publicUrl: REPLAY_ADDRESS },
		paper: { depositUsd: new NumberText(formatDecimal(depositUsd)) },
	});
	if ('faults' in read) throw new Error(`Invariant broken: ${JSON.stringify(read.faults)}`);
	const { config } = read;
	return {
		...config,
		// Recorded exchanges may have any name, so the rules for names in a configuration file do not apply.
		venues,
		// A policy acts within one instant, however many calls it makes.
		rateLimits: { ...config.rateLimits, public: FREELY, read: FREELY, trade: FREELY, stop: FREELY },
	};
}

/**
 * Returns the pace for data with one price an hour. A settlement is read once its rate has been published and paid.
 * @param usesForecasts true if the policy acts on forecasts; otherwise they only describe what it opens, and may be a
 * day old
 */
export function hourlyPace({
	usesForecasts,
	isKept,
}: {
	readonly usesForecasts: boolean;
	readonly isKept: boolean;
}): ServicePace {
	return {
		sampleMs: isKept ? HOUR_MS : DAY_MS,
		settlements: { readDelaysMs: [14_000, 55_000], sweepPeriodMs: HOUR_MS, lateRecordMs: 2 * HOUR_MS },
		paperSweepMs: HOUR_MS,
		forecastEveryMs: usesForecasts ? 0 : DAY_MS,
		raisesAlerts: isKept,
		midSampleMs: READ_MS,
		scoreMs: isKept ? HOUR_MS : DAY_MS,
		keepsFolds: isKept,
		storesMids: isKept,
		refits: usesForecasts,
	};
}
