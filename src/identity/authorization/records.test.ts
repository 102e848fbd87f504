import { beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { testVault } from '../../../test/support/test-vault.ts';
import type { OAuthRecordStore } from '../../ports/oauth-record-store.ts';
import { type Vault, VaultError } from '../../ports/vault.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { createOAuthRecordStore } from '../../store/oauth-records.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { hashSecret } from '../secrets.ts';
import { createRecords, openRecord } from './records.ts';

const START = 1_795_161_600_000;
const CODE = 'code-of-forty-three-characters-which-is-secret';
const GRANT = 'grant-id-that-is-a-secret-of-the-server';
const PAYLOAD = {
	kind: 'AuthorizationCode',
	jti: CODE,
	grantId: GRANT,
	accountId: 'user_ann',
	clientId: 'dashboard',
	uid: 'uid-that-is-secret',
	userCode: 'WXYZ-SECRET',
	scope: 'openid',
	nonce: 'nonce-that-the-client-chose',
};

const databases = databasePerTest();
let clock = createVirtualClock(START);
let store: OAuthRecordStore;
let vault: Vault;
let ended = 0;
/** Models of the records whose reuse was reported. */
let reusedModels: string[] = [];

beforeEach(() => {
	clock = createVirtualClock(START);
	ended = 0;
	reusedModels = [];
	store = createOAuthRecordStore(createSqliteDatabase(databases.now()));
	vault = testVault();
});

const records = (model: string) =>
	createRecords(model, {
		store,
		vault,
		clock,
		onEnded: () => {
			ended += 1;
		},
		onReused: ({ model: reused }) => reusedModels.push(reused),
	});
const rows = () => databases.now().prepare('SELECT * FROM oauth_record').all();

describe('a stored record', () => {
	test('is read back unchanged, by its id, its uid and its user code', async () => {
		const codes = records('DeviceCode');
		await codes.upsert(CODE, PAYLOAD, 60);
		expect(await codes.find(CODE)).toEqual(PAYLOAD);
		expect(await codes.findByUid(PAYLOAD.uid)).toEqual(PAYLOAD);
		expect(await codes.findByUserCode(PAYLOAD.userCode)).toEqual(PAYLOAD);
		for (const other of ['', CODE.slice(1), hashSecret(CODE)]) {
			expect(await codes.find(other)).toBeUndefined();
			expect(await codes.findByUid(other)).toBeUndefined();
			expect(await codes.findByUserCode(other)).toBeUndefined();
		}
	});

	test('belongs to one model: the same id in another model is another record', async () => {
		await records('AccessToken').upsert(CODE, PAYLOAD, 60);
		expect(await records('RefreshToken').find(CODE)).toBeUndefined();
		await records('RefreshToken').destroy(CODE);
		expect(await records('AccessToken').find(CODE)).toEqual(PAYLOAD);
	});

	test('reveals no id, code or payload to a reader of the database', async () => {
		await records('DeviceCode').upsert(CODE, PAYLOAD, 60);
		await records('Grant').upsert(GRANT, { accountId: 'user_ann', clientId: 'dashboard', jti: GRANT }, 60);
		const text = JSON.stringify(rows());
		expect(rows()).toHaveLength(2);
		for (const secret of [CODE, GRANT, PAYLOAD.uid, PAYLOAD.userCode, PAYLOAD.nonce]) {
			expect(text).not.toContain(secret);
			expect(text).not.toContain(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
		}
		expect(text).toContain(hashSecret(CODE));
		// The database stores these columns unencrypted, because they are used to find a user's records and to end
		// the records of an agent.
		expect(text).toContain('user_ann');
		expect(text).toContain('dashboard');
	});

	test('expires when the server says so, else after 400 days', async () => {
		await records('Session').upsert('a', {}, 60);
		await records('Session').upsert('b', {}, undefined as never);
		const end = async (id: string) => (await store.find('Session', hashSecret(id)))?.expiresAt;
		expect(await end('a')).toBe(START + 60_000);
		expect(await end('b')).toBe(START + 400 * 86_400_000);
		await store.deleteExpired(START + 60_000);
		expect(await end('a')).toBeUndefined();
		expect(await end('b')).toBeDefined();
	});

	test('is replaced by a second write under the same id', async () => {
		const sessions = records('Session');
		await sessions.upsert('a', { accountId: 'user_ann' }, 60);
		clock.leap(clock.now() + 1_000);
		await sessions.upsert('a', { accountId: 'user_bob' }, 60);
		expect(await sessions.find('a')).toEqual({ accountId: 'user_bob' });
		expect(await store.find('Session', hashSecret('a'))).toMatchObject({
			userId: 'user_bob',
			createdAt: START,
			expiresAt: START + 61_000,
		});
	});
});

describe('a sealed record', () => {
	const move = (sql: string, ...values: string[]) =>
		databases
			.now()
			.prepare(`UPDATE oauth_record SET ${sql}`)
			.run(...values);

	beforeEach(async () => {
		await records('AccessToken').upsert(CODE, PAYLOAD, 60);
	});

	test('cannot be opened under another id', async () => {
		move('id_hash = ?', hashSecret('an id that somebody knows'));
		await expect(records('AccessToken').find('an id that somebody knows')).rejects.toThrow(VaultError);
	});

	test('cannot be opened under another user or none', async () => {
		move('user_id = ?', 'user_bob');
		await expect(records('AccessToken').find(CODE)).rejects.toThrow(VaultError);
		move('user_id = NULL');
		await expect(records('AccessToken').find(CODE)).rejects.toThrow(VaultError);
	});

	test('cannot be opened in the row of another', async () => {
		await records('AccessToken').upsert('other', { ...PAYLOAD, jti: 'other' }, 60);
		const { sealed } = (await store.find('AccessToken', hashSecret('other'))) ?? {};
		move('sealed = ?', sealed ?? '');
		await expect(records('AccessToken').find(CODE)).rejects.toThrow(VaultError);
		expect(await records('AccessToken').find('other')).toMatchObject({ jti: 'other' });
	});

	test('cannot be opened without its key', async () => {
		const record = await store.find('AccessToken', hashSecret(CODE));
		if (record === undefined) throw new Error('It was kept.');
		await expect(openRecord({ vault: testVault() }, record)).rejects.toThrow(VaultError);
	});
});

describe('consume', () => {
	test('records the time, and the server sees it', async () => {
		const tokens = records('RefreshToken');
		await tokens.upsert(CODE, PAYLOAD, 60);
		clock.leap(clock.now() + 1_500);
		await tokens.consume(CODE);
		expect(await tokens.find(CODE)).toEqual({ ...PAYLOAD, consumed: START / 1_000 + 1 });
		expect(ended).toBe(0);
	});

	test('keeps a record consumed when the server writes it again', async () => {
		const tokens = records('RefreshToken');
		await tokens.upsert(CODE, PAYLOAD, 60);
		await tokens.consume(CODE);
		await tokens.upsert(CODE, PAYLOAD, 60);
		await expect(tokens.consume(CODE)).rejects.toMatchObject({ error: 'invalid_grant' });
	});

	test.each(['AuthorizationCode', 'RefreshToken', 'DeviceCode'])(
		'refuses one of two simultaneous uses of one %s and ends its grant',
		async (model) => {
			await records('Grant').upsert(GRANT, { accountId: 'user_ann', clientId: 'dashboard' }, 60);
			await records('Grant').upsert('other grant', { accountId: 'user_ann', clientId: 'dashboard' }, 60);
			await records(model).upsert(CODE, PAYLOAD, 60);
			await records('AccessToken').upsert('access', PAYLOAD, 60);
			await records('AccessToken').upsert('of the other', { ...PAYLOAD, grantId: 'other grant' }, 60);
			const uses = await Promise.allSettled([records(model).consume(CODE), records(model).consume(CODE)]);
			expect(uses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
			expect(ended).toBeGreaterThan(0);
			expect(await records('Grant').find(GRANT)).toBeUndefined();
			expect(await records('AccessToken').find('access')).toBeUndefined();
			expect(await records('Grant').find('other grant')).toBeDefined();
			expect(await records('AccessToken').find('of the other')).toBeDefined();
			await expect(records(model).consume(CODE)).rejects.toMatchObject({ error: 'invalid_grant' });
		},
	);

	test('refuses an unknown record', async () => {
		await expect(records('AuthorizationCode').consume('none')).rejects.toMatchObject({
			error: 'invalid_grant',
		});
		expect(ended).toBe(0);
	});
});

describe('the end of records', () => {
	test('destroys one record and notifies the token cache', async () => {
		await records('AccessToken').upsert(CODE, PAYLOAD, 60);
		await records('AccessToken').destroy(CODE);
		expect(await records('AccessToken').find(CODE)).toBeUndefined();
		expect(ended).toBe(1);
	});

	test('destroys the records under a grant, but not the grant itself', async () => {
		await records('Grant').upsert(GRANT, { jti: GRANT, accountId: 'user_ann', clientId: 'dashboard' }, 60);
		for (const model of ['AccessToken', 'RefreshToken', 'AuthorizationCode'])
			await records(model).upsert(model, PAYLOAD, 60);
		await records('AccessToken').upsert('apart', { ...PAYLOAD, grantId: 'another' }, 60);
		await records('RefreshToken').revokeByGrantId(GRANT);
		for (const model of ['AccessToken', 'RefreshToken', 'AuthorizationCode'])
			expect(await records(model).find(model), model).toBeUndefined();
		expect(await records('AccessToken').find('apart')).toBeDefined();
		expect(await records('Grant').find(GRANT)).toBeDefined();
		expect(ended).toBe(1);
	});
});
