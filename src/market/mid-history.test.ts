/** Creates the history of mid prices with a market and a clock that the tests control, and a real store. */

import { describe, expect, test } from 'vitest';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import {
	bookOf,
	createHandDrivenMarket,
	HOUR_MS,
	instrumentOf,
} from '../../test/support/hand-driven-market.ts';
import { parseDecimal } from '../domain/decimal.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createMidSampleStore } from '../store/mid-samples.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createMidHistory } from './mid-history.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
const T0 = Date.UTC(2026, 10, 21, 22);
const long = instrumentOf('bybit', 'SOL');
const short = instrumentOf('kucoin', 'SOL', { symbol: 'SOLUSDTM' });
const inUsdc = instrumentOf('hyperliquid', 'SOL', { quote: 'USDC' });
const alone = instrumentOf('bybit', 'ALONE');

const database = databasePerTest();

function fixture(at = T0) {
	const clock = createVirtualClock(at);
	const market = createHandDrivenMarket(['bybit', 'kucoin', 'hyperliquid']);
	for (const instrument of [long, short, inUsdc, alone]) market.list(instrument);
	const quote = (instrument: typeof long, mid: number) => {
		const level = (price: number) => [[price.toFixed(2), '5']] as const;
		market.put(instrument, { book: bookOf(level(mid - 0.1), level(mid + 0.1)), bookReceivedAt: clock.now() });
	};
	const start = ({ isStored = true } = {}) =>
		createMidHistory({
			isStored,
			market,
			store: createMidSampleStore(createSqliteDatabase(database.now())),
			bookStaleMs: 5_000,
			clock,
			log: SILENT_LOGGER,
		});
	const pass = async (ms: number) => {
		const until = clock.now() + ms;
		clock.after(ms, () => {});
		while (await clock.advance(until));
	};
	/** Quotes both legs and takes one sample, then lets time pass. */
	const live = async (history: ReturnType<typeof start>, mids: readonly [number, number], ms: number) => {
		quote(long, mids[0]);
		quote(short, mids[1]);
		await history.sample();
		await pass(ms);
	};
	return { clock, market, quote, start, live, pass };
}

const rounded = (points: readonly { readonly at: number; readonly basis: number }[], from = T0) =>
	points.map(({ at, basis }) => [(at - from) / MINUTE_MS, Number(basis.toFixed(6))]);

describe('the price basis over time', () => {
	test('has the last sample of each minute, in both directions, and none of a stale book', async () => {
		const { clock, start, live } = fixture();
		const history = start();
		await live(history, [100, 101], 20_000);
		await live(history, [100, 102], 40_000);
		await live(history, [100, 103], 3 * MINUTE_MS);
		await live(history, [100, 104], 0);
		const now = clock.now();
		expect(rounded(await history.basis({ long, short }, 'minute', T0, now))).toEqual([
			[0, 0.02],
			[1, 0.03],
			[4, 0.04],
		]);
		const turned = await history.basis(
			{ long: short, short: long },
			'minute',
			T0 + MINUTE_MS,
			T0 + MINUTE_MS,
		);
		expect(rounded(turned)).toEqual([[1, -0.029126]]);
		await history.close();
	});

	test('is not stored if nobody reads it later, and is known until the restart', async () => {
		const { clock, start, live } = fixture();
		const first = start({ isStored: false });
		await live(first, [100, 101], MINUTE_MS);
		await live(first, [100, 102], MINUTE_MS);
		const known = await first.basis({ long, short }, 'minute', T0, clock.now());
		expect(rounded(known)).toEqual([
			[0, 0.01],
			[1, 0.02],
		]);
		await first.close();
		const second = start();
		expect(await second.basis({ long, short }, 'minute', T0, clock.now())).toEqual([]);
		await second.close();
	});

	test('survives a restart, with the minute in which the service stopped', async () => {
		const { clock, start, live } = fixture();
		const first = start();
		await live(first, [100, 101], MINUTE_MS);
		await live(first, [100, 102], 30_000);
		await first.close();
		database.reopen();
		const second = start();
		await live(second, [100, 103], 2 * MINUTE_MS);
		await live(second, [100, 104], 0);
		expect(rounded(await second.basis({ long, short }, 'minute', T0, clock.now()))).toEqual([
			[0, 0.01],
			[1, 0.03],
			[3, 0.04],
		]);
		await second.close();
	});

	test('survives a kill, except for the minute in progress', async () => {
		const { clock, start, live, pass } = fixture();
		const first = start();
		await live(first, [100, 101], MINUTE_MS);
		await live(first, [100, 102], MINUTE_MS);
		await live(first, [100, 103], 0);
		database.reopen();
		const second = start();
		await pass(0);
		expect(rounded(await second.basis({ long, short }, 'minute', T0, clock.now()))).toEqual([
			[0, 0.01],
			[1, 0.02],
		]);
		await second.close();
	});

	test('has one value per hour over days, also over restarts and after a stop of two days', async () => {
		const { clock, start, live, pass } = fixture();
		const first = start();
		await live(first, [100, 101], 30 * MINUTE_MS);
		await live(first, [100, 102], 30 * MINUTE_MS);
		await live(first, [100, 103], 3 * HOUR_MS);
		await live(first, [100, 104], 0);
		await first.close();
		database.reopen();
		await pass(2 * DAY_MS);
		const second = start();
		await live(second, [100, 105], 2 * MINUTE_MS);
		const hours = await second.basis({ long, short }, 'hour', T0 - DAY_MS, clock.now());
		expect(hours.map(({ at, basis }) => [(at - T0) / HOUR_MS, Number(basis.toFixed(6))])).toEqual([
			[0, 0.02],
			[1, 0.03],
			[4, 0.04],
			[52, 0.05],
		]);
		await second.close();
	});

	test('compares two quote currencies at the rate of that time', async () => {
		const { clock, market, quote, start, live } = fixture();
		const history = start();
		market.setQuoteRate('USDC', 'USDT', { rate: parseDecimal('0.98'), at: T0 });
		quote(inUsdc, 100);
		await live(history, [100, 101], MINUTE_MS);
		market.setQuoteRate('USDC', 'USDT', { rate: null, reason: 'No coin has both.' });
		quote(inUsdc, 100);
		await live(history, [100, 101], 0);
		const legs = { long, short: inUsdc };
		expect(rounded(await history.basis(legs, 'minute', T0, clock.now()))).toEqual([[0, -0.02]]);
		await history.close();
	});

	test('keeps a minute that could not be stored, and stores it later', async () => {
		const { start, live, clock } = fixture();
		const history = start();
		await live(history, [100, 101], MINUTE_MS);
		database.now().exec('PRAGMA query_only = ON');
		await live(history, [100, 102], 2 * MINUTE_MS);
		database.now().exec('PRAGMA query_only = OFF');
		await live(history, [100, 103], 0);
		await history.close();
		database.reopen();
		const after = start();
		expect(rounded(await after.basis({ long, short }, 'minute', T0, clock.now()))).toEqual([
			[0, 0.01],
			[1, 0.02],
			[3, 0.03],
		]);
		await after.close();
	});
});

describe('large moves within an hour', () => {
	const SINCE = T0 - DAY_MS;

	test('are found with their time and sign, the latest first', async () => {
		const { start, live } = fixture();
		const history = start();
		await live(history, [100, 100], 30 * MINUTE_MS);
		await live(history, [111, 100], 2 * HOUR_MS);
		await live(history, [111, 100], 59 * MINUTE_MS);
		await live(history, [99, 100], 0);
		const fall = await history.largeMove(long, 0.1, SINCE);
		expect(fall?.at).toBe(T0 + 30 * MINUTE_MS + 2 * HOUR_MS + 59 * MINUTE_MS);
		expect(fall?.move).toBeCloseTo(-(111 / 99 - 1), 6);
		expect(await history.largeMove(short, 0.1, SINCE)).toBeUndefined();
		await history.close();
	});

	test('do not count over more than an hour, before the requested time, or below the least move', async () => {
		const { clock, start, live } = fixture();
		const history = start();
		await live(history, [100, 100], 61 * MINUTE_MS);
		await live(history, [112, 109], 0);
		expect(await history.largeMove(long, 0.1, SINCE)).toBeUndefined();
		await live(history, [112, 109], 30 * MINUTE_MS);
		await live(history, [124, 119], 0);
		expect(await history.largeMove(long, 0.1, SINCE)).toMatchObject({ at: clock.now() });
		expect(await history.largeMove(short, 0.1, SINCE)).toBeUndefined();
		expect(await history.largeMove(long, 0.1, clock.now())).toBeUndefined();
		await history.close();
	});

	test('are known after a restart', async () => {
		const { start, live } = fixture();
		const first = start();
		await live(first, [100, 100], MINUTE_MS);
		await live(first, [115, 100], MINUTE_MS);
		await first.close();
		database.reopen();
		const second = start();
		expect(await second.largeMove(long, 0.1, SINCE)).toMatchObject({ at: T0 + MINUTE_MS });
		await second.close();
	});
});
