/** Defines the settings for the encryption of stored secrets. */
import * as z from 'zod';
import { choice, section, words } from './values.ts';

const KEY_SOURCES = ['file', 'environment'] as const;

/** Section `vault`: the file or environment variable that holds the keys. */
export const vaultSchema = section('Source of the keys that encrypt stored secrets.', {
	keySource: choice(
		KEY_SOURCES,
		'file',
		'file: a key file, created at the first start. environment: an environment variable.',
	),
	keyFile: words(
		1_024,
		'vault.key',
		'Path of the key file, relative to the data directory. Keep a copy elsewhere: without its keys no secret can be read.',
	),
	keyVariable: z
		.string()
		.regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, { error: 'must be the name of an environment variable' })
		.meta({
			default: 'CARRYWIRE_VAULT_KEYS',
			description:
				'Environment variable with the keys: the lines of a key file, separated by commas, the current key first.',
		})
		.optional()
		.transform((given) => given ?? 'CARRYWIRE_VAULT_KEYS'),
});
