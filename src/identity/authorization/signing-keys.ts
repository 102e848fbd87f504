/**
 * Manages the keys that sign identity tokens. The newest key signs; older keys stay published until all tokens that
 * they signed have expired. A new key is created when the newest is 90 days old.
 */
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Clock, Random } from '../../ports/clock.ts';
import type { SigningKeyStore } from '../../ports/oauth-record-store.ts';
import type { SealBinding, Vault } from '../../ports/vault.ts';

/** ECDSA over P-256 with SHA-256 (RFC 7518, section 3.4). */
export const SIGNING_ALGORITHM = 'ES256';
const AGE_MS_MAX = 90 * 24 * 3_600_000;
/** Time for which a replaced key stays published, milliseconds. It is longer than the validity of any signed token. */
const RETIRED_KEEP_MS = 30 * 24 * 3_600_000;

function signingKeyBinding(kid: string): SealBinding {
	return { table: 'signing_key', record: kid, user: '', field: 'sealed' };
}

/** Loads the private keys, the signing key first. @throws VaultError, and the errors of the store */
export async function loadSigningKeys(parts: {
	readonly store: SigningKeyStore;
	readonly vault: Pick<Vault, 'seal' | 'open'>;
	readonly clock: Clock;
	readonly random: Random;
}): Promise<readonly JWK[]> {
	const { store, vault, clock, random } = parts;
	const now = clock.now();
	const newest = (await store.list())[0];
	if (newest === undefined || now - newest.createdAt >= AGE_MS_MAX) await addKey();
	const keys: JWK[] = [];
	/** Time when a newer key, the previous one in the list, replaced this key. */
	let retiredAt: number | undefined;
	for (const { kid, sealed, createdAt } of await store.list()) {
		if (retiredAt !== undefined && now - retiredAt >= RETIRED_KEEP_MS) await store.delete(kid);
		else keys.push(JSON.parse((await vault.open(sealed, signingKeyBinding(kid))).toString('utf8')) as JWK);
		retiredAt = createdAt;
	}
	return keys;

	async function addKey(): Promise<void> {
		const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
		const kid = random.hex(16);
		const jwk = { ...(await exportJWK(privateKey)), kid, alg: SIGNING_ALGORITHM, use: 'sig' };
		const sealed = await vault.seal(JSON.stringify(jwk), signingKeyBinding(kid));
		await store.insert({ kid, sealed, createdAt: now });
	}
}
