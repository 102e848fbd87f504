/** Tests the behavior that every key provider must have, wherever its keys are stored. */
import { expect, test } from 'vitest';
import { type KeyProvider, VaultError } from '../../src/ports/vault.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { isKid } from '../../src/vault/sealed-text.ts';
import { createSealer } from '../../src/vault/vault.ts';

const AAD = Buffer.from('["v1","table","record","user","field"]');
const PLACE = { table: 'table', record: 'record', user: 'user', field: 'field' };

/**
 * Defines the tests. `open` returns two providers, each with a current and a retired key. They have one key in
 * common: the retired key of `rotated` is the current key of `provider`.
 */
export function keyProviderContract(
	open: () => Promise<{ readonly provider: KeyProvider; readonly rotated: KeyProvider }>,
): void {
	const dekOf = (): Buffer => Buffer.from(systemRandom.hex(32), 'hex');

	test('it unwraps keys wrapped under the current key', async () => {
		const { provider } = await open();
		const dek = dekOf();
		const wrapped = await provider.wrap(dek, AAD);
		expect(Buffer.from(await provider.unwrap(provider.currentKid, wrapped, AAD))).toEqual(dek);
		expect(Buffer.from(wrapped).includes(dek)).toBe(false);
		expect(Buffer.from(await provider.wrap(dek, AAD))).not.toEqual(Buffer.from(wrapped));
	});

	test('it names its keys, the current one first', async () => {
		const { provider } = await open();
		expect(provider.knownKids.length).toBeGreaterThanOrEqual(2);
		expect(provider.knownKids[0]).toBe(provider.currentKid);
		expect(new Set(provider.knownKids).size).toBe(provider.knownKids.length);
		for (const kid of provider.knownKids) expect(isKid(kid), kid).toBe(true);
		expect(provider.source).toMatch(/^(?:the|a) /);
	});

	test('another key, another binding or another text is refused with a VaultError', async () => {
		const { provider } = await open();
		const wrapped = Buffer.from(await provider.wrap(dekOf(), AAD));
		const [current, retired] = provider.knownKids as [string, string];
		const changed = Buffer.from(wrapped);
		changed[0] = (changed[0] ?? 0) ^ 1;
		const attempts = [
			() => provider.unwrap(retired, wrapped, AAD),
			() => provider.unwrap('no-such-key', wrapped, AAD),
			() => provider.unwrap(current, wrapped, Buffer.from('[]')),
			() => provider.unwrap(current, changed, AAD),
			() => provider.unwrap(current, wrapped.subarray(0, 5), AAD),
			() => provider.unwrap(current, Buffer.alloc(0), AAD),
		];
		for (const [index, attempt] of attempts.entries())
			await expect(attempt(), `attempt ${index}`).rejects.toThrow(VaultError);
	});

	test('a rotation keeps sealed texts readable and reseals them under the new key', async () => {
		const { provider, rotated } = await open();
		const sealed = await createSealer(provider, systemRandom).seal('secret', PLACE);
		const sealer = createSealer(rotated, systemRandom);
		expect((await sealer.open(sealed, PLACE)).toString('utf8')).toBe('secret');
		const rewrapped = await sealer.rewrap(sealed, PLACE);
		expect(sealer.kidOf(rewrapped)).toBe(rotated.currentKid);
		expect(rotated.currentKid).not.toBe(provider.currentKid);
		expect((await sealer.open(rewrapped, PLACE)).toString('utf8')).toBe('secret');
	});
}
