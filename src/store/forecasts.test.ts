/**
 * Tests that the tables store everything that scores need about a forecast, and that rows from earlier versions stay
 * readable.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import { writeSchemaBefore } from '../../test/support/memory-database.ts';
import { parseDecimal as d, fromInteger } from '../domain/decimal.ts';
import { type ScoreTally, talliesOf } from '../domain/forecast-scores.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { NO_SUMS } from '../domain/track-record.ts';
import type { DueForecast, ForecastOutcome, PairForecast } from '../ports/forecasts.ts';
import { createForecastStore, readScoreTallies } from './forecasts.ts';
import { DATABASE_FILE, openDatabase } from './sqlite/database.ts';
import { createSqliteDatabase } from './sqlite/sqlite-database.ts';

const BEGAN = Date.UTC(2026, 10, 1);
const LATER = BEGAN + 1_000 * HOUR_MS;

function forecast(index: number, change: Partial<PairForecast> = {}): PairForecast {
	return {
		pairKey: 'bybit:BTCUSDT|kucoin:XBTUSDTM',
		longVenue: 'kucoin',
		longSymbol: 'XBTUSDTM',
		shortVenue: 'bybit',
		shortSymbol: 'BTCUSDT',
		forecastAt: BEGAN + index * HOUR_MS,
		entryAt: BEGAN + index * HOUR_MS,
		horizonHours: 8,
		expectedCarry: d('0.002'),
		carrySd: d('0.0001'),
		reversalProbability: d('0.1'),
		totalCost: d('0.001'),
		expectedNet: d('0.001'),
		probabilityPositive: d('0.75'),
		verdict: 'trade',
		modelBasis: 'own_history',
		headlineScales: 3.5,
		isSameClock: true,
		kind: 'shown',
		executionId: null,
		...change,
	};
}

/** Returns the outcome of a due forecast whose pair received this carry. */
function scored(due: DueForecast, received: number): ForecastOutcome {
	const tallies = talliesOf({
		expected: 0.002,
		received,
		sd: 0.0001,
		reversalStated: 0.1,
		forecastAt: due.forecastAt,
		horizonHours: due.horizonHours,
		verdict: due.verdict,
		totalCost: 0.001,
		probabilityPositive: 0.75,
		headlineScales: due.headlineScales,
		isSameClock: due.isSameClock,
		hasDex: false,
	});
	return { forecast: due, state: 'scored', received: fromInteger(0), sums: NO_SUMS, tallies };
}

const database = databasePerTest();

describe('facts for scores', () => {
	test.each([
		{ headlineScales: 3.5, isSameClock: true },
		{ headlineScales: 0, isSameClock: false },
		{ headlineScales: null, isSameClock: null },
	])('%j come back over a restart', async (facts) => {
		await createForecastStore(createSqliteDatabase(database.now())).add([forecast(0, facts)]);
		const [due] = await createForecastStore(createSqliteDatabase(database.reopen())).due(LATER, 10);
		expect(due).toMatchObject(facts);
	});

	test('tallies add up per part, with the time of the oldest forecast', async () => {
		const store = createForecastStore(createSqliteDatabase(database.now()));
		await store.add([forecast(5), forecast(3)]);
		const outcomes = (await store.due(LATER, 10)).map((due, index) => scored(due, 0.0005 + index / 1_000));
		await store.settle(outcomes, [], LATER);
		// Storing the same outcomes again counts nothing, because both rows are already scored.
		await store.settle(outcomes, [], LATER);
		const tallies = await readScoreTallies(createSqliteDatabase(database.reopen()));
		expect(tallies.map(({ part }) => part).sort()).toEqual(['same_clock', 'squeeze', 'trade']);
		const trade = tallies.find(({ part }) => part === 'trade') as ScoreTally;
		expect(trade).toMatchObject({
			horizonBucket: 8,
			bin: 7,
			since: BEGAN + 3 * HOUR_MS,
			sums: { count: 2, hours: 16, stated: 1.5, happened: 1 },
		});
		expect(trade.sums.received).toBeCloseTo(0, 12);
	});
});

test('a forecast of an earlier version stays readable and counts in no score', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-promises-'));
	const old = new DatabaseSync(join(folder, DATABASE_FILE));
	writeSchemaBefore(old, 'forecast-scores');
	old.exec(`
		INSERT INTO promise (slot_key, long_venue, long_symbol, short_venue, short_symbol, promised_at, entry_at, ends_at,
			horizon_hours, horizon_bucket, expected_carry, carry_sd, reversal_probability, total_cost, expected_net,
			probability_positive, verdict, model_basis, kind, execution_id, state, look_at, net_state)
		VALUES ('s', 'kucoin', 'X', 'bybit', 'B', ${BEGAN}, ${BEGAN}, ${BEGAN + 8 * HOUR_MS}, 8, 8, '0.002', '0.0001', '0.1',
			'0.001', '0.001', '0.75', 'trade', 'own_history', 'shown', NULL, 'pending', ${BEGAN}, 'none')`);
	old.close();
	const migrated = openDatabase(folder);
	const migratedDatabase = createSqliteDatabase(migrated);
	const store = createForecastStore(migratedDatabase);
	const [due] = (await store.due(LATER, 10)) as [DueForecast];
	expect(due).toMatchObject({ totalCost: d('0.001'), headlineScales: null, isSameClock: null });
	await store.settle([scored(due, 0.01)], [], LATER);
	expect(await store.due(LATER, 10)).toEqual([]);
	expect(await readScoreTallies(migratedDatabase)).toEqual([]);
	migrated.close();
	rmSync(folder, { recursive: true, force: true });
});

describe('matured forecasts', () => {
	test('are means per 8 hours and step, of one pair in one direction', async () => {
		const store = createForecastStore(createSqliteDatabase(database.now()));
		const turned = {
			longVenue: 'bybit',
			longSymbol: 'BTCUSDT',
			shortVenue: 'kucoin',
			shortSymbol: 'XBTUSDTM',
		};
		await store.add([
			forecast(0),
			forecast(1, { horizonHours: 16, expectedCarry: d('0.008') }),
			forecast(30),
			forecast(0, turned),
			forecast(2, { kind: 'executed', executionId: 'exec_1' }),
			forecast(0, { pairKey: 'bybit:ETHUSDT|kucoin:ETHUSDTM' }),
		]);
		const due = await store.due(LATER, 10);
		const outcome = (found: DueForecast): ForecastOutcome =>
			found.forecastAt >= BEGAN + 30 * HOUR_MS
				? { forecast: found, state: 'unscorable', reason: 'No rates.' }
				: { ...scored(found, 0.001), state: 'scored', received: d('0.001'), sums: NO_SUMS, tallies: [] };
		await store.settle(due.map(outcome), [], LATER);
		const long = { venue: 'kucoin', symbol: 'XBTUSDTM' };
		const query = {
			pairKey: 'bybit:BTCUSDT|kucoin:XBTUSDTM',
			long,
			from: BEGAN,
			to: LATER,
			stepMs: 12 * HOUR_MS,
		};
		const steps = await store.matured(query);
		expect(steps.map(({ timestamp, count }) => [timestamp * 1_000 - BEGAN, count])).toEqual([
			[24 * HOUR_MS, 1],
			[12 * HOUR_MS, 1],
		]);
		expect(
			steps.map(({ forecast: stated, received }) => [stated, received].map((rate) => rate.toFixed(6))),
		).toEqual([
			['0.004000', '0.000500'],
			['0.002000', '0.001000'],
		]);
		expect((await store.matured({ ...query, stepMs: 24 * HOUR_MS }))[0]).toMatchObject({ count: 2 });
		expect(await store.matured({ ...query, from: BEGAN + 17 * HOUR_MS })).toEqual([]);
	});
});
