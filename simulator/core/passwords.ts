/**
 * Stores passwords of simulated accounts as scrypt hashes (RFC 7914).
 *
 * Hashing is synchronous, because the exchange handles its requests one after another. Logins are rare, so blocking
 * for a few tens of milliseconds is acceptable and avoids an additional asynchronous path. With N = 2^14 and r = 8,
 * one hash takes 16 MiB.
 */
import { scryptSync, timingSafeEqual } from 'node:crypto';
import { randomHex } from './secret-texts.ts';

const CHARS_MIN = 8;
const CHARS_MAX = 128;
const COST = { N: 16_384, r: 8, p: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Returns a message about what is wrong with a new password; undefined if it is valid. */
export function passwordProblem(password: string): string | undefined {
	if (password.length >= CHARS_MIN && password.length <= CHARS_MAX) return undefined;
	return `A password has ${CHARS_MIN} to ${CHARS_MAX} characters, was ${password.length}.`;
}

/** Returns cost, salt and hash as one string, so that a later change to the cost does not lock out users. */
export function hashPassword(password: string): string {
	const salt = Buffer.from(randomHex(SALT_BYTES), 'hex');
	return `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt.toString('base64url')}$${derive(password, salt, COST).toString('base64url')}`;
}

/**
 * True if the password is right. The check takes the same time for a name without a password (`stored` undefined) as
 * for one with a password.
 */
export function isPassword(password: string, stored: string | undefined): boolean {
	const [, n = '', r = '', p = '', salt = '', hash = ''] = (stored ?? NOBODYS).split('$');
	const cost = { N: Number(n), r: Number(r), p: Number(p) };
	const expected = Buffer.from(hash, 'base64url');
	const given = derive(password.slice(0, CHARS_MAX + 1), Buffer.from(salt, 'base64url'), cost);
	return given.length === expected.length && timingSafeEqual(given, expected) && stored !== undefined;
}

function derive(
	password: string,
	salt: Buffer,
	cost: { readonly N: number; readonly r: number; readonly p: number },
): Buffer {
	return scryptSync(password, salt, HASH_BYTES, { ...cost, maxmem: 256 * cost.N * cost.r });
}

/** Stored form that no password matches, used for names without a password. */
const NOBODYS = `scrypt$${COST.N}$${COST.r}$${COST.p}$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`;
