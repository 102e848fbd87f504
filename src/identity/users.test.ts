import { beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import type { ProvenIdentity } from '../ports/identity-store.ts';
import { systemRandom } from '../runtime/random.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createIdentityStore } from '../store/identities.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createTokenStore } from '../store/tokens.ts';
import { createUserDirectory } from './users.ts';

const START = 1_795_161_600_000;
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const WALLET: ProvenIdentity = {
	issuer: 'wallet',
	subject: `eip155:${ADDRESS}`,
	wallet: ADDRESS,
	provider: 'wallet',
};
const COMPANY: ProvenIdentity = {
	issuer: 'https://login.example',
	subject: '248289761001',
	wallet: undefined,
	provider: 'company',
};

const databases = databasePerTest();
let clock = createVirtualClock(START);

beforeEach(() => {
	clock = createVirtualClock(START);
});

const directory = (admitted: readonly string[] = []) =>
	createUserDirectory({
		store: createIdentityStore(createSqliteDatabase(databases.now())),
		clock,
		random: systemRandom,
		admitted,
	});

describe('logIn', () => {
	test('creates a user for a new identity, with a name that identifies it', async () => {
		const users = directory();
		const { user, isNew } = await users.logIn(WALLET);
		expect(isNew).toBe(true);
		expect(user).toEqual({
			userId: expect.stringMatching(/^user_[0-9a-f]{24}$/),
			name: expect.stringMatching(new RegExp(`^${ADDRESS}-[0-9a-f]{8}$`)),
			createdAt: START,
		});
		expect(await users.find(user.userId)).toEqual(user);
		expect((await users.logIn(COMPANY)).user.name).toMatch(/^company-[0-9a-f]{8}$/);
	});

	test('returns the same user for a known identity', async () => {
		const users = directory();
		const first = await users.logIn(WALLET);
		clock.leap(clock.now() + 5_000);
		expect(await users.logIn({ ...WALLET, provider: 'other' })).toEqual({ user: first.user, isNew: false });
		expect(await users.identitiesOf(first.user.userId)).toEqual([
			{ ...WALLET, userId: first.user.userId, linkedAt: START, lastLoginAt: clock.now() },
		]);
	});

	test('identifies a user by issuer and subject together', async () => {
		const users = directory();
		const ids = await Promise.all(
			[
				COMPANY,
				{ ...COMPANY, issuer: 'https://login.example/' },
				{ ...COMPANY, subject: '248289761002' },
				{ ...WALLET, issuer: COMPANY.issuer },
				WALLET,
			].map(async (identity) => (await users.logIn(identity)).user.userId),
		);
		expect(new Set(ids).size).toBe(5);
	});

	test('creates one user for two simultaneous first logins', async () => {
		const users = directory();
		const logins = await Promise.all([1, 2, 3].map(() => users.logIn(WALLET)));
		expect(new Set(logins.map(({ user }) => user.userId)).size).toBe(1);
		expect(logins.filter(({ isNew }) => isNew)).toHaveLength(1);
	});

	test('does not reuse a name that the operator created', async () => {
		const [made] = await Promise.all([
			createTokenStore(createSqliteDatabase(databases.now())).ensureUser({
				userId: 'user_op',
				name: 'company',
				createdAt: 1,
			}),
		]);
		const { user } = await directory().logIn(COMPANY);
		expect(user.userId).not.toBe(made.userId);
	});

	test('finds no user by an unknown id', async () => {
		expect(await directory().find('user_none')).toBeUndefined();
		expect(await directory().identitiesOf('user_none')).toEqual([]);
	});
});

describe('the list of admitted identities', () => {
	test.each([ADDRESS, ADDRESS.toLowerCase(), ADDRESS.toUpperCase().replace('0X', '0x'), WALLET.subject])(
		'admits a wallet by %s',
		async (name) => {
			await expect(directory([name]).logIn(WALLET)).resolves.toMatchObject({ isNew: true });
		},
	);

	test('admits a subject by its exact text: OpenID Connect Core 2 makes it case sensitive', async () => {
		const users = directory(['Ann']);
		await expect(users.logIn({ ...COMPANY, subject: 'Ann' })).resolves.toBeDefined();
		for (const subject of ['ann', 'ANN', 'Ann ', 'Anne', 'An'])
			await expect(users.logIn({ ...COMPANY, subject })).rejects.toMatchObject({
				code: 'LOGIN_NOT_ADMITTED',
			});
	});

	test('does not admit an unproven address from a provider, which its user may have typed in', async () => {
		await expect(directory([ADDRESS]).logIn({ ...COMPANY, wallet: ADDRESS })).rejects.toMatchObject({
			code: 'LOGIN_NOT_ADMITTED',
		});
	});

	test('refuses everybody else and stores nothing about them', async () => {
		const users = directory(['somebody', '0x0000000000000000000000000000000000000001']);
		await expect(users.logIn(WALLET)).rejects.toMatchObject({
			code: 'LOGIN_NOT_ADMITTED',
			message: `This service admits only the identities that its operator listed; ${ADDRESS} is not one of them.`,
		});
		await expect(users.logIn({ ...COMPANY, subject: 's'.repeat(255) })).rejects.toThrow(
			` ${'s'.repeat(80)} is`,
		);
		expect(databases.now().prepare('SELECT count(*) AS n FROM account_user').get()).toEqual({ n: 0 });
		expect(databases.now().prepare('SELECT count(*) AS n FROM identity').get()).toEqual({ n: 0 });
	});

	test('is checked at every login, also of known users', async () => {
		await directory().logIn(WALLET);
		await expect(directory(['somebody']).logIn(WALLET)).rejects.toMatchObject({ code: 'LOGIN_NOT_ADMITTED' });
	});
});

describe('admitKnown', () => {
	const operatorsUser = () =>
		createTokenStore(createSqliteDatabase(databases.now())).ensureUser({
			userId: 'user_op',
			name: 'owner',
			createdAt: 1,
		});

	test('admits a user whom the operator created, by link and by passkey, whatever the list', async () => {
		const user = await operatorsUser();
		for (const admitted of [[], ['somebody else']])
			for (const by of ['operator', 'passkey'] as const)
				expect(await directory(admitted).admitKnown('user_op', by)).toEqual(user);
	});

	test('admits a user by passkey while one of the user’s identities is on the list', async () => {
		const { user } = await directory().logIn(WALLET);
		expect(await directory([ADDRESS]).admitKnown(user.userId, 'passkey')).toEqual(user);
		expect(await directory().admitKnown(user.userId, 'passkey')).toEqual(user);
		await expect(directory(['somebody else']).admitKnown(user.userId, 'passkey')).rejects.toMatchObject({
			code: 'LOGIN_NOT_ADMITTED',
		});
		// A user with a link from the operator needs no admitted identity.
		expect(await directory(['somebody else']).admitKnown(user.userId, 'operator')).toEqual(user);
	});

	test('refuses an unknown user', async () => {
		for (const by of ['operator', 'passkey'] as const)
			await expect(directory().admitKnown('user_none', by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
	});
});
