import { beforeEach, describe, expect, test } from 'vitest';
import { openMemoryDatabase } from '../../test/support/memory-database.ts';
import { accountOf, openSealed, secretOf } from '../../test/support/sealed-database.ts';
import type { ExchangeAccountStore } from '../ports/exchange-accounts.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import type { AccountNews } from '../ports/opened-accounts.ts';
import { systemRandom } from '../runtime/random.ts';
import { createExchangeAccountStore } from '../store/exchange-accounts.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createRawKeyProvider, newRawKey } from '../vault/raw-keys.ts';
import { type AccountBook, credentialsBinding, openAccountBook } from './account-book.ts';

const KEYS = JSON.parse(secretOf(2));
const [FIRST, SECOND] = [accountOf(1), accountOf(2, { userId: 'user_1', inUse: false })];

let book: AccountBook;
let news: AccountNews[];
/** Waits until the store's pending writes are finished. */
let release: () => void;

/** Opens an account book whose first account is in use. Each write to the store waits for `release`. */
beforeEach(async () => {
	const database = openMemoryDatabase();
	const provider = createRawKeyProvider([newRawKey(systemRandom)], 'the test', systemRandom);
	const vault = await openSealed(database, provider, [1]);
	const store = createExchangeAccountStore(createSqliteDatabase(database));
	const credentials = await vault.seal(secretOf(2), credentialsBinding(SECOND));
	await store.insert({ ...SECOND, credentials });
	const waits = new Promise<void>((resolve) => {
		release = resolve;
	});
	const slow: ExchangeAccountStore = {
		...store,
		use: (account) => waits.then(() => store.use(account)),
		change: (accountId, change) => waits.then(() => store.change(accountId, change)),
	};
	book = await openAccountBook({ store: slow, vault, log: SILENT_LOGGER });
	news = [];
	book.opened.onNews((one) => news.push(one));
});

const usedNow = () => book.opened.inUse('user_1', 'bybit')?.accountId;

test('decrypts the keys of the account in use and of the others', () => {
	expect(usedNow()).toBe(FIRST.accountId);
	expect(book.opened.named(SECOND.journalId)?.keys).toEqual(KEYS);
	expect(book.opened.users()).toEqual(['user_1']);
	expect(book.opened.named('user_1:bybit')).toBeUndefined();
});

describe('while the store writes which account is in use', () => {
	test.each([
		['becomes another one', () => book.use(SECOND.accountId), SECOND.accountId],
		['is removed', () => book.remove(FIRST.accountId, 5), undefined],
	])('offers no account to trade on when the account in use %s', async (_what, change, after) => {
		const done = change();
		expect([usedNow(), book.opened.venues('user_1'), book.opened.users()]).toEqual([undefined, [], []]);
		expect(news).toEqual([]);
		release();
		await done;
		expect(usedNow()).toBe(after);
		expect(news[0]).toEqual({ kind: 'switched', userId: 'user_1', venue: 'bybit' });
	});

	test('keeps trading with the old key until the new one is stored', async () => {
		const done = book.renew(FIRST.accountId, { label: 'renewed' }, KEYS);
		expect(usedNow()).toBe(FIRST.accountId);
		expect(book.opened.inUse('user_1', 'bybit')?.keys).not.toEqual(KEYS);
		release();
		await done;
		expect(book.opened.inUse('user_1', 'bybit')?.keys).toEqual(KEYS);
		expect(news).toMatchObject([{ kind: 'renewed', account: { accountId: FIRST.accountId } }]);
	});
});

test('does not notify a listener that was removed', async () => {
	const heard: AccountNews[] = [];
	book.opened.onNews((one) => heard.push(one))();
	release();
	await book.use(SECOND.accountId);
	expect(heard).toEqual([]);
	expect(news).toHaveLength(1);
});

test('knows the accounts of each user, whatever was added, switched and removed', async () => {
	release();
	const other = accountOf(3, { userId: 'user_2', venue: 'kucoin' });
	await book.add(other, KEYS);
	await book.add(accountOf(4, { userId: 'user_1', venue: 'kucoin' }), KEYS);
	const seen = () => ['user_1', 'user_2', 'user_3'].map((userId) => book.opened.venues(userId));
	expect(seen()).toEqual([['bybit', 'kucoin'], ['kucoin'], []]);
	await book.use(SECOND.accountId);
	expect([usedNow(), book.usedAt('user_2', 'kucoin')?.accountId]).toEqual([
		SECOND.accountId,
		other.accountId,
	]);
	expect(book.usedAt('user_2', 'bybit')).toBeUndefined();
	await book.remove(SECOND.accountId, 5);
	expect(seen()).toEqual([['kucoin'], ['kucoin'], []]);
	await book.remove(other.accountId, 6);
	expect(seen()).toEqual([['kucoin'], [], []]);
	expect(book.all().map(({ accountId }) => accountId)).toEqual([FIRST.accountId, accountOf(4).accountId]);
});
