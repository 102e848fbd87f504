/**
 * Creates a database with a vault and accounts whose keys are encrypted, for tests of what later happens to these
 * accounts.
 */

import type { DatabaseSync } from 'node:sqlite';
import { credentialsBinding } from '../../src/accounts/account-book.ts';
import type { StoredExchangeAccount } from '../../src/ports/exchange-accounts.ts';
import type { KeyProvider, Vault } from '../../src/ports/vault.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createExchangeAccountStore } from '../../src/store/exchange-accounts.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { createVaultStore } from '../../src/store/vault.ts';
import { openVault } from '../../src/vault/open-vault.ts';

export function accountOf(index: number, change: Partial<StoredExchangeAccount> = {}): StoredExchangeAccount {
	const accountId = `acct_${String(index).padStart(24, '0')}`;
	return {
		accountId,
		userId: `user_${index}`,
		venue: 'bybit',
		label: 'main',
		kind: 'api_key',
		journalId: accountId,
		credentials: 'v1.none.YQ.YQ',
		keyFingerprint: `key ${index}`,
		uidFingerprint: `uid ${index}`,
		permissions: ['trade'],
		canTrade: true,
		canWithdraw: false,
		keyExpiresAt: null,
		connectedAt: 1_000 + index,
		disconnectedAt: null,
		leavingSince: null,
		inUse: true,
		health: { lastOkAt: null, lastError: null, refusedAt: null },
		...change,
	};
}

export const secretOf = (index: number): string =>
	JSON.stringify({ apiKey: `key-${index}`, secret: `secret-${index}` });

/** Opens the vault in the database, and stores one account with encrypted keys per index. */
export async function openSealed(
	database: DatabaseSync,
	keys: KeyProvider,
	indexes: readonly number[] = [],
): Promise<Vault> {
	const vault = await openVault({
		keys,
		store: createVaultStore(createSqliteDatabase(database)),
		random: systemRandom,
	});
	const accounts = createExchangeAccountStore(createSqliteDatabase(database));
	for (const index of indexes) {
		const account = accountOf(index);
		const credentials = await vault.seal(secretOf(index), credentialsBinding(account));
		await accounts.insert({ ...account, credentials });
	}
	return vault;
}

/** Returns the ids of the accounts whose keys can still be decrypted and are unchanged. */
export async function openable(database: DatabaseSync, vault: Vault): Promise<readonly string[]> {
	const found: string[] = [];
	for (const account of await createExchangeAccountStore(createSqliteDatabase(database)).listConnected()) {
		const text = await vault.open(account.credentials ?? '', credentialsBinding(account)).then(
			(bytes) => bytes.toString('utf8'),
			() => undefined,
		);
		if (text === secretOf(Number(account.accountId.slice('acct_'.length)))) found.push(account.accountId);
	}
	return found;
}
