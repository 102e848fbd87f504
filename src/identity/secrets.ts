/**
 * How secrets that we hand out are made, kept and compared. A token or key is a prefix and 43 base64url characters of 32
 * random bytes; only its SHA-256 is stored: with 256 bits of randomness a plain hash is as good as a slow one, and looking
 * a hash up tells nothing about the secret.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { SECRET_PREFIXES } from '../domain/without-secrets.ts';
import type { Random } from '../ports/clock.ts';

const SECRET_BYTES = 32;

/** Tells people, and scanners for leaked secrets, of which kind a secret is. */
export type SecretPrefix = (typeof SECRET_PREFIXES)[number];

/** A secret of 256 random bits in base64url, after its prefix. */
export function newSecret(prefix: SecretPrefix | '', random: Random): string {
	return `${prefix}${Buffer.from(random.hex(SECRET_BYTES), 'hex').toString('base64url')}`;
}

/** SHA-256, 64 lower-case hex digits. */
export function hashSecret(secret: string): string {
	return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** In constant time for hashes of one length. */
export function isSameHash(left: string, right: string): boolean {
	const [a, b] = [Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8')];
	return a.length === b.length && timingSafeEqual(a, b);
}
