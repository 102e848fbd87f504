/**
 * Encrypts pending data with AES-256-GCM and a test key. The data can only be decrypted for the record that it
 * belongs to.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { PendingBinding, PendingSeal } from '../../src/ports/oauth-pending-store.ts';

export function testSeal(key: Uint8Array = randomBytes(32)): PendingSeal {
	const aad = (binding: PendingBinding) => Buffer.from(JSON.stringify(binding));
	return {
		async seal(plaintext, binding) {
			const iv = randomBytes(12);
			const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad(binding));
			const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
			return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
		},
		async open(sealed, binding) {
			const bytes = Buffer.from(sealed, 'base64');
			const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
				.setAAD(aad(binding))
				.setAuthTag(bytes.subarray(12, 28));
			return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
		},
	};
}
