/**
 * Replays the recorded year of seven exchanges. The service trades on four of them, only reads Kraken, and has no
 * adapter for Lighter and dYdX; in the replay, it trades on all seven. CARRYWIRE_TEST_DATA names the directory of the
 * recorded data.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/domain/funding.ts';
import { opportunityId } from '../../src/domain/ids.ts';
import { countUpTo } from '../../src/replay/data/columns.ts';
import type { Dataset } from '../../src/replay/data/dataset.ts';
import { readDataset } from '../../src/replay/data/read-dataset.ts';
import { openReplayed } from '../support/replayed-service.ts';

const FILE = 'funding/settled_2025-03_2026-03_seven_venues.csv.gz';
const START = Date.UTC(2025, 9, 20);
const HELD_HOURS = 72;
/** Value of each leg, USD, at the constant price of a dataset without prices. */
const LEG_USD = 1_000;
const EXACT = 1e18;

let dataset: Dataset;
let replayed: Awaited<ReturnType<typeof openReplayed>>;

beforeAll(async () => {
	const directory = process.env.CARRYWIRE_TEST_DATA;
	if (directory === undefined)
		throw new Error('CARRYWIRE_TEST_DATA must name the directory of the recorded data, was not set.');
	const read = { grade: undefined, venues: undefined, coins: ['BTC', 'ETH'] };
	dataset = await readDataset({ paths: [join(directory, FILE)], ...read });
	replayed = await openReplayed(dataset, START);
	await replayed.nextHour();
});

afterAll(() => replayed?.close());

/** Returns the funding that one USD of a long position pays over a span, as recorded. */
function paid(venue: string, from: number, until: number): number {
	const track = dataset.tracks.find((one) => one.venue === venue && one.coin === 'ETH');
	if (track === undefined) throw new Error(`The recording has no ETH at ${venue}.`);
	const { at, rates } = track.settled;
	const held = rates.subarray(countUpTo(at, from), countUpTo(at, until));
	return held.reduce((sum, rate) => sum + Number(rate) / EXACT, 0);
}

test('trades on every recorded exchange', async () => {
	const { result } = await replayed.call('exchange_pair', {});
	expect(new Set(result.flatMap((pair: { exchanges: string[] }) => pair.exchanges))).toEqual(
		new Set(['binance', 'bybit', 'okx', 'kraken', 'hyperliquid', 'lighter', 'dydx']),
	);
	for (const pair of result) expect(pair.data_only, pair.exchangepair).toEqual([]);
});

test('receives the recorded funding of a position across Kraken and Binance', async () => {
	const opened = await replayed.call('execute_opportunity', {
		opportunity_id: opportunityId({ venue: 'kraken', symbol: 'ETH' }, { venue: 'binance', symbol: 'ETH' }),
		amount: 2 * LEG_USD,
		exit: { close_on_reversal: false },
	});
	expect(opened.error).toBeUndefined();
	await replayed.calm();
	const openedAt = replayed.now();
	for (let held = 0; held < HELD_HOURS; held += 1) await replayed.nextHour();
	const id = opened.result.execution_id;
	const closed = await replayed.call('close_execution', { execution_id: id });
	expect(closed.result.status).toBe('closed');
	const closedAt = replayed.now();
	expect(closedAt - openedAt).toBeGreaterThan((HELD_HOURS - 1) * HOUR_MS);
	await replayed.nextHour();
	const { result } = await replayed.call('portfolio_live', { include_closed: true });
	const row = result.executions.find(({ execution }: { execution: { id: string } }) => execution.id === id);
	expect(row.reasons).toEqual([]);
	expect(row.pnl.funding_pnl).toBeCloseTo(
		LEG_USD * (paid('binance', openedAt, closedAt) - paid('kraken', openedAt, closedAt)),
		6,
	);
	expect(replayed.errors).toEqual([]);
});
