/** Tests the vault on a real database: the checks of its keys, and re-encryption with a new key. */

import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { openMemoryDatabase } from '../../test/support/memory-database.ts';
import { accountOf, openable, openSealed } from '../../test/support/sealed-database.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import type { VaultStore } from '../ports/vault.ts';
import { systemClock } from '../runtime/clock.ts';
import { systemRandom } from '../runtime/random.ts';
import { createExchangeAccountStore } from '../store/exchange-accounts.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createVaultStore } from '../store/vault.ts';
import { openVault, openVaultToRead } from './open-vault.ts';
import { createRawKeyProvider, newRawKey, type RawKey } from './raw-keys.ts';
import { rewrapRetired } from './rewrap.ts';

const [OLD, NEW, OTHER] = [newRawKey(systemRandom), newRawKey(systemRandom), newRawKey(systemRandom)];
const keysOf = (...keys: readonly RawKey[]) => createRawKeyProvider(keys, 'the key file', systemRandom);

let database: DatabaseSync;
let store: VaultStore;

beforeEach(() => {
	database = openMemoryDatabase();
	store = createVaultStore(createSqliteDatabase(database));
});

describe('a start', () => {
	test('keeps derived keys, whichever key is current', async () => {
		const first = await openSealed(database, keysOf(OLD));
		expect((await openSealed(database, keysOf(OLD))).deriveKey('a')).toEqual(first.deriveKey('a'));
		expect((await openSealed(database, keysOf(NEW, OLD))).deriveKey('a')).toEqual(first.deriveKey('a'));
		const elsewhere = await openSealed(openMemoryDatabase(), keysOf(OLD));
		expect(elsewhere.deriveKey('a')).not.toEqual(first.deriveKey('a'));
	});

	test('is refused if a secret needs a missing key', async () => {
		await openSealed(database, keysOf(OLD), [1]);
		const sentence = new RegExp(
			`sealed with the key ${OLD.kid}, which the key file does not have \\(it has ${NEW.kid}\\)`,
		);
		await expect(openSealed(database, keysOf(NEW))).rejects.toThrow(sentence);
		const read = openVaultToRead({ keys: keysOf(NEW), store, random: systemRandom });
		await expect(read).rejects.toThrow(sentence);
		expect(await store.usedKids()).toEqual([OLD.kid]);
	});

	test('is refused if the current or a retired key does not match its id', async () => {
		await openSealed(database, keysOf(OLD), [1]);
		const wrong = { kid: OLD.kid, key: OTHER.key };
		await expect(openSealed(database, keysOf(wrong))).rejects.toThrow(/is not the one/);
		await openSealed(database, keysOf(NEW, OLD));
		await expect(openSealed(database, keysOf(NEW, wrong))).rejects.toThrow(/is not the one/);
		const error = await openSealed(database, keysOf(NEW, wrong)).catch((thrown: unknown) => thrown);
		expect(String(error)).not.toContain(OTHER.key.toString('base64url'));
	});

	test('for reading writes nothing', async () => {
		const before = await store.usedKids();
		await openVaultToRead({ keys: keysOf(OLD), store, random: systemRandom });
		expect([before, await store.usedKids(), await store.findCheck(OLD.kid)]).toEqual([[], [], undefined]);
	});

	test('does not fail because of one undecryptable secret', async () => {
		await openSealed(database, keysOf(OLD), [1, 2]);
		database.exec(
			`UPDATE exchange_account SET credentials = (SELECT credentials FROM exchange_account WHERE user_id = 'user_2') WHERE user_id = 'user_1'`,
		);
		const vault = await openSealed(database, keysOf(OLD));
		expect(await openable(database, vault)).toEqual([accountOf(2).accountId]);
	});
});

describe('re-encryption with a new key', () => {
	const MANY = Array.from({ length: 120 }, (_, index) => index + 1);
	const rewrap = async (keys = keysOf(NEW, OLD), isStopped = () => false) =>
		rewrapRetired({
			keys,
			vault: await openVault({ keys, store, random: systemRandom }),
			store,
			clock: systemClock,
			log: SILENT_LOGGER,
			isStopped,
		});

	test('covers every secret, which then opens without the old key', async () => {
		await openSealed(database, keysOf(OLD), MANY);
		expect(await rewrap()).toEqual({ rewrapped: MANY.length + 1, failed: [] });
		expect(await store.usedKids()).toEqual([NEW.kid]);
		const vault = await openSealed(database, keysOf(NEW));
		expect(await openable(database, vault)).toHaveLength(MANY.length);
		expect((await rewrap()).rewrapped).toBe(0);
	});

	test('covers a part if it is stopped, and the rest at the next start', async () => {
		await openSealed(database, keysOf(OLD), MANY);
		let batches = 0;
		const { rewrapped } = await rewrap(keysOf(NEW, OLD), () => {
			batches += 1;
			return batches > 1;
		});
		expect(rewrapped).toBeGreaterThan(0);
		expect(rewrapped).toBeLessThan(MANY.length);
		expect(await openable(database, await openSealed(database, keysOf(NEW, OLD)))).toHaveLength(MANY.length);
		expect((await rewrap()).rewrapped).toBe(MANY.length + 1 - rewrapped);
	});

	test('skips and reports an undecryptable secret', async () => {
		await openSealed(database, keysOf(OLD), MANY);
		const accounts = createExchangeAccountStore(createSqliteDatabase(database));
		const [first] = await accounts.listConnected();
		await accounts.change(accountOf(60).accountId, { credentials: first?.credentials ?? '' });
		const { rewrapped, failed } = await rewrap();
		expect(rewrapped).toBe(MANY.length);
		expect(failed.map(({ binding }) => binding.record)).toEqual([accountOf(60).accountId]);
		expect(await store.usedKids()).toEqual([NEW.kid, OLD.kid].sort());
	});

	test('does not overwrite a value written meanwhile', async () => {
		const vault = await openSealed(database, keysOf(OLD), [1]);
		const [value] = await store
			.sealedUnder([OLD.kid], 10, undefined)
			.then((values) => values.filter(({ binding }) => binding.table === 'exchange_account'));
		if (value === undefined) throw new Error('Invariant broken: one secret is sealed.');
		const later = await vault.seal('later', value.binding);
		await createExchangeAccountStore(createSqliteDatabase(database)).change(value.binding.record, {
			credentials: later,
		});
		await store.replace([{ value, next: 'v1.k.YQ.YQ' }]);
		const [account] = await createExchangeAccountStore(createSqliteDatabase(database)).listConnected();
		expect(account?.credentials).toBe(later);
	});
});
