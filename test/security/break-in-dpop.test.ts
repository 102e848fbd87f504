/** Tries to use a proof of possession (RFC 9449) twice, or to block other callers' proofs. */
import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createDpopVerifier, PROOFS_PER_HOLDER_MAX } from '../../src/identity/dpop-proof.ts';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';

const NOW = Date.now();
const url = 'https://service.example/jsonrpc/';

async function holderOfKey(holder: string) {
	const { privateKey, publicKey } = await generateKeyPair('ES256');
	const jwk = await exportJWK(publicKey);
	const token = `token of ${holder}`;
	const ath = createHash('sha256').update(token, 'ascii').digest('base64url');
	return {
		expected: { method: 'POST', url, token, boundTo: await calculateJwkThumbprint(jwk), holder },
		proof: (jti: string, at = NOW) =>
			new SignJWT({ htm: 'POST', htu: url, jti, ath, iat: Math.floor(at / 1_000) })
				.setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
				.sign(privateKey),
	};
}

test('limits the proofs of one caller across all its keys, and still accepts those of others', async () => {
	const clock = createVirtualClock(NOW);
	const dpop = createDpopVerifier(clock);
	const keys = [await holderOfKey('agent_greedy'), await holderOfKey('agent_greedy')];
	const other = await holderOfKey('agent_other');
	for (let at = 0; at < PROOFS_PER_HOLDER_MAX; at += 1) {
		const { proof, expected } = keys[at % 2] ?? other;
		if ((await dpop.fault(await proof(String(at)), expected)) !== undefined)
			throw new Error(`Refused: ${at}`);
	}
	for (const { proof, expected } of keys)
		expect(await dpop.fault(await proof('one more'), expected)).toContain('too many proofs');
	expect(await dpop.fault(await other.proof('first'), other.expected)).toBeUndefined();
	expect(await dpop.fault(await other.proof('first'), other.expected)).toBe('it has already been used');
	// Once the replay window of the old proofs has passed, the holder may send the same number of proofs again.
	clock.leap(NOW + 130_000);
	for (const { proof, expected } of keys)
		expect(await dpop.fault(await proof('later', NOW + 130_000), expected)).toBeUndefined();
});
