/** Tests the store of samples: its bound over a year, thinning to hours, gaps, and separation of users. */
import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../../test/support/memory-database.ts';
import { fromInteger, ZERO } from '../domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../domain/funding.ts';
import { MINUTE_MS, type SampleBatch } from '../ports/money-samples.ts';
import { createSampleStore } from './money-samples.ts';
import { createSqliteDatabase } from './sqlite/sqlite-database.ts';

const START = Date.UTC(2026, 0, 1, 0, 4);

function batch(at: number, equity = 100, userId = 'user_a'): SampleBatch {
	return {
		at,
		accounts: [{ userId, exchange: 'bybit', account: 'x', equity: fromInteger(equity), externalFlows: ZERO }],
		executions: [
			{
				executionId: `exec_of_${userId}`,
				pricePnl: null,
				fundingPnl: fromInteger(equity),
				feeCost: ZERO,
				slippageCost: ZERO,
				delta: ZERO,
				deltaUsd: ZERO,
				basis: null,
			},
		],
	};
}

const countOf = (database: DatabaseSync, table: string, stepMs: number) =>
	Number(database.prepare(`SELECT count(*) AS n FROM ${table} WHERE step_ms = ?`).get(stepMs)?.n);

test('stays within its bound for more than a year of samples', async () => {
	const database = openMemoryDatabase();
	const store = createSampleStore(createSqliteDatabase(database));
	const end = START + 400 * DAY_MS;
	// Every minute of the last three days, and every tenth before: the bound depends on time, not on the count.
	for (let at = START; at < end; at += at < end - 3 * DAY_MS ? 10 * MINUTE_MS : MINUTE_MS)
		await store.add(batch(at));
	for (const table of ['account_sample', 'execution_sample']) {
		expect(countOf(database, table, MINUTE_MS)).toBe(1_441);
		expect(countOf(database, table, HOUR_MS)).toBe(365 * 24);
	}
	const [oldest] = await store.accounts('user_a', HOUR_MS, 0);
	expect(oldest?.at).toBeGreaterThanOrEqual(end - 365 * DAY_MS - HOUR_MS);
});

test('keeps the first sample of each hour, and fills no gap after a pause', async () => {
	const store = createSampleStore(createSqliteDatabase(openMemoryDatabase()));
	for (let minute = 0; minute < 120; minute += 1) await store.add(batch(START + minute * MINUTE_MS, minute));
	await store.add(batch(START + 5 * HOUR_MS, 999));
	const hours = await store.accounts('user_a', HOUR_MS, 0);
	const begin = START - 4 * MINUTE_MS;
	expect(hours.map(({ at, equity }) => [(at - begin) / HOUR_MS, equity])).toEqual([
		[0, fromInteger(0)],
		[1, fromInteger(56)],
		[2, fromInteger(116)],
		[5, fromInteger(999)],
	]);
	const minutes = await store.execution('exec_of_user_a', MINUTE_MS, START + 119 * MINUTE_MS);
	expect(minutes.map(({ at }) => (at - START) / MINUTE_MS)).toEqual([119, 300]);
});

test('deletes the backlog after a long pause in parts, and none of what it must keep', async () => {
	const database = openMemoryDatabase();
	const store = createSampleStore(createSqliteDatabase(database));
	for (let minute = 0; minute < 180; minute += 1) await store.add(batch(START + minute * MINUTE_MS));
	const later = START + 3 * DAY_MS;
	const left: number[] = [];
	for (let minute = 0; minute < 4; minute += 1) {
		await store.add(batch(later + minute * MINUTE_MS));
		left.push(countOf(database, 'account_sample', MINUTE_MS));
	}
	expect(left).toEqual([121, 62, 3, 4]);
	expect(countOf(database, 'account_sample', HOUR_MS)).toBe(5);
});

test('a second batch of one minute changes nothing, as after a restart', async () => {
	const store = createSampleStore(createSqliteDatabase(openMemoryDatabase()));
	await store.add(batch(START, 1));
	await store.add(batch(START, 2));
	expect((await store.accounts('user_a', MINUTE_MS, 0)).map(({ equity }) => equity)).toEqual([
		fromInteger(1),
	]);
});

test('keeps users apart, and says since when each has samples', async () => {
	const store = createSampleStore(createSqliteDatabase(openMemoryDatabase()));
	await store.add(batch(START, 1, 'user_a'));
	await store.add(batch(START + MINUTE_MS, 2, 'user_b'));
	await store.add(batch(START + 2 * MINUTE_MS, 3, 'user_b'));
	const seen = await store.accounts('user_b', MINUTE_MS, 0);
	expect(seen.map(({ equity }) => equity)).toEqual([fromInteger(2), fromInteger(3)]);
	expect(await store.span('user_a')).toEqual({ first: START, last: START });
	expect(await store.span('user_b')).toEqual({ first: START + MINUTE_MS, last: START + 2 * MINUTE_MS });
	expect(await store.span('user_c')).toBeUndefined();
});

test('stores nothing of a minute that fails midway', async () => {
	const database = openMemoryDatabase();
	const store = createSampleStore(createSqliteDatabase(database));
	database.exec(
		"CREATE TEMP TRIGGER full BEFORE INSERT ON main.execution_sample BEGIN SELECT RAISE(ABORT, 'disk full'); END",
	);
	await expect(store.add(batch(START))).rejects.toThrow('disk full');
	expect(await store.span('user_a')).toBeUndefined();
});
