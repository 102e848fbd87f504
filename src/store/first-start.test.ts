/** Tests the first start of a service in two processes at once, on an empty database. */
import { expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import type { Vault } from '../ports/vault.ts';
import { systemRandom } from '../runtime/random.ts';
import { openVault } from '../vault/open-vault.ts';
import { createRawKeyProvider, newRawKey } from '../vault/raw-keys.ts';
import type { SqlDatabase } from './sql-database.ts';
import { createVaultStore } from './vault.ts';

const databases = storePerTest();

test('both processes derive the same keys, and each opens what the other sealed', async () => {
	const key = newRawKey(systemRandom);
	const open = (database: SqlDatabase) =>
		openVault({
			keys: createRawKeyProvider([key], 'the test', systemRandom),
			store: createVaultStore(database),
			random: systemRandom,
		});
	const [one, other] = resultsOf(
		await databases.atOnce(
			'vault_secret',
			() => open(databases.now()),
			() => open(databases.beside()),
		),
	) as [Vault, Vault];
	expect(one.deriveKey('tokens')).toEqual(other.deriveKey('tokens'));
	const binding = { table: 'alert_target', record: 'target_1', user: 'user_ann', field: 'sealed' };
	expect(String(await other.open(await one.seal('secret', binding), binding))).toBe('secret');
	const later = await open(databases.reopen());
	expect(later.deriveKey('tokens')).toEqual(one.deriveKey('tokens'));
});
