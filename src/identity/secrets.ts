/**
 * Creates, hashes and compares the secrets that the service issues. A token or key is a prefix followed by 43
 * base64url characters, which encode 32 random bytes. Only its SHA-256 is stored. With 256 random bits, a plain hash
 * is as safe as a slow one, and a lookup by hash reveals nothing about the secret.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { SECRET_PREFIXES } from '../domain/without-secrets.ts';
import type { Random } from '../ports/clock.ts';

const SECRET_BYTES = 32;

/** Prefix of a secret. It tells people, and scanners for leaked secrets, the type of the secret. */
export type SecretPrefix = (typeof SECRET_PREFIXES)[number];

/** Creates a secret: the prefix and 256 random bits in base64url. */
export function newSecret(prefix: SecretPrefix | '', random: Random): string {
	return `${prefix}${Buffer.from(random.hex(SECRET_BYTES), 'hex').toString('base64url')}`;
}

/** Returns the SHA-256 of a secret, as 64 lower-case hex digits. */
export function hashSecret(secret: string): string {
	return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** Compares two hashes, in constant time if their lengths are equal. */
export function isSameHash(left: string, right: string): boolean {
	const [a, b] = [Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8')];
	return a.length === b.length && timingSafeEqual(a, b);
}
