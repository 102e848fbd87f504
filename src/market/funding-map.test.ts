/** Tests the funding map and the histories of its coins on a real store, with a market that the tests control. */

import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	createHandDrivenMarket,
	fundingOf,
	HOUR_MS,
	instrumentOf,
	tickerOf,
} from '../../test/support/hand-driven-market.ts';
import { openMemoryDatabase } from '../../test/support/memory-database.ts';
import { parseDecimal as d, formatDecimal, ZERO } from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { MonthMean } from '../domain/month-window.ts';
import type { FundingMapQuery } from '../ports/funding-map.ts';
import type { InstrumentTicker } from '../ports/venue-market.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { textOf } from '../sentences/sentence.ts';
import { createSettledRateStore } from '../store/settled-rates.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createFundingMap } from './funding-map.ts';

const T0 = Date.UTC(2026, 10, 21, 8, 30);
const DAY_MS = 24 * HOUR_MS;
const ALL: FundingMapQuery = {
	q: undefined,
	coins: undefined,
	venues: undefined,
	sortby: 'spread',
	order: 'best_first',
	page: 1,
	limit: 100,
};

let database: DatabaseSync;
beforeEach(() => {
	database = openMemoryDatabase();
});
afterEach(() => database.close());

function mapOf(venues: readonly string[]) {
	const clock = createVirtualClock(T0);
	const market = createHandDrivenMarket(venues);
	const store = createSettledRateStore(createSqliteDatabase(database));
	/** Means of settled rates by venue and symbol; zero for other contracts. */
	const months = new Map<string, MonthMean | undefined>();
	const map = createFundingMap({
		market,
		history: {
			settled: store.read,
			failure: () => null,
			ensure: async () => undefined,
			monthMean: (venue, symbol) =>
				months.has(`${venue} ${symbol}`) ? months.get(`${venue} ${symbol}`) : { apr: ZERO },
		},
		clock,
		tickerStaleMs: 5_000,
	});
	/** Lists a contract with a rate (null: unknown) per `hours`, received now. */
	function list(
		instrument: Instrument,
		rate: string | null,
		hours = 8,
		change: Partial<InstrumentTicker> = {},
	): void {
		const funding = rate === null ? null : fundingOf(rate, hours, clock.now() + HOUR_MS);
		market.list(instrument);
		market.put(instrument, {
			ticker: tickerOf(instrument.symbol, '100', funding, change),
			tickerReceivedAt: clock.now(),
		});
	}
	return { map, market, clock, store, list, months };
}

describe('current rates', () => {
	test('converts rates of different intervals exactly, and compares them per 8 hours', () => {
		const { map, list } = mapOf(['bybit', 'hyperliquid', 'kucoin']);
		list(instrumentOf('bybit', 'SOL'), '0.0001', 8);
		list(instrumentOf('hyperliquid', 'SOL'), '0.00002', 1);
		list(instrumentOf('kucoin', 'SOL'), '-0.000000000000000001', 4);
		const [row] = map.list(ALL).rows;
		expect(row?.cells.map(({ rate8h, apr }) => [rate8h, apr])).toEqual([
			[d('0.0001'), d('0.1095')],
			[d('0.00016'), d('0.1752')],
			[d('-0.000000000000000002'), d('-0.00000000000000219')],
		]);
		// Per interval, the rate of Bybit would be the highest.
		expect(row?.spread).toEqual({
			longVenue: 'kucoin',
			shortVenue: 'hyperliquid',
			rate8h: d('0.000160000000000002'),
			apr: d('0.17520000000000219'),
		});
	});

	test('joins contracts on multiples of a coin, and shows the most traded contract of an exchange', () => {
		const { map, list } = mapOf(['bybit', 'kucoin']);
		list(
			instrumentOf('bybit', 'PEPE', { symbol: '1000PEPEUSDT', coinsPerPriceUnit: d('1000') }),
			'0.0001',
			8,
			{
				volume24h: d('5'),
			},
		);
		list(instrumentOf('bybit', 'PEPE', { symbol: '1000PEPEPERP', quote: 'USDC' }), '0.0009', 8, {
			volume24h: d('7'),
		});
		list(instrumentOf('bybit', 'PEPE', { symbol: 'PEPEOLD' }), '0.0030', 8, {
			volume24h: d('900'),
			tradable: false,
		});
		list(instrumentOf('bybit', 'PEPE', { symbol: 'PEPENEW' }), null, 8, { volume24h: d('90') });
		list(instrumentOf('kucoin', 'PEPE', { symbol: 'PEPEUSDTM' }), '0.0002', 8, { volume24h: null });
		const { rows } = map.list(ALL);
		expect(rows).toHaveLength(1);
		const [bybit] = rows[0]?.cells ?? [];
		expect(bybit?.symbol).toBe('1000PEPEPERP');
		expect(bybit?.others.map(({ symbol }) => symbol)).toEqual(['1000PEPEUSDT', 'PEPEOLD', 'PEPENEW']);
		expect(rows[0]).toMatchObject({
			volume24h: d('1002'),
			spread: { longVenue: 'kucoin', shortVenue: 'bybit', rate8h: d('0.0007') },
			reasons: [{ field: 'cells.kucoin.volume_24h', code: 'VOLUME_MISSING' }],
		});
	});

	test('prefers a tradable contract with a rate, whatever the order in which the exchange lists them', () => {
		const given = [
			['HALTED', '0.0030', { tradable: false, volume24h: d('900') }],
			['NORATE', null, { volume24h: d('800') }],
			['USABLE', '0.0001', { volume24h: d('1') }],
		] as const;
		for (const listed of [given, given.toReversed()]) {
			const { map, list } = mapOf(['bybit']);
			for (const [symbol, rate, change] of listed)
				list(instrumentOf('bybit', 'SOL', { symbol }), rate, 8, change);
			const [cell] = map.list(ALL).rows[0]?.cells ?? [];
			expect([cell?.symbol, ...(cell?.others.map(({ symbol }) => symbol) ?? [])]).toEqual([
				'USABLE',
				'HALTED',
				'NORATE',
			]);
		}
	});

	test('marks old rates as stale, and leaves an exchange that is down out of the spread', () => {
		const { map, market, clock, list } = mapOf(['bybit', 'gate', 'kucoin']);
		for (const [venue, rate] of [
			['bybit', '0.0001'],
			['gate', '0.0090'],
			['kucoin', '0.0003'],
		] as const)
			list(instrumentOf(venue, 'SOL'), rate);
		market.setStatus('gate', { state: 'down', reason: 'Gate has not answered yet.' });
		expect(map.list(ALL).rows[0]?.spread).toMatchObject({ rate8h: d('0.0002') });
		clock.advanceTo(clock.now() + 5_001);
		list(instrumentOf('kucoin', 'SOL'), '0.0004');
		const page = map.list(ALL);
		expect(page.rows[0]?.cells.map(({ state, ageMs }) => [state, ageMs])).toEqual([
			['stale', 5_001],
			['down', 5_001],
			['fresh', 0],
		]);
		expect(page.rows[0]?.spread).toMatchObject({ rate8h: d('0.0003') });
		expect(page.columns).toMatchObject([
			{ venue: 'bybit', isDataOnly: false, state: 'fresh', reason: null },
			{ venue: 'gate', isDataOnly: true, state: 'down', reason: 'Gate has not answered yet.' },
			{ venue: 'kucoin', isDataOnly: false },
		]);
	});

	test('gives two exchanges for a spread of zero, and none for a single exchange', () => {
		const { map, list } = mapOf(['bybit', 'kucoin']);
		for (const venue of ['bybit', 'kucoin']) list(instrumentOf(venue, 'SOL'), '0.0001');
		list(instrumentOf('kucoin', 'TON'), '0.0001');
		const [sol, ton] = map.list(ALL).rows;
		expect(sol?.spread).toMatchObject({ longVenue: 'bybit', shortVenue: 'kucoin', rate8h: 0n });
		expect(ton).toMatchObject({ spread: null, reasons: [{ field: 'spread', code: 'TOO_FEW_RATES' }] });
	});

	test('states the mean of the last 30 days of every contract, or why it is unknown', () => {
		const { map, list, months } = mapOf(['bybit', 'hyperliquid', 'kucoin']);
		list(instrumentOf('bybit', 'SOL'), '0.0001', 8, { volume24h: d('2') });
		list(instrumentOf('bybit', 'SOL', { symbol: 'SOLPERP' }), '0.0001', 8, { volume24h: d('1') });
		list(instrumentOf('hyperliquid', 'SOL'), '0.0001', 8, { volume24h: d('1') });
		list(instrumentOf('kucoin', 'SOL'), '0.0001', 8, { volume24h: d('1') });
		months.set('bybit SOLUSDT', { apr: d('0.052') });
		months.set('bybit SOLPERP', { apr: null, why: 'short', days: 12 + 1 / 1_440 });
		months.set('hyperliquid SOLUSDT', { apr: null, why: 'gap', from: T0 - 9 * HOUR_MS, to: T0 - HOUR_MS });
		months.set('kucoin SOLUSDT', undefined);
		const [row] = map.list(ALL).rows;
		expect(row?.cells.map(({ monthMeanApr }) => monthMeanApr)).toEqual([d('0.052'), null, null]);
		expect(textOf(row?.cells[0]?.others[0]?.monthReason?.message ?? '')).toBe(
			'The settled rates of SOLPERP at Bybit are known for 12.0 of the last 30 days.',
		);
		expect(row?.reasons.map(({ field, code, message }) => [field, code, textOf(message)])).toEqual([
			[
				'cells.hyperliquid.month_mean_apr',
				'HISTORY_GAP',
				'Settled rates of SOLUSDT at Hyperliquid are missing from 20 Nov, 23:30 UTC to 21 Nov, 07:30 UTC.',
			],
			[
				'cells.kucoin.month_mean_apr',
				'HISTORY_UNREAD',
				'No other exchange lists this contract now, so the service does not read its history.',
			],
		]);
	});

	test('computes the rows at most once a second', () => {
		const { map, market, clock, list } = mapOf(['bybit']);
		const sol = instrumentOf('bybit', 'SOL');
		list(sol, '0.0001');
		const first = map.list(ALL);
		market.delist(sol);
		clock.advanceTo(clock.now() + 999);
		expect(map.list(ALL)).toEqual(first);
		clock.advanceTo(clock.now() + 1);
		expect(map.list(ALL)).toMatchObject({ rows: [], asOf: T0 + 1_000 });
	});
});

describe('order, filters and pages', () => {
	function threeCoins() {
		const fixture = mapOf(['bybit', 'kucoin']);
		const { list } = fixture;
		for (const [coin, low, high, volume] of [
			['ADA', '0.0001', '0.0002', '300'],
			['BTC', '0.0001', '0.0004', null],
			['XRP', '0.0001', null, '200'],
		] as const) {
			list(instrumentOf('bybit', coin), low, 8, { volume24h: volume === null ? null : d(volume) });
			list(instrumentOf('kucoin', coin, { symbol: `${coin}USDTM` }), high, 8, { volume24h: null });
		}
		return fixture;
	}
	const coinsOf = (query: Partial<FundingMapQuery>) =>
		threeCoins()
			.map.list({ ...ALL, ...query })
			.rows.map(({ coin }) => coin);

	test.each([
		[{ sortby: 'spread' }, ['BTC', 'ADA', 'XRP']],
		[{ sortby: 'spread', order: 'worst_first' }, ['ADA', 'BTC', 'XRP']],
		[{ sortby: 'volume' }, ['ADA', 'XRP', 'BTC']],
		[{ sortby: 'volume', order: 'worst_first' }, ['XRP', 'ADA', 'BTC']],
		[{ sortby: 'symbol' }, ['ADA', 'BTC', 'XRP']],
		[{ sortby: 'symbol', order: 'worst_first' }, ['XRP', 'BTC', 'ADA']],
		[{ q: 'xrpusdtm' }, ['XRP']],
		[{ q: 'xrpusdtm', venues: ['bybit'] }, []],
		[{ coins: ['ada', 'Btc', 'NOPE'], sortby: 'symbol' }, ['ADA', 'BTC']],
		[{ limit: 2, page: 2 }, ['XRP']],
		[{ limit: 2, page: 3 }, []],
	] as const)('%o', (query, coins) => {
		expect(coinsOf(query)).toEqual(coins);
	});

	test('a choice of exchanges hides the others, and the spread refers to the choice', () => {
		const { map } = threeCoins();
		const page = map.list({ ...ALL, venues: ['kucoin'] });
		expect(page.columns.map(({ venue }) => venue)).toEqual(['kucoin']);
		expect(page.rows.every(({ spread, cells }) => spread === null && cells.length === 1)).toBe(true);
	});
});

describe('history of a coin', () => {
	const sol = instrumentOf('bybit', 'SOL');
	const settledEvery = (hours: number, count: number, rateOf: (at: number) => string) =>
		Array.from({ length: count }, (_, index) => {
			const settledAt = Date.UTC(2026, 10, 21) - index * hours * HOUR_MS;
			return { settledAt, rate: d(rateOf(settledAt)) };
		});

	test('has one point per settlement up to 30 days, with the mean over the covered time', async () => {
		const { map, store, list } = mapOf(['bybit', 'kucoin']);
		list(sol, '0.0001');
		list(instrumentOf('kucoin', 'SOL'), '0.0001');
		// The interval changes from 8 to 4 hours a day before the end.
		const change = Date.UTC(2026, 10, 20);
		const rates = [
			...settledEvery(4, 6, () => '0.00012'),
			...settledEvery(8, 10, () => '0.0001').filter(({ settledAt }) => settledAt <= change),
		];
		await store.add(sol, rates, undefined);
		const { series, step } = await map.history('SOL', 7);
		expect(step).toBe('settlement');
		expect(series.map(({ venue, settlements }) => [venue, settlements])).toEqual([
			['bybit', 13],
			['kucoin', 0],
		]);
		// The first settlement has no known interval. The others cover 6 × 4 h + 6 × 8 h = 72 h.
		expect(series[0]?.points).toHaveLength(12);
		expect(series[0]?.points.at(-1)).toEqual({ at: Date.UTC(2026, 10, 21), rate8h: d('0.00024') });
		expect(formatDecimal(series[0]?.covered ?? d('0'))).toBe('0.428571428571428571');
		// (6 × 0.00012 + 6 × 0.0001) / 72 h × 8 h
		expect(series[0]?.mean8h).toBe(d('0.000146666666666666'));
		expect(series[1]).toMatchObject({ mean8h: null, from: null, to: null, covered: 0n });
	});

	test('has the mean of each whole UTC day beyond 30 days', async () => {
		const { map, store, list } = mapOf(['bybit']);
		list(sol, '0.0001');
		// 0.0001 per 8 h on odd days and 0.0003 on even ones, settled every 8 hours up to midnight.
		const rates = settledEvery(8, 30, (at) =>
			Math.floor((at - 1) / DAY_MS) % 2 === 1 ? '0.0001' : '0.0003',
		);
		await store.add(sol, rates, undefined);
		const { series, step } = await map.history('SOL', 90);
		expect(step).toBe('day');
		const points = series[0]?.points ?? [];
		// The first of 30 settlements has no known interval. The others cover nine days and 16 hours.
		expect(points).toHaveLength(10);
		expect(points.map(({ at }) => at % DAY_MS)).toEqual(points.map(() => 0));
		for (const { at, rate8h } of points)
			expect(rate8h).toBe(d((at / DAY_MS) % 2 === 1 ? '0.0001' : '0.0003'));
	});

	test('omits a day with less than 12 known hours', async () => {
		const { map, store, list } = mapOf(['bybit']);
		list(sol, '0.0001');
		await store.add(
			sol,
			settledEvery(8, 5, () => '0.0001'),
			undefined,
		);
		const { series } = await map.history('SOL', 365);
		// Five settlements cover 32 hours: one day and 8 hours.
		expect(series[0]?.points).toEqual([{ at: Date.UTC(2026, 10, 20), rate8h: d('0.0001') }]);
	});

	test.each([
		// The range begins at 08:30 on 14 November. The settlement before its first one only gives an interval.
		[7, Date.UTC(2026, 10, 14, 16), 20, 20],
		// The first whole UTC day after 08:30 on 23 August.
		[90, Date.UTC(2026, 7, 24), 89, 269],
	] as const)('%i days of history begin with the range', async (days, first, points, settlements) => {
		const { map, store, list } = mapOf(['bybit']);
		list(sol, '0.0001');
		const rates = settledEvery(8, 400, () => '0.0001');
		await store.add(sol, rates, undefined);
		const [series] = (await map.history('SOL', days)).series;
		expect(series?.points[0]?.at).toBe(first);
		expect(series?.points).toHaveLength(points);
		expect(series?.settlements).toBe(settlements);
	});

	test('reads again after half a minute, and shares the answer until then', async () => {
		const { map, store, clock, list } = mapOf(['bybit']);
		list(sol, '0.0001');
		const first = await map.history('SOL', 7);
		await store.add(
			sol,
			settledEvery(8, 3, () => '0.0001'),
			undefined,
		);
		clock.advanceTo(clock.now() + 29_999);
		expect(await map.history('SOL', 7)).toBe(first);
		clock.advanceTo(clock.now() + 1);
		expect((await map.history('SOL', 7)).series[0]?.settlements).toBe(3);
	});

	test('leaves out the contracts with the smallest volumes beyond 40', async () => {
		const { map, list } = mapOf(['bybit', 'kucoin']);
		for (let index = 41; index >= 0; index -= 1)
			list(
				instrumentOf(index % 2 === 0 ? 'bybit' : 'kucoin', 'SOL', { symbol: `SOL${index}` }),
				'0.0001',
				8,
				{
					volume24h: d(String(1_000 - index)),
				},
			);
		const { series, leftOut } = await map.history('SOL', 7);
		expect(leftOut).toBe(2);
		expect(series.map(({ symbol }) => symbol)).not.toContain('SOL41');
		expect(series.map(({ venue }) => venue)).toEqual([
			...Array(20).fill('bybit'),
			...Array(20).fill('kucoin'),
		]);
	});
});
