import { beforeEach, describe, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import type { StoredToken, TokenStore } from '../ports/token-store.ts';
import { createTokenStore } from './tokens.ts';

const databases = storePerTest();
let store: TokenStore;

beforeEach(async () => {
	store = createTokenStore(databases.now());
	for (const name of ['ann', 'bob']) await store.ensureUser({ userId: `user_${name}`, name, createdAt: 0 });
});

/** A token from Ann's first login, valid from 1 to 100. */
const token = (tokenId: string, change: Partial<StoredToken> = {}): StoredToken => ({
	tokenId,
	userId: 'user_ann',
	name: tokenId,
	hash: `hash of ${tokenId}`,
	scopes: ['arb:read'],
	createdAt: 1,
	expiresAt: 100,
	revokedAt: null,
	lastUsedAt: null,
	login: 'first',
	...change,
});

async function insert(...tokens: readonly StoredToken[]): Promise<void> {
	for (const one of tokens) expect(await store.insertToken(one, 100)).toBe(true);
}

const idsOf = async (userId?: string) =>
	(await store.listTokens({ userId, at: 0, limit: 100 })).map(({ tokenId }) => tokenId).sort();
const revokedOf = async () =>
	(await store.listTokens({ at: 0, limit: 100 }))
		.flatMap(({ tokenId, revokedAt }) => (revokedAt === null ? [] : [`${tokenId} at ${revokedAt}`]))
		.sort();

test('a token of a login is found with it; a copied token has none', async () => {
	await insert(token('held'), token('copied', { login: null }));
	expect(await store.findToken('held')).toEqual({ ...token('held'), userName: 'ann' });
	expect(await store.findTokenByHash('hash of copied')).toEqual(token('copied', { login: null }));
});

test('tokens of one login and copied tokens are counted separately', async () => {
	const put = (tokenId: string, login: string | null) => store.insertToken(token(tokenId, { login }), 1);
	expect([await put('a', 'first'), await put('b', 'first')]).toEqual([true, false]);
	expect([await put('c', 'second'), await put('d', null), await put('e', null)]).toEqual([true, true, false]);
});

describe('revoking the tokens of logins', () => {
	beforeEach(() =>
		insert(
			token('oldest', { createdAt: 1 }),
			token('middle', { createdAt: 2 }),
			token('newest', { createdAt: 3 }),
			token('ended', { expiresAt: 10 }),
			token('revoked', { revokedAt: 5 }),
			token('second', { login: 'second' }),
			token('copied', { login: null }),
			token('bobs', { userId: 'user_bob', login: 'of bob' }),
		),
	);

	test.each([
		[0, ['middle', 'newest', 'oldest']],
		[1, ['middle', 'oldest']],
		[2, ['oldest']],
		[3, []],
		[24, []],
	])('leaves the %i newest that are valid, and says which it ended', async (keep, ids) => {
		expect([...(await store.revokeTokensOfLogin('first', 20, keep))].sort()).toEqual(ids);
		expect(await revokedOf()).toEqual([...ids.map((id) => `${id} at 20`), 'revoked at 5'].sort());
	});

	test('leaves copied tokens and other users alone', async () => {
		const ids = ['middle', 'newest', 'oldest', 'second'];
		expect([...(await store.revokeTokensOfLogins('user_ann', 20))].sort()).toEqual(ids);
		expect(await revokedOf()).toEqual([...ids.map((id) => `${id} at 20`), 'revoked at 5'].sort());
	});
});

test('an expired token of a page is removed at once, a copied one stays listed', async () => {
	await insert(
		token('held', { expiresAt: 49 }),
		token('held on', { expiresAt: 50 }),
		token('copied', { expiresAt: 49, login: null }),
		token('copied long ago', { expiresAt: 9, login: null }),
		token('revoked long ago', { revokedAt: 9, login: null }),
	);
	await store.deleteTokensEndedBefore(10, 50);
	expect(await idsOf()).toEqual(['copied', 'held on']);
});

describe('users', () => {
	test('keep their first id and time under a name, and are listed oldest first', async () => {
		expect(await store.ensureUser({ userId: 'user_new', name: 'ann', createdAt: 9 })).toEqual({
			userId: 'user_ann',
			name: 'ann',
			createdAt: 0,
		});
		await store.ensureUser({ userId: 'user_a', name: 'Ann', createdAt: -1 });
		expect((await store.users()).map(({ userId }) => userId)).toEqual(['user_a', 'user_ann', 'user_bob']);
		expect((await store.findUserByName('Ann'))?.userId).toBe('user_a');
		expect(await store.findUserByName('ANN')).toBeUndefined();
		await expect(store.ensureUser({ userId: 'user_ann', name: 'other', createdAt: 9 })).rejects.toThrow(
			/unique/i,
		);
	});

	test.each([
		['two ids', 'user_2'],
		['one id', 'user_1'],
	])('are created once with %s, if two processes start at once', async (_name, second) => {
		const created = resultsOf(
			await databases.atOnce(
				'account_user',
				() => store.ensureUser({ userId: 'user_1', name: 'owner', createdAt: 1 }),
				() =>
					createTokenStore(databases.beside()).ensureUser({ userId: second, name: 'owner', createdAt: 1 }),
			),
		);
		expect(created[0]).toEqual(created[1]);
		expect(await store.users()).toHaveLength(3);
	});
});

test('one of two processes inserts the last token that a login may have', async () => {
	const inserted = await databases.atOnce(
		'token',
		() => store.insertToken(token('a'), 1),
		() => createTokenStore(databases.beside()).insertToken(token('b'), 1),
	);
	expect(resultsOf(inserted).toSorted()).toEqual([false, true]);
	expect(await idsOf()).toHaveLength(1);
});

test('lists valid tokens before ended ones, each newest first, up to the limit', async () => {
	await insert(
		token('b', { createdAt: 5 }),
		token('a', { createdAt: 5 }),
		token('old', { createdAt: 2 }),
		token('ended', { createdAt: 9, expiresAt: 50 }),
		token('revoked', { createdAt: 8, revokedAt: 40 }),
		token('bobs', { userId: 'user_bob', createdAt: 7, login: null }),
	);
	const ids = async (userId: string | undefined, at: number, limit: number) =>
		(await store.listTokens({ userId, at, limit })).map(({ tokenId }) => tokenId);
	expect(await ids(undefined, 50, 9)).toEqual(['bobs', 'a', 'b', 'old', 'ended', 'revoked']);
	expect(await ids('user_ann', 49, 3)).toEqual(['ended', 'a', 'b']);
	expect(await ids('user_none', 49, 3)).toEqual([]);
});

test('notes uses, keeps the first revocation, and knows no other token', async () => {
	await insert(token('a'));
	await store.touchToken('a', 30);
	expect(await store.revokeToken('a', 40)).toBe(true);
	expect(await store.revokeToken('a', 50)).toBe(true);
	expect(await store.revokeToken('none', 40)).toBe(false);
	expect(await store.findToken('a')).toMatchObject({ lastUsedAt: 30, revokedAt: 40 });
	expect([await store.findToken('none'), await store.findTokenByHash('hash of A')]).toEqual([
		undefined,
		undefined,
	]);
	await expect(store.insertToken(token('b', { hash: 'hash of a' }), 100)).rejects.toThrow(/unique/i);
	await expect(store.insertToken(token('c', { userId: 'user_none' }), 100)).rejects.toThrow(/foreign key/i);
});
