/**
 * Opens the vault on the stored data and refuses keys that do not match the data. When a key is first used, a check
 * value is encrypted with it and stored. The service's own secret, from which other keys are derived, is encrypted
 * too.
 */
import { messageOf } from '../domain/message-of.ts';
import type { Random } from '../ports/clock.ts';
import {
	type KeyProvider,
	type SealBinding,
	type Vault,
	VaultError,
	type VaultStore,
} from '../ports/vault.ts';
import { KEY_BYTES } from './aes-gcm.ts';
import { createSealer, createVault, type Sealer } from './vault.ts';

const CHECK_TEXT = 'carrywire vault check';
const ROOT_NAME = 'root';

/**
 * Opens the vault. Writes the check value of a new key, and the root secret at the first start.
 * @throws VaultError if stored data needs a key that the provider does not have, or if a key does not match its check
 * value
 */
export async function openVault(options: {
	readonly keys: KeyProvider;
	readonly store: VaultStore;
	readonly random: Random;
}): Promise<Vault> {
	const { keys, store } = options;
	const sealer = await checkedSealer(options);
	if ((await store.findCheck(keys.currentKid)) === undefined)
		await store.putCheck(keys.currentKid, await sealer.seal(CHECK_TEXT, checkBinding(keys.currentKid)));
	const root = (await store.findSecret(ROOT_NAME)) ?? (await firstRoot(options, sealer));
	return createVault(sealer, await sealer.open(root, rootBinding()));
}

/** Stores the root secret of the first start, and returns it. Another process may have stored its own before. */
async function firstRoot(
	{ store, random }: { readonly store: VaultStore; readonly random: Random },
	sealer: Sealer,
): Promise<string> {
	const fresh = Buffer.from(random.hex(KEY_BYTES), 'hex');
	return store.putSecret(ROOT_NAME, await sealer.seal(fresh, rootBinding()));
}

/**
 * Opens the vault without writing, so that it can be used while the service runs. @throws VaultError in the same
 * cases as `openVault`
 */
export function openVaultToRead(options: {
	readonly keys: KeyProvider;
	readonly store: VaultStore;
	readonly random: Random;
}): Promise<Sealer> {
	return checkedSealer(options);
}

async function checkedSealer({
	keys,
	store,
	random,
}: {
	readonly keys: KeyProvider;
	readonly store: VaultStore;
	readonly random: Random;
}): Promise<Sealer> {
	const unknown = (await store.usedKids()).filter((kid) => !keys.knownKids.includes(kid));
	if (unknown.length > 0)
		throw new VaultError(
			`The database holds secrets sealed with the key${unknown.length === 1 ? '' : 's'} ${unknown.join(', ')}, which ${keys.source} does not have (it has ${keys.knownKids.join(', ')}). Put ${unknown.length === 1 ? 'it' : 'them'} back: without ${unknown.length === 1 ? 'it' : 'them'} these secrets cannot be read.`,
		);
	const sealer = createSealer(keys, random);
	for (const kid of keys.knownKids) await requireRightKey(sealer, store, kid, keys.source);
	return sealer;
}

async function requireRightKey(
	sealer: Sealer,
	store: VaultStore,
	kid: string,
	source: string,
): Promise<void> {
	const check = await store.findCheck(kid);
	if (check === undefined) return;
	const text = await sealer.open(check, checkBinding(kid)).catch((cause: unknown) => {
		throw new VaultError(
			`The key ${kid} from ${source} is not the one that encrypted the database, or it could not be used (${messageOf(cause)}). Restore the right key.`,
			{ cause },
		);
	});
	if (text.toString('utf8') !== CHECK_TEXT)
		throw new VaultError(`The check value of the key ${kid} in the database is wrong.`);
}

function checkBinding(kid: string): SealBinding {
	return { table: 'vault_check', record: kid, user: '', field: 'sealed' };
}

function rootBinding(): SealBinding {
	return { table: 'vault_secret', record: ROOT_NAME, user: '', field: 'sealed' };
}
