/**
 * Tests that a login's stored data works only once, in one browser and until it expires, even over two connections.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import { createLoginStore, LOGINS_WAITING_MAX, LOGINS_WAITING_PER_BROWSER_MAX } from './logins.ts';
import { createTokenStore } from './tokens.ts';

const databases = storePerTest();

const nonce = (nonceHash: string, browserHash = 'ann', expiresAt = 1_000) => ({
	nonceHash,
	browserHash,
	expiresAt,
});

describe('a nonce', () => {
	test('is taken once, by its browser, before its end', async () => {
		const { nonces } = createLoginStore(databases.now());
		await nonces.put(nonce('n'));
		expect(await nonces.take('other', 'ann', 0)).toBe(false);
		expect(await nonces.take('n', 'ben', 0)).toBe(false);
		expect(await nonces.take('n', 'ann', 1_000)).toBe(false);
		expect(await nonces.take('n', 'ann', 999)).toBe(true);
		expect(await nonces.take('n', 'ann', 999)).toBe(false);
	});

	test('is taken once over two connections', async () => {
		await createLoginStore(databases.now()).nonces.put(nonce('n'));
		const taken = await databases.atOnce(
			'login_waiting',
			() => createLoginStore(databases.beside()).nonces.take('n', 'ann', 0),
			() => createLoginStore(databases.now()).nonces.take('n', 'ann', 0),
		);
		expect(resultsOf(taken).toSorted()).toEqual([false, true]);
	});

	test('waits through a restart', async () => {
		await createLoginStore(databases.now()).nonces.put(nonce('n'));
		expect(await createLoginStore(databases.reopen()).nonces.take('n', 'ann', 0)).toBe(true);
	});

	test('is removed when it has expired; a login at a provider stays until its own expiry', async () => {
		const { nonces, pendingLogins } = createLoginStore(databases.now());
		await nonces.put(nonce('early', 'ann', 10));
		await nonces.put(nonce('late', 'ann', 11));
		await pendingLogins.put({ stateHash: 'early', browserHash: 'ann', sealed: 's', expiresAt: 10 });
		await nonces.deleteExpired(10);
		expect(await nonces.take('early', 'ann', 0)).toBe(false);
		expect(await nonces.take('late', 'ann', 0)).toBe(true);
		expect(await pendingLogins.take('early', 'ann', 0)).toBe('s');
	});
});

describe('a login at a provider', () => {
	test('is taken once, with its sealed secrets', async () => {
		const { pendingLogins, nonces } = createLoginStore(databases.now());
		await pendingLogins.put({ stateHash: 's', browserHash: 'ann', sealed: 'sealed', expiresAt: 1_000 });
		expect(await nonces.take('s', 'ann', 0)).toBe(false);
		expect(await pendingLogins.take('s', 'ben', 0)).toBeUndefined();
		expect(await pendingLogins.take('s', 'ann', 1_000)).toBeUndefined();
		expect(await pendingLogins.take('s', 'ann', 999)).toBe('sealed');
		expect(await pendingLogins.take('s', 'ann', 999)).toBeUndefined();
	});

	test('is removed when it has expired', async () => {
		const { pendingLogins } = createLoginStore(databases.now());
		await pendingLogins.put({ stateHash: 's', browserHash: 'ann', sealed: 'sealed', expiresAt: 10 });
		await pendingLogins.deleteExpired(10);
		expect(await pendingLogins.take('s', 'ann', 0)).toBeUndefined();
	});
});

describe('the number of waiting logins is bounded', () => {
	test('per browser: it keeps its latest logins of each kind, and other browsers lose none', async () => {
		const { nonces, pendingLogins } = createLoginStore(databases.now());
		await nonces.put(nonce('ben', 'ben', 1));
		await pendingLogins.put({ stateHash: 'oldest', browserHash: 'ann', sealed: 's', expiresAt: 1_000 });
		for (let at = 1; at <= LOGINS_WAITING_PER_BROWSER_MAX; at += 1)
			await nonces.put(nonce(`n${at}`, 'ann', 1_000 + at));
		expect(await pendingLogins.take('oldest', 'ann', 0)).toBeUndefined();
		for (let at = 1; at <= LOGINS_WAITING_PER_BROWSER_MAX; at += 1)
			expect(await nonces.take(`n${at}`, 'ann', 0)).toBe(true);
		expect(await nonces.take('ben', 'ben', 0)).toBe(true);
	});

	test('over all browsers: the first to expire of each kind is evicted, so a flood locks nobody out', async () => {
		const { nonces, pendingLogins } = createLoginStore(databases.now());
		await pendingLogins.put({ stateHash: 's', browserHash: 'ann', sealed: 's', expiresAt: 1 });
		await databases.now().changes(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${LOGINS_WAITING_MAX})
			 INSERT INTO login_waiting (kind, key_hash, browser_hash, sealed, expires_at) SELECT 'nonce', 'n' || i, 'b' || i, NULL, i FROM n`,
		);
		await nonces.put(nonce('the next', 'ann', LOGINS_WAITING_MAX + 1));
		expect(await nonces.take('n1', 'b1', 0)).toBe(false);
		expect(await nonces.take('n2', 'b2', 0)).toBe(true);
		expect(await nonces.take('the next', 'ann', 0)).toBe(true);
		expect(await pendingLogins.take('s', 'ann', 0)).toBe('s');
	});

	test('per browser, also if two processes start a login at once', async () => {
		const { nonces } = createLoginStore(databases.now());
		for (let at = 1; at < LOGINS_WAITING_PER_BROWSER_MAX; at += 1)
			await nonces.put(nonce(`n${at}`, 'ann', 1_000 + at));
		resultsOf(
			await databases.atOnce(
				'login_waiting',
				() => nonces.put(nonce('one', 'ann', 2_000)),
				() => createLoginStore(databases.beside()).nonces.put(nonce('other', 'ann', 2_000)),
			),
		);
		const [left] = await databases.now().rows('SELECT count(*) AS n FROM login_waiting');
		expect(left).toEqual({ n: LOGINS_WAITING_PER_BROWSER_MAX });
		for (const hash of ['one', 'other']) expect(await nonces.take(hash, 'ann', 0), hash).toBe(true);
	});
});

describe('a token', () => {
	test('is used once until its hash is removed', async () => {
		const { spentTokens } = createLoginStore(databases.now());
		const token = { tokenHash: 't', expiresAt: 10 };
		expect(await spentTokens.spend(token)).toBe(true);
		expect(await spentTokens.spend(token)).toBe(false);
		await spentTokens.deleteExpired(9);
		expect(await spentTokens.spend(token)).toBe(false);
		await spentTokens.deleteExpired(10);
		expect(await spentTokens.spend(token)).toBe(true);
	});

	test('is used by one of two processes', async () => {
		const token = { tokenHash: 't', expiresAt: 10 };
		const spent = await databases.atOnce(
			'login_spent_token',
			() => createLoginStore(databases.now()).spentTokens.spend(token),
			() => createLoginStore(databases.beside()).spentTokens.spend(token),
		);
		expect(resultsOf(spent).toSorted()).toEqual([false, true]);
	});
});

describe('a login link', () => {
	const link = (codeHash: string, userId = 'user_a', expiresAt = 1_000) => ({ codeHash, userId, expiresAt });

	beforeEach(async () => {
		const users = createTokenStore(databases.now());
		for (const name of ['user_a', 'user_b']) await users.ensureUser({ userId: name, name, createdAt: 0 });
	});

	test('names its user once, before its end', async () => {
		const { links } = createLoginStore(databases.now());
		await links.put(link('a'));
		expect(await links.take('other', 0)).toBeUndefined();
		expect(await links.take('a', 1_000)).toBeUndefined();
		expect(await links.take('a', 999)).toBe('user_a');
		expect(await links.take('a', 999)).toBeUndefined();
	});

	test('replaces only an earlier link of the same user', async () => {
		const { links } = createLoginStore(databases.now());
		await links.put(link('a'));
		await links.put(link('b', 'user_b'));
		await links.put(link('newer'));
		expect(await links.take('a', 0)).toBeUndefined();
		expect(await links.take('b', 0)).toBe('user_b');
		expect(await links.take('newer', 0)).toBe('user_a');
	});

	test('is taken once over two connections', async () => {
		await createLoginStore(databases.now()).links.put(link('a'));
		const taken = await databases.atOnce(
			'login_link',
			() => createLoginStore(databases.beside()).links.take('a', 0),
			() => createLoginStore(databases.now()).links.take('a', 0),
		);
		expect(resultsOf(taken).filter((userId) => userId !== undefined)).toEqual(['user_a']);
	});

	test('is removed after its expiry', async () => {
		const { links } = createLoginStore(databases.now());
		await links.put(link('a'));
		await links.put(link('b', 'user_b', 1_001));
		await links.deleteExpired(1_000);
		expect(await databases.now().rows('SELECT code_hash FROM login_link')).toEqual([{ code_hash: 'b' }]);
	});
});
