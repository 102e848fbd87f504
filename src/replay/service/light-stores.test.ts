/** Tests that the store in memory answers as the store in SQLite does, for drawn operations. */

import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../../../test/support/memory-database.ts';
import { fromInteger } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { SettledRateStore } from '../../ports/settled-rate-store.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { createSettledRateStore } from '../../store/settled-rates.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { NO_LIVES, settledRatesInMemory } from './light-stores.ts';

const T0 = Date.UTC(2026, 0, 1);
const INSTRUMENTS = [
	{ venue: 'bybit', symbol: 'BBBUSDT', coin: 'BBB', quote: 'USDT' },
	{ venue: 'bybit', symbol: 'AAAUSDT', coin: 'AAA', quote: 'USDT' },
	{ venue: 'binance', symbol: 'AAAUSDT', coin: 'AAA', quote: 'USDT' },
];
const HOURS = 200;
const OPERATIONS = 300;

type Random = ReturnType<typeof seededRandom>;

/** Draws rates with times out of order, jitter, repeated settlements and contradictions. */
function drawRates(random: Random) {
	return Array.from({ length: random.below(12) }, () => ({
		settledAt: T0 + random.below(HOURS) * HOUR_MS + (random.chance(0.2) ? random.below(9) : 0),
		rate: fromInteger(random.below(3)),
	}));
}

/** Draws an operation. Returns a function that carries it out on a store, and reads what the store then has. */
function drawOperation(random: Random): (store: SettledRateStore) => Promise<unknown> {
	const instrument = INSTRUMENTS[random.below(INSTRUMENTS.length)] ?? INSTRUMENTS[0];
	if (instrument === undefined) throw new Error('There are instruments.');
	const { venue, symbol } = instrument;
	const [from, to] = [random.below(HOURS), random.below(HOURS)].map((hour) => T0 + hour * HOUR_MS);
	const rates = drawRates(random);
	const asked = random.chance(0.5) ? { from: from ?? 0, to: to ?? 0 } : undefined;
	const kind = random.below(6);
	return async (store) => {
		if (kind <= 2) return store.add(instrument, rates, asked);
		if (kind === 3) return store.read(venue, symbol, from ?? 0, to ?? 0);
		if (kind === 4 && from !== undefined) return store.dropBefore(venue, symbol, from - 100 * HOUR_MS);
		return [
			await store.instants(venue, symbol),
			await store.asked(venue, symbol),
			await store.instruments(),
			await store.read(venue, symbol, 0, Number.MAX_SAFE_INTEGER),
		];
	};
}

test.each([1, 2, 3, 4])('answers as SQLite does, seed %i', async (seed) => {
	const random = seededRandom(seed);
	const database = openMemoryDatabase();
	const [oracle, light] = [createSettledRateStore(createSqliteDatabase(database)), settledRatesInMemory()];
	for (let count = 0; count < OPERATIONS; count += 1) {
		const operation = drawOperation(random);
		expect(await operation(light)).toEqual(await operation(oracle));
	}
	database.close();
});

test('drops as many rates at once as SQLite does', async () => {
	const database = openMemoryDatabase();
	const [instrument] = INSTRUMENTS;
	if (instrument === undefined) throw new Error('There are instruments.');
	const rates = Array.from({ length: 1_200 }, (_, hour) => ({
		settledAt: T0 + hour * HOUR_MS,
		rate: fromInteger(hour),
	}));
	for (const store of [createSettledRateStore(createSqliteDatabase(database)), settledRatesInMemory()]) {
		await store.add(instrument, rates, undefined);
		const drop = () => store.dropBefore(instrument.venue, instrument.symbol, T0 + 1_100 * HOUR_MS);
		expect([await drop(), await drop(), await drop(), await drop()]).toEqual([500, 500, 100, 0]);
	}
	database.close();
});

test('instants that were read do not change with later additions', async () => {
	const store = settledRatesInMemory();
	const [instrument] = INSTRUMENTS;
	if (instrument === undefined) throw new Error('There are instruments.');
	const add = (hour: number) =>
		store.add(instrument, [{ settledAt: T0 + hour * HOUR_MS, rate: fromInteger(1) }], undefined);
	await add(0);
	const instants = await store.instants(instrument.venue, instrument.symbol);
	await add(1);
	expect(instants).toEqual([T0]);
});

test('the store of lifetimes keeps nothing', async () => {
	expect(await NO_LIVES.open()).toEqual([]);
	expect(await NO_LIVES.find({} as Parameters<typeof NO_LIVES.find>[0])).toEqual({ lives: [], count: 0 });
});
