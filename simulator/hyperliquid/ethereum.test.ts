import fc from 'fast-check';
import { hashTypedData } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { expect, test } from 'vitest';
import { addressOfKey, type Hex, type TypedMember, typedDataHash } from './ethereum.ts';

const SEED = 20261127;
const hexOf = (bytes: number) =>
	fc
		.uint8Array({ minLength: bytes, maxLength: bytes })
		.map((read): Hex => `0x${Buffer.from(read).toString('hex')}`);

test('the address of a private key equals the one computed by viem', () => {
	fc.assert(
		fc.property(hexOf(32), (key) => {
			expect(addressOfKey(key)).toBe(privateKeyToAddress(key).toLowerCase());
		}),
		{ seed: SEED, numRuns: 50 },
	);
});

test('32 bytes that are not a private key are refused', () => {
	expect(() => addressOfKey(`0x${'00'.repeat(32)}`)).toThrow(Error);
	expect(() => addressOfKey(`0x${'ff'.repeat(32)}`)).toThrow(Error);
});

test('the hash of typed data equals the one computed by viem', () => {
	const member = fc.oneof(
		fc.record({ type: fc.constant('string' as const), value: fc.string({ unit: 'grapheme' }) }),
		fc.record({ type: fc.constant('address' as const), value: hexOf(20) }),
		fc.record({ type: fc.constant('bytes32' as const), value: hexOf(32) }),
		fc.record({ type: fc.constant('uint64' as const), value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) }),
	);
	fc.assert(
		fc.property(
			fc.array(member, { minLength: 1, maxLength: 6 }),
			fc.record({ name: fc.string(), version: fc.string(), chainId: fc.integer({ min: 0 }) }),
			(drawn, domain) => {
				const members = drawn.map((one, index) => ({ ...one, name: `m${index}` }) as TypedMember);
				expect(typedDataHash(domain, 'Some:Type', members)).toBe(
					hashTypedData({
						domain: { ...domain, verifyingContract: `0x${'0'.repeat(40)}` },
						types: { 'Some:Type': members.map(({ name, type }) => ({ name, type })) },
						primaryType: 'Some:Type',
						message: Object.fromEntries(members.map(({ name, value }) => [name, value])),
					}),
				);
			},
		),
		{ seed: SEED, numRuns: 200 },
	);
});
