/** Creates a vault whose key exists only in memory. */
import type { Vault } from '../../src/ports/vault.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { KEY_BYTES } from '../../src/vault/aes-gcm.ts';
import { createRawKeyProvider, newRawKey } from '../../src/vault/raw-keys.ts';
import { createSealer, createVault } from '../../src/vault/vault.ts';

export function testVault(): Vault {
	const keys = createRawKeyProvider([newRawKey(systemRandom)], 'the test', systemRandom);
	return createVault(createSealer(keys, systemRandom), Buffer.from(systemRandom.hex(KEY_BYTES), 'hex'));
}
