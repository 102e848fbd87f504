/**
 * Replays the two 30-day rules at grade B, over the year for which Binance and Bybit have hourly candles. The nets are
 * printed and not compared with the scorer, which knows no prices. CARRYWIRE_TEST_DATA names the directory of the
 * recorded data.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { countUpTo } from '../../src/replay/data/columns.ts';
import type { Dataset } from '../../src/replay/data/dataset.ts';
import { readDataset } from '../../src/replay/data/read-dataset.ts';
import type { Position, ReplayResult } from '../../src/replay/report/result.ts';
import { DEFAULT_ORDER } from '../../src/replay/run/order.ts';
import { runReplay } from '../../src/replay/run/run-order.ts';
import { systemClock } from '../../src/runtime/clock.ts';

const VENUES = ['binance', 'bybit'];
const FILES = [
	'funding/settled_2025-03_2026-03_seven_venues.csv.gz',
	'prices/ohlcv_1h_2025-03_2026-03_seven_venues.csv.gz',
];

let paths: readonly string[];
let dataset: Dataset;

beforeAll(async () => {
	const directory = process.env.CARRYWIRE_TEST_DATA;
	if (directory === undefined)
		throw new Error('CARRYWIRE_TEST_DATA must name the directory of the recorded data, was not set.');
	paths = FILES.map((file) => join(directory, file));
	dataset = await readDataset({ paths, grade: undefined, venues: VENUES, coins: undefined });
});

function play(policy: string): Promise<ReplayResult> {
	return runReplay(
		{
			...DEFAULT_ORDER,
			...{ data: paths, exchanges: VENUES, policy, users: 'pairs', capitalUsd: 4_000 },
			...{ compare: false, set: { legUsd: 1_000, closeAtEnd: true } },
		},
		{ onProgress: () => {}, isCanceled: () => false, log: SILENT_LOGGER, machine: systemClock },
	);
}

/** Returns the last candle's close of a leg that is known at an instant, USD. */
function closeAt({ coin }: Position, exchange: string, at: number): number {
	const prices = dataset.tracks.find((track) => track.venue === exchange && track.coin === coin)?.prices;
	const index = countUpTo(prices?.at ?? new Float64Array(), at) - 1;
	return prices?.marks[index] ?? Number.NaN;
}

type Moved = { readonly opened: number; readonly moved: number };

/** Returns what a position gains because the prices of its legs move differently, from the candles alone, USD. */
function basisOf(position: Position): number {
	const { openedAt, closedAt, legUsd } = position;
	const [long, short] = [position.long, position.short].map(({ exchange }) => {
		const opened = closeAt(position, exchange, openedAt);
		return { opened, moved: closeAt(position, exchange, closedAt ?? Number.NaN) - opened };
	}) as [Moved, Moved];
	// Both legs have the same number of coins.
	return (legUsd / long.opened) * (long.moved - short.moved);
}

describe.each(['month-mean', 'month-mean-hysteresis'])('the rule %s', (policy) => {
	test('pays the price basis of its candles', async () => {
		const { data, outcome, positions, refusals, settings } = await play(policy);
		const { parts, trades } = outcome;
		console.log(
			[
				`${policy}: ${parts.net.toFixed(2)} USD on 1,000 USD a leg at grade B, ${settings.users} pairs`,
				`${trades} round trips, ${JSON.stringify(parts)}`,
				...refusals.map(({ code, count, sentence }) => `refused ${count} times: ${code}, first: ${sentence}`),
			].join('\n'),
		);
		expect([settings.grade, data.contracts, settings.users]).toEqual(['B', 10, 5]);
		expect(trades).toBeGreaterThan(0);
		expect(positions).toHaveLength(trades);
		for (const position of positions)
			expect(Math.abs((position.parts.basis ?? Number.NaN) - basisOf(position)), position.id).toBeLessThan(
				0.00001 * position.legUsd,
			);
		const { net, basis, ...others } = parts;
		expect(
			Object.values(others).reduce((sum, part) => sum + (part ?? Number.NaN), basis ?? Number.NaN),
		).toBeCloseTo(net, 6);
	});
});
