import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { readFundingFolder, readPriceFolder, UnreadableFileError } from './funding-files.ts';

const HOUR = 3_600_000;

function folderWith(files: Readonly<Record<string, string>>): string {
	const folder = mkdtempSync(join(tmpdir(), 'funding-files-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	for (const [name, text] of Object.entries(files)) {
		writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text);
	}
	return folder;
}

test('reads both formats, plain and packed, and ignores other files', () => {
	const folder = folderWith({
		'b.csv': `ts_ms,venue,base,rate\n${8 * HOUR},okx,BTC,0.0001\n`,
		'a.csv.gz':
			'ts_ms,venue,symbol,base,quote,rate,interval_h,mark\n' +
			`${16 * HOUR},bybit,BTCUSDT,BTC,USDT,0.0002,8.0,\n${8 * HOUR + 55},bybit,BTCUSDT,BTC,USDT,0.0001,,\n`,
		'notes.csv': 'day,remark\n1,none\n',
		'c.txt': 'ts_ms,venue,base,rate\n',
	});
	const files = readFundingFolder(folder, Number.POSITIVE_INFINITY);
	expect(files.map(({ name }) => name)).toEqual(['a.csv.gz', 'b.csv']);
	expect(files[0]?.legs[0]).toEqual({
		venue: 'bybit',
		base: 'BTC',
		hours: Int32Array.of(8, 16),
		rates: Float64Array.of(0.0001, 0.0002),
		intervals: Float64Array.of(Number.NaN, 8),
	});
	expect(files[1]?.legs[0]?.intervals).toEqual(Float64Array.of(Number.NaN));
});

test('keeps the last row of an hour and only USDT contracts of Binance and Bybit, and skips bad rows', () => {
	const header = 'ts_ms,venue,base,quote,rate\n';
	const folder = folderWith({
		'a.csv':
			`${header}${HOUR},binance,BTC,USDT,1\n${HOUR + 40},binance,BTC,USDT,2\n${HOUR},binance,BTC,USDC,3\n` +
			`${2 * HOUR},hyperliquid,BTC,USDC,4\n${HOUR},binance,ETH,USDT,none\n,binance,ETH,USDT,1\n-5,binance,ETH,USDT,1\n1e18,binance,ETH,USDT,1\n` +
			`${3 * HOUR},binance,BTC,USDT,9`,
	});
	const [file] = readFundingFolder(folder, 3 * HOUR);
	expect(file?.legs.map(({ venue, base, rates }) => [venue, base, ...rates])).toEqual([
		['binance', 'BTC', 2],
		['hyperliquid', 'BTC', 4],
	]);
});

test('returns no files for a folder without usable rows', () => {
	const folder = folderWith({ 'a.csv': '', 'b.csv': 'ts_ms,venue,base,rate\n', 'c.csv': 'nothing' });
	expect(readFundingFolder(folder, Number.POSITIVE_INFINITY)).toEqual([]);
	expect(readPriceFolder(folder)).toEqual([]);
});

test('names a broken packed file', () => {
	const folder = folderWith({ 'a.csv': 'ts_ms,venue,base,rate\n' });
	writeFileSync(join(folder, 'b.csv.gz'), 'not packed');
	expect(() => readFundingFolder(folder, Number.POSITIVE_INFINITY)).toThrow(UnreadableFileError);
	expect(() => readFundingFolder(folder, Number.POSITIVE_INFINITY)).toThrow(/b\.csv\.gz cannot be read/);
});

test('reads candles by leg and hour, and skips invalid prices', () => {
	const folder = folderWith({
		'p.csv': `ts_ms,venue,base,o,h,l,c,v\n${HOUR},okx,BTC,100,1,1,1,1\n${2 * HOUR},okx,BTC,-1,1,1,1,1\n`,
	});
	expect(readPriceFolder(folder)).toEqual([{ venue: 'okx', base: 'BTC', opens: new Map([[1, 100]]) }]);
});
