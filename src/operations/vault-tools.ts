/**
 * Reports and rotates the keys in a data directory. Throughout a rotation, the key for each secret is on disk. The
 * new key is written before any secret is encrypted with it, and a retired key is removed only when no secret uses
 * it. A rotation can be interrupted at any point and restarted.
 */
import { dataDirectories } from '../app/data-directories.ts';
import { keyFilePath, keySource, openKeyProvider, readKeys, readOrMakeKeys } from '../app/open-keys.ts';
import type { Config } from '../config/config.ts';
import type { Clock, Random } from '../ports/clock.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { VaultError, type VaultStore } from '../ports/vault.ts';
import { writeKeyFile } from '../vault/key-file.ts';
import { openVault } from '../vault/open-vault.ts';
import { newRawKey, type RawKey } from '../vault/raw-keys.ts';
import { rewrapRetired } from '../vault/rewrap.ts';
import { OPERATOR_TEXTS } from './text.ts';

const COUNT_BATCH = 1_000;

type Machine = { readonly clock: Clock; readonly random: Random };

/** A vault key, its role, and the number of secrets encrypted with it. */
export type VaultKeyStatus = {
	readonly kid: string;
	/** `unknown` means that secrets are encrypted with the key, but the key is missing. */
	readonly role: 'current' | 'retired' | 'unknown';
	/** Number of secrets encrypted with the key. */
	readonly count: number;
};

/** The source of the keys, and the number of secrets encrypted with each key. */
export type VaultStatus = { readonly source: string; readonly keys: readonly VaultKeyStatus[] };

/** The result of a key rotation. */
export type Rotation = {
	readonly kid: string;
	readonly rewrapped: number;
	/** Secrets that could not be decrypted, by table and record. */
	readonly failed: readonly string[];
	readonly dropped: readonly string[];
};

/** Reads the status, whether or not a service is running. Rejects with an Error that has a message for the user. */
export async function vaultStatus(config: Config): Promise<VaultStatus> {
	const { vault: store, close } = dataDirectories().openToRead(config.dataDir);
	try {
		const kids = readKeys(config).map(({ kid }) => kid);
		const used = await store.usedKids();
		const all = [...kids, ...used.filter((kid) => !kids.includes(kid))];
		const keys: VaultKeyStatus[] = [];
		for (const [index, kid] of all.entries()) {
			const role = !kids.includes(kid) ? 'unknown' : index === 0 ? 'current' : 'retired';
			keys.push({ kid, role, count: await countUnder(store, kid) });
		}
		return { source: keySource(config), keys };
	} finally {
		close();
	}
}

/**
 * Rotates the keys. Rejects with DataDirectoryHeldError while a service runs, or with another Error that has a
 * message for the user.
 */
export async function rotateVault(config: Config, dropRetired: boolean, machine: Machine): Promise<Rotation> {
	if (config.vault.keySource === 'environment')
		throw new VaultError(OPERATOR_TEXTS.rotateEnvironment(keySource(config)));
	const { vault: store, close } = dataDirectories().hold(config.dataDir);
	try {
		return await rotateIn(config, store, dropRetired, machine);
	} finally {
		close();
	}
}

async function rotateIn(
	config: Config,
	store: VaultStore,
	dropRetired: boolean,
	{ clock, random }: Machine,
): Promise<Rotation> {
	const hasSealed = (await store.usedKids()).length > 0;
	const present = readOrMakeKeys(config, { random, hasSealed });
	// Open the vault with the current keys first. Otherwise, adding a new key to a file of wrong keys would hide the
	// mistake.
	await opened(config, present, store, random);
	const keys = [newRawKey(random), ...present];
	writeKeyFile(keyFilePath(config), keys);
	const { vault, provider } = await opened(config, keys, store, random);
	const { rewrapped, failed } = await rewrapRetired({
		keys: provider,
		vault,
		store,
		clock,
		log: SILENT_LOGGER,
		isStopped: () => false,
	});
	return {
		kid: provider.currentKid,
		rewrapped,
		failed: failed.map(({ binding: { table, record } }) => `${table} ${record}`),
		dropped: dropRetired ? await dropUnused(config, keys, store) : [],
	};
}

async function opened(config: Config, keys: readonly RawKey[], store: VaultStore, random: Random) {
	const provider = openKeyProvider(config, keys, random);
	return { provider, vault: await openVault({ keys: provider, store, random }) };
}

/** Removes the retired keys that no secret uses, and returns their ids. */
async function dropUnused(
	config: Config,
	keys: readonly RawKey[],
	store: VaultStore,
): Promise<readonly string[]> {
	const used = await store.usedKids();
	const unused = keys.slice(1).filter(({ kid }) => !used.includes(kid));
	await store.dropChecks(unused.map(({ kid }) => kid));
	writeKeyFile(
		keyFilePath(config),
		keys.filter((key) => !unused.includes(key)),
	);
	return unused.map(({ kid }) => kid);
}

async function countUnder(store: VaultStore, kid: string): Promise<number> {
	let count = 0;
	for (let last: Awaited<ReturnType<VaultStore['sealedUnder']>>[number] | undefined; ; ) {
		const batch = await store.sealedUnder([kid], COUNT_BATCH, last);
		last = batch.at(-1);
		if (last === undefined) return count;
		count += batch.length;
	}
}
