/**
 * Replays the planner's policy over the recorded year: one pot of three exchanges through the whole service, with its
 * guards. Figures are % of G a year, where G is the one-leg notional that the pot may hold (docs/planner-scores.md).
 */
import { join } from 'node:path';
import { firstScoredHour } from '../../research/received.ts';
import { HOUR_MS } from '../../src/domain/funding.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { DEFAULT_ORDER, type SettingValue } from '../../src/replay/run/order.ts';
import { runReplay } from '../../src/replay/run/run-order.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { recordedSeries } from './replay-parity.ts';

const FILE = 'settled_2025-08_2026-08_binance_bybit_hyperliquid.csv.gz';
/** Capital at leverage 1 without an idle part: G is half of it, USD. */
const CAPITAL = 20_000;
const G = CAPITAL / 2;
/** Deposits are far above the capital, because the scorer knows no margin beyond the plan's own limits. */
const DEPOSITS = 10_000_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS_PER_YEAR = 365;

/** Result of a pot. */
export type PlayedPot = {
	/** Net of all executions, % of G a year. */
	readonly net: number;
	readonly executions: number;
	/** Executions that moved one leg to another exchange. */
	readonly rolls: number;
	/** Longest time for which an execution was unhedged, ms. */
	readonly unhedgedMs: number;
	readonly refusals: readonly string[];
};

/** Plays a policy as one pot from the first scored hour on. */
export async function playPot(
	policy: string,
	set: Readonly<Record<string, SettingValue>>,
): Promise<PlayedPot> {
	const { directory, series } = recordedSeries();
	const from = Math.floor((Math.min(...series.map(firstScoredHour)) * HOUR_MS) / DAY_MS) * DAY_MS;
	const until = Math.max(...series.map(({ lastAlive }) => lastAlive)) * HOUR_MS;
	const result = await runReplay(
		{
			...DEFAULT_ORDER,
			...{ data: [join(directory, FILE)], grade: 'C', from, until, policy },
			...{ users: 'one', capitalUsd: DEPOSITS, compare: false, slippageBp: 2, impactBp: 0 },
			set: { closeAtEnd: true, ...set },
		},
		{ onProgress: () => {}, isCanceled: () => false, log: SILENT_LOGGER, machine: systemClock },
	);
	const { positions, outcome, refusals } = result;
	return {
		net: ((100 * outcome.parts.net) / G) * (DAYS_PER_YEAR / ((until - from) / DAY_MS)),
		executions: positions.length,
		rolls: positions.filter(({ events }) =>
			events.some(({ sentence }) => sentence.includes('moved to another execution')),
		).length,
		unhedgedMs: Math.max(...positions.map(({ unhedgedMs }) => unhedgedMs)),
		refusals: refusals.map(({ code, count }) => `${code} ${count} times`),
	};
}

/** Settings of the planner for a pot of G. */
export const POT = { capital: CAPITAL, leverage: 1, idle: 0, coinShare: 0.1 } as const;
/** Settings of a simple rule in the same pot: ten places of a tenth of G each. */
export const PLACES = { legUsd: G / 10, count: 10 } as const;
