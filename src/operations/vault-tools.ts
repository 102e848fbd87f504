/**
 * Looks at the keys of a data directory, and rotates them. At every instant of a rotation each secret is sealed under a key
 * that is on disk: the new key is written before anything is sealed under it, and retired ones go when nothing is left under
 * them. It may be ended anywhere and begun again.
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

const COUNT_BATCH = 1_000;

type Machine = { readonly clock: Clock; readonly random: Random };

/** A key that secrets are sealed under. */
export type VaultKeyStatus = {
	readonly kid: string;
	/** `unknown`: secrets are sealed under it and it is not there. */
	readonly role: 'current' | 'retired' | 'unknown';
	/** Secrets that are sealed under it. */
	readonly count: number;
};

/** The source of the keys, and how many secrets are sealed under each. */
export type VaultStatus = { readonly source: string; readonly keys: readonly VaultKeyStatus[] };

/** The result of a rotation of the vault’s keys. */
export type Rotation = {
	readonly kid: string;
	readonly rewrapped: number;
	/** Secrets that did not open, by table and record. */
	readonly failed: readonly string[];
	readonly dropped: readonly string[];
};

/** Reads only, while a service runs or none does. Rejects with an Error that has a sentence. */
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

/** Rejects with DataDirectoryHeldError while a service runs, with an Error otherwise. */
export async function rotateVault(config: Config, dropRetired: boolean, machine: Machine): Promise<Rotation> {
	if (config.vault.keySource === 'environment')
		throw new VaultError(
			`The keys are in ${keySource(config)}: put a new one first there, before the present one, and start the service; it brings every secret under it. Take the others away when carrywire vault status counts nothing under them.`,
		);
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
	// With the present keys first: a file of wrong keys is not made one with a right key among them.
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

/** Those that nothing is sealed under. */
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
