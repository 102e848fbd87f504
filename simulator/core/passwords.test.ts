import { expect, test } from 'vitest';
import { hashPassword, isPassword, passwordProblem } from './passwords.ts';

test('a password matches its own hash, and no other password does', () => {
	const stored = hashPassword('a good password');
	expect(stored).toMatch(/^scrypt\$16384\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
	expect(stored).not.toContain('good');
	expect(isPassword('a good password', stored)).toBe(true);
	expect(isPassword('a good passwor', stored)).toBe(false);
	expect(isPassword('', stored)).toBe(false);
});

test('the same password is hashed differently every time', () => {
	expect(hashPassword('a good password')).not.toBe(hashPassword('a good password'));
});

test('no password matches a missing hash', () => {
	expect(isPassword('a good password', undefined)).toBe(false);
	expect(isPassword('', undefined)).toBe(false);
});

test('a hash with another cost is checked with that cost', () => {
	// Test vector for scrypt from RFC 7914, section 12: password "password", salt "NaCl", N 1024, r 8, p 16, first 32
	// bytes.
	const hash = Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex');
	const stored = `scrypt$1024$8$16$${Buffer.from('NaCl').toString('base64url')}$${hash.toString('base64url')}`;
	expect(isPassword('password', stored)).toBe(true);
	expect(isPassword('Password', stored)).toBe(false);
});

test.each([
	['seven c', true],
	['eight ch', false],
	['x'.repeat(128), false],
	['x'.repeat(129), true],
])('a password of invalid length is reported, case %#', (password, isWrong) => {
	expect(passwordProblem(password) !== undefined).toBe(isWrong);
});
