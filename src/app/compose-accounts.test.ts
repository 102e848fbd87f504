import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import { testVault } from '../../test/support/test-vault.ts';
import { fromInteger } from '../domain/decimal.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { seededRandom } from '../runtime/seeded-random.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createExchangeAccountStore } from '../store/exchange-accounts.ts';
import { createPaperStore } from '../store/paper.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { composeAccounts, type UserAccounts } from './compose-accounts.ts';

const VENUES = ['bybit', 'kucoin'];
const LOGGED_IN = 'user_with_a_wallet';
const database = databasePerTest();
const vault = testVault();
let errors: string[] = [];
const log = {
	...SILENT_LOGGER,
	error: (_facts: unknown, message: string) => void errors.push(message),
};

beforeEach(() => {
	errors = [];
});

afterEach(() => expect(errors).toEqual([]));

function openAccounts(mode: 'paper' | 'simulated'): Promise<UserAccounts> {
	const store = createPaperStore(createSqliteDatabase(database.now()));
	return composeAccounts({
		dataDir: '/nowhere',
		vault,
		store: createExchangeAccountStore(createSqliteDatabase(database.now())),
		simulators: {},
		isLocalUser: async (userId) => userId !== LOGGED_IN,
		paperStore: store,
		paper: mode === 'paper' ? { venues: VENUES, deposit: fromInteger(5_000) } : undefined,
		clock: createVirtualClock(1_760_000_000_000),
		random: seededRandom(1),
		log,
	});
}

const accountsIn = ({ book }: UserAccounts, userId: string) =>
	book
		.all()
		.filter((account) => account.userId === userId)
		.sort((a, b) => (a.venue < b.venue ? -1 : 1));

describe.each([LOGGED_IN, 'user_of_this_machine'])('on paper %s', (userId) => {
	test('keeps one account with the deposit at each exchange over every start', async () => {
		const accounts = await openAccounts('paper');
		await accounts.provide(userId, 'ann');
		await accounts.provide(userId, 'ann');
		const first = accountsIn(accounts, userId);
		expect(first.map(({ venue, label, inUse }) => [venue, label, inUse])).toEqual(
			VENUES.map((venue) => [venue, 'paper', true]),
		);
		for (const { venue, keys } of first)
			expect(
				(await createPaperStore(createSqliteDatabase(database.now())).load(keys?.apiKey ?? '', venue))
					?.wallet,
			).toBe(fromInteger(5_000));
		database.reopen();
		const again = await openAccounts('paper');
		await again.provide(userId, 'ann');
		expect(accountsIn(again, userId).map(({ accountId }) => accountId)).toEqual(
			first.map(({ accountId }) => accountId),
		);
	});

	test('gets a new account with a new deposit after the old one was disconnected', async () => {
		const accounts = await openAccounts('paper');
		await accounts.provide(userId, 'ann');
		const [old] = accountsIn(accounts, userId);
		await accounts.book.remove(old?.accountId ?? '', 1);
		await accounts.provide(userId, 'ann');
		const [fresh] = accountsIn(accounts, userId);
		expect(fresh).toMatchObject({ venue: 'bybit', inUse: true });
		expect(fresh?.keys?.apiKey).not.toBe(old?.keys?.apiKey);
	});
});

test('creates no paper accounts in other modes', async () => {
	const accounts = await openAccounts('simulated');
	await accounts.provide('user_of_this_machine', 'ann');
	expect(accounts.book.all()).toEqual([]);
});
