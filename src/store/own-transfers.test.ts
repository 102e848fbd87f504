/** Tests the store of transfers between an owner's wallets: exact amounts, and one open transfer per account. */
import { beforeEach, expect, test } from 'vitest';
import { storePerTest } from '../../test/support/store-per-test.ts';
import { parseDecimal } from '../domain/decimal.ts';
import type { OwnTransferRecord, OwnTransferStore } from '../ports/own-transfer-service.ts';
import { createOwnTransferStore } from './own-transfers.ts';
import { createTokenStore } from './tokens.ts';

const databases = storePerTest();
let store: OwnTransferStore;

beforeEach(async () => {
	store = createOwnTransferStore(databases.now());
	await createTokenStore(databases.now()).ensureUser({ userId: 'user_ann', name: 'ann', createdAt: 1 });
});

const transfer = (clientId: string, change: Partial<OwnTransferRecord> = {}): OwnTransferRecord => ({
	clientId,
	userId: 'user_ann',
	accountId: 'acct_1',
	venue: 'bybit',
	from: 'main',
	to: 'futures',
	asset: 'USDT',
	amount: parseDecimal('12.00000001'),
	state: 'intended',
	intendedAt: 10,
	changedAt: 10,
	message: null,
	...change,
});
const ids = async (since: number) => (await store.load(since)).map(({ clientId }) => clientId);

test('holds the owner’s setting of each account', async () => {
	await store.setAllowed('user_ann', 'acct_1', true, 1);
	await store.setAllowed('user_ann', 'acct_1', true, 2);
	await store.setAllowed('user_ann', 'acct_2', true, 3);
	expect([...(await createOwnTransferStore(databases.reopen()).allowed())].sort()).toEqual([
		'acct_1',
		'acct_2',
	]);
	const again = createOwnTransferStore(databases.now());
	await again.setAllowed('user_ann', 'acct_1', false, 4);
	await again.setAllowed('user_ann', 'acct_1', false, 5);
	expect(await again.allowed()).toEqual(['acct_2']);
});

test('reads a transfer back exactly, and changes its state', async () => {
	await store.save(transfer('a'));
	const done = transfer('a', { state: 'done', changedAt: 20, message: 'moved' });
	expect(await createOwnTransferStore(databases.reopen()).load(0)).toEqual([transfer('a')]);
	const again = createOwnTransferStore(databases.now());
	await again.save(done);
	expect(await again.load(0)).toEqual([done]);
});

test('loads open transfers of any age, and recent ones, oldest first', async () => {
	await store.save(transfer('old', { state: 'failed', intendedAt: 5 }));
	await store.save(transfer('open', { intendedAt: 6 }));
	await store.save(transfer('b', { state: 'done', intendedAt: 20 }));
	await store.save(transfer('a', { state: 'rejected', intendedAt: 20 }));
	expect(await ids(20)).toEqual(['open', 'a', 'b']);
	expect(await ids(5)).toEqual(['old', 'open', 'a', 'b']);
});

test('refuses a second open transfer of an account until the first has ended', async () => {
	await store.save(transfer('a', { state: 'unknown' }));
	await expect(store.save(transfer('b'))).rejects.toThrow(/unique/i);
	await store.save(transfer('other', { accountId: 'acct_2' }));
	await store.save(transfer('a', { state: 'absent', changedAt: 30 }));
	await store.save(transfer('b'));
	expect(await ids(0)).toEqual(['a', 'b', 'other']);
	await expect(store.save(transfer('c', { userId: 'user_none', accountId: 'acct_3' }))).rejects.toThrow(
		/foreign key/i,
	);
});

test('lets one of two processes begin a transfer of an account', async () => {
	const outcomes = await databases.atOnce(
		'own_transfer',
		() => store.save(transfer('a')),
		() => createOwnTransferStore(databases.beside()).save(transfer('b')),
	);
	expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	expect(await ids(0)).toHaveLength(1);
});
