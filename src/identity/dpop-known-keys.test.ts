/**
 * Checks that every rule still applies to later proofs by the same key, although the verifier imports a key only
 * once.
 */
import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createDpopVerifier } from './dpop-proof.ts';

const NOW = Date.UTC(2026, 10, 21);
const still = createVirtualClock(NOW, undefined, 0);
const DEMAND = { method: 'POST', url: 'https://arb.example/jsonrpc/', token: 'the-token' };

async function newSigner(alg = 'ES256') {
	const { privateKey, publicKey } = await generateKeyPair(alg);
	const jwk = await exportJWK(publicKey);
	let count = 0;
	return {
		boundTo: await calculateJwkThumbprint(jwk),
		jwk,
		sign(named: JWK = jwk): Promise<string> {
			count += 1;
			const ath = createHash('sha256').update(DEMAND.token).digest('base64url');
			return new SignJWT({ jti: `${alg} ${count}`, htm: DEMAND.method, htu: DEMAND.url, ath })
				.setProtectedHeader({ alg, typ: 'dpop+jwt', jwk: named })
				.setIssuedAt(NOW / 1_000)
				.sign(privateKey);
		},
	};
}

test.each(['ES256', 'ES384', 'Ed25519', 'RS256', 'PS256'])(
	'accepts successive proofs of one %s key, each once',
	async (alg) => {
		const verifier = createDpopVerifier(still);
		const { boundTo, sign } = await newSigner(alg);
		for (let proofs = 0; proofs < 3; proofs += 1) {
			const proof = await sign();
			expect(await verifier.fault(proof, { ...DEMAND, boundTo })).toBeUndefined();
			expect(await verifier.fault(proof, { ...DEMAND, boundTo })).toBe('it has already been used');
		}
	},
);

test('refuses another key under the header of a known one', async () => {
	const verifier = createDpopVerifier(still);
	const [owner, thief] = [await newSigner(), await newSigner()];
	const expected = { ...DEMAND, boundTo: owner.boundTo };
	expect(await verifier.fault(await owner.sign(), expected)).toBeUndefined();
	const forged = await thief.sign(owner.jwk);
	expect(forged.split('.')[0]).toBe((await owner.sign()).split('.')[0]);
	expect(await verifier.fault(forged, expected)).toBe('it is not a signed DPoP proof');
});

test('accepts a known key only for its own tokens', async () => {
	const verifier = createDpopVerifier(still);
	const [first, second] = [await newSigner(), await newSigner()];
	for (const { boundTo, sign } of [first, second])
		expect(await verifier.fault(await sign(), { ...DEMAND, boundTo })).toBeUndefined();
	expect(await verifier.fault(await first.sign(), { ...DEMAND, boundTo: second.boundTo })).toBe(
		'its key is not the one that the token is bound to',
	);
	expect(
		await verifier.fault(await first.sign(), { ...DEMAND, token: 'another-token', boundTo: first.boundTo }),
	).toBe('ath must be the hash of the access token');
});
