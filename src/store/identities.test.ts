import { beforeEach, describe, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import type { IdentityStore, ProvenIdentity } from '../ports/identity-store.ts';
import { createIdentityStore } from './identities.ts';
import { createTokenStore } from './tokens.ts';

const IDENTITY: ProvenIdentity = {
	issuer: 'https://login.example',
	subject: 'ann',
	provider: 'company',
	wallet: undefined,
};
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

const databases = storePerTest();
let store: IdentityStore;

beforeEach(() => {
	store = createIdentityStore(databases.now());
});

const user = (userId: string, createdAt = 1_000) => ({ userId, name: `name of ${userId}`, createdAt });
const count = async (table: string) =>
	(await databases.now().rows(`SELECT count(*) AS n FROM ${table}`))[0]?.n;

describe('admit', () => {
	test('creates the user at the first login, and records every later one', async () => {
		expect(await store.admit(IDENTITY, user('user_1'))).toEqual({ user: user('user_1'), isNew: true });
		expect(
			await store.admit({ ...IDENTITY, provider: 'renamed', wallet: ADDRESS }, user('user_2', 5_000)),
		).toEqual({
			user: user('user_1'),
			isNew: false,
		});
		expect(await store.identitiesOf('user_1')).toEqual([
			{ ...IDENTITY, userId: 'user_1', linkedAt: 1_000, lastLoginAt: 5_000 },
		]);
		expect(await store.findUser('user_2')).toBeUndefined();
	});

	test('returns a wallet unchanged', async () => {
		await store.admit({ ...IDENTITY, wallet: ADDRESS }, user('user_1'));
		expect((await store.identitiesOf('user_1'))[0]?.wallet).toBe(ADDRESS);
	});

	test('distinguishes pairs of issuer and subject by every letter', async () => {
		const others = [
			{ ...IDENTITY, issuer: 'https://login.example/' },
			{ ...IDENTITY, issuer: 'https://LOGIN.example' },
			{ ...IDENTITY, subject: 'Ann' },
			{ ...IDENTITY, subject: 'ann ' },
			{ ...IDENTITY, subject: "ann' OR '1'='1" },
			IDENTITY,
		];
		for (const [index, identity] of others.entries())
			expect((await store.admit(identity, user(`user_${index}`))).isNew, JSON.stringify(identity)).toBe(true);
		expect(await count('account_user')).toBe(others.length);
	});

	test('creates neither user nor identity if one of them is invalid', async () => {
		await createTokenStore(databases.now()).ensureUser(user('user_1'));
		await expect(store.admit(IDENTITY, user('user_1'))).rejects.toThrow(/unique/i);
		await expect(store.admit(IDENTITY, { ...user('user_2'), name: 'name of user_1' })).rejects.toThrow(
			/unique/i,
		);
		await expect(store.admit({ ...IDENTITY, provider: null as never }, user('user_3'))).rejects.toThrow(
			/not.null/i,
		);
		expect(await count('identity')).toBe(0);
		expect(await count('account_user')).toBe(1);
		expect((await store.admit(IDENTITY, user('user_4'))).isNew).toBe(true);
	});

	test('survives a restart', async () => {
		await store.admit(IDENTITY, user('user_1'));
		store = createIdentityStore(databases.reopen());
		expect(await store.admit(IDENTITY, user('user_2'))).toEqual({ user: user('user_1'), isNew: false });
	});
});

test('lists several identities of one user oldest first', async () => {
	await store.admit(IDENTITY, user('user_1', 3_000));
	for (const [subject, at] of [
		['c', 2_000],
		['b', 3_000],
		['a', 3_000],
	] as const)
		await databases.now().changes(
			`INSERT INTO identity (issuer, subject, user_id, provider, wallet, linked_at, last_login_at)
				 VALUES ('wallet', ?, 'user_1', 'wallet', NULL, ?, 0)`,
			subject,
			at,
		);
	expect((await store.identitiesOf('user_1')).map(({ subject }) => subject)).toEqual(['c', 'a', 'ann', 'b']);
});

test('distinguishes a user with an identity from one that the operator created, and from one of a given issuer', async () => {
	await store.admit(IDENTITY, user('user_1'));
	await createTokenStore(databases.now()).ensureUser(user('user_op'));
	const has = (userId: string) => store.hasIdentityBut('guest', userId);
	expect([await has('user_1'), await has('user_op'), await has('user_none')]).toEqual([true, false, false]);
	await store.admit({ ...IDENTITY, issuer: 'guest' }, user('user_2'));
	expect(await has('user_2')).toBe(false);
});

describe('two processes', () => {
	test('admit a new identity once, and both return its user', async () => {
		const admitted = resultsOf(
			await databases.atOnce(
				'identity',
				() => store.admit(IDENTITY, user('user_1')),
				() => createIdentityStore(databases.beside()).admit(IDENTITY, user('user_2')),
			),
		) as Awaited<ReturnType<IdentityStore['admit']>>[];
		expect(admitted.map(({ isNew }) => isNew).toSorted()).toEqual([false, true]);
		expect(admitted[0]?.user).toEqual(admitted[1]?.user);
		expect([await count('account_user'), await count('identity')]).toEqual([1, 1]);
	});

	test('admit one of two identities under the same name', async () => {
		const outcomes = await databases.atOnce(
			'identity',
			() => store.admit(IDENTITY, user('user_1')),
			() =>
				createIdentityStore(databases.beside()).admit(
					{ ...IDENTITY, subject: 'bob' },
					{ ...user('user_2'), name: 'name of user_1' },
				),
		);
		expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
		expect([await count('account_user'), await count('identity')]).toEqual([1, 1]);
	});
});
