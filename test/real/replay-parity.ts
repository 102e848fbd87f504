/**
 * Compares replays of the recorded year with the scorer of `docs/calibration.md`. The replay opens and closes through
 * the whole service, with paper accounts; the scorer only adds up rates. Each of the 57 series trades in a user of its
 * own. CARRYWIRE_TEST_DATA names the directory of the recorded data.
 */
import { join } from 'node:path';
import { firstScoredHour, type ScoredSeries, scoredSeries } from '../../research/received.ts';
import { readFundingFolder } from '../../scripts/funding-files.ts';
import { REPLAY_RULES } from '../../src/app/replay-rules.ts';
import { HOUR_MS } from '../../src/domain/funding.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { ReplayResult } from '../../src/replay/report/result.ts';
import { DEFAULT_ORDER } from '../../src/replay/run/order.ts';
import { runReplay } from '../../src/replay/run/run-order.ts';
import { systemClock } from '../../src/runtime/clock.ts';

/** Largest difference from the scorer, percent of a leg per pair and year. */
export const TOLERANCE = 0.02;
/** Number of series that the scorer has. */
export const PAIRS = 57;

const FILE = 'settled_2025-08_2026-08_binance_bybit_hyperliquid.csv.gz';
const LEG_USD = 1_000;

/** Result of a rule over the recorded year. */
export type PlayedYear = {
	/** Net, percent of a leg per pair and year, as the scorer counts pairs and years. */
	readonly net: number;
	readonly trades: number;
	readonly users: number;
	/** The net and what the service did that the scorer does not know, as lines. */
	readonly lines: readonly string[];
};

/** Plays one rule over the hours that the scorer scores, without guards, because the scorer knows none. */
export async function playYear(policy: string): Promise<PlayedYear> {
	const { directory, series } = recordedSeries();
	const from = Math.min(...series.map(firstScoredHour)) * HOUR_MS;
	const until = Math.max(...series.map(({ lastAlive }) => lastAlive)) * HOUR_MS;
	const result = await runReplay(
		{
			...DEFAULT_ORDER,
			...{ data: [join(directory, FILE)], grade: 'C', from, until, policy },
			...{ users: 'pairs', capitalUsd: 100 * LEG_USD, compare: false, without: REPLAY_RULES },
			...{ slippageBp: 2, impactBp: 0, set: { legUsd: LEG_USD, closeAtEnd: true } },
		},
		{ onProgress: () => {}, isCanceled: () => false, log: SILENT_LOGGER, machine: systemClock },
	);
	const { trades, parts } = result.outcome;
	const pairHours = series.reduce((sum, one) => sum + one.lastAlive - firstScoredHour(one) + 1, 0);
	const net = ((parts.net / LEG_USD) * 100) / (pairHours / 8_760);
	return {
		...{ net, trades, users: result.settings.users },
		lines: [
			`${policy}: ${net.toFixed(4)} % of a leg per pair and year`,
			`${trades} round trips, ${JSON.stringify(parts)}`,
			...differencesOf(result),
		],
	};
}

/** Returns the scorer's series and the directory with their file. */
export function recordedSeries(): { readonly directory: string; readonly series: readonly ScoredSeries[] } {
	const given = process.env.CARRYWIRE_TEST_DATA;
	if (given === undefined)
		throw new Error('CARRYWIRE_TEST_DATA must name the directory of the recorded data, was not set.');
	const directory = join(given, 'funding');
	const file = readFundingFolder(directory, Number.POSITIVE_INFINITY).find(({ name }) => name === FILE);
	return { directory, series: scoredSeries(file?.legs ?? []) };
}

/** Counts what the service did that the scorer does not know: exits by its own rules, and refusals. */
function differencesOf({ positions, refusals }: ReplayResult): readonly string[] {
	const exits = new Map<string, number>();
	for (const { events } of positions) {
		const close = events.find(({ sentence }) => sentence.includes('being closed'))?.sentence ?? 'open';
		const rule = /being closed: ([^:.]+)/.exec(close)?.[1] ?? close;
		exits.set(rule, (exits.get(rule) ?? 0) + 1);
	}
	return [
		...[...exits].map(([rule, count]) => `closed ${count} times: ${rule}`),
		...refusals.map(({ code, count, sentence }) => `refused ${count} times: ${code}, first: ${sentence}`),
	];
}
