/** Reads the vault's keys from the place named in the configuration. */
import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Random } from '../ports/clock.ts';
import { type KeyProvider, VaultError } from '../ports/vault.ts';
import { environmentSource, readEnvironmentKeys } from '../vault/environment-keys.ts';
import { keyFileSource, readKeyFile, writeKeyFile } from '../vault/key-file.ts';
import { createRawKeyProvider, newRawKey, type RawKey } from '../vault/raw-keys.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the absolute path of the vault's key file. A relative path in the settings is relative to the data
 * directory.
 */
export function keyFilePath({ dataDir, vault }: Pick<Config, 'dataDir' | 'vault'>): string {
	return resolve(dataDir, vault.keyFile);
}

/** Returns where the keys come from, for messages. */
export function keySource(config: Pick<Config, 'dataDir' | 'vault'>): string {
	const { keySource: kind, keyVariable } = config.vault;
	return kind === 'environment' ? environmentSource(keyVariable) : keyFileSource(keyFilePath(config));
}

/** @throws VaultError if there are no keys or they cannot be used */
export function readKeys(
	config: Pick<Config, 'dataDir' | 'vault'>,
	env: Env = process.env,
): readonly RawKey[] {
	const keys =
		config.vault.keySource === 'environment'
			? readEnvironmentKeys(env, config.vault.keyVariable)
			: readKeyFile(keyFilePath(config));
	if (keys !== undefined) return keys;
	throw new VaultError(
		`There is no key file ${keyFilePath(config)}, but stored secrets need its keys. Restore the file from a copy. The secrets cannot be read without it.`,
	);
}

/**
 * Reads the keys when the service starts. If there is neither a stored secret nor a key file, it creates the key
 * file. The file is on disk before any secret is encrypted with its key. @throws VaultError
 */
export function readOrMakeKeys(
	config: Pick<Config, 'dataDir' | 'vault'>,
	parts: { readonly random: Random; readonly hasSealed: boolean; readonly env?: Env },
): readonly RawKey[] {
	if (config.vault.keySource === 'file' && !parts.hasSealed) {
		const path = keyFilePath(config);
		const present = readKeyFile(path);
		if (present !== undefined) return present;
		const keys = [newRawKey(parts.random)];
		writeKeyFile(path, keys);
		return keys;
	}
	return readKeys(config, parts.env);
}

/** Creates the provider that encrypts and decrypts secrets with the given keys. */
export function openKeyProvider(
	config: Pick<Config, 'dataDir' | 'vault'>,
	keys: readonly RawKey[],
	random: Random,
): KeyProvider {
	return createRawKeyProvider(keys, keySource(config), random);
}
