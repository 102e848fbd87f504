/** Tests started connections on a real file: each works once, and their number is bounded. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OAuthPendingStore, PendingConnection } from '../ports/oauth-pending-store.ts';
import { createOAuthPendingStore } from './oauth-pending.ts';
import { openDatabase } from './sqlite/database.ts';
import { createSqliteDatabase } from './sqlite/sqlite-database.ts';

let dir: string;
let database: DatabaseSync;
let store: OAuthPendingStore;

beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), 'carrywire-pending-'));
	database = openDatabase(dir);
	store = createOAuthPendingStore(createSqliteDatabase(database));
});
afterEach(() => {
	database.close();
	rmSync(dir, { recursive: true, force: true });
});

const LIMITS = { perUserMax: 3, totalMax: 5 };

function pending(index: number, terms: Partial<PendingConnection> = {}): PendingConnection {
	return {
		stateHash: String(index).padStart(64, '0'),
		userId: 'user_1',
		browser: 'browser',
		venue: 'bybit',
		payload: 'sealed',
		createdAt: index,
		expiresAt: 1_000 + index,
		...terms,
	};
}

const kept = () => Number(database.prepare('SELECT count(*) AS n FROM oauth_pending').get()?.n);

describe('a started connection', () => {
	test('is taken unchanged and once, also after a restart', async () => {
		expect(await store.put(pending(1), LIMITS)).toBe(true);
		const other = openDatabase(dir);
		expect(await createOAuthPendingStore(createSqliteDatabase(other)).take(pending(1).stateHash)).toEqual(
			pending(1),
		);
		other.close();
		expect(await store.take(pending(1).stateHash)).toBeUndefined();
	});

	test('goes to one of two simultaneous takers', async () => {
		await store.put(pending(1), LIMITS);
		const other = openDatabase(dir);
		const taken = await Promise.all([
			store.take(pending(1).stateHash),
			createOAuthPendingStore(createSqliteDatabase(other)).take(pending(1).stateHash),
		]);
		other.close();
		expect(taken.filter((one) => one !== undefined)).toEqual([pending(1)]);
	});

	test('is found only by its whole hash', async () => {
		await store.put(pending(1), LIMITS);
		for (const wrong of ['', '%', pending(1).stateHash.slice(1), pending(2).stateHash])
			expect(await store.take(wrong)).toBeUndefined();
		expect(kept()).toBe(1);
	});

	test('is evicted by newer ones of the same user only', async () => {
		await store.put(pending(1, { userId: 'user_2' }), LIMITS);
		for (const index of [2, 3, 4, 5]) expect(await store.put(pending(index), LIMITS)).toBe(true);
		expect(await store.take(pending(2).stateHash)).toBeUndefined();
		for (const index of [1, 3, 4, 5]) expect(await store.take(pending(index).stateHash)).toBeDefined();
	});

	test('is refused above the total limit until one has expired', async () => {
		for (const index of [1, 2, 3, 4, 5])
			expect(await store.put(pending(index, { userId: `user_${index}` }), LIMITS)).toBe(true);
		expect(await store.put(pending(6, { userId: 'user_6' }), LIMITS)).toBe(false);
		expect(kept()).toBe(5);
		expect(await store.put(pending(6, { userId: 'user_6', createdAt: 1_001 }), LIMITS)).toBe(true);
		expect(await store.take(pending(1).stateHash)).toBeUndefined();
	});

	test('never replaces another with the same hash', async () => {
		await store.put(pending(1), LIMITS);
		await expect(store.put(pending(1, { userId: 'user_2' }), LIMITS)).rejects.toThrow();
		expect((await store.take(pending(1).stateHash))?.userId).toBe('user_1');
	});
});
