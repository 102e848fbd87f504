/** Reads keys from an environment variable. They have the same format as in the key file, separated by commas. */
import { VaultError } from '../ports/vault.ts';
import { type RawKey, readRawKeys } from './raw-keys.ts';

/** Names the source of the keys in messages. */
export function environmentSource(variable: string): string {
	return `the environment variable ${variable}`;
}

/** @throws VaultError if the variable is not set or malformed */
export function readEnvironmentKeys(
	env: Readonly<Record<string, string | undefined>>,
	variable: string,
): readonly RawKey[] {
	const text = env[variable];
	if (text === undefined || text.trim() === '')
		throw new VaultError(
			`vault.keySource is environment, so ${environmentSource(variable)} must hold the keys, but it is not set.`,
		);
	return readRawKeys(text.split(','), environmentSource(variable));
}
