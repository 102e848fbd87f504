/**
 * Reads the recorded years as datasets of a replay, and compares them with what the recordings are known to contain.
 * CARRYWIRE_TEST_DATA names the directory of the recorded data.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { HOUR_MS } from '../../src/domain/funding.ts';
import { DataError } from '../../src/replay/data/dataset.ts';
import { type DatasetRequest, readDataset } from '../../src/replay/data/read-dataset.ts';

const YEAR = 'funding/settled_2025-08_2026-08_binance_bybit_hyperliquid.csv.gz';
const SEVEN = 'funding/settled_2025-03_2026-03_seven_venues.csv.gz';
const CANDLES = 'prices/ohlcv_1h_2025-03_2026-03_seven_venues.csv.gz';

function read(files: readonly string[], request: Partial<DatasetRequest> = {}) {
	const directory = process.env.CARRYWIRE_TEST_DATA;
	if (directory === undefined)
		throw new Error('CARRYWIRE_TEST_DATA must name the directory of the recorded data, was not set.');
	const paths = files.map((file) => join(directory, file));
	return readDataset({ paths, grade: undefined, venues: undefined, coins: undefined, ...request });
}

const at = (text: string): number => Date.parse(`${text}Z`);

test('reads every row of the year of three exchanges', async () => {
	const { grade, tracks, gaps, intervalChanges, notes } = await read([YEAR]);
	expect(grade).toBe('C');
	expect(tracks.reduce((sum, { settled }) => sum + settled.at.length, 0)).toBe(258_246);
	expect(new Set(tracks.map(({ venue }) => venue))).toEqual(new Set(['binance', 'bybit', 'hyperliquid']));
	// ORDI, TIA and WIF miss one print on Binance, in both quote currencies.
	expect(gaps.map(({ symbol }) => symbol)).toEqual(
		['ORDI', 'TIA', 'WIF'].flatMap((coin) => [`${coin}USDC`, `${coin}USDT`]),
	);
	for (const gap of gaps)
		expect(gap).toMatchObject({
			venue: 'binance',
			kind: 'rates',
			from: at('2026-06-24T00:00'),
			until: at('2026-06-24T08:00'),
		});
	const inj = intervalChanges.filter(({ venue, symbol }) => venue === 'bybit' && symbol === 'INJUSDT');
	expect(inj.map(({ fromMs, toMs }) => [fromMs / HOUR_MS, toMs / HOUR_MS])).toEqual([
		[8, 1],
		[1, 8],
	]);
	expect(inj[0]?.at).toBe(at('2026-02-19T17:00'));
	expect(notes).toHaveLength(1);
});

test('rounds rates with more than 18 decimals', async () => {
	const { tracks } = await read([SEVEN], { venues: ['hyperliquid'], coins: ['BTC'] });
	// The file has 1.2500000000000006e-05.
	expect(tracks[0]?.settled.rates[0]).toBe(parseDecimal('0.0000125'));
});

test('gives candles to the contracts of their coins, where there are candles', async () => {
	const choice = { venues: ['binance', 'bybit'] };
	const { grade, tracks, files } = await read([SEVEN, CANDLES], choice);
	expect(grade).toBe('B');
	expect(tracks).toHaveLength(10);
	expect(files.map(({ path }) => path)).toEqual([SEVEN, CANDLES].map((path) => path.split('/')[1]));
	for (const { prices } of tracks) expect(prices?.at.length).toBeGreaterThan(5_000);
	const reversed = await read([CANDLES, SEVEN], choice);
	expect(reversed).toEqual(await read([SEVEN, CANDLES], choice));
});

test('rejects both years together, because one of them names no symbols', async () => {
	const refused = await read([YEAR, SEVEN]).catch((error: unknown) => error);
	expect(refused).toBeInstanceOf(DataError);
	expect((refused as DataError).message).toMatch(/ has rates without a symbol, and also rates of /);
});
