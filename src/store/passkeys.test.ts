/** Tests the store of passkeys: their bytes, their number, and the count that reveals a copy. */
import { beforeEach, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import type { PasskeyStore, StoredPasskey } from '../ports/passkey-store.ts';
import { createPasskeyStore } from './passkeys.ts';
import { createTokenStore } from './tokens.ts';

const databases = storePerTest();
let store: PasskeyStore;

beforeEach(async () => {
	store = createPasskeyStore(databases.now());
	const users = createTokenStore(databases.now());
	for (const name of ['ann', 'bob']) await users.ensureUser({ userId: `user_${name}`, name, createdAt: 1 });
});

const passkey = (passkeyId: string, change: Partial<StoredPasskey> = {}): StoredPasskey => ({
	passkeyId,
	userId: 'user_ann',
	name: 'phone',
	credentialId: `credential of ${passkeyId}`,
	publicKey: Uint8Array.from({ length: 256 }, (_, byte) => byte),
	counter: 0,
	transports: ['internal', 'hybrid'],
	site: 'carry.example',
	createdAt: 10,
	lastUsedAt: null,
	...change,
});

test('reads a passkey back with every byte of its key', async () => {
	const whole = passkey('a', { lastUsedAt: 5, counter: 4_294_967_295, transports: [] });
	const empty = passkey('b', { publicKey: new Uint8Array(0) });
	expect(await store.insert(whole, 5)).toBe(true);
	expect(await store.insert(empty, 5)).toBe(true);
	const again = createPasskeyStore(databases.reopen());
	expect(await again.findByCredential('credential of a')).toEqual(whole);
	expect(await again.findByCredential('credential of b')).toEqual(empty);
	expect(await again.findByCredential('Credential of a')).toBeUndefined();
});

test('lists the passkeys of one user, oldest first', async () => {
	for (const [id, createdAt] of [
		['b', 20],
		['a', 20],
		['c', 10],
	] as const)
		await store.insert(passkey(id, { createdAt }), 5);
	await store.insert(passkey('bobs', { userId: 'user_bob' }), 5);
	expect((await store.listOf('user_ann')).map(({ passkeyId }) => passkeyId)).toEqual(['c', 'a', 'b']);
	expect(await store.listOf('user_none')).toEqual([]);
});

test('stores at most the given number per user, also if two processes store at once', async () => {
	await store.insert(passkey('a'), 2);
	const stored = await databases.atOnce(
		'passkey',
		() => store.insert(passkey('b'), 2),
		() => createPasskeyStore(databases.beside()).insert(passkey('c'), 2),
	);
	expect(resultsOf(stored).toSorted()).toEqual([false, true]);
	expect(await store.listOf('user_ann')).toHaveLength(2);
	expect(await store.insert(passkey('bobs', { userId: 'user_bob' }), 2)).toBe(true);
});

test('rejects a stored credential and an unknown user', async () => {
	await store.insert(passkey('a'), 5);
	await expect(store.insert(passkey('b', { credentialId: 'credential of a' }), 5)).rejects.toThrow(/unique/i);
	await expect(store.insert(passkey('c', { userId: 'user_none' }), 5)).rejects.toThrow(/foreign key/i);
	expect(await store.listOf('user_ann')).toEqual([passkey('a')]);
});

test('records a use only with a higher count, or if the authenticator does not count', async () => {
	await store.insert(passkey('a'), 5);
	expect(await store.noteUse('a', 0, 11)).toBe(true);
	expect(await store.noteUse('a', 7, 12)).toBe(true);
	expect(await store.noteUse('a', 7, 13)).toBe(false);
	expect(await store.noteUse('a', 6, 13)).toBe(false);
	expect(await store.noteUse('a', 0, 13)).toBe(false);
	expect(await store.noteUse('none', 9, 13)).toBe(false);
	expect(await store.listOf('user_ann')).toEqual([passkey('a', { counter: 7, lastUsedAt: 12 })]);
});

test('records one of two uses with the same count', async () => {
	await store.insert(passkey('a'), 5);
	const noted = await databases.atOnce(
		'passkey',
		() => store.noteUse('a', 1, 11),
		() => createPasskeyStore(databases.beside()).noteUse('a', 1, 11),
	);
	expect(resultsOf(noted).toSorted()).toEqual([false, true]);
});

test('knows sites with passkeys, and removes a passkey of its user only', async () => {
	await store.insert(passkey('a'), 5);
	expect([await store.isAnyOf('carry.example'), await store.isAnyOf('other.example')]).toEqual([true, false]);
	expect(await store.remove('user_bob', 'a')).toBe(false);
	expect(await store.remove('user_ann', 'a')).toBe(true);
	expect(await store.remove('user_ann', 'a')).toBe(false);
	expect(await store.isAnyOf('carry.example')).toBe(false);
});
