/**
 * Replays one pot of recorded funding through the whole service, with its guards, and scores it as
 * docs/planner-scores.md defines. Figures are % of G a year, where G is the one-leg notional that the pot may hold.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Estimate } from '../../research/block-sums.ts';
import { type NetRun, netLess, netPerYear, worstDrawdown } from '../../research/pot-run.ts';
import { LATE_FROM } from '../../research/pot-scores.ts';
import { firstScoredHour, scoredSeries } from '../../research/received.ts';
import { estimateText } from '../../scripts/calibration-report.ts';
import { readFundingFolder } from '../../scripts/funding-files.ts';
import { HOUR_MS, HOURS_PER_YEAR } from '../../src/domain/funding.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { ReplayResult } from '../../src/replay/report/result.ts';
import { DEFAULT_ORDER, type ReplayOrder } from '../../src/replay/run/order.ts';
import { runReplay } from '../../src/replay/run/run-order.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { testDataDir } from './documented-bodies.ts';

/** Capital at leverage 1 without an idle part: G is half of it, USD. */
const CAPITAL = 20_000;
const G = CAPITAL / 2;
/** Deposits far above the capital, because the scorer knows no margin beyond the plan's own limits, USD. */
const DEPOSITS = 10_000_000;
/** Deposits that split the margin of the pot equally, with 2 % for fees and the buffer of the margin check, USD. */
const SPLIT_DEPOSITS = 1.02 * CAPITAL;
/** Distance of bid and ask from the price, basis points. */
const SLIPPAGE_BP = 2;
const HOURS_PER_DAY = 24;

/** The recorded year of three exchanges, and the year with Kraken. */
export type PotFile = 'binance_bybit_hyperliquid' | 'seven_venues';

/** Result of a pot. */
export type PlayedPot = NetRun & {
	/** First hour of the file: the blocks of the intervals begin there. */
	readonly firstHour: number;
	/** Sum of |change| over all legs per year, in units of G. */
	readonly turnover: number;
	/** Largest fall of the daily net from its peak, % of G. */
	readonly drawdown: number;
	readonly executions: number;
	/** Executions that moved one leg to another exchange. */
	readonly rolls: number;
	/** Longest time for which an execution was unhedged, ms. */
	readonly unhedgedMs: number;
	readonly refusals: readonly string[];
};

type PotOrder = Pick<ReplayOrder, 'policy' | 'set'> & Partial<ReplayOrder>;

/** The planner's pot of G. @param margin `free`: wherever the plan needs it; `equal`: split equally */
export function plannerPot(margin: 'free' | 'equal', coinShare: number): PotOrder {
	return { policy: 'planner', set: { capital: CAPITAL, leverage: 1, idle: 0, coinShare, margin } };
}

/** The 30-day rule in the same pot: ten places of a tenth of G each, first come. */
export function monthPot(margin: 'free' | 'equal'): PotOrder {
	const capitalUsd = margin === 'free' ? DEPOSITS : SPLIT_DEPOSITS;
	return { policy: 'month-mean', capitalUsd, set: { legUsd: G / 10, count: 10 } };
}

/** Plays an order as one pot from the day of the first scored hour on. */
export async function playPot(file: PotFile, order: PotOrder): Promise<PlayedPot> {
	const { path, from, until } = scoredFile(file);
	const result = await runReplay(
		{
			...DEFAULT_ORDER,
			...{ data: [path], grade: 'C', from: from * HOUR_MS, until: until * HOUR_MS },
			...{ users: 'one', capitalUsd: DEPOSITS, compare: false, slippageBp: SLIPPAGE_BP, impactBp: 0 },
			...order,
			set: { closeAtEnd: true, ...order.set },
		},
		{ onProgress: () => {}, isCanceled: () => false, log: SILENT_LOGGER, machine: systemClock },
	);
	return scoredPot(result, file);
}

/** Returns the path of a file, its first hour, and its scored hours. */
function scoredFile(file: PotFile) {
	const directory = join(testDataDir(), 'funding');
	const files = readFundingFolder(directory, Number.POSITIVE_INFINITY);
	const found = files.find(({ name }) => name.includes(file));
	if (found === undefined) throw new Error(`The recorded funding with ${file} in its name is not there.`);
	const series = scoredSeries(found.legs);
	const firstScored = Math.min(...series.map(firstScoredHour));
	return {
		path: join(directory, found.name),
		firstHour: Math.min(
			...series.flatMap(({ first, second }) => [first.hours[0] ?? 0, second.hours[0] ?? 0]),
		),
		from: firstScored - (firstScored % HOURS_PER_DAY),
		until: Math.max(...series.map(({ lastAlive }) => lastAlive)),
	};
}

/** Measures a replay of a file. */
export function scoredPot(result: ReplayResult, file: PotFile): PlayedPot {
	const { firstHour, from, until } = scoredFile(file);
	const { positions, outcome, refusals } = result;
	const net = netByHour(result, from, until);
	// Every fill loses the same slippage, so the slippage measures what was traded.
	const traded = -outcome.parts.slippage / (SLIPPAGE_BP / 1e4);
	return {
		...{ firstHour, from, net, drawdown: worstDrawdown({ net }) },
		turnover: (traded / G) * (HOURS_PER_YEAR / (until - from)),
		executions: positions.length,
		rolls: positions.filter(({ events }) =>
			events.some(({ sentence }) => sentence.includes('moved to another execution')),
		).length,
		unhedgedMs: Math.max(...positions.map(({ unhedgedMs }) => unhedgedMs)),
		refusals: refusals.map(({ code, count }) => `${code} ${count} times`),
	};
}

/** Returns the change of equity, as a fraction of G, in the hour of each sample. A year has a sample each day. */
function netByHour({ columns, outcome, settings }: ReplayResult, from: number, until: number): Float64Array {
	const net = new Float64Array(until - from + 1);
	let before = settings.capitalUsd;
	for (const [index, at] of columns.at.entries()) {
		const hour = Math.min(Math.max(Math.floor(at / HOUR_MS), from), until);
		const equity = columns.equity[index] ?? before;
		net[hour - from] = (net[hour - from] ?? 0) + (equity - before) / G;
		before = equity;
	}
	// The last fills come after the last sample.
	net[until - from] = (net[until - from] ?? 0) + (settings.capitalUsd + outcome.parts.net - before) / G;
	return net;
}

/** Net of a pot and its lead over a rival, over the whole file and from 2026-04-01 on; null without a rival. */
export type PotFigures = {
	readonly net: Estimate;
	readonly late: Estimate;
	readonly lead: Estimate | null;
	readonly lateLead: Estimate | null;
};

/** Scores a pot with block-bootstrap intervals; the lead is paired, block by block. */
export function potFigures(pot: PlayedPot, rival?: PlayedPot): PotFigures {
	const span = { from: LATE_FROM, until: Number.POSITIVE_INFINITY };
	return {
		net: netPerYear(pot, pot.firstHour),
		late: netPerYear(pot, pot.firstHour, span),
		lead: rival === undefined ? null : netLess(pot, rival, pot.firstHour),
		lateLead: rival === undefined ? null : netLess(pot, rival, pot.firstHour, span),
	};
}

/** Returns the row of docs/planner-scores.md that states a pot, with single spaces. */
export function potRow(name: string, pot: PlayedPot, figures: PotFigures): string {
	const cells = [figures.net, figures.lead, figures.late, figures.lateLead].map((one) =>
		one === null || Number.isNaN(one.value) ? '' : estimateText(one),
	);
	const activity = [pot.turnover.toFixed(1), pot.drawdown.toFixed(2), `${pot.executions}`, `${pot.rolls}`];
	return singleSpaced(`| ${[name, ...cells, ...activity].join(' | ')} |`);
}

/** Returns the rows of docs/planner-scores.md, with single spaces. */
export function documentedRows(): readonly string[] {
	const text = readFileSync(new URL('../../docs/planner-scores.md', import.meta.url), 'utf8');
	return text
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map(singleSpaced);
}

function singleSpaced(line: string): string {
	return line.replace(/ +/g, ' ');
}
