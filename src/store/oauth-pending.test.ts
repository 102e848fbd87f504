/** Tests started connections: each works once, and their number is bounded. */
import { beforeEach, describe, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import type { OAuthPendingStore, PendingConnection } from '../ports/oauth-pending-store.ts';
import { createOAuthPendingStore } from './oauth-pending.ts';

const databases = storePerTest();
let store: OAuthPendingStore;

beforeEach(() => {
	store = createOAuthPendingStore(databases.now());
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

const kept = async () => (await databases.now().rows('SELECT count(*) AS n FROM oauth_pending'))[0]?.n;

describe('a started connection', () => {
	test('is taken unchanged and once, also after a restart', async () => {
		expect(await store.put(pending(1), LIMITS)).toBe(true);
		expect(await createOAuthPendingStore(databases.beside()).take(pending(1).stateHash)).toEqual(pending(1));
		expect(await store.take(pending(1).stateHash)).toBeUndefined();
	});

	test('goes to one of two simultaneous takers', async () => {
		await store.put(pending(1), LIMITS);
		const taken = await databases.atOnce(
			'oauth_pending',
			() => store.take(pending(1).stateHash),
			() => createOAuthPendingStore(databases.beside()).take(pending(1).stateHash),
		);
		expect(resultsOf(taken).filter((one) => one !== undefined)).toEqual([pending(1)]);
	});

	test('is found only by its whole hash', async () => {
		await store.put(pending(1), LIMITS);
		for (const wrong of ['', '%', pending(1).stateHash.slice(1), pending(2).stateHash])
			expect(await store.take(wrong)).toBeUndefined();
		expect(await kept()).toBe(1);
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
		expect(await kept()).toBe(5);
		expect(await store.put(pending(6, { userId: 'user_6', createdAt: 1_001 }), LIMITS)).toBe(true);
		expect(await store.take(pending(1).stateHash)).toBeUndefined();
	});

	test('takes the last place of all users for one of two processes', async () => {
		for (const index of [1, 2, 3, 4]) await store.put(pending(index, { userId: `user_${index}` }), LIMITS);
		const stored = await databases.atOnce(
			'oauth_pending',
			() => store.put(pending(5, { userId: 'user_5' }), LIMITS),
			() => createOAuthPendingStore(databases.beside()).put(pending(6, { userId: 'user_6' }), LIMITS),
		);
		expect(resultsOf(stored).toSorted()).toEqual([false, true]);
		expect(await kept()).toBe(LIMITS.totalMax);
	});

	test('never replaces another with the same hash', async () => {
		await store.put(pending(1), LIMITS);
		await expect(store.put(pending(1, { userId: 'user_2' }), LIMITS)).rejects.toThrow();
		expect((await store.take(pending(1).stateHash))?.userId).toBe('user_1');
	});
});
