import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemRandom } from '../runtime/random.ts';
import { hashSecret, isSameHash, newSecret } from './secrets.ts';

test.each(['cw_', 'arbk_', ''] as const)(
	'makes a secret of %j and 43 characters from 32 random bytes',
	(prefix) => {
		let asked = 0;
		const random = {
			...systemRandom,
			hex(bytes: number) {
				asked += bytes;
				return 'ff'.repeat(bytes);
			},
		};
		expect(newSecret(prefix, random)).toBe(`${prefix}${'_'.repeat(42)}8`);
		expect(asked).toBe(32);
		expect(newSecret(prefix, systemRandom)).toMatch(new RegExp(`^${prefix}[A-Za-z0-9_-]{43}$`));
	},
);

test('never makes the same secret twice', () => {
	const made = Array.from({ length: 1_000 }, () => newSecret('', systemRandom));
	expect(new Set(made).size).toBe(1_000);
});

test('hashes the UTF-8 text by SHA-256 (FIPS 180-2, appendix B.1)', () => {
	expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
	expect(hashSecret('é')).not.toBe(hashSecret('e\u0301'));
});

test('compares hashes character by character', () => {
	fc.assert(
		fc.property(fc.string(), fc.string(), (left, right) => {
			expect(isSameHash(left, left)).toBe(true);
			expect(isSameHash(left, right)).toBe(Buffer.from(left).equals(Buffer.from(right)));
		}),
	);
	const hash = hashSecret('a');
	expect(isSameHash(hash, hash.slice(0, -1))).toBe(false);
	expect(isSameHash(hash, `${hash}0`)).toBe(false);
	expect(isSameHash(hash, '')).toBe(false);
	// A string with the same number of characters but more bytes must not cause an error.
	expect(isSameHash(hash, 'é'.repeat(64))).toBe(false);
});
