/** Creates random secrets, and the hashes that are stored in their place if the secret itself is not needed again. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** Returns 256 random bits as 43 characters that need no encoding in URLs or cookies. */
export function newSecretText(): string {
	return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Returns `bytes` random bytes as lower-case hexadecimal digits. */
export function randomHex(bytes: number): string {
	return randomBytes(bytes).toString('hex');
}

/** Returns the SHA-256 hash as base64url. */
export function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('base64url');
}

/** Compares two strings in constant time. */
export function isSameText(expected: string, given: string): boolean {
	const left = Buffer.from(expected);
	const right = Buffer.from(given);
	return left.length === right.length && timingSafeEqual(left, right);
}
