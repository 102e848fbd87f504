/** Tests the store of samples: thinning to hours, gaps, and separation of users. */
import { expect, test } from 'vitest';
import { storePerTest } from '../../test/support/store-per-test.ts';
import { fromInteger, ZERO } from '../domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../domain/funding.ts';
import { MINUTE_MS, type SampleBatch } from '../ports/money-samples.ts';
import { createSampleStore } from './money-samples.ts';

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

const databases = storePerTest();
const countOf = async (table: string, stepMs: number) =>
	(await databases.now().rows(`SELECT count(*) AS n FROM ${table} WHERE step_ms = ?`, stepMs))[0]?.n;

test('keeps the first sample of each hour, and fills no gap after a pause', async () => {
	const store = createSampleStore(databases.now());
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
	const store = createSampleStore(databases.now());
	for (let minute = 0; minute < 180; minute += 1) await store.add(batch(START + minute * MINUTE_MS));
	const later = START + 3 * DAY_MS;
	const left: number[] = [];
	for (let minute = 0; minute < 4; minute += 1) {
		await store.add(batch(later + minute * MINUTE_MS));
		left.push(Number(await countOf('account_sample', MINUTE_MS)));
	}
	expect(left).toEqual([121, 62, 3, 4]);
	expect(await countOf('account_sample', HOUR_MS)).toBe(5);
});

test('a second batch of one minute changes nothing, as after a restart', async () => {
	const store = createSampleStore(databases.now());
	await store.add(batch(START, 1));
	await store.add(batch(START, 2));
	expect((await store.accounts('user_a', MINUTE_MS, 0)).map(({ equity }) => equity)).toEqual([
		fromInteger(1),
	]);
});

test('keeps users apart, and says since when each has samples', async () => {
	const store = createSampleStore(databases.now());
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
	const store = createSampleStore(databases.now());
	const whole = batch(START);
	const executions = whole.executions.map((one) => ({ ...one, executionId: null as never }));
	// The samples of accounts are stored before those of executions, which have no id.
	await expect(store.add({ ...whole, executions })).rejects.toThrow(/not.null/i);
	expect(await store.span('user_a')).toBeUndefined();
});
