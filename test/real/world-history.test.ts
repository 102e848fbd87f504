/**
 * Tests the simulators' market when it replays recorded history. CARRYWIRE_TEST_DATA names the directory with the
 * recordings, which has the folders `funding/` and `prices/` and is not part of the repository.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Instrument } from '../../simulator/core/types.ts';
import { openWorld, type World } from '../../simulator/core/world.ts';
import { EXCHANGES, type ExchangeName } from '../../simulator/exchanges.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 21, 3, 37, 11, 250);
/** Time of the first settlement on Binance and Bybit in the recorded year. */
const RECORDED_FROM = Date.UTC(2025, 7, 21, 8);

function openRecorded(seed: number): { readonly world: World; readonly shift: number } {
	const historyDir = process.env.CARRYWIRE_TEST_DATA;
	if (historyDir === undefined) {
		throw new Error('CARRYWIRE_TEST_DATA must name the directory of the recorded data, was not set.');
	}
	const dataDir = mkdtempSync(join(tmpdir(), 'world-real-'));
	onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
	const world = openWorld({ exchanges: EXCHANGES, dataDir, seed, nowMs: NOW, historyDir });
	return { world, shift: find(world, 'bybit', 'BTCUSDT').listedAt - RECORDED_FROM };
}

function find(world: World, exchange: ExchangeName, symbol: string): Instrument {
	const found = world.instruments(exchange).find((each) => each.symbol === symbol);
	if (found === undefined) throw new Error(`No ${symbol} on ${exchange}.`);
	return found;
}

test('shares 21 coins and has 60 days before and after the first start', () => {
	for (const seed of [1, 2, 3]) {
		const { world, shift } = openRecorded(seed);
		expect(world.instruments('bybit')).toHaveLength(21);
		expect(world.instruments('kucoin')).toHaveLength(21);
		expect(NOW - shift - RECORDED_FROM).toBeGreaterThanOrEqual(60 * DAY);
		expect(Date.UTC(2026, 7, 21) - (NOW - shift)).toBeGreaterThanOrEqual(60 * DAY);
		const wait = world.nextSettlementAt(find(world, 'kucoin', 'XBTUSDTM'), NOW) - NOW;
		expect(wait).toBeGreaterThanOrEqual(60_000);
		expect(wait).toBeLessThanOrEqual(180_000);
	}
});

test('Bybit settles INJ hourly from 17:00Z on 2026-02-19 until 02-27', () => {
	const { world, shift } = openRecorded(1);
	const inj = find(world, 'bybit', 'INJUSDT');
	const capped = Date.UTC(2026, 1, 19, 16) + shift;
	expect(world.settledRate(inj, capped)).toBe(parseDecimal('-0.01'));
	expect(world.intervalMs(inj, capped - 1)).toBe(8 * HOUR);
	expect(world.intervalMs(inj, capped)).toBe(HOUR);
	expect(world.nextSettlementAt(inj, capped)).toBe(capped + HOUR);
	expect(world.settledRate(inj, capped + HOUR)).toBe(parseDecimal('-0.00368432'));
	const lastHourly = Date.UTC(2026, 1, 26, 18) + shift;
	expect(world.nextSettlementAt(inj, lastHourly)).toBe(lastHourly + 6 * HOUR);
	expect(world.intervalMs(inj, lastHourly)).toBe(8 * HOUR);
	const onBinance = find(world, 'kucoin', 'INJUSDTM');
	expect(world.settledRate(onBinance, capped)).toBe(parseDecimal('-0.01183133'));
	expect(world.nextSettlementAt(onBinance, capped)).toBe(capped + 8 * HOUR);
});

test('the Binance print missing for ORDI, TIA and WIF is neither invented nor an interval change', () => {
	const { world, shift } = openRecorded(2);
	const before = Date.UTC(2026, 5, 24) + shift;
	for (const symbol of ['ORDIUSDTM', 'TIAUSDTM', 'WIFUSDTM']) {
		const instrument = find(world, 'kucoin', symbol);
		expect(world.previousSettlementAt(instrument, before)).toBe(before);
		expect(world.nextSettlementAt(instrument, before)).toBe(before + 8 * HOUR);
		expect(world.intervalMs(instrument, before)).toBe(4 * HOUR);
		expect(() => world.settledRate(instrument, before + 4 * HOUR)).toThrow(RangeError);
	}
	const onBybit = find(world, 'bybit', 'ORDIUSDT');
	expect(world.nextSettlementAt(onBybit, before)).toBe(before + 4 * HOUR);
});

test('plays every settlement of the recorded year once', () => {
	const { world, shift } = openRecorded(3);
	const count = (instrument: Instrument): number => {
		let total = 0;
		// Time of the last recorded settlement. After it, the simulated market repeats the recording.
		const end = Date.UTC(2026, 7, 21, 4) + shift;
		for (let at = instrument.listedAt; at <= end; at = world.nextSettlementAt(instrument, at)) {
			world.settledRate(instrument, at);
			total += 1;
		}
		return total;
	};
	// INJ on Bybit has 1,073 eight-hourly settlements, 170 hourly ones, and one with an unknown interval. TIA settles
	// every four hours on Binance, and one settlement is missing.
	expect(count(find(world, 'bybit', 'INJUSDT'))).toBe(1244);
	expect(count(find(world, 'kucoin', 'TIAUSDTM'))).toBe(2189);
});

test('Hyperliquid plays its own hourly rates for coins shared with both', () => {
	const { world, shift } = openRecorded(3);
	const listed = world.instruments('hyperliquid');
	expect(listed).toHaveLength(18);
	for (const instrument of listed) {
		const at = Date.UTC(2026, 1, 19, 17) + shift;
		expect(world.previousSettlementAt(instrument, at + 1)).toBe(at);
		expect(world.nextSettlementAt(instrument, at)).toBe(at + HOUR);
	}
});
