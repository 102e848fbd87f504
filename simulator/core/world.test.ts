import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { commonStep, formatDecimal, sum, toNumber } from '../../src/domain/decimal.ts';
import { EXCHANGES } from '../exchanges.ts';
import type { Instrument } from './types.ts';
import { openWorld, type World } from './world.ts';
import { WorldError } from './world-error.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 21, 3, 37, 11, 250);

function freshDirectory(): string {
	const directory = mkdtempSync(join(tmpdir(), 'world-'));
	onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
	return directory;
}

function freshWorld(seed: number, nowMs = NOW): World {
	return openWorld({ exchanges: EXCHANGES, dataDir: freshDirectory(), seed, nowMs });
}

function find(world: World, exchange: 'bybit' | 'kucoin', symbol: string): Instrument {
	const found = world.instruments(exchange).find((each) => each.symbol === symbol);
	if (found === undefined) throw new Error(`No ${symbol} on ${exchange}.`);
	return found;
}

type Pair = { readonly bybit: Instrument; readonly kucoin: Instrument };

function pairsOf(world: World): readonly Pair[] {
	return world.instruments('bybit').flatMap((bybit) => {
		const kucoin = world.instruments('kucoin').find((each) => each.underlying === bybit.underlying);
		return kucoin === undefined ? [] : [{ bybit, kucoin }];
	});
}

/** Returns all data of a world for some instruments at some times, as text. */
function story(world: World, instants: readonly number[]): string {
	return instants
		.flatMap((at) =>
			[...world.instruments('bybit'), ...world.instruments('kucoin')].map((each) =>
				[
					each.symbol,
					formatDecimal(world.index(each, at)),
					formatDecimal(world.mark(each, at)),
					formatDecimal(world.fair(each, at)),
					formatDecimal(world.predictedRate(each, at)),
					world.nextSettlementAt(each, at),
					formatDecimal(world.settledRate(each, world.previousSettlementAt(each, at))),
					formatDecimal(world.turnover24h(each, at)),
					formatDecimal(world.openInterest(each, at)),
				].join(' '),
			),
		)
		.join('\n');
}

test('a later start with other options gives the same world, in any order', () => {
	const dataDir = freshDirectory();
	const instants = [NOW, NOW - 30 * DAY, NOW + 400 * DAY + 1, NOW + 5000];
	const first = openWorld({ exchanges: EXCHANGES, dataDir, seed: 5, nowMs: NOW });
	const told = story(first, instants);
	const later = openWorld({
		exchanges: EXCHANGES,
		dataDir,
		seed: 6,
		nowMs: NOW + 3 * DAY,
		settleInSeconds: 5,
	});
	expect(later.firstStartAt).toBe(NOW);
	story(later, [...instants].reverse());
	expect(story(later, instants)).toBe(told);
	expect(story(freshWorld(6), instants)).not.toBe(told);
});

test('processes that start at the same time agree on one world', async () => {
	const dataDir = freshDirectory();
	const moduleOf = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
	const script = `import { openWorld } from ${moduleOf('./world.ts')};
		import { EXCHANGES } from ${moduleOf('../exchanges.ts')};
		const world = openWorld({ exchanges: EXCHANGES, dataDir: process.argv[1], seed: 1, nowMs: Date.now() });
		console.log(world.firstStartAt, world.nextSettlementAt(world.instruments('bybit')[0], world.firstStartAt));`;
	const run = promisify(execFile);
	const starts = await Promise.all(
		Array.from({ length: 4 }, () => run(process.execPath, ['--input-type=module', '-e', script, dataDir])),
	);
	expect(new Set(starts.map(({ stdout }) => stdout)).size).toBe(1);
	expect(readdirSync(dataDir)).toEqual(['world.json']);
});

test('the first hourly settlement falls as requested, else within one to three minutes', () => {
	for (let seed = 1; seed <= 20; seed += 1) {
		const nowMs = NOW + seed * 1_234_567;
		const plain = freshWorld(seed, nowMs);
		const hourly = find(plain, 'bybit', 'WIFUSDT');
		const wait = plain.nextSettlementAt(hourly, nowMs) - nowMs;
		expect(wait).toBeGreaterThanOrEqual(60_000);
		expect(wait).toBeLessThanOrEqual(180_000);
		const settleInSeconds = seed * 9;
		const asked = openWorld({
			exchanges: EXCHANGES,
			dataDir: freshDirectory(),
			seed,
			nowMs,
			settleInSeconds,
		});
		const askedWait = asked.nextSettlementAt(hourly, nowMs) - nowMs;
		expect(askedWait).toBeGreaterThanOrEqual(settleInSeconds * 1000);
		expect(askedWait).toBeLessThan(settleInSeconds * 1000 + 1000);
	}
});

test('the exchanges share more than forty coins, settle at different hours and have their own coins', () => {
	const world = freshWorld(1);
	const pairs = pairsOf(world);
	expect(pairs.length).toBeGreaterThanOrEqual(42);
	expect(world.instruments('bybit').length).toBeGreaterThan(pairs.length);
	expect(world.instruments('kucoin').length).toBeGreaterThan(pairs.length);
	const hours = (each: Instrument): number => world.intervalMs(each, NOW) / HOUR;
	const all = [...world.instruments('bybit'), ...world.instruments('kucoin')];
	expect(new Set(all.map(hours))).toEqual(new Set([1, 4, 8]));
	expect(pairs.some(({ bybit, kucoin }) => hours(bybit) !== hours(kucoin))).toBe(true);
	const btc = find(world, 'bybit', 'BTCUSDT');
	const xbt = find(world, 'kucoin', 'XBTUSDTM');
	expect(xbt.underlying).toBe(btc.underlying);
	expect(formatDecimal(xbt.contractSize)).toBe('0.001');
	const apart = (world.nextSettlementAt(xbt, NOW) - world.nextSettlementAt(btc, NOW)) % (8 * HOUR);
	expect(apart).toBe(4 * HOUR);
	for (const each of all) expect(NOW - each.listedAt).toBeGreaterThanOrEqual(120 * DAY);
});

test('some lots have a common lot coarser than both', () => {
	const coarser = pairsOf(freshWorld(1)).filter(
		({ bybit, kucoin }) =>
			bybit.priceMultiplier === kucoin.priceMultiplier &&
			commonStep(bybit.lotSize, kucoin.lotSize) > bybit.lotSize &&
			commonStep(bybit.lotSize, kucoin.lotSize) > kucoin.lotSize,
	);
	expect(coarser.map(({ bybit }) => bybit.base)).toEqual(['APT', 'ICP', 'ENA']);
});

test('one price per underlying: thousands cost a thousand times as much, and other assets with the same ticker differ', () => {
	const world = freshWorld(3);
	for (const at of [NOW, NOW + 9 * DAY]) {
		const thousand = toNumber(world.index(find(world, 'bybit', '1000PEPEUSDT'), at));
		const single = toNumber(world.index(find(world, 'kucoin', 'PEPEUSDTM'), at));
		expect(thousand / single).toBeCloseTo(1000, 1);
		expect(world.index(find(world, 'bybit', 'ETHUSDT'), at)).toBe(
			world.index(find(world, 'kucoin', 'ETHUSDTM'), at),
		);
		const lighter = find(world, 'bybit', 'LITUSDT');
		const litentry = find(world, 'kucoin', 'LITUSDTM');
		expect(lighter.base).toBe(litentry.base);
		expect(lighter.underlying).not.toBe(litentry.underlying);
		expect(toNumber(world.index(lighter, at)) / toNumber(world.index(litentry, at))).toBeGreaterThan(2);
	}
});

test('the price basis between the venues has a mean near 0 and a deviation of a few bp', () => {
	const world = freshWorld(4);
	for (const { bybit, kucoin } of pairsOf(world)) {
		const units = bybit.priceMultiplier / kucoin.priceMultiplier;
		const basis = Array.from({ length: 400 }, (_, place) => {
			const at = NOW + place * 5 * HOUR;
			return (toNumber(world.mark(bybit, at)) / (units * toNumber(world.mark(kucoin, at))) - 1) * 1e4;
		});
		const mean = basis.reduce((total, value) => total + value, 0) / basis.length;
		const deviation = Math.sqrt(
			basis.reduce((total, value) => total + (value - mean) ** 2, 0) / basis.length,
		);
		expect(Math.abs(mean)).toBeLessThan(1.5);
		expect(deviation).toBeGreaterThan(0.8);
		expect(deviation).toBeLessThan(8);
	}
});

test('majors are deep, small coins are thin, half-spreads are 0.5 to 3 bp and at least half a tick', () => {
	const world = freshWorld(1);
	const within = (symbol: string, bp: number): number => {
		const { halfSpread, levelStep, levelNotional } = world.liquidity(find(world, 'bybit', symbol), NOW);
		const near = levelNotional.filter(
			(_, level) => toNumber(halfSpread) + level * toNumber(levelStep) <= bp * 1e-4,
		);
		return toNumber(sum(near));
	};
	expect(within('BTCUSDT', 10)).toBeGreaterThan(3e6);
	expect(within('STXUSDT', 15)).toBeLessThan(100_000);
	expect(within('STXUSDT', 15)).toBeGreaterThan(10_000);
	for (const each of [...world.instruments('bybit'), ...world.instruments('kucoin')]) {
		const { halfSpread, levelNotional } = world.liquidity(each, NOW);
		expect(toNumber(halfSpread)).toBeGreaterThanOrEqual(0.5e-4);
		expect(toNumber(halfSpread)).toBeLessThanOrEqual(3e-4);
		expect(2 * toNumber(halfSpread) * toNumber(world.mark(each, NOW))).toBeGreaterThanOrEqual(
			toNumber(each.tickSize),
		);
		expect(levelNotional.length).toBe(30);
		expect(each.quantityMax % each.lotSize).toBe(0n);
	}
});

/**
 * Fees for a round trip without slippage, basis points: two taker fills to open and two to close, at the base tier.
 */
const ROUND_TRIP_BP = 23;
const WEEK = 168 * HOUR;

function settledOver(world: World, instrument: Instrument, from: number, to: number): number {
	let total = 0;
	for (
		let at = world.nextSettlementAt(instrument, from);
		at <= to;
		at = world.nextSettlementAt(instrument, at)
	) {
		total += toNumber(world.settledRate(instrument, at)) * 1e4;
	}
	return total;
}

/**
 * Returns each pair's hourly headline spread and next week's carry, both in bp, highest spread first. Carry is that
 * of a position in the direction of the spread.
 */
function ranking(world: World, at: number): readonly { headline: number; carry: number; base: string }[] {
	const perHour = (each: Instrument): number =>
		(toNumber(world.predictedRate(each, at)) * 1e4) / (world.intervalMs(each, at) / HOUR);
	return pairsOf(world)
		.map(({ bybit, kucoin }) => {
			const spread = perHour(bybit) - perHour(kucoin);
			const carry = settledOver(world, bybit, at, at + WEEK) - settledOver(world, kucoin, at, at + WEEK);
			return { base: bybit.base, headline: Math.abs(spread), carry: carry * Math.sign(spread) };
		})
		.sort((a, b) => b.headline - a.headline);
}

test('five slow spreads pay for a week, the highest headline does not, at any time', () => {
	for (let seed = 1; seed <= 8; seed += 1) {
		const world = freshWorld(seed, NOW + seed * 987_654_321);
		for (const later of [0, 31 * HOUR, 9 * DAY + 5 * HOUR]) {
			const ranked = ranking(world, world.firstStartAt + later);
			const best = ranked.map(({ carry }) => Math.abs(carry)).sort((a, b) => b - a);
			expect(best[4]).toBeGreaterThan(30);
			expect(ranked[0]?.carry).toBeLessThan(ROUND_TRIP_BP);
		}
	}
});

test('the slow spreads pay in the same direction week after week', () => {
	const world = freshWorld(2);
	const steady = pairsOf(world).filter(({ bybit, kucoin }) => {
		const weeks = Array.from({ length: 6 }, (_, week) => {
			const from = NOW + week * WEEK;
			return settledOver(world, bybit, from, from + WEEK) - settledOver(world, kucoin, from, from + WEEK);
		});
		return weeks.every((carry) => carry > 30) || weeks.every((carry) => carry < -30);
	});
	expect(steady.length).toBeGreaterThanOrEqual(5);
});

test('the predicted rate never equals the next rate before the last seconds', () => {
	const world = freshWorld(3);
	for (const each of world.instruments('kucoin')) {
		const settlementAt = world.nextSettlementAt(each, NOW);
		const coming = world.settledRate(each, settlementAt);
		for (const before of [3600_000, 600_000, 60_000, 10_000, 4000]) {
			expect(world.predictedRate(each, settlementAt - before)).not.toBe(coming);
		}
	}
});

test('bad options and records are refused with the figure and the limit', () => {
	const open = (options: object) => () =>
		openWorld({ exchanges: EXCHANGES, dataDir: freshDirectory(), seed: 1, nowMs: NOW, ...options });
	expect(open({ settleInSeconds: 0 })).toThrow(/1 to 3600, was 0/);
	expect(open({ seed: 1.5 })).toThrow(/whole number, was 1.5/);
	expect(open({ nowMs: Number.NaN })).toThrow(WorldError);
	const dataDir = freshDirectory();
	writeFileSync(join(dataDir, 'world.json'), '{"version":1,"seed":"x"}');
	expect(open({ dataDir })).toThrow(/not a world record of version 1, was/);
	writeFileSync(join(dataDir, 'world.json'), '{');
	expect(open({ dataDir })).toThrow(/not JSON, was/);
	const world = freshWorld(1);
	const stranger = { ...find(world, 'bybit', 'BTCUSDT'), symbol: 'NONEUSDT' };
	expect(() => world.mark(stranger, NOW)).toThrow(/bybit has no NONEUSDT/);
});
