/** Tests settled rates: exact, never rewritten, in short transactions, and bounded. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import { type Decimal, formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { SettledRate } from '../domain/funding.ts';
import type { InstrumentName } from '../ports/settled-rate-store.ts';
import { createSettledRateStore } from './settled-rates.ts';

const HOUR_MS = 3_600_000;
const T0 = Date.UTC(2026, 10, 21);
const databases = storePerTest();

const named = (venue: string, symbol: string): InstrumentName => ({
	venue,
	symbol,
	coin: 'BTC',
	quote: 'USDT',
});
const BTC = named('bybit', 'BTCUSDT');
const hourly = (count: number, rate = '0.0001'): SettledRate[] =>
	Array.from({ length: count }, (_, index) => ({
		settledAt: T0 + index * HOUR_MS,
		rate: parseDecimal(rate),
	}));
const all = (store: ReturnType<typeof createSettledRateStore>, symbol = 'BTCUSDT') =>
	store.read('bybit', symbol, 0, Number.MAX_SAFE_INTEGER);

describe('the store of settled rates', () => {
	test('reads rates back exactly and oldest first, also through a second connection', async () => {
		const store = createSettledRateStore(databases.now());
		const rates = [
			{ settledAt: T0 + 8 * HOUR_MS + 4, rate: parseDecimal('-0.000000000000000001') },
			{ settledAt: T0 - 3, rate: parseDecimal('0.00375') },
		];
		expect(await store.add(BTC, rates, { from: T0 - 10, to: T0 + 10 })).toEqual({
			added: [
				{ settledAt: T0, rate: parseDecimal('0.00375') },
				{ settledAt: T0 + 8 * HOUR_MS, rate: parseDecimal('-0.000000000000000001') },
			],
			contradicted: [],
		});
		const reopened = createSettledRateStore(databases.reopen());
		expect((await all(reopened)).map(({ settledAt, rate }) => [settledAt - T0, formatDecimal(rate)])).toEqual(
			[
				[0, '0.00375'],
				[8 * HOUR_MS, '-0.000000000000000001'],
			],
		);
		expect(await reopened.asked('bybit', 'BTCUSDT')).toEqual({ from: T0 - 10, to: T0 + 10 });
		expect(await reopened.instants('bybit', 'BTCUSDT')).toEqual([T0, T0 + 8 * HOUR_MS]);
		expect(await reopened.instruments()).toEqual([BTC]);
	});

	test('returns nothing for an unknown instrument', async () => {
		const store = createSettledRateStore(databases.now());
		expect([await all(store), await store.asked('bybit', 'BTCUSDT'), await store.instruments()]).toEqual([
			[],
			undefined,
			[],
		]);
		expect(await store.instants('bybit', 'BTCUSDT')).toEqual([]);
		expect(await store.dropBefore('bybit', 'BTCUSDT', T0)).toBe(0);
	});

	test('keeps the first rate of an instant and reports that the venue has changed it', async () => {
		const store = createSettledRateStore(databases.now());
		await store.add(BTC, hourly(3), undefined);
		const changed = [...hourly(2), { settledAt: T0 + 2 * HOUR_MS, rate: parseDecimal('0.5') }];
		expect(await store.add(BTC, changed, undefined)).toEqual({
			added: [],
			contradicted: [{ settledAt: T0 + 2 * HOUR_MS, rate: parseDecimal('0.0001') }],
		});
		expect(await all(store)).toEqual(hourly(3));
	});

	test('separates instruments and venues, and includes both ends of a range', async () => {
		const store = createSettledRateStore(databases.now());
		await store.add(BTC, hourly(5), undefined);
		await store.add(named('kucoin', 'BTCUSDT'), hourly(2, '0.0002'), undefined);
		await store.add(named('bybit', 'ETHUSDT'), [], { from: 1, to: 2 });
		expect(await store.read('bybit', 'BTCUSDT', T0 + HOUR_MS, T0 + 3 * HOUR_MS)).toHaveLength(3);
		expect(await store.instants('kucoin', 'BTCUSDT')).toHaveLength(2);
		expect([await all(store, 'ETHUSDT'), await store.asked('bybit', 'ETHUSDT')]).toEqual([
			[],
			{ from: 1, to: 2 },
		]);
	});

	test('drops the oldest rates only, 500 at a time', async () => {
		const store = createSettledRateStore(databases.now());
		await store.add(BTC, hourly(1_200), undefined);
		const before = T0 + 700 * HOUR_MS;
		await store.dropBefore('bybit', 'BTCUSDT', before);
		expect((await all(store))[0]?.settledAt).toBe(T0 + 500 * HOUR_MS);
		expect(await store.dropBefore('bybit', 'BTCUSDT', before)).toBe(200);
		expect(await store.dropBefore('bybit', 'BTCUSDT', before)).toBe(0);
		expect(await all(store)).toEqual(hourly(1_200).slice(700));
	});

	test('holds each rate once, in whatever order and parts the rates arrive', async () => {
		const rate = fc.record({
			hour: fc.integer({ min: 0, max: 60 }),
			jitter: fc.integer({ min: -400, max: 400 }),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(fc.array(rate, { maxLength: 20 }), { maxLength: 8 }), async (pieces) => {
				const store = createSettledRateStore(databases.now());
				const symbol = `S${(await store.instruments()).length}`;
				const rateOf = (hour: number) => parseDecimal(String(hour / 1_000)) as Decimal;
				for (const piece of pieces)
					await store.add(
						named('bybit', symbol),
						piece.map(({ hour, jitter }) => ({
							settledAt: T0 + hour * HOUR_MS + jitter,
							rate: rateOf(hour),
						})),
						{ from: 0, to: 1 },
					);
				const hours = [...new Set(pieces.flat().map(({ hour }) => hour))].sort((a, b) => a - b);
				expect(await all(store, symbol)).toEqual(
					hours.map((hour) => ({ settledAt: T0 + hour * HOUR_MS, rate: rateOf(hour) })),
				);
			}),
			{ numRuns: 30 },
		);
	});
});

test('two processes store a new instrument and its rates once', async () => {
	const parts = resultsOf(
		await databases.atOnce(
			'instrument',
			() => createSettledRateStore(databases.now()).add(BTC, hourly(3), undefined),
			() => createSettledRateStore(databases.beside()).add(BTC, hourly(4, '0.0002'), undefined),
		),
	) as { added: readonly SettledRate[]; contradicted: readonly SettledRate[] }[];
	expect(await createSettledRateStore(databases.now()).instruments()).toEqual([BTC]);
	expect(await all(createSettledRateStore(databases.now()))).toHaveLength(4);
	expect(parts.reduce((sum, { added }) => sum + added.length, 0)).toBe(4);
	expect(parts.reduce((sum, { contradicted }) => sum + contradicted.length, 0)).toBe(3);
});
