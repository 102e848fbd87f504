/** Tests when a replayed portfolio is sampled, and whose money counts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { datasetOf, QUIET, REPLAY_FROM } from '../../../test/support/replayed-market.ts';
import { openTestPlay } from '../../../test/support/replayed-service.ts';
import { parseDecimal } from '../../domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import { opportunityId } from '../../domain/ids.ts';
import { samplePortfolio } from './portfolio-samples.ts';

const FROM = REPLAY_FROM + 60_000;
const EXCHANGES = ['bybit', 'hyperliquid', 'kraken'];
const PAIRS = [
	{ coin: 'AAA', exchanges: ['bybit', 'hyperliquid'] },
	{ coin: 'AAA', exchanges: ['bybit', 'kraken'] },
] as const;
const PLAN = { exchanges: EXCHANGES, depositUsd: parseDecimal('100000') };
const DATASET = datasetOf([...QUIET, { venue: 'kraken', coin: 'AAA', hours: 1, rate: () => '0' }]);

let play: Awaited<ReturnType<typeof openTestPlay>>;

beforeAll(async () => {
	play = await openTestPlay(DATASET, FROM, { users: 2 });
});

afterAll(() => play?.close());

test('takes a sample at once, one in the last hour of each day, and one at the end', async () => {
	const samples = samplePortfolio({ ...PLAN, pairs: [undefined, undefined] });
	const times = [FROM, FROM + HOUR_MS, REPLAY_FROM + 23 * HOUR_MS, REPLAY_FROM + 23.5 * HOUR_MS];
	for (const at of [...times, REPLAY_FROM + DAY_MS, REPLAY_FROM + 49 * HOUR_MS])
		await samples.takeUpTo(play.seats, at);
	await samples.takeLast(play.seats, REPLAY_FROM + 50 * HOUR_MS);
	expect(samples.columns().at).toEqual([
		...[FROM, REPLAY_FROM + 23 * HOUR_MS, REPLAY_FROM + 49 * HOUR_MS, REPLAY_FROM + 50 * HOUR_MS],
	]);
});

test('replaces a sample of the same instant', async () => {
	const samples = samplePortfolio({ ...PLAN, pairs: [undefined, undefined] });
	await samples.takeUpTo(play.seats, FROM);
	await samples.takeLast(play.seats, FROM);
	const { at, equity, exchanges } = samples.columns();
	expect([at, equity, exchanges.map(({ equity: each }) => each.length)]).toEqual([
		...[[FROM], [600_000], [1, 1, 1]],
	]);
});

test('counts the accounts of a pair only', async () => {
	const samples = samplePortfolio({ ...PLAN, pairs: PAIRS });
	await samples.takeLast(play.seats, FROM);
	const { equity, idle, exchanges } = samples.columns();
	expect([equity, idle]).toEqual([[400_000], [400_000]]);
	expect(exchanges.map(({ exchange, equity: [usd] }) => [exchange, usd])).toEqual([
		['bybit', 200_000],
		['hyperliquid', 100_000],
		['kraken', 100_000],
	]);
});

test('shows exposure, margin and the nearest liquidation once a position is open', async () => {
	const [seat] = play.seats;
	const id = opportunityId({ venue: 'hyperliquid', symbol: 'AAA' }, { venue: 'bybit', symbol: 'AAAUSDT' });
	await play.time.during(
		seat?.call('execute_opportunity', { opportunity_id: id, amount: 2_000 }) ?? Promise.resolve(''),
	);
	await play.time.calm();
	await play.time.moveTo(play.now() + HOUR_MS);
	const samples = samplePortfolio({ ...PLAN, pairs: PAIRS });
	await samples.takeLast(play.seats, play.now());
	const { equity, exposure, idle, exchanges } = samples.columns();
	expect(exposure[0]).toBeCloseTo(2_000, -1);
	const margin = exchanges.reduce((sum, { marginUsed }) => sum + (marginUsed[0] ?? 0), 0);
	expect(margin).toBeGreaterThan(0);
	expect(idle[0]).toBeCloseTo((equity[0] ?? 0) - margin, 5);
	const [bybit, , kraken] = exchanges.map(({ liquidationDistance: [distance] }) => distance);
	expect(bybit).toBeGreaterThan(0.5);
	expect(kraken).toBeNull();
});
