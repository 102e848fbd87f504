import { beforeEach, expect, test } from 'vitest';
import { storePerTest } from '../../test/support/store-per-test.ts';
import type { StoredWebSession, WebSessionStore } from '../ports/web-session-store.ts';
import { createTokenStore } from './tokens.ts';
import { createWebSessionStore } from './web-sessions.ts';

const databases = storePerTest();
let store: WebSessionStore;

const session = (sessionHash: string, change: Partial<StoredWebSession> = {}): StoredWebSession => ({
	sessionHash,
	originHash: `origin of ${sessionHash}`,
	userId: 'user_ann',
	createdAt: 1_000,
	seenAt: 1_000,
	expiresAt: 5_000,
	...change,
});

beforeEach(async () => {
	store = createWebSessionStore(databases.now());
	const users = createTokenStore(databases.now());
	for (const name of ['ann', 'bob']) await users.ensureUser({ userId: `user_${name}`, name, createdAt: 1 });
});

test('a session is read back unchanged, only by its hash', async () => {
	await store.insert(session('a'));
	expect(await store.find('a')).toEqual(session('a'));
	for (const hash of ['', 'A', 'b', "a' OR '1'='1"]) expect(await store.find(hash), hash).toBeUndefined();
});

test('rejects a used hash and an unknown user', async () => {
	await store.insert(session('a'));
	await expect(store.insert(session('a', { userId: 'user_bob' }))).rejects.toThrow(/unique/i);
	await expect(store.insert(session('b', { userId: 'user_none' }))).rejects.toThrow(/foreign key/i);
	expect(await store.find('a')).toEqual(session('a'));
});

test('touch records a use and changes nothing else', async () => {
	await store.insert(session('a'));
	await store.insert(session('b'));
	await store.touch('a', 2_000);
	await store.touch('none', 2_000);
	expect(await store.find('a')).toEqual(session('a', { seenAt: 2_000 }));
	expect(await store.find('b')).toEqual(session('b'));
});

test('removes one session by hash, those of a user, and expired ones', async () => {
	await store.insert(session('a'));
	await store.insert(session('b', { expiresAt: 4_999 }));
	await store.insert(session('c', { expiresAt: 5_001 }));
	await store.insert(session('of bob', { userId: 'user_bob', expiresAt: 9_000 }));
	const left = async () =>
		(await databases.now().rows('SELECT session_hash FROM web_session ORDER BY 1')).map(
			(row) => row.session_hash,
		);
	await store.delete('none');
	await store.deleteExpired(4_998);
	expect(await left()).toEqual(['a', 'b', 'c', 'of bob']);
	await store.deleteExpired(5_000);
	expect(await left()).toEqual(['c', 'of bob']);
	await store.insert(session('d'));
	await store.delete('d');
	await store.deleteOf('user_ann');
	expect(await left()).toEqual(['of bob']);
	await store.deleteOf('user_none');
	expect(await left()).toEqual(['of bob']);
});

test('survives a restart', async () => {
	await store.insert(session('a'));
	expect(await createWebSessionStore(databases.reopen()).find('a')).toEqual(session('a'));
});
