import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkPublicKeys, type PublicKey } from './agent-public-keys.ts';

const jwk = (key: { readonly export: (options: { format: 'jwk' }) => object }) =>
	key.export({ format: 'jwk' }) as PublicKey;
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
const rsa = (modulusLength: number, publicExponent = 65_537) =>
	generateKeyPairSync('rsa', { modulusLength, publicExponent });

const P256 = ec('P-256');
const ED25519 = generateKeyPairSync('ed25519');
const RSA = rsa(2_048);
const GOOD = jwk(P256.publicKey);

function faultOf(keys: readonly unknown[]): string {
	try {
		checkPublicKeys(keys as PublicKey[]);
	} catch (error) {
		expect(error).toMatchObject({ code: 'INVALID_PARAMS', field: 'public_keys' });
		return (error as Error).message;
	}
	return 'taken';
}

test.each<[string, PublicKey]>([
	['P-256', GOOD],
	['P-384', jwk(ec('P-384').publicKey)],
	['P-521', jwk(ec('P-521').publicKey)],
	['Ed25519', jwk(ED25519.publicKey)],
	['RSA of 2048 bits', jwk(RSA.publicKey)],
	['a key with an id and a purpose', { ...GOOD, kid: 'a', use: 'sig', alg: 'ES256' }],
])('accepts %s', (_what, key) => {
	expect(faultOf([key])).toBe('taken');
});

test('accepts one to four keys', () => {
	expect(faultOf([])).toBe('public_keys must contain 1 to 4 keys; was 0.');
	expect(faultOf([GOOD, GOOD, GOOD, GOOD])).toBe('taken');
	expect(faultOf([GOOD, GOOD, GOOD, GOOD, GOOD])).toBe('public_keys must contain 1 to 4 keys; was 5.');
});

describe('refuses a private key as leaked and does not repeat it', () => {
	test.each([
		['EC', P256.privateKey],
		['OKP', ED25519.privateKey],
		['RSA', RSA.privateKey],
	])('%s', (_kind, key) => {
		const { d, p } = jwk(key) as { readonly d: string; readonly p?: string };
		const fault = faultOf([GOOD, jwk(key)]);
		expect(fault).toContain('Treat that key as leaked');
		expect(fault).not.toContain(d);
		if (p !== undefined) expect(fault).not.toContain(p);
	});

	test.each(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'])(
		'detects it by the member %s, whatever its value',
		(member) => {
			for (const value of ['s3cr3t', '', null, []])
				expect(faultOf([{ ...GOOD, [member]: value }])).toContain('Treat that key as leaked');
		},
	);

	test('refuses a symmetric key', () => {
		expect(faultOf([{ kty: 'oct', k: 's3cr3t' }])).not.toContain('s3cr3t');
	});
});

const KINDS =
	'public_keys must be P-256, P-384, P-521, Ed25519, or RSA of at least 2048 bits with an exponent of at least 65537.';

test.each<[string, unknown]>([
	['another curve', jwk(ec('secp256k1').publicKey)],
	['Ed448', jwk(generateKeyPairSync('ed448').publicKey)],
	['a key-agreement key', jwk(generateKeyPairSync('x25519').publicKey)],
	['RSA of 1024 bits', jwk(rsa(1_024).publicKey)],
	['RSA of 2047 bits', jwk(rsa(2_047).publicKey)],
	[
		'RSA of 512 bits in many characters',
		{ ...jwk(rsa(512).publicKey), n: `${'A'.repeat(300)}${jwk(rsa(512).publicKey).n}` },
	],
	['RSA with exponent 3', jwk(rsa(2_048, 3).publicKey)],
	['RSA with exponent 1, for which anybody can sign', { ...jwk(RSA.publicKey), e: 'AQ' }],
	['RSA without an exponent', { kty: 'RSA', n: jwk(RSA.publicKey).n }],
	['a curve without a point', { kty: 'EC', crv: 'P-256' }],
	['a point that is not on its curve', { ...GOOD, y: GOOD.x }],
	['a point of another curve', { ...GOOD, crv: 'P-384' }],
	['a point that is not a string', { ...GOOD, x: 7 }],
	['Ed25519 that is too short', { ...jwk(ED25519.publicKey), x: 'AAAA' }],
	['a key type that is the name of an object member', { ...GOOD, kty: 'constructor' }],
	['a key type that is a prototype', JSON.parse('{"kty":"__proto__","crv":"includes"}')],
	['a key type that is not a string', { ...GOOD, kty: ['EC'] }],
	['a list', [GOOD]],
	['nothing', {}],
])('refuses %s', (_what, key) => {
	expect(faultOf([key])).toBe(KINDS);
});

test('limits the size of a key', () => {
	const padded = (length: number) => ({ ...GOOD, kid: 'x'.repeat(length) });
	const spareBytes = 4_096 - JSON.stringify(padded(0)).length;
	expect(faultOf([padded(spareBytes)])).toBe('taken');
	expect(faultOf([padded(spareBytes + 1)])).toBe('public_keys must have at most 4,096 bytes each.');
	expect(faultOf([{ ...GOOD, kid: 'é'.repeat(2_048) }])).toBe(
		'public_keys must have at most 4,096 bytes each.',
	);
});
