/** Tests settled rates on a full disk. */
import { expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { parseDecimal } from '../../domain/decimal.ts';
import type { SettledRate } from '../../domain/funding.ts';
import type { InstrumentName } from '../../ports/settled-rate-store.ts';
import { createSettledRateStore } from '../settled-rates.ts';
import { createSqliteDatabase } from './sqlite-database.ts';

const HOUR_MS = 3_600_000;
const T0 = Date.UTC(2026, 10, 21);
const databases = databasePerTest();

const named = (venue: string, symbol: string): InstrumentName => ({
	venue,
	symbol,
	coin: 'BTC',
	quote: 'USDT',
});
const BTC = named('bybit', 'BTCUSDT');
const hourly = (count: number): SettledRate[] =>
	Array.from({ length: count }, (_, index) => ({
		settledAt: T0 + index * HOUR_MS,
		rate: parseDecimal('0.0001'),
	}));
const all = (store: ReturnType<typeof createSettledRateStore>, symbol = 'BTCUSDT') =>
	store.read('bybit', symbol, 0, Number.MAX_SAFE_INTEGER);

test('leaves nothing of a transaction on a full disk, and the requested range unchanged', async () => {
	const store = createSettledRateStore(createSqliteDatabase(databases.now()));
	await store.add(BTC, hourly(10), { from: T0, to: T0 + HOUR_MS });
	const pages = Number(databases.now().prepare('PRAGMA page_count').get()?.page_count);
	databases.now().exec(`PRAGMA max_page_count = ${pages}`);
	const wide = { from: 0, to: T0 + 900_000 * HOUR_MS };
	await expect(store.add(BTC, hourly(5_000), wide)).rejects.toThrow(/full/);
	await expect(store.add(named('bybit', 'NEWUSDT'), hourly(5_000), wide)).rejects.toThrow(/full/);
	expect(await store.asked('bybit', 'BTCUSDT')).toEqual({ from: T0, to: T0 + HOUR_MS });
	// The rates of the earlier, complete transactions are stored without a gap.
	expect(await all(store)).toEqual(hourly((await all(store)).length));
	databases.now().exec('PRAGMA max_page_count = 100000');
	await store.add(BTC, hourly(5_000), wide);
	await store.add(named('bybit', 'NEWUSDT'), hourly(3), wide);
	expect([await all(store), await all(store, 'NEWUSDT')]).toEqual([hourly(5_000), hourly(3)]);
	expect(await store.asked('bybit', 'BTCUSDT')).toEqual(wide);
});
