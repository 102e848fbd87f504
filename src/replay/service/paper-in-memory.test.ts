/** Tests that the paper accounts in memory answer as those in SQLite do, for drawn changes. */

import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../../../test/support/memory-database.ts';
import { paperHolding, paperOrder } from '../../../test/support/paper-states.ts';
import { fromInteger } from '../../domain/decimal.ts';
import type { PaperChange, PaperStore } from '../../ports/paper-store.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { createPaperStore } from '../../store/paper.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { paperInMemory } from './light-stores.ts';

const ACCOUNT = { accountId: 'one', venue: 'bybit', deposit: fromInteger(500), openedAt: 5 };
const SYMBOLS = ['AAAUSDT', 'BBBUSDT'] as const;
const STATUSES = ['waiting', 'resting', 'filled', 'canceled'] as const;
const CHANGES = 60;

type Random = ReturnType<typeof seededRandom>;

/** Draws a change with payments out of order of time. */
function drawChange(random: Random, count: number): PaperChange {
	const symbol = SYMBOLS[random.below(2)] ?? SYMBOLS[0];
	const one = fromInteger(1 + random.below(5));
	const order = paperOrder(`order-${random.below(9)}`, 'buy', one, one, {
		status: STATUSES[random.below(4)] ?? 'filled',
	});
	return {
		wallet: fromInteger(random.below(900)),
		holdings: [paperHolding({ symbol, quantity: one, filledAt: count })],
		orders: [order],
		fills: [
			{
				...{ tradeId: `trade-${count}`, venueOrderId: order.venueOrderId, cause: 'order' as const },
				...{ symbol, side: 'buy' as const, price: one, quantity: one, fee: one, realized: one },
				...{ clientOrderId: order.clientOrderId, filledAt: count },
			},
		],
		payments: [
			{ symbol, settledAt: (count * 7_919) % 1_000, rate: one, quantity: one, price: one, amount: one },
		],
		taken: new Map([[symbol, random.chance(0.5) ? [{ side: 'buy', price: one, quantity: one }] : []]]),
	};
}

function answersOf(store: PaperStore, from: number, to: number): Promise<readonly unknown[]> {
	return Promise.all([
		store.load('one', 'bybit'),
		store.load('one', 'binance'),
		store.load('two', 'bybit'),
		store.order('one', 'order-3'),
		store.order('one', 'order-none'),
		store.fillsOfOrder('one', 'venue-order-3'),
		store.fills('one', from, to),
		store.fills('one', from, to, SYMBOLS[0]),
		store.payments('one', SYMBOLS[0], from, to),
		store.payments('two', SYMBOLS[0], from, to),
	]);
}

test.each([1, 2, 3])('answers as SQLite does, seed %i', async (seed) => {
	const random = seededRandom(seed);
	const database = openMemoryDatabase();
	const [oracle, light] = [createPaperStore(createSqliteDatabase(database)), paperInMemory()];
	for (const store of [oracle, light]) await store.open(ACCOUNT);
	for (let count = 0; count < CHANGES; count += 1) {
		const change = drawChange(random, count);
		for (const store of [oracle, light]) {
			await store.write('one', change);
			await store.open({ ...ACCOUNT, deposit: fromInteger(1) });
		}
		const [from, to] = [random.below(500), random.below(1_000)];
		expect(await answersOf(light, from, to)).toEqual(await answersOf(oracle, from, to));
	}
	database.close();
});

test('refuses changes of an account that does not exist', async () => {
	await expect(paperInMemory().write('one', {})).rejects.toThrow('there is no paper account one');
});
