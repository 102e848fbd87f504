/** Tests the bound of samples over more than a year. It takes 60,000 transactions, so it runs in memory only. */
import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../../../test/support/memory-database.ts';
import { fromInteger, ZERO } from '../../domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import { MINUTE_MS, type SampleBatch } from '../../ports/money-samples.ts';
import { createSampleStore } from '../money-samples.ts';
import { createSqliteDatabase } from './sqlite-database.ts';

const START = Date.UTC(2026, 0, 1, 0, 4);

function batch(at: number, equity = 100): SampleBatch {
	return {
		at,
		accounts: [
			{ userId: 'user_a', exchange: 'bybit', account: 'x', equity: fromInteger(equity), externalFlows: ZERO },
		],
		executions: [
			{
				executionId: 'exec_of_user_a',
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

test('stays within its bound for more than a year of samples', async () => {
	const database = openMemoryDatabase();
	const store = createSampleStore(createSqliteDatabase(database));
	const countOf = (table: string, stepMs: number) =>
		Number(database.prepare(`SELECT count(*) AS n FROM ${table} WHERE step_ms = ?`).get(stepMs)?.n);
	const end = START + 400 * DAY_MS;
	// Every minute of the last three days, and every tenth before: the bound depends on time, not on the count.
	for (let at = START; at < end; at += at < end - 3 * DAY_MS ? 10 * MINUTE_MS : MINUTE_MS)
		await store.add(batch(at));
	for (const table of ['account_sample', 'execution_sample']) {
		expect(countOf(table, MINUTE_MS)).toBe(1_441);
		expect(countOf(table, HOUR_MS)).toBe(365 * 24);
	}
	const [oldest] = await store.accounts('user_a', HOUR_MS, 0);
	expect(oldest?.at).toBeGreaterThanOrEqual(end - 365 * DAY_MS - HOUR_MS);
});
