/**
 * Decrypts the secrets in a data directory with the keys in that directory. Tests then search other places for these
 * secrets.
 */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openCredentials } from '../../src/accounts/account-book.ts';
import type { StoredExchangeAccount } from '../../src/ports/exchange-accounts.ts';
import type { VenueCredentials } from '../../src/ports/venue.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createExchangeAccountStore } from '../../src/store/exchange-accounts.ts';
import { DATABASE_FILE } from '../../src/store/sqlite/database.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { readKeyFile } from '../../src/vault/key-file.ts';
import { createRawKeyProvider, type RawKey } from '../../src/vault/raw-keys.ts';
import { createSealer } from '../../src/vault/vault.ts';

export type OpenAccount = StoredExchangeAccount & {
	readonly userName: string | undefined;
	readonly keys: VenueCredentials;
};

export type VaultContents = { readonly keys: readonly RawKey[]; readonly accounts: readonly OpenAccount[] };

/**
 * Returns the vault keys, and the exchange accounts with their decrypted credentials. Both lists are empty if no
 * service has run on the directory.
 */
export async function readVaultContents(dataDir: string): Promise<VaultContents> {
	const keys = readKeyFile(join(dataDir, 'vault.key')) ?? [];
	if (keys.length === 0) return { keys, accounts: [] };
	const database = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true });
	try {
		database.exec('PRAGMA busy_timeout = 2000');
		const sealer = createSealer(createRawKeyProvider(keys, 'the key file', systemRandom), systemRandom);
		const names = new Map(
			database
				.prepare('SELECT user_id, name FROM account_user')
				.all()
				.map(({ user_id: id, name }) => [String(id), String(name)]),
		);
		const connected = await createExchangeAccountStore(createSqliteDatabase(database)).listConnected();
		const accounts = connected.map(async (account) => ({
			...account,
			userName: names.get(account.userId),
			keys: await openCredentials(sealer, account),
		}));
		return { keys, accounts: await Promise.all(accounts) };
	} finally {
		database.close();
	}
}
