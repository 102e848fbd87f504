import { beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import type { StoredToken, TokenStore } from '../ports/token-store.ts';
import { createSqliteDatabase } from './sqlite/sqlite-database.ts';
import { createTokenStore } from './tokens.ts';

const databases = databasePerTest();
let store: TokenStore;

beforeEach(async () => {
	store = createTokenStore(createSqliteDatabase(databases.now()));
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
