import { beforeEach, describe, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import type { OAuthRecord, OAuthRecordStore } from '../ports/oauth-record-store.ts';
import { createOAuthRecordStore, createSigningKeyStore, USERLESS_RECORDS_MAX } from './oauth-records.ts';

const databases = storePerTest();
let store: OAuthRecordStore;

beforeEach(() => {
	store = createOAuthRecordStore(databases.now());
});

const record = (idHash: string, change: Partial<OAuthRecord> = {}): OAuthRecord => ({
	model: 'AccessToken',
	idHash,
	grantHash: 'grant',
	uidHash: `uid of ${idHash}`,
	userCodeHash: `code of ${idHash}`,
	userId: 'user_ann',
	clientId: 'dashboard',
	sealed: 'v1.sealed',
	createdAt: 1_000,
	consumedAt: null,
	expiresAt: 5_000,
	...change,
});
const left = async () =>
	(await databases.now().rows('SELECT id_hash FROM oauth_record ORDER BY id_hash')).map((row) => row.id_hash);

describe('a record', () => {
	test('is read back unchanged by each of its keys, only in its model', async () => {
		const bare = record('b', {
			grantHash: null,
			uidHash: null,
			userCodeHash: null,
			userId: null,
			clientId: null,
		});
		await store.upsert(record('a'));
		await store.upsert(bare);
		expect(await store.find('AccessToken', 'a')).toEqual(record('a'));
		expect(await store.findByUid('AccessToken', 'uid of a')).toEqual(record('a'));
		expect(await store.findByUserCode('AccessToken', 'code of a')).toEqual(record('a'));
		expect(await store.find('AccessToken', 'b')).toEqual(bare);
		for (const found of [
			store.find('RefreshToken', 'a'),
			store.findByUid('RefreshToken', 'uid of a'),
			store.findByUserCode('RefreshToken', 'code of a'),
			store.find('AccessToken', 'A'),
			store.findByUid('AccessToken', 'a'),
		])
			expect(await found).toBeUndefined();
	});

	test('is replaced by a second write, but stays consumed and keeps its creation time', async () => {
		await store.upsert(record('a'));
		await store.consume('AccessToken', 'a', 2_000);
		const next = record('a', {
			grantHash: null,
			uidHash: 'x',
			userCodeHash: null,
			userId: 'user_bob',
			clientId: 'x',
			sealed: 'y',
			expiresAt: 9,
		});
		await store.upsert({ ...next, createdAt: 3_000 });
		expect(await store.find('AccessToken', 'a')).toEqual({ ...next, createdAt: 1_000, consumedAt: 2_000 });
		expect(await left()).toEqual(['a']);
	});

	test('can be consumed by one of two simultaneous uses; an unknown one by none', async () => {
		await store.upsert(record('a'));
		const uses = await Promise.all([1, 2, 3].map((at) => store.consume('AccessToken', 'a', at)));
		expect(uses.filter((used) => used)).toHaveLength(1);
		expect(await store.consume('RefreshToken', 'a', 9)).toBe(false);
		expect(await store.consume('AccessToken', 'none', 9)).toBe(false);
	});

	test('survives a restart', async () => {
		await store.upsert(record('a', { consumedAt: 7 }));
		expect(await createOAuthRecordStore(databases.reopen()).find('AccessToken', 'a')).toEqual(
			record('a', { consumedAt: 7 }),
		);
	});
});

describe('destruction', () => {
	test('ends one record by id, within its model', async () => {
		await store.upsert(record('a'));
		await store.upsert(record('a', { model: 'Grant' }));
		await store.destroy('AccessToken', 'a');
		expect(await store.find('AccessToken', 'a')).toBeUndefined();
		expect(await store.find('Grant', 'a')).toBeDefined();
	});

	test('ends the records of a grant, except the grant itself', async () => {
		await store.upsert(record('grant', { model: 'Grant', grantHash: 'grant' }));
		await store.upsert(record('a'));
		await store.upsert(record('b', { model: 'RefreshToken' }));
		await store.upsert(record('c', { grantHash: 'other' }));
		await store.upsert(record('d', { grantHash: null }));
		await store.destroyByGrant('grant');
		expect(await left()).toEqual(['c', 'd', 'grant']);
	});

	test('ends the records of a client, in every model', async () => {
		await store.upsert(record('a', { clientId: 'agent_1' }));
		await store.upsert(record('b', { clientId: 'agent_1', model: 'ReplayDetection' }));
		await store.upsert(record('c', { clientId: 'agent_10' }));
		await store.upsert(record('d', { clientId: null }));
		await store.destroyByClient('agent_1');
		expect(await left()).toEqual(['c', 'd']);
	});

	test('ends expired records, at the exact moment', async () => {
		await store.upsert(record('a', { expiresAt: 4_999 }));
		await store.upsert(record('b'));
		await store.upsert(record('c', { expiresAt: 5_001 }));
		await store.deleteExpired(5_000);
		expect(await left()).toEqual(['c']);
	});
});

test('ofUser returns the valid records of one model, newest first', async () => {
	for (const [id, createdAt, expiresAt] of [
		['a', 1, 9],
		['b', 3, 9],
		['c', 2, 9],
		['over', 4, 5],
	] as const)
		await store.upsert(record(id, { model: 'Grant', createdAt, expiresAt }));
	await store.upsert(record('token', { createdAt: 5 }));
	await store.upsert(record('bobs', { model: 'Grant', userId: 'user_bob' }));
	const ids = async (userId: string, at: number) =>
		(await store.ofUser('Grant', userId, at)).map(({ idHash }) => idHash);
	expect(await ids('user_ann', 5)).toEqual(['b', 'c', 'a']);
	expect(await ids('user_ann', 4)).toEqual(['over', 'b', 'c', 'a']);
	expect(await ids('user_ann', 9)).toEqual([]);
	expect(await ids('user_none', 0)).toEqual([]);
});

test('lists signing keys newest first, each once', async () => {
	const keys = createSigningKeyStore(databases.now());
	for (const [kid, createdAt] of [
		['b', 1],
		['c', 2],
		['a', 1],
	] as const)
		await keys.insert({ kid, sealed: `sealed ${kid}`, createdAt });
	await expect(keys.insert({ kid: 'a', sealed: 'x', createdAt: 9 })).rejects.toThrow(/unique/i);
	expect((await keys.list()).map(({ kid }) => kid)).toEqual(['c', 'a', 'b']);
	await keys.delete('c');
	await keys.delete('none');
	expect(await createSigningKeyStore(databases.reopen()).list()).toEqual([
		{ kid: 'a', sealed: 'sealed a', createdAt: 1 },
		{ kid: 'b', sealed: 'sealed b', createdAt: 1 },
	]);
});

test('a record is consumed by one of two processes', async () => {
	await store.upsert(record('a'));
	const uses = await databases.atOnce(
		'oauth_record',
		() => store.consume('AccessToken', 'a', 1),
		() => createOAuthRecordStore(databases.beside()).consume('AccessToken', 'a', 2),
	);
	expect(resultsOf(uses).toSorted()).toEqual([false, true]);
});

test('records that anybody can create are bounded: the oldest of the kind go first', async () => {
	await databases.now().changes(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${USERLESS_RECORDS_MAX})
		 INSERT INTO oauth_record (model, id_hash, sealed, created_at, expires_at) SELECT 'Session', 'n' || i, 's', i, 99999 FROM n`,
	);
	const nobody = { userId: null, createdAt: 20_000, expiresAt: 99_999 };
	await store.upsert(record('of ann', { model: 'Session', createdAt: 0 }));
	await store.upsert(record('device', { ...nobody, model: 'DeviceCode', createdAt: 0 }));
	await store.upsert(record('fresh', { ...nobody, model: 'Session' }));
	const has = async (model: string, id: string) => (await store.find(model, id)) !== undefined;
	expect([await has('Session', 'n1'), await has('Session', 'n2'), await has('Session', 'fresh')]).toEqual([
		false,
		true,
		true,
	]);
	expect([await has('Session', 'of ann'), await has('DeviceCode', 'device')]).toEqual([true, true]);
});
