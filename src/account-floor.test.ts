import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../test/support/database-per-test.ts';
import { testVault } from '../test/support/test-vault.ts';
import { type AccountFloor, openAccountFloor } from './account-floor.ts';
import { fromInteger } from './domain/decimal.ts';
import { createSqliteExchangeAccountStore } from './store/sqlite-exchange-accounts.ts';
import { createSqlitePaperStore } from './store/sqlite-paper.ts';

const VENUES = ['bybit', 'kucoin'];
const LOGGED_IN = 'user_with_a_wallet';
const database = databasePerTest();
const vault = testVault();
let errors: string[] = [];
const log = {
	debug() {},
	info() {},
	warn() {},
	error: (_facts: unknown, message: string) => void errors.push(message),
};

beforeEach(() => {
	errors = [];
});

afterEach(() => expect(errors).toEqual([]));

function openFloor(mode: 'paper' | 'simulated'): Promise<AccountFloor> {
	const store = createSqlitePaperStore(database.now());
	return openAccountFloor({
		dataDir: '/nowhere',
		vault,
		store: createSqliteExchangeAccountStore(database.now()),
		simulators: {},
		isLocalUser: async (userId) => userId !== LOGGED_IN,
		paper: mode === 'paper' ? { store, venues: VENUES, deposit: fromInteger(5_000) } : undefined,
		log,
	});
}

const accountsIn = ({ book }: AccountFloor, userId: string) =>
	book
		.all()
		.filter((account) => account.userId === userId)
		.sort((a, b) => (a.venue < b.venue ? -1 : 1));

describe.each([LOGGED_IN, 'user_of_this_machine'])('on paper %s', (userId) => {
	test('has one account at each exchange, with the deposit, over every start', async () => {
		const floor = await openFloor('paper');
		await floor.provide(userId, 'ann');
		await floor.provide(userId, 'ann');
		const first = accountsIn(floor, userId);
		expect(first.map(({ venue, label, inUse }) => [venue, label, inUse])).toEqual(
			VENUES.map((venue) => [venue, 'paper', true]),
		);
		for (const { venue, keys } of first)
			expect((await createSqlitePaperStore(database.now()).load(keys?.apiKey ?? '', venue))?.wallet).toBe(
				fromInteger(5_000),
			);
		database.reopen();
		const again = await openFloor('paper');
		await again.provide(userId, 'ann');
		expect(accountsIn(again, userId).map(({ accountId }) => accountId)).toEqual(
			first.map(({ accountId }) => accountId),
		);
	});

	test('has a new one, with a new deposit, after the old one was disconnected', async () => {
		const floor = await openFloor('paper');
		await floor.provide(userId, 'ann');
		const [old] = accountsIn(floor, userId);
		await floor.book.remove(old?.accountId ?? '', 1);
		await floor.provide(userId, 'ann');
		const [fresh] = accountsIn(floor, userId);
		expect(fresh).toMatchObject({ venue: 'bybit', inUse: true });
		expect(fresh?.keys?.apiKey).not.toBe(old?.keys?.apiKey);
	});
});

test('elsewhere nobody has an account on paper', async () => {
	const floor = await openFloor('simulated');
	await floor.provide('user_of_this_machine', 'ann');
	expect(floor.book.all()).toEqual([]);
});
