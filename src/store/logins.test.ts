/**
 * Tests that a login's stored data works only once, in one browser and until it expires, even over two connections.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLoginStore, LOGINS_WAITING_MAX, LOGINS_WAITING_PER_BROWSER_MAX } from './logins.ts';
import { openDatabase } from './sqlite/database.ts';
import { createSqliteDatabase } from './sqlite/sqlite-database.ts';

let folder = '';
let database: ReturnType<typeof openDatabase>;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-logins-'));
	database = openDatabase(folder);
});

afterEach(() => {
	database.close();
	rmSync(folder, { recursive: true, force: true });
});

const nonce = (nonceHash: string, browserHash = 'ann', expiresAt = 1_000) => ({
	nonceHash,
	browserHash,
	expiresAt,
});

describe('a nonce', () => {
	test('is taken once, by its browser, before its end', async () => {
		const { nonces } = createLoginStore(createSqliteDatabase(database));
		await nonces.put(nonce('n'));
		expect(await nonces.take('other', 'ann', 0)).toBe(false);
		expect(await nonces.take('n', 'ben', 0)).toBe(false);
		expect(await nonces.take('n', 'ann', 1_000)).toBe(false);
		expect(await nonces.take('n', 'ann', 999)).toBe(true);
		expect(await nonces.take('n', 'ann', 999)).toBe(false);
	});

	test('is taken once over two connections', async () => {
		const second = openDatabase(folder);
		try {
			await createLoginStore(createSqliteDatabase(database)).nonces.put(nonce('n'));
			const taken = await Promise.all([
				createLoginStore(createSqliteDatabase(second)).nonces.take('n', 'ann', 0),
				createLoginStore(createSqliteDatabase(database)).nonces.take('n', 'ann', 0),
			]);
			expect(taken.sort()).toEqual([false, true]);
		} finally {
			second.close();
		}
	});

	test('waits through a restart', async () => {
		await createLoginStore(createSqliteDatabase(database)).nonces.put(nonce('n'));
		database.close();
		database = openDatabase(folder);
		expect(await createLoginStore(createSqliteDatabase(database)).nonces.take('n', 'ann', 0)).toBe(true);
	});

	test('is removed when it has expired; a login at a provider stays until its own expiry', async () => {
		const { nonces, pendingLogins } = createLoginStore(createSqliteDatabase(database));
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
		const { pendingLogins, nonces } = createLoginStore(createSqliteDatabase(database));
		await pendingLogins.put({ stateHash: 's', browserHash: 'ann', sealed: 'sealed', expiresAt: 1_000 });
		expect(await nonces.take('s', 'ann', 0)).toBe(false);
		expect(await pendingLogins.take('s', 'ben', 0)).toBeUndefined();
		expect(await pendingLogins.take('s', 'ann', 1_000)).toBeUndefined();
		expect(await pendingLogins.take('s', 'ann', 999)).toBe('sealed');
		expect(await pendingLogins.take('s', 'ann', 999)).toBeUndefined();
	});

	test('is removed when it has expired', async () => {
		const { pendingLogins } = createLoginStore(createSqliteDatabase(database));
		await pendingLogins.put({ stateHash: 's', browserHash: 'ann', sealed: 'sealed', expiresAt: 10 });
		await pendingLogins.deleteExpired(10);
		expect(await pendingLogins.take('s', 'ann', 0)).toBeUndefined();
	});
});

describe('the number of waiting logins is bounded', () => {
	test('per browser: it keeps its latest logins of each kind, and other browsers lose none', async () => {
		const { nonces, pendingLogins } = createLoginStore(createSqliteDatabase(database));
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
		const { nonces, pendingLogins } = createLoginStore(createSqliteDatabase(database));
		await pendingLogins.put({ stateHash: 's', browserHash: 'ann', sealed: 's', expiresAt: 1 });
		database.exec(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${LOGINS_WAITING_MAX})
			 INSERT INTO login_waiting (kind, key_hash, browser_hash, sealed, expires_at) SELECT 'nonce', 'n' || i, 'b' || i, NULL, i FROM n`,
		);
		await nonces.put(nonce('the next', 'ann', LOGINS_WAITING_MAX + 1));
		expect(await nonces.take('n1', 'b1', 0)).toBe(false);
		expect(await nonces.take('n2', 'b2', 0)).toBe(true);
		expect(await nonces.take('the next', 'ann', 0)).toBe(true);
		expect(await pendingLogins.take('s', 'ann', 0)).toBe('s');
	});
});

describe('a token', () => {
	test('is used once until its hash is removed', async () => {
		const { spentTokens } = createLoginStore(createSqliteDatabase(database));
		const token = { tokenHash: 't', expiresAt: 10 };
		expect(await spentTokens.spend(token)).toBe(true);
		expect(await spentTokens.spend(token)).toBe(false);
		await spentTokens.deleteExpired(9);
		expect(await spentTokens.spend(token)).toBe(false);
		await spentTokens.deleteExpired(10);
		expect(await spentTokens.spend(token)).toBe(true);
	});
});

describe('a login link', () => {
	const link = (codeHash: string, userId = 'user_a', expiresAt = 1_000) => ({ codeHash, userId, expiresAt });

	beforeEach(() => {
		const add = database.prepare('INSERT INTO account_user (user_id, name, created_at) VALUES (?, ?, 0)');
		for (const user of ['user_a', 'user_b']) add.run(user, user);
	});

	test('names its user once, before its end', async () => {
		const { links } = createLoginStore(createSqliteDatabase(database));
		await links.put(link('a'));
		expect(await links.take('other', 0)).toBeUndefined();
		expect(await links.take('a', 1_000)).toBeUndefined();
		expect(await links.take('a', 999)).toBe('user_a');
		expect(await links.take('a', 999)).toBeUndefined();
	});

	test('replaces only an earlier link of the same user', async () => {
		const { links } = createLoginStore(createSqliteDatabase(database));
		await links.put(link('a'));
		await links.put(link('b', 'user_b'));
		await links.put(link('newer'));
		expect(await links.take('a', 0)).toBeUndefined();
		expect(await links.take('b', 0)).toBe('user_b');
		expect(await links.take('newer', 0)).toBe('user_a');
	});

	test('is taken once over two connections', async () => {
		const second = openDatabase(folder);
		try {
			await createLoginStore(createSqliteDatabase(database)).links.put(link('a'));
			const taken = await Promise.all([
				createLoginStore(createSqliteDatabase(second)).links.take('a', 0),
				createLoginStore(createSqliteDatabase(database)).links.take('a', 0),
			]);
			expect(taken.filter((userId) => userId !== undefined)).toEqual(['user_a']);
		} finally {
			second.close();
		}
	});

	test('is removed after its expiry', async () => {
		const { links } = createLoginStore(createSqliteDatabase(database));
		await links.put(link('a'));
		await links.put(link('b', 'user_b', 1_001));
		await links.deleteExpired(1_000);
		expect(database.prepare('SELECT code_hash FROM login_link').all()).toEqual([{ code_hash: 'b' }]);
	});
});
