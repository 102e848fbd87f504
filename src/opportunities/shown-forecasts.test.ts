/** Tests that a shown record adds a forecast to the ledger, with a scanner and a real database. */

import { afterEach, expect, test } from 'vitest';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import {
	bookOf,
	createHandDrivenMarket,
	fundingOf,
	HOUR_MS,
	instrumentOf,
	tickerOf,
} from '../../test/support/hand-driven-market.ts';
import { createHeldHistory } from '../../test/support/held-history.ts';
import { createScannerSources } from '../../test/support/scanner-sources.ts';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import { DEFAULT_TERMS } from '../domain/opportunity.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createForecastStore } from '../store/forecasts.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createForecastLedger } from './forecast-ledger.ts';
import { createScanner } from './scanner.ts';

const T0 = Date.UTC(2026, 10, 21, 8, 30);
const LAST = T0 - HOUR_MS / 2;
const DAYS = 40;
const LIMITS = {
	tickerStaleMs: 5_000,
	bookStaleMs: 5_000,
	maxAmountSlippageBps: fromInteger(15),
	stressMovePct: fromInteger(10),
	tooGoodApr: fromInteger(5),
};
const QUERY = {
	exchangepair: undefined,
	limit: 100,
	page: 1,
	sortby: 'spread',
	q: undefined,
	maxMinAmount: undefined,
	order: 'best_first',
	isByCoin: false,
	coins: undefined,
	tradableOnly: false,
	verdict: undefined,
	terms: DEFAULT_TERMS,
} as const;

type Leg = {
	readonly instrument: Instrument;
	readonly intervalHours: number;
	readonly rates: readonly string[];
};

const database = databasePerTest();
const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});

/**
 * Lists both legs after settlements at `rates`, whose last value is also the predicted rate. Returns the stored
 * forecast.
 */
async function noteOf(legs: readonly Leg[]) {
	const clock = createVirtualClock(T0);
	const history = createHeldHistory();
	const market = createHandDrivenMarket(legs.map(({ instrument }) => instrument.venue));
	const store = createForecastStore(createSqliteDatabase(database.now()));
	const forecasts = createForecastLedger({
		store,
		history,
		endedExecution: async () => 'unknown',
		isListed: () => true,
		clock,
		log: SILENT_LOGGER,
	});
	const sources = createScannerSources(clock, history);
	const scanner = createScanner({ market, clock, ...sources, forecasts, limits: LIMITS });
	closing.push(scanner.close, forecasts.close, sources.forecasts.close, sources.lives.close);
	for (const { instrument, intervalHours, rates } of legs) {
		const count = (DAYS * 24) / intervalHours;
		const settled = Array.from({ length: count }, (_, index) => ({
			settledAt: LAST - (count - 1 - index) * intervalHours * HOUR_MS,
			rate: parseDecimal(rates[Math.max(0, rates.length - count + index)] ?? '0'),
		}));
		history.put(instrument.venue, instrument.symbol, settled);
		market.list(instrument);
		market.put(instrument, {
			ticker: tickerOf(
				instrument.symbol,
				'100',
				fundingOf(rates.at(-1) ?? '0', intervalHours, LAST + intervalHours * HOUR_MS),
			),
			tickerReceivedAt: clock.now(),
			book: bookOf([['99.99', '100']], [['100.01', '100']]),
			bookReceivedAt: clock.now(),
		});
	}
	const pass = async (until: number) => {
		clock.after(until - clock.now(), () => {});
		while (await clock.advance(until));
	};
	await pass(T0 + 1_000);
	await scanner.list(QUERY);
	await pass(T0 + 10_000);
	const rows = await store.due(T0 + 9_000 * HOUR_MS, 10);
	expect(rows).toHaveLength(1);
	return rows[0];
}

const bybit = (intervalHours: number, ...rates: readonly string[]): Leg => ({
	instrument: instrumentOf('bybit', 'SOL'),
	intervalHours,
	rates,
});
const hyperliquid = (intervalHours: number, ...rates: readonly string[]): Leg => ({
	instrument: instrumentOf('hyperliquid', 'SOL'),
	intervalHours,
	rates,
});

test.each<[string, readonly Leg[], boolean]>([
	['both settle hourly', [bybit(1, '0'), hyperliquid(1, '0.0001')], true],
	['neither settles hourly', [bybit(8, '0'), hyperliquid(4, '0.0001')], true],
	['one settles hourly', [bybit(8, '0'), hyperliquid(1, '0.0001')], false],
])('the clocks of both legs: %s', async (_which, legs, isSameClock) => {
	expect((await noteOf(legs))?.isSameClock).toBe(isSameClock);
});

test('a usual headline is less than one scale of the pair', async () => {
	const quiet = Array.from({ length: 120 }, () => '0.0001');
	const usual = await noteOf([bybit(8, '0'), hyperliquid(8, ...quiet)]);
	expect(usual?.headlineScales).toBeGreaterThan(0);
	expect(usual?.headlineScales).toBeLessThan(1);
});

test('a headline far above the usual ones is a squeeze', async () => {
	const quiet = Array.from({ length: 119 }, () => '0.0001');
	expect((await noteOf([bybit(8, '0'), hyperliquid(8, ...quiet, '0.003')]))?.headlineScales).toBeGreaterThan(
		3,
	);
});
