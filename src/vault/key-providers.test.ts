/** Tests the rules that every key provider must follow, then those of each single provider. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttpKmsProvider, type HttpKms, startHttpKms } from '../../test/support/http-kms.ts';
import { keyProviderContract } from '../../test/support/key-provider-contract.ts';
import { VaultError } from '../ports/vault.ts';
import { systemRandom } from '../runtime/random.ts';
import { environmentSource, readEnvironmentKeys } from './environment-keys.ts';
import { keyFileSource, readKeyFile, writeKeyFile } from './key-file.ts';
import { createRawKeyProvider, newRawKey, type RawKey, writeRawKey } from './raw-keys.ts';
import { createSealer } from './vault.ts';

let folder = '';

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-keys-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const newKeys = (): readonly [RawKey, RawKey, RawKey] => [
	newRawKey(systemRandom),
	newRawKey(systemRandom),
	newRawKey(systemRandom),
];

describe('the key file', () => {
	const path = (): string => join(folder, 'vault.key');
	const fromFile = (keys: readonly RawKey[]) => {
		writeKeyFile(path(), keys);
		return createRawKeyProvider(readKeyFile(path()) ?? [], keyFileSource(path()), systemRandom);
	};

	keyProviderContract(async () => {
		const [next, current, retired] = newKeys();
		return { provider: fromFile([current, retired]), rotated: fromFile([next, current, retired]) };
	});

	test('is private to its owner and reads back unchanged', () => {
		const keys = newKeys();
		writeKeyFile(path(), keys);
		expect(statSync(path()).mode & 0o777).toBe(0o600);
		expect(readKeyFile(path())).toEqual(keys);
		expect(readFileSync(path(), 'utf8')).toBe(keys.map((key) => `${writeRawKey(key)}\n`).join(''));
		expect(existsSync(`${path()}.new`)).toBe(false);
	});

	test('replaces a file left by a crash, including its mode', () => {
		writeFileSync(`${path()}.new`, 'half a k', { mode: 0o666 });
		chmodSync(`${path()}.new`, 0o666);
		const [key] = newKeys();
		writeKeyFile(path(), [key]);
		expect(statSync(path()).mode & 0o777).toBe(0o600);
		expect(readKeyFile(path())).toEqual([key]);
	});

	test.each([0o640, 0o604, 0o666, 0o660])('is refused with mode %o', (mode) => {
		writeKeyFile(path(), newKeys());
		chmodSync(path(), mode);
		expect(() => readKeyFile(path())).toThrow(/its owner only \(0600\); its mode is 0\d+\. Run: chmod 600/);
		expect(() => readKeyFile(path())).toThrow(VaultError);
	});

	test.each(['', '\n \n', 'not a key', 'k1 short'])('that holds %j is refused', (text) => {
		writeFileSync(path(), text, { mode: 0o600 });
		expect(() => readKeyFile(path())).toThrow(VaultError);
	});

	test('is undefined if missing', () => {
		expect(readKeyFile(path())).toBeUndefined();
	});
});

describe('the environment', () => {
	const fromVariable = (keys: readonly RawKey[]) => {
		const env = { KEYS: keys.map(writeRawKey).join(', ') };
		return createRawKeyProvider(readEnvironmentKeys(env, 'KEYS'), environmentSource('KEYS'), systemRandom);
	};

	keyProviderContract(async () => {
		const [next, current, retired] = newKeys();
		return { provider: fromVariable([current, retired]), rotated: fromVariable([next, current, retired]) };
	});

	test.each([{}, { KEYS: '' }, { KEYS: '  ' }])('without the variable: %j', (env) => {
		expect(() => readEnvironmentKeys(env, 'KEYS')).toThrow(/environment variable KEYS must hold the keys/);
	});

	test.each(['k1', 'k1 short', ','])('that holds %j is refused', (text) => {
		expect(() => readEnvironmentKeys({ KEYS: text }, 'KEYS')).toThrow(VaultError);
	});
});

describe('a key management service', () => {
	let kms: HttpKms;
	beforeAll(async () => {
		kms = await startHttpKms();
	});
	afterAll(() => kms[Symbol.asyncDispose]());

	keyProviderContract(async () => {
		const [next, current, retired] = [kms.newKey(), kms.newKey(), kms.newKey()];
		return {
			provider: createHttpKmsProvider(kms, [current, retired]),
			rotated: createHttpKmsProvider(kms, [next, current, retired]),
		};
	});

	test('fails while it does not answer, and works again afterwards', async () => {
		const sealer = createSealer(createHttpKmsProvider(kms, [kms.newKey()]), systemRandom);
		const place = { table: 't', record: 'r', user: 'u', field: 'f' };
		const sealed = await sealer.seal('secret', place);
		kms.setDown(true);
		await expect(sealer.open(sealed, place)).rejects.toThrow(VaultError);
		await expect(sealer.seal('secret', place)).rejects.toThrow(/503/);
		kms.setDown(false);
		expect((await sealer.open(sealed, place)).toString('utf8')).toBe('secret');
	});
});
