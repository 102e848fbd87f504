/**
 * Tests how funding history with gaps and changing intervals is read, on the recorded year. CARRYWIRE_TEST_DATA names
 * the directory with the recordings.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { HOUR_MS, type SettledRate } from '../../src/domain/funding.ts';
import { historyGaps, paidRates } from '../../src/domain/paid-rates.ts';

const FILE = 'funding/settled_2025-08_2026-08_binance_bybit_hyperliquid.csv.gz';
let series: ReadonlyMap<string, readonly SettledRate[]>;

beforeAll(() => {
	const directory = process.env.CARRYWIRE_TEST_DATA;
	if (directory === undefined)
		throw new Error('CARRYWIRE_TEST_DATA must name the directory of the recorded data, was not set.');
	const text = gunzipSync(readFileSync(join(directory, FILE))).toString('utf8');
	const found = new Map<string, SettledRate[]>();
	for (const line of text.trimEnd().split('\n').slice(1)) {
		const [stamp = '', venue = '', symbol = '', , , rate = ''] = line.split(',');
		const key = `${venue} ${symbol}`;
		const rates = found.get(key) ?? [];
		rates.push({ settledAt: Number(stamp), rate: parseDecimal(Number(rate).toFixed(12)) });
		found.set(key, rates);
	}
	series = found;
});

const paidOf = (key: string) => paidRates(series.get(key) ?? []);
const gapsOf = (key: string) => historyGaps(paidOf(key).map(({ at }) => at));

test('Bybit’s INJ changes from 8 hours to 1 and back without a gap', () => {
	const paid = paidOf('bybit INJUSDT');
	const hourly = paid.filter(({ intervalMs }) => intervalMs === HOUR_MS);
	expect(new Date(hourly[0]?.at ?? 0).toISOString()).toMatch(/^2026-02-19T17:00/);
	expect(new Date(hourly.at(-1)?.at ?? 0).toISOString()).toMatch(/^2026-02-26/);
	expect(gapsOf('bybit INJUSDT')).toEqual([]);
});

test('Binance’s missing prints of 2026-06-24 are gaps, and the intervals stay 8 hours', () => {
	for (const coin of ['ORDI', 'TIA', 'WIF']) {
		const gaps = gapsOf(`binance ${coin}USDT`);
		expect([coin, gaps.length]).toEqual([coin, 1]);
		const [gap] = gaps;
		expect(new Date(gap?.from ?? 0).toISOString() < '2026-06-25').toBe(true);
		expect(new Date(gap?.to ?? 0).toISOString() >= '2026-06-24').toBe(true);
	}
});

test('all series of the year have few gaps, none of them an interval change', () => {
	const holes = [...series.keys()].flatMap((key) => gapsOf(key).map(({ from, to }) => ({ key, from, to })));
	expect(series.size).toBeGreaterThan(100);
	expect(holes.length).toBeLessThan(series.size / 2);
	for (const { key, to } of holes) {
		const paid = paidOf(key);
		const index = paid.findIndex(({ at }) => at === to);
		expect(paid[index]?.intervalMs).toBe(paid[index + 1]?.intervalMs);
	}
});
