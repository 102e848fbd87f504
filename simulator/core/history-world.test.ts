import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseDecimal, toNumber } from '../../src/domain/decimal.ts';
import { EXCHANGES, type ExchangeName } from '../exchanges.ts';
import { intervalHours } from './history.ts';
import {
	CANDLES_UNTIL,
	FIXTURE_DAYS,
	FIXTURE_FROM,
	type FixtureRow,
	fixturePrice,
	HOURLY_AFTER,
	HOURLY_UNTIL,
	MISSING_AT,
	writeHistoryFixture,
} from './history-fixture.ts';
import type { Instrument } from './types.ts';
import { openWorld, type World } from './world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 21, 3, 37, 11, 250);

function freshDirectory(): string {
	const directory = mkdtempSync(join(tmpdir(), 'world-history-'));
	onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
	return directory;
}

function open(seed: number): {
	world: World;
	rows: readonly FixtureRow[];
	shift: number;
	historyDir: string;
	dataDir: string;
} {
	const historyDir = freshDirectory();
	const dataDir = freshDirectory();
	const rows = writeHistoryFixture(historyDir);
	const world = openWorld({
		exchanges: EXCHANGES,
		dataDir,
		seed,
		nowMs: NOW,
		historyDir,
		settleInSeconds: 90,
	});
	const btc = find(world, 'bybit', 'BTCUSDT');
	return { world, rows, historyDir, dataDir, shift: btc.listedAt - FIXTURE_FROM };
}

function find(world: World, exchange: ExchangeName, symbol: string): Instrument {
	const found = world.instruments(exchange).find((each) => each.symbol === symbol);
	if (found === undefined) throw new Error(`No ${symbol} on ${exchange}.`);
	return found;
}

test('the shared USDT coins are played under each exchange’s own names', () => {
	const { world } = open(1);
	expect(world.instruments('bybit').map((each) => each.symbol)).toEqual(['BTCUSDT', 'INJUSDT', 'ORDIUSDT']);
	expect(world.instruments('kucoin').map((each) => each.symbol)).toEqual([
		'XBTUSDTM',
		'INJUSDTM',
		'ORDIUSDTM',
	]);
	expect(world.historySource('kucoin')).toMatch(/Binance.*3 USDT perpetuals from 2025-01-06 to 2025-05-16/);
	expect(world.historySource('bybit')).toMatch(/Plays Bybit's settled funding/);
});

test('Hyperliquid plays its own hourly rates of coins listed by both others, if there are enough', () => {
	const { world } = open(1);
	const listed = world.instruments('hyperliquid');
	expect(listed.map(({ symbol, quote }) => [symbol, quote])).toEqual([['BTC', 'USDC']]);
	expect(listed.map((each) => world.intervalMs(each, NOW))).toEqual([HOUR]);
	expect(world.historySource('hyperliquid')).toMatch(
		/^Plays Hyperliquid's settled funding of 1 USDC perpetuals from 2025-01-06 to 2025-05-16;/,
	);
});

test('settlements are the recorded ones, instant by instant and rate by rate, and no others', () => {
	const { world, rows, shift } = open(2);
	for (const exchange of ['bybit', 'kucoin', 'hyperliquid'] as const) {
		for (const instrument of world.instruments(exchange)) {
			const venue = exchange === 'kucoin' ? 'binance' : exchange;
			const recorded = rows.filter((row) => row.venue === venue && row.base === instrument.underlying);
			const played: [number, bigint][] = [];
			const end = FIXTURE_FROM + FIXTURE_DAYS * DAY + shift;
			for (let at = instrument.listedAt; at <= end; at = world.nextSettlementAt(instrument, at)) {
				played.push([at - shift, world.settledRate(instrument, at)]);
			}
			expect(played).toEqual(recorded.map((row) => [row.at, parseDecimal(row.rate)]));
			expect(world.previousSettlementAt(instrument, end - 1)).toBeLessThan(end);
		}
	}
});

test('a changed interval and a capped rate are kept; a missing row is not a change', () => {
	const { world, shift } = open(3);
	const inj = find(world, 'bybit', 'INJUSDT');
	expect(world.settledRate(inj, HOURLY_AFTER + shift)).toBe(parseDecimal('-0.01'));
	expect(inj.fundingFloor).toBe(parseDecimal('-0.01'));
	expect(world.intervalMs(inj, HOURLY_AFTER + shift - 1)).toBe(8 * HOUR);
	expect(world.intervalMs(inj, HOURLY_AFTER + shift)).toBe(HOUR);
	expect(world.nextSettlementAt(inj, HOURLY_AFTER + shift)).toBe(HOURLY_AFTER + HOUR + shift);
	// Right after the interval changes to one hour, the predicted rate is an eighth of the 8-hour rate, not all of
	// it.
	expect(Math.abs(toNumber(world.predictedRate(inj, HOURLY_AFTER + shift + 1000)) + 0.00125)).toBeLessThan(
		0.0001,
	);
	expect(world.intervalMs(inj, HOURLY_UNTIL + shift)).toBe(8 * HOUR);
	expect(world.nextSettlementAt(inj, HOURLY_UNTIL + shift)).toBe(HOURLY_UNTIL + 6 * HOUR + shift);
	const ordi = find(world, 'kucoin', 'ORDIUSDTM');
	const before = MISSING_AT - 4 * HOUR + shift;
	expect(world.nextSettlementAt(ordi, before)).toBe(before + 8 * HOUR);
	expect(world.intervalMs(ordi, before)).toBe(4 * HOUR);
	expect(() => world.settledRate(ordi, MISSING_AT + shift)).toThrow(RangeError);
});

test('at the first start there are 60 days on both sides and most coins settle next', () => {
	for (const seed of [1, 2, 3, 4, 5]) {
		const { world, shift } = open(seed);
		expect(NOW - shift - FIXTURE_FROM).toBeGreaterThanOrEqual(60 * DAY);
		expect(FIXTURE_FROM + FIXTURE_DAYS * DAY - (NOW - shift)).toBeGreaterThanOrEqual(60 * DAY);
		for (const each of world.instruments('bybit')) {
			const wait = world.nextSettlementAt(each, NOW) - NOW;
			expect(wait).toBeGreaterThanOrEqual(90_000);
			expect(wait).toBeLessThan(91_000);
		}
	}
});

test('after the end the last 30 days are repeated in step, and prices do not jump', () => {
	const { world, shift } = open(4);
	const end = FIXTURE_FROM + FIXTURE_DAYS * DAY + shift;
	const btc = find(world, 'bybit', 'BTCUSDT');
	for (let at = end - 30 * DAY + 8 * HOUR; at <= end; at += 8 * HOUR) {
		for (const rounds of [1, 2, 13]) {
			const later = at + rounds * 30 * DAY;
			expect(world.previousSettlementAt(btc, later)).toBe(later);
			expect(world.settledRate(btc, later)).toBe(world.settledRate(btc, at));
		}
	}
	for (const seam of [end, end + 30 * DAY, end + 60 * DAY]) {
		const change = toNumber(world.mark(btc, seam + 1000)) / toNumber(world.mark(btc, seam - 1000)) - 1;
		expect(Math.abs(change)).toBeLessThan(0.001);
	}
});

test('prices follow candles where there are any and marks elsewhere', () => {
	const { world, shift } = open(5);
	const xbt = find(world, 'kucoin', 'XBTUSDTM');
	const btc = find(world, 'bybit', 'BTCUSDT');
	for (let at = FIXTURE_FROM; at < CANDLES_UNTIL; at += 11 * 60_000 * 7) {
		const hour = Math.floor(at / HOUR) * HOUR;
		const ends = [fixturePrice('BTC', hour), fixturePrice('BTC', hour + HOUR)];
		const mark = toNumber(world.mark(xbt, at + shift));
		expect(mark).toBeGreaterThanOrEqual(Math.min(...ends) * 0.9996 - 0.01);
		expect(mark).toBeLessThanOrEqual(Math.max(...ends) * 1.0004 + 0.01);
		expect(toNumber(world.mark(btc, at + shift)) / mark).toBeCloseTo(1.001, 5);
	}
	const inj = find(world, 'kucoin', 'INJUSDTM');
	for (let at = FIXTURE_FROM; at < FIXTURE_FROM + 100 * DAY; at += 8 * HOUR) {
		expect(toNumber(world.mark(inj, at + shift))).toBeCloseTo(fixturePrice('INJ', at), 3);
		const between = toNumber(world.mark(inj, at + 3 * HOUR + shift));
		expect(Math.abs(between / fixturePrice('INJ', at + 3 * HOUR) - 1)).toBeLessThan(0.1);
	}
	const after = CANDLES_UNTIL + 40 * DAY + 5 * HOUR + shift;
	const basisBp = (toNumber(world.mark(btc, after)) / toNumber(world.mark(xbt, after)) - 1) * 1e4;
	expect(Math.abs(basisBp)).toBeLessThan(10);
});

test('a later start needs the same history and gives the same data', () => {
	const { world, dataDir, historyDir } = open(6);
	const again = openWorld({ exchanges: EXCHANGES, dataDir, seed: 99, nowMs: NOW + DAY, historyDir });
	const inj = find(world, 'bybit', 'INJUSDT');
	for (const at of [NOW, NOW - 20 * DAY, NOW + 200 * DAY]) {
		expect(again.mark(inj, at)).toBe(world.mark(inj, at));
		expect(again.predictedRate(inj, at)).toBe(world.predictedRate(inj, at));
	}
	expect(() => openWorld({ exchanges: EXCHANGES, dataDir, seed: 6, nowMs: NOW })).toThrow(
		/needs its directory again, was none/,
	);
	const seeded = freshDirectory();
	openWorld({ exchanges: EXCHANGES, dataDir: seeded, seed: 6, nowMs: NOW });
	expect(() => openWorld({ exchanges: EXCHANGES, dataDir: seeded, seed: 6, nowMs: NOW, historyDir })).toThrow(
		/is a seeded one/,
	);
	const other = freshDirectory();
	const header = 'ts_ms,venue,symbol,base,quote,rate,interval_h,mark\n';
	writeRows(other, header + longRows('binance') + longRows('bybit'));
	expect(() => openWorld({ exchanges: EXCHANGES, dataDir, seed: 6, nowMs: NOW, historyDir: other })).toThrow(
		/another history/,
	);
});

function writeRows(directory: string, text: string): void {
	mkdirSync(join(directory, 'funding'));
	writeFileSync(join(directory, 'funding', 'rows.csv'), text);
}

function longRows(venue: string, days = 40): string {
	const lines = Array.from(
		{ length: days * 3 },
		(_, place) => `${FIXTURE_FROM + place * 8 * HOUR},${venue},SOLUSDT,SOL,USDT,0.0001,8,`,
	);
	return `${lines.join('\n')}\n`;
}

test('forty days without any price are enough: 36 are in the past, and the price is generated', () => {
	const historyDir = freshDirectory();
	const header = 'ts_ms,venue,symbol,base,quote,rate,interval_h\n';
	writeRows(
		historyDir,
		header + longRows('binance').replaceAll(/,$/gm, '') + longRows('bybit').replaceAll(/,$/gm, ''),
	);
	const world = openWorld({
		exchanges: EXCHANGES,
		dataDir: freshDirectory(),
		seed: 1,
		nowMs: NOW,
		historyDir,
	});
	const sol = find(world, 'bybit', 'SOLUSDT');
	expect(NOW - sol.listedAt).toBeGreaterThanOrEqual(36 * DAY);
	expect(toNumber(world.mark(sol, NOW))).toBeGreaterThan(50);
	expect(toNumber(world.mark(sol, NOW))).toBeLessThan(450);
});

test('a directory without a series to play is refused with the figure and the limit', () => {
	const refused = (historyDir: string) => () =>
		openWorld({ exchanges: EXCHANGES, dataDir: freshDirectory(), seed: 1, nowMs: NOW, historyDir });
	expect(refused('/nonexistent/history')).toThrow(/No funding history in .*was 0 CSV files/);
	const short = freshDirectory();
	const header = 'ts_ms,venue,symbol,base,quote,rate,interval_h,mark\n';
	writeRows(short, header + longRows('binance', 20) + longRows('bybit', 20));
	expect(refused(short)).toThrow(/was 1 USDT coins .* over 19 days, limit at least 1 coin over 37 days/);
	const lonely = freshDirectory();
	writeRows(lonely, header + longRows('bybit'));
	expect(refused(lonely)).toThrow(/was 0 USDT coins/);
	const broken = freshDirectory();
	mkdirSync(join(broken, 'funding'));
	writeFileSync(join(broken, 'funding', 'rows.csv.gz'), 'not packed');
	expect(refused(broken)).toThrow(/Cannot unpack the history file/);
});

test('stated intervals are corrected only if a row is missing or the length is not stated', () => {
	const at = (...hours: number[]): readonly number[] => hours.map((hour) => hour * HOUR);
	const rows = (times: readonly number[], hours: readonly number[]) =>
		times.map((time, place) => ({ at: time, hours: hours[place] ?? Number.NaN }));
	expect(intervalHours(rows(at(0, 4, 8, 16, 20), [4, 4, 4, 8, 4]))).toEqual([4, 4, 4, 4, 4]);
	expect(intervalHours(rows(at(0, 1, 2, 8, 16), [1, 1, 1, Number.NaN, 8]))).toEqual([1, 1, 1, 8, 8]);
	expect(intervalHours(rows(at(0, 8, 9, 10), [8, 8, 1, 1]))).toEqual([8, 8, 1, 1]);
	expect(intervalHours(rows(at(0, 4, 12, 20), [4, 4, 8, 8]))).toEqual([4, 4, 8, 8]);
});
