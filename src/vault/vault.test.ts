import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SealBinding, VaultError } from '../ports/vault.ts';
import { systemRandom } from '../runtime/random.ts';
import { decrypt, encrypt } from './aes-gcm.ts';
import { createRawKeyProvider, newRawKey, readRawKeys, writeRawKey } from './raw-keys.ts';
import { readSealed, writeSealed } from './sealed-text.ts';
import { createSealer, createVault } from './vault.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/**
 * Test cases 13 to 16 from "The Galois/Counter Mode of Operation (GCM)" by McGrew and Viega, which NIST adopted. They
 * use 256-bit keys.
 */
const KNOWN_ANSWERS = [
	{
		key: '00'.repeat(32),
		nonce: '00'.repeat(12),
		plaintext: '',
		aad: '',
		sealed: '530f8afbc74536b9a963b4f1c4cb738b',
	},
	{
		key: '00'.repeat(32),
		nonce: '00'.repeat(12),
		plaintext: '00'.repeat(16),
		aad: '',
		sealed: 'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919',
	},
	{
		key: 'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
		nonce: 'cafebabefacedbaddecaf888',
		plaintext:
			'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255',
		aad: '',
		sealed:
			'522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015adb094dac5d93471bdec1a502270e3cc6c',
	},
	{
		key: 'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
		nonce: 'cafebabefacedbaddecaf888',
		plaintext:
			'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
		aad: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
		sealed:
			'522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
	},
] as const;

describe('AES-256-GCM', () => {
	test.each(KNOWN_ANSWERS)(
		'matches the known answer of $sealed',
		({ key, nonce, plaintext, aad, sealed }) => {
			expect(encrypt(hex(key), hex(nonce), hex(plaintext), hex(aad)).toString('hex')).toBe(sealed);
			expect(decrypt(hex(key), hex(nonce), hex(sealed), hex(aad)).toString('hex')).toBe(plaintext);
		},
	);

	test.each(KNOWN_ANSWERS)('refuses a changed tag of $sealed', ({ key, nonce, aad, sealed }) => {
		const changed = hex(sealed);
		changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
		expect(() => decrypt(hex(key), hex(nonce), changed, hex(aad))).toThrow(VaultError);
		// A shorter tag must be refused, because it would be easier to guess.
		expect(() => decrypt(hex(key), hex(nonce), hex(sealed).subarray(0, -4), hex(aad))).toThrow(VaultError);
	});
});

const PLACE: SealBinding = {
	table: 'exchange_account',
	record: 'acct_1',
	user: 'user_a',
	field: 'credentials',
};
const sealerOf = (...keys: Parameters<typeof createRawKeyProvider>[0][number][]) =>
	createSealer(createRawKeyProvider(keys, 'the test', systemRandom), systemRandom);
const [OLD, NEW] = [newRawKey(systemRandom), newRawKey(systemRandom)];

describe('sealing', () => {
	const sealer = sealerOf(NEW, OLD);

	test('decrypts to the original and never encrypts to the same text twice', async () => {
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.string(), async (bytes, record) => {
				const place = { ...PLACE, record };
				const [one, two] = [await sealer.seal(bytes, place), await sealer.seal(bytes, place)];
				expect(one).not.toBe(two);
				expect([...(await sealer.open(one, place))]).toEqual([...bytes]);
				expect(sealer.kidOf(one)).toBe(NEW.kid);
			}),
		);
		const text = 'ключ 🔑';
		expect((await sealer.open(await sealer.seal(text, PLACE), PLACE)).toString('utf8')).toBe(text);
	});

	test('refuses any flipped bit of wrapped key or secret', async () => {
		const sealed = await sealer.seal('a secret of some length', PLACE);
		const parts = readSealed(sealed);
		for (const part of ['wrapped', 'secret'] as const)
			for (let bit = 0; bit < parts[part].length * 8; bit += 1) {
				const changed = Buffer.from(parts[part]);
				changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
				const tampered = writeSealed({ ...parts, [part]: changed });
				await expect(sealer.open(tampered, PLACE), `${part} bit ${bit}`).rejects.toThrow(VaultError);
				await expect(sealer.rewrap(tampered, PLACE), `${part} bit ${bit}`).rejects.toThrow(VaultError);
			}
	});

	test('refuses any changed character', async () => {
		const sealed = await sealer.seal('secret', PLACE);
		await fc.assert(
			fc.asyncProperty(
				fc.nat({ max: sealed.length - 1 }),
				fc.constantFrom(...'AZaz09_-.=/+ '),
				async (at, character) => {
					fc.pre(sealed[at] !== character);
					const changed = `${sealed.slice(0, at)}${character}${sealed.slice(at + 1)}`;
					await expect(sealer.open(changed, PLACE)).rejects.toThrow(VaultError);
				},
			),
		);
	});

	test.each([
		['table', 'vault_secret'],
		['record', 'acct_2'],
		['user', 'user_b'],
		['field', 'label'],
	])('does not decrypt a text in another %s', async (member, other) => {
		const sealed = await sealer.seal('secret', PLACE);
		await expect(sealer.open(sealed, { ...PLACE, [member]: other })).rejects.toThrow(VaultError);
		await expect(sealer.rewrap(sealed, { ...PLACE, [member]: other })).rejects.toThrow(VaultError);
	});

	test('distinguishes two places with the same concatenation', async () => {
		const sealed = await sealer.seal('secret', { ...PLACE, record: 'a","user', user: 'b' });
		await expect(sealer.open(sealed, { ...PLACE, record: 'a', user: 'user","b' })).rejects.toThrow(
			VaultError,
		);
	});

	test('refuses a mix of the parts of two sealed texts', async () => {
		const [a, b] = [await sealer.seal('one', PLACE), await sealer.seal('two', PLACE)].map(readSealed);
		if (a === undefined || b === undefined) throw new Error('Invariant broken: both are sealed.');
		await expect(sealer.open(writeSealed({ ...a, secret: b.secret }), PLACE)).rejects.toThrow(VaultError);
	});

	test('rewraps a data key so that only the new key opens it, without changing the ciphertext', async () => {
		const before = await sealerOf(OLD).seal('secret', PLACE);
		const after = await sealer.rewrap(before, PLACE);
		expect([sealer.kidOf(before), sealer.kidOf(after)]).toEqual([OLD.kid, NEW.kid]);
		expect(readSealed(after).secret).toEqual(readSealed(before).secret);
		expect((await sealerOf(NEW).open(after, PLACE)).toString('utf8')).toBe('secret');
		await expect(sealerOf(OLD).open(after, PLACE)).rejects.toThrow(/no key/);
	});

	test.each([
		'',
		'v1',
		'v1.k.a',
		'v1.k.YQ.YQ.YQ',
		'v2.k.YQ.YQ',
		'v1..YQ.YQ',
		'v1.k!.YQ.YQ',
		'v1.k.YQ=.YQ',
		'v1.k..YQ',
	])('refuses %j as a sealed text', async (text) => {
		await expect(sealer.open(text, PLACE)).rejects.toThrow(VaultError);
		expect(() => sealer.kidOf(text)).toThrow(VaultError);
	});
});

describe('derived keys', () => {
	const root = Buffer.alloc(32, 7);
	const vault = createVault(sealerOf(NEW), root);

	test('depend on the purpose and the root secret alone', () => {
		const own = vault.deriveKey('cookies');
		expect(own).toHaveLength(32);
		expect(createVault(sealerOf(OLD), root).deriveKey('cookies')).toEqual(own);
		const others = [
			vault.deriveKey('csrf'),
			vault.deriveKey('cookie'),
			createVault(sealerOf(NEW), Buffer.alloc(32, 8)).deriveKey('cookies'),
			root,
		];
		for (const other of others) expect(other.equals(own)).toBe(false);
	});

	test('give the same fingerprint for the same text and purpose only', () => {
		expect(vault.fingerprint('a', 'text')).toMatch(/^[0-9a-f]{64}$/);
		expect(vault.fingerprint('a', 'text')).toBe(vault.fingerprint('a', 'text'));
		expect(vault.fingerprint('b', 'text')).not.toBe(vault.fingerprint('a', 'text'));
		expect(vault.fingerprint('a', 'texT')).not.toBe(vault.fingerprint('a', 'text'));
	});

	test.each(['', 'A', 'a b', '-a', 'a'.repeat(64)])('refuse the purpose %j', (purpose) => {
		expect(() => vault.deriveKey(purpose)).toThrow(VaultError);
	});
});

describe('the key format', () => {
	test('reads back unchanged', () => {
		expect(
			readRawKeys([writeRawKey(NEW), ` ${OLD.kid}\t${OLD.key.toString('base64url')} `], 'a file'),
		).toEqual([NEW, OLD]);
	});

	const KEY = NEW.key.toString('base64url');
	test.each([
		[[], /no key in a file/],
		[['k1'], /Entry 1 of a file must consist of a key id/],
		[[`k1 ${KEY} more`], /Entry 1 of a file must consist of a key id/],
		[[`k.1 ${KEY}`], /must begin with a key id/],
		[[`k1 ${KEY.slice(1)}`], /32 bytes in base64url/],
		[[`k1 ${KEY}=`], /32 bytes in base64url/],
		[[`k1 ${NEW.key.toString('hex')}`], /32 bytes in base64url/],
		[[`k1 ${KEY}`, `k1 ${KEY}`], /k1 occurs twice/],
	])('refuses %j without quoting the key', (entries, sentence) => {
		expect(() => readRawKeys(entries, 'a file')).toThrow(sentence);
		try {
			readRawKeys(entries, 'a file');
		} catch (error) {
			expect(String(error)).not.toContain(KEY.slice(0, 8));
			expect(String(error)).not.toContain(NEW.key.toString('hex').slice(0, 8));
		}
	});
});
