/** Tests that the order of a folder's files does not matter. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../domain/funding.ts';
import { readDataset } from './read-dataset.ts';

const T0 = Date.UTC(2026, 0, 1);
const HOURS = [0, 1, 2].map((hour) => T0 + hour * HOUR_MS);
const RATES = ['ts_ms,venue,symbol,base,quote,rate,interval_h'].concat(
	HOURS.map((at) => `${at},bybit,AAAUSDT,AAA,USDT,0.0001,1`),
);
const MARKS = ['ts_ms,venue,symbol,mark,volume_usd'].concat(HOURS.map((at) => `${at},bybit,AAAUSDT,7,100`));
let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-marks-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each([
	['marks.csv', 'settled.csv'],
	['prices.csv', 'funding.csv'],
])('reads %s and %s into one contract with its coin', async (marks, rates) => {
	const own = mkdtempSync(join(folder, 'data-'));
	writeFileSync(join(own, marks), MARKS.join('\n'));
	writeFileSync(join(own, rates), RATES.join('\n'));
	const read = { grade: undefined, venues: undefined, coins: undefined };
	const { grade, tracks } = await readDataset({ paths: [own], ...read });
	expect(grade).toBe('B');
	expect(
		tracks.map(({ venue, symbol, coin, quote, settled, prices }) => ({
			...{ venue, symbol, coin, quote },
			counts: [settled.at.length, prices?.at.length],
		})),
	).toEqual([{ venue: 'bybit', symbol: 'AAAUSDT', coin: 'AAA', quote: 'USDT', counts: [3, 3] }]);
});
