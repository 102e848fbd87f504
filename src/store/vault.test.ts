import { beforeEach, expect, test } from 'vitest';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import type { SealedValue, VaultStore } from '../ports/vault.ts';
import { createSigningKeyStore } from './oauth-records.ts';
import { createSqliteDatabase } from './sqlite/sqlite-database.ts';
import { createVaultStore } from './vault.ts';

const databases = databasePerTest();
let store: VaultStore;

beforeEach(async () => {
	const database = createSqliteDatabase(databases.now());
	store = createVaultStore(database);
	const keys = createSigningKeyStore(database);
	for (const [place, kid] of ['old', 'new', 'old', 'old/2', 'old-2', 'OLD', 'old'].entries())
		await keys.insert({ kid: `key ${place}`, sealed: `v1.${kid}.wrapped.${place}`, createdAt: place });
	await store.putSecret('root', 'v1.root.wrapped.x');
});

/** Returns the records under the keys, read in batches of two. */
async function recordsUnder(...kids: readonly string[]): Promise<readonly string[]> {
	const found: SealedValue[] = [];
	for (let more = true; more; ) {
		const batch = await store.sealedUnder(kids, 2, found.at(-1));
		found.push(...batch);
		more = batch.length > 0;
	}
	return found.map(({ binding }) => binding.record);
}

test('lists each used key once, also keys whose ids begin alike', async () => {
	expect(await store.usedKids()).toEqual(['OLD', 'new', 'old', 'old-2', 'old/2', 'root']);
});

test('finds the values under exactly the given keys, in every column', async () => {
	expect(await recordsUnder('old')).toEqual(['key 0', 'key 2', 'key 6']);
	expect(await recordsUnder('root', 'old/2', 'new')).toEqual(['root', 'key 1', 'key 3']);
	expect(await recordsUnder('ol', 'none')).toEqual([]);
	expect(await recordsUnder()).toEqual([]);
});

test('drops the given check values only', async () => {
	for (const kid of ['old', 'new']) await store.putCheck(kid, `check of ${kid}`);
	await store.dropChecks([]);
	await store.dropChecks(['old', 'none']);
	expect([await store.findCheck('old'), await store.findCheck('new')]).toEqual([undefined, 'check of new']);
});
