import { beforeEach, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import type { SealedValue, VaultStore } from '../ports/vault.ts';
import { createSigningKeyStore } from './oauth-records.ts';
import { createVaultStore } from './vault.ts';

const databases = storePerTest();
let store: VaultStore;

beforeEach(async () => {
	const database = databases.now();
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

test('replaces sealed values, except one that has changed since it was read', async () => {
	const [first, second] = (await store.sealedUnder(['old'], 2, undefined)) as [SealedValue, SealedValue];
	await store.replace([{ value: first, next: 'v1.new.other.1' }]);
	await store.replace([
		{ value: first, next: 'v1.new.late.1' },
		{ value: second, next: 'v1.new.other.2' },
	]);
	expect(await recordsUnder('new')).toEqual(['key 0', 'key 1', 'key 2']);
	expect((await store.sealedUnder(['new'], 1, undefined))[0]?.sealed).toBe('v1.new.other.1');
});

test('gives a secret and a check value the owner and place that their seal names', async () => {
	expect(await store.sealedUnder(['root'], 5, undefined)).toEqual([
		{
			binding: { table: 'vault_secret', record: 'root', user: '', field: 'sealed' },
			sealed: 'v1.root.wrapped.x',
		},
	]);
	await store.putCheck('old', 'first');
	await store.putCheck('old', 'second');
	expect(await store.findCheck('old')).toBe('second');
});

test('keeps the first secret of a name, and returns it to everybody', async () => {
	expect(await store.findSecret('none')).toBeUndefined();
	expect(await store.putSecret('root', 'v1.root.wrapped.y')).toBe('v1.root.wrapped.x');
	expect(await store.findSecret('root')).toBe('v1.root.wrapped.x');
	const kept = resultsOf(
		await databases.atOnce(
			'vault_secret',
			() => store.putSecret('other', 'v1.old.wrapped.a'),
			() => createVaultStore(databases.beside()).putSecret('other', 'v1.old.wrapped.b'),
		),
	);
	expect(new Set(kept)).toEqual(new Set([await store.findSecret('other')]));
});
