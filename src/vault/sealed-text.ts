/**
 * Reads and writes a sealed value as text: `v1.KID.WRAPPED.SECRET`. WRAPPED is the data key as wrapped by the key
 * provider. SECRET is the nonce, the ciphertext and its tag. Both are base64url (RFC 4648, 5) without padding, in the
 * canonical encoding.
 */
import { VaultError } from '../ports/vault.ts';

/** Version of the sealed text format. */
export const SEAL_VERSION = 'v1';

/** Parts of a sealed text: the id of the key, the wrapped key of this secret, and the encrypted secret. */
export type SealedParts = { readonly kid: string; readonly wrapped: Buffer; readonly secret: Buffer };

const KID = /^[A-Za-z0-9_:/-]{1,256}$/;

/** Returns true if the text is a valid key id. */
export function isKid(text: string): boolean {
	return KID.test(text);
}

/** Joins the parts into a sealed text. @throws VaultError for an invalid key id */
export function writeSealed({ kid, wrapped, secret }: SealedParts): string {
	if (!isKid(kid))
		throw new VaultError(
			`A key id must have 1 to 256 characters from A-Z a-z 0-9 _ : / -; was ${JSON.stringify(kid.slice(0, 64))}.`,
		);
	return [SEAL_VERSION, kid, wrapped.toString('base64url'), secret.toString('base64url')].join('.');
}

/** @throws VaultError */
export function readSealed(text: string): SealedParts {
	const [version, kid, wrapped, secret, ...more] = text.split('.');
	if (kid === undefined || wrapped === undefined || secret === undefined || more.length > 0)
		throw new VaultError('A sealed text must have four parts.');
	if (version !== SEAL_VERSION)
		throw new VaultError(
			`A sealed text must be of version ${SEAL_VERSION}; was ${JSON.stringify(version?.slice(0, 16))}.`,
		);
	if (!isKid(kid)) throw new VaultError('A sealed text has no valid key id.');
	return { kid, wrapped: bytesOf(wrapped), secret: bytesOf(secret) };
}

function bytesOf(text: string): Buffer {
	const bytes = Buffer.from(text, 'base64url');
	if (bytes.length === 0 || bytes.toString('base64url') !== text)
		throw new VaultError('A part of a sealed text is not base64url.');
	return bytes;
}
