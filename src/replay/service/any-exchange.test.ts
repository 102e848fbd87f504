import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReplayed } from '../../../test/support/replayed-service.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import { opportunityId } from '../../domain/ids.ts';
import { readDataset } from '../data/read-dataset.ts';

const START = Date.UTC(2026, 0, 1);
const DAYS = 45;
const INTERVAL_MS = 8 * HOUR_MS;
/** Rates per settlement. The service trades on Binance, only reads Kraken, and does not know the third exchange. */
const RATES = { binance: -0.0001, kraken: 0.0002, 'my-exchange': 0.0004 };
/** Quote currencies other than USDT. */
const QUOTES: Readonly<Record<string, string>> = { 'my-exchange': 'USDC' };
const VENUES = Object.keys(RATES);
const HELD_HOURS = 24;
/** Value of each leg, USD. */
const LEG_USD = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'carrywire-any-exchange-'));
let replayed: Awaited<ReturnType<typeof openReplayed>>;

beforeAll(async () => {
	const rows = Array.from({ length: DAYS * 3 }, (_, index) => START + index * INTERVAL_MS).flatMap((at) =>
		Object.entries(RATES).map(([venue, rate]) => `${at},${venue},BTC,${QUOTES[venue] ?? 'USDT'},${rate}`),
	);
	writeFileSync(join(folder, 'settled.csv'), ['ts_ms,venue,base,quote,rate', ...rows].join('\n'));
	const dataset = await readDataset({
		paths: [folder],
		grade: undefined,
		venues: undefined,
		coins: undefined,
	});
	replayed = await openReplayed(dataset, START + 36 * DAY_MS);
	await replayed.nextHour();
});

afterAll(async () => {
	await replayed?.close();
	rmSync(folder, { recursive: true });
});

test('treats every recorded exchange as traded', async () => {
	const status = await replayed.call('service_status', {});
	expect(status.result.ready).toBe(true);
	expect(
		status.result.venues.map((venue: { exchange: string; data_only: boolean }) => [
			venue.exchange,
			venue.data_only,
		]),
	).toEqual(VENUES.map((venue) => [venue, false]));
	const { result } = await replayed.call('exchange_pair', {});
	expect(
		result.map((pair: { exchangepair: string; active: boolean }) => [pair.exchangepair, pair.active]),
	).toEqual([
		['binance-kraken', true],
		['binance-my-exchange', true],
		['kraken-my-exchange', true],
	]);
	const funding = await replayed.call('funding_map', {});
	expect(funding.result.exchanges.map((column: { data_only: boolean }) => column.data_only)).toEqual([
		false,
		false,
		false,
	]);
});

test('refuses an exchange without a recording, and names the recorded ones', async () => {
	const { error } = await replayed.call('check_pair_status', { exchangepair: 'binance-bybit' });
	expect(error.data.code).toBe('UNKNOWN_EXCHANGE_PAIR');
	expect(error.message).toContain('kraken-my-exchange');
});

test.each([
	['binance', 'kraken'],
	['kraken', 'my-exchange'],
	['binance', 'my-exchange'],
] as const)('opens, holds and closes a position across %s and %s', async (long, short) => {
	const opened = await replayed.call('execute_opportunity', {
		opportunity_id: opportunityId({ venue: long, symbol: 'BTC' }, { venue: short, symbol: 'BTC' }),
		amount: 2 * LEG_USD,
		exit: { close_on_reversal: false },
	});
	expect(opened.error).toBeUndefined();
	await replayed.calm();
	for (let held = 0; held < HELD_HOURS; held += 1) await replayed.nextHour();
	const id = opened.result.execution_id;
	const closed = await replayed.call('close_execution', { execution_id: id });
	expect(closed.result.status).toBe('closed');
	await replayed.nextHour();
	const { result } = await replayed.call('portfolio_live', { include_closed: true });
	const row = result.executions.find(({ execution }: { execution: { id: string } }) => execution.id === id);
	const settlements = HELD_HOURS / 8;
	expect(row.reasons).toEqual([]);
	expect(row.pnl.funding_pnl).toBeCloseTo(settlements * (RATES[short] - RATES[long]) * LEG_USD, 9);
	expect(row.pnl.fee_cost).toBeCloseTo(4 * 0.0005 * LEG_USD, 2);
	expect(row.pnl.slippage_cost).toBeCloseTo(4 * 0.0002 * LEG_USD, 2);
	expect(replayed.errors).toEqual([]);
});
