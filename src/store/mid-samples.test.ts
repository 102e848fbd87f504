import { describe, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import { DAYS_KEPT, MINUTES_KEPT } from '../ports/mid-samples.ts';
import { createMidSampleStore } from './mid-samples.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A UTC midnight, in days and in minutes since 1970. */
const DAY = Date.UTC(2026, 10, 21) / DAY_MS;
const MIDNIGHT = DAY * 1_440;

const database = storePerTest();
type Store = ReturnType<typeof createMidSampleStore>;
/** Adds a minute as the service does: the finished day first. */
async function add(store: Store, minute: number, ...entries: readonly (readonly [string, number])[]) {
	while (await store.finishDay(MIDNIGHT + minute));
	await store.add({ minute: MIDNIGHT + minute, mids: new Map(entries) });
}
/** Returns the stored minutes since the midnight, each with its prices by contract. */
async function minutesOf(store: Store, from = 0) {
	const { contracts, minutes } = await store.minutesFrom(MIDNIGHT + from);
	return minutes.map(({ minute, mids }) => [
		minute - MIDNIGHT,
		Object.fromEntries(
			contracts.flatMap((contract, place) => {
				const mid = mids[place] ?? Number.NaN;
				return contract === undefined || Number.isNaN(mid) ? [] : [[contract, mid]];
			}),
		),
	]);
}
const hoursOf = async (contract: string, days: number) => {
	const store = createMidSampleStore(database.reopen());
	const samples = await store.hours(contract, (DAY - 1) * DAY_MS, (DAY + days) * DAY_MS);
	return samples.map(({ at, mid }) => [(at - DAY * DAY_MS) / HOUR_MS, mid]);
};

describe('stored mid prices', () => {
	test('come back by the minute over a restart, each contract with its own price', async () => {
		const store = createMidSampleStore(database.now());
		await add(store, 0, ['a:BTC', 100]);
		await add(store, 1, ['b:BTC', 101], ['a:BTC', 100.5]);
		await add(store, 2, ['b:BTC', 102]);
		expect(await minutesOf(createMidSampleStore(database.reopen()), 1)).toEqual([
			[1, { 'a:BTC': 100.5, 'b:BTC': 101 }],
			[2, { 'b:BTC': 102 }],
		]);
	});

	test('replace an earlier sample of the same minute', async () => {
		const store = createMidSampleStore(database.now());
		await add(store, 0, ['a:BTC', 100]);
		await add(store, 0, ['a:BTC', 200]);
		expect(await minutesOf(store)).toEqual([[0, { 'a:BTC': 200 }]]);
	});

	test('keep a day of minutes, and the last sample of each hour of every finished day', async () => {
		const store = createMidSampleStore(database.now());
		for (const minute of [0, 30, 59, 60, 1_439]) await add(store, minute, ['a:BTC', 100 + minute]);
		expect(await hoursOf('a:BTC', 3)).toEqual([]);
		const next = createMidSampleStore(database.now());
		await add(next, 1_440 + 30, ['b:BTC', 7]);
		expect((await minutesOf(next)).map(([minute]) => minute)).toEqual([59, 60, 1_439, 1_470]);
		expect(await hoursOf('a:BTC', 3)).toEqual([
			[0, 159],
			[1, 160],
			[23, 1_539],
		]);
		expect(await hoursOf('b:BTC', 3)).toEqual([]);
		await add(createMidSampleStore(database.now()), 3 * 1_440, ['a:BTC', 8]);
		expect(await hoursOf('b:BTC', 3)).toEqual([[24, 7]]);
	});

	test('are dropped after a year, and a new contract then gets the place of a forgotten one', async () => {
		const store = createMidSampleStore(database.now());
		const rows = async (table: string) =>
			(await database.now().rows(`SELECT count(*) AS n FROM ${table}`))[0]?.n;
		await add(store, 0, ['a:OLD', 1]);
		await add(store, 1_440, ['a:BTC', 2]);
		expect([await rows('mid_day'), await rows('mid_contract')]).toEqual([1, 2]);
		await add(store, DAYS_KEPT * 1_440, ['a:BTC', 3]);
		expect([await rows('mid_day'), await rows('mid_contract')]).toEqual([2, 2]);
		await add(store, (DAYS_KEPT + 1) * 1_440, ['a:BTC', 4], ['a:NEW', 5]);
		expect([await rows('mid_day'), await rows('mid_contract')]).toEqual([2, 2]);
		expect(await hoursOf('a:OLD', 1)).toEqual([]);
		expect((await minutesOf(createMidSampleStore(database.reopen()))).at(-1)?.[1]).toEqual({
			'a:BTC': 4,
			'a:NEW': 5,
		});
	});

	test('never exceed one row per minute and one per contract and day', async () => {
		const store = createMidSampleStore(database.now());
		const perHour = 60;
		for (let minute = 0; minute < 4 * MINUTES_KEPT; minute += perHour)
			await add(store, minute, ['a:BTC', 1], ['b:BTC', 2]);
		const [counts] = await database
			.now()
			.rows('SELECT (SELECT count(*) FROM mid_minute) AS minutes, (SELECT count(*) FROM mid_day) AS days');
		expect(counts).toEqual({ minutes: MINUTES_KEPT / perHour, days: 2 * 3 });
	});

	test('finish a day of many contracts in slices, also if the service stops in between', async () => {
		const many = Array.from({ length: 600 }, (_, place) => [`a:COIN${place}`, place + 1] as const);
		await add(createMidSampleStore(database.now()), 0, ...many);
		expect(await createMidSampleStore(database.now()).finishDay(MIDNIGHT + 1_440)).toBe(true);
		const after = createMidSampleStore(database.reopen());
		const slices = [];
		for (let more = true; more; ) {
			more = await after.finishDay(MIDNIGHT + 1_440);
			slices.push(more);
		}
		expect(slices).toEqual([true, true, false]);
		expect(await hoursOf('a:COIN0', 1)).toEqual([[0, 1]]);
		expect(await hoursOf('a:COIN599', 1)).toEqual([[0, 600]]);
	});

	test('leave no trace of a minute that could not be written', async () => {
		const store = createMidSampleStore(database.now());
		await add(store, 0, ['a:BTC', 1]);
		// The new contract is stored before the database refuses the minute, which is not an integer.
		await expect(add(store, 1.5, ['b:BTC', 2])).rejects.toThrow();
		await add(store, 2, ['c:BTC', 3], ['b:BTC', 2]);
		expect((await minutesOf(store)).at(-1)).toEqual([2, { 'b:BTC': 2, 'c:BTC': 3 }]);
	});
});

test('two processes that store new contracts at once give each its own place', async () => {
	const [first, second] = [database.now(), database.beside()].map((one) => createMidSampleStore(one)) as [
		Store,
		Store,
	];
	resultsOf(
		await database.atOnce(
			'mid_contract',
			() => first.add({ minute: MIDNIGHT, mids: new Map([['a:BTC', 1]]) }),
			() =>
				second.add({
					minute: MIDNIGHT + 1,
					mids: new Map([
						['b:BTC', 2],
						['a:BTC', 3],
					]),
				}),
		),
	);
	expect(await minutesOf(first)).toEqual([
		[0, { 'a:BTC': 1 }],
		[1, { 'a:BTC': 3, 'b:BTC': 2 }],
	]);
});
