/** Tests the store of exchange accounts: no account is connected twice, and one per venue is in use. */
import { beforeEach, describe, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import {
	DuplicateAccountError,
	type ExchangeAccountStore,
	type StoredExchangeAccount,
} from '../ports/exchange-accounts.ts';
import { createExchangeAccountStore } from './exchange-accounts.ts';

const databases = storePerTest();
let store: ExchangeAccountStore;

beforeEach(() => {
	store = createExchangeAccountStore(databases.now());
});

const account = (accountId: string, change: Partial<StoredExchangeAccount> = {}): StoredExchangeAccount => ({
	accountId,
	userId: 'user_ann',
	venue: 'bybit',
	label: 'main',
	kind: 'api_key',
	journalId: `journal of ${accountId}`,
	credentials: 'v1.sealed',
	keyFingerprint: `key of ${accountId}`,
	uidFingerprint: `uid of ${accountId}`,
	permissions: ['trade', 'read'],
	canTrade: true,
	canWithdraw: null,
	keyExpiresAt: null,
	connectedAt: 10,
	disconnectedAt: null,
	leavingSince: null,
	inUse: false,
	health: { lastOkAt: null, lastError: null, refusedAt: null },
	...change,
});
const GONE = { disconnectedAt: 50, credentials: null, inUse: false } as const;
const connected = async () => (await store.listConnected()).map(({ accountId }) => accountId);

test('reads accounts back exactly, oldest first', async () => {
	const full = account('b', {
		kind: 'oauth',
		canTrade: false,
		canWithdraw: true,
		keyExpiresAt: 99,
		leavingSince: 98,
		inUse: true,
		permissions: [],
		health: { lastOkAt: 1, lastError: 'The key is old.', refusedAt: 2 },
	});
	const early = account('z', { connectedAt: 1, canTrade: null, uidFingerprint: null });
	await store.insert(full);
	await store.insert(account('a'));
	await store.insert(early);
	await store.insert(account('gone', { ...GONE, connectedAt: 0 }));
	expect(await createExchangeAccountStore(databases.reopen()).listConnected()).toEqual([
		early,
		account('a'),
		full,
	]);
});

test('lists every venue of a user, and finds journal ids of disconnected accounts too', async () => {
	await store.insert(account('a', { venue: 'okx' }));
	await store.insert(account('b', { ...GONE, venue: 'Bybit' }));
	await store.insert(account('c', { venue: 'okx' }));
	await store.insert(account('d', { userId: 'user_bob', venue: 'kucoin' }));
	expect(await store.venuesEver('user_ann')).toEqual(['Bybit', 'okx']);
	expect(await store.venuesEver('user_none')).toEqual([]);
	expect([await store.hasJournalId('journal of b'), await store.hasJournalId('b')]).toEqual([true, false]);
});

describe('an account is connected once', () => {
	test.each([
		['its id', { accountId: 'a' }],
		['its id in the journal', { journalId: 'journal of a' }],
		['its key', { keyFingerprint: 'key of a' }],
		['its id at the exchange', { uidFingerprint: 'uid of a' }],
	])('by %s', async (_name, change) => {
		await store.insert(account('a'));
		await expect(store.insert(account('b', { userId: 'user_bob', ...change }))).rejects.toThrow(
			DuplicateAccountError,
		);
		expect(await store.listConnected()).toEqual([account('a')]);
	});

	test('but again after it was disconnected, at another venue, and without an id of the exchange', async () => {
		await store.insert(account('a', { uidFingerprint: null }));
		await store.insert(account('b', { uidFingerprint: null }));
		await store.insert(account('c', { keyFingerprint: 'key of a', venue: 'okx' }));
		await store.change('a', GONE);
		await store.insert(account('d', { keyFingerprint: 'key of a' }));
		expect(await connected()).toEqual(['b', 'c', 'd']);
	});

	test('also if two processes connect it at once', async () => {
		const outcomes = await databases.atOnce(
			'exchange_account',
			() => store.insert(account('a', { keyFingerprint: 'key' })),
			() => createExchangeAccountStore(databases.beside()).insert(account('b', { keyFingerprint: 'key' })),
		);
		const [failed] = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
		expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		expect(failed).toBeInstanceOf(DuplicateAccountError);
	});
});

describe('a change', () => {
	test('writes only its own members', async () => {
		await store.insert(account('a', { inUse: true }));
		await store.insert(account('b'));
		await store.change('a', {});
		await store.change('a', { label: 'renamed', canTrade: null, permissions: [] });
		await store.change('none', { label: 'nobody' });
		const health = { lastOkAt: 5, lastError: null, refusedAt: 6 };
		await store.change('a', { health, leavingSince: 7, uidFingerprint: null });
		expect(await store.listConnected()).toEqual([
			account('a', {
				inUse: true,
				label: 'renamed',
				canTrade: null,
				permissions: [],
				health,
				leavingSince: 7,
				uidFingerprint: null,
			}),
			account('b'),
		]);
	});

	test('refuses the key or the id of another connected account', async () => {
		await store.insert(account('a'));
		await store.insert(account('b'));
		for (const change of [{ keyFingerprint: 'key of b' }, { uidFingerprint: 'uid of b' }])
			await expect(store.change('a', { ...change, label: 'x' })).rejects.toThrow(DuplicateAccountError);
		await store.change('a', { keyFingerprint: 'key of a', uidFingerprint: 'uid of a' });
		await store.change('b', GONE);
		await store.change('a', { keyFingerprint: 'key of b' });
		expect(await store.listConnected()).toEqual([account('a', { keyFingerprint: 'key of b' })]);
	});

	test('gives one of two accounts an id of the exchange that both report at once', async () => {
		await store.insert(account('a', { uidFingerprint: null }));
		await store.insert(account('b', { uidFingerprint: null }));
		const outcomes = await databases.atOnce(
			'exchange_account',
			() => store.change('a', { uidFingerprint: 'uid' }),
			() => createExchangeAccountStore(databases.beside()).change('b', { uidFingerprint: 'uid' }),
		);
		const failed = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
		expect(failed).toEqual([expect.any(DuplicateAccountError)]);
	});

	test('disconnects only together with the erasure of the key', async () => {
		await store.insert(account('a'));
		await expect(store.change('a', { disconnectedAt: 50 })).rejects.toThrow(/check/i);
		await expect(store.change('a', { credentials: null })).rejects.toThrow(/check/i);
		await store.change('a', GONE);
		expect(await connected()).toEqual([]);
	});
});

test('one account per user and venue is in use, also if two processes choose at once', async () => {
	await store.insert(account('a', { inUse: true }));
	await store.insert(account('b'));
	await store.insert(account('c', { venue: 'okx', inUse: true }));
	await store.insert(account('d', { userId: 'user_bob', inUse: true }));
	const inUse = async () =>
		(await store.listConnected()).flatMap(({ accountId, inUse }) => (inUse ? [accountId] : []));
	await store.use(account('b'));
	expect(await inUse()).toEqual(['b', 'c', 'd']);
	resultsOf(
		await databases.atOnce(
			'exchange_account',
			() => store.use(account('a')),
			() => createExchangeAccountStore(databases.beside()).use(account('b')),
		),
	);
	expect(await inUse()).toHaveLength(3);
});
