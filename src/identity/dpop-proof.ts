/**
 * Whether the sender of a bound token holds the key it is bound to: DPoP proofs (RFC 9449, section 4.3, with the hash of
 * the access token of section 7.1).
 */
import { createHash } from 'node:crypto';
import { type CryptoKey, calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../ports/clock.ts';

/** Asymmetric only, as section 4.2 asks. */
export const DPOP_ALGORITHMS = ['ES256', 'ES384', 'EdDSA', 'Ed25519', 'RS256', 'PS256'] as const;
/** How far a proof's time may lie from ours, seconds. */
const AGE_S_MAX = 60;
const PROOF_LENGTH_MAX = 8_192;
const JTI_LENGTH_MAX = 256;
/**
 * Proofs that are remembered; a proof beyond them is refused rather than forgotten. All together are more than can be checked
 * in their time; of one holder, who can have any number of keys, more than its credits come to.
 */
const SEEN_MAX = 1_000_000;
export const OF_ONE_HOLDER_MAX = 5_000;
const SWEEP_MS = 1_000;
/** Keys that are remembered, about a kilobyte each; the oldest make room. */
const KEYS_MAX = 1_000;

export type ProofDemand = {
	/** HTTP method and address of the request, without query and fragment. */
	readonly method: string;
	readonly url: string;
	readonly token: string;
	/** Thumbprint that the token is bound to (RFC 7638). */
	readonly boundTo: string;
	/** Whose token it is, whatever keys they have; absent: whoever has this key. */
	readonly holder?: string;
};

export interface DpopVerifier {
	/** Undefined when the proof holds; else the sentence why not. Each proof holds once. */
	fault(proof: string, demand: ProofDemand): Promise<string | undefined>;
}

export function createDpopVerifier(
	clock: Clock,
	{ seenMax, ofOneHolderMax } = { seenMax: SEEN_MAX, ofOneHolderMax: OF_ONE_HOLDER_MAX },
): DpopVerifier {
	const startedAtS = Math.floor(clock.now() / 1_000);
	/** Holder → hash of key and `jti` → until when it could be used again, milliseconds. */
	const seen = new Map<string, Map<string, number>>();
	let seenCount = 0;
	let sweptAt = 0;
	/**
	 * Keys by the head of the proofs they have signed, which names the key and nothing that changes: reading a key costs
	 * as much as the rest of the check. Whose proof did not hold is not remembered.
	 */
	const keys = new Map<string, { readonly key: CryptoKey; readonly thumbprint: string }>();

	function remember(head: string, key: CryptoKey | Uint8Array, thumbprint: string): void {
		if (key instanceof Uint8Array || keys.has(head)) return;
		const oldest = keys.size >= KEYS_MAX ? keys.keys().next() : undefined;
		if (oldest?.done === false) keys.delete(oldest.value);
		keys.set(head, { key, thumbprint });
	}

	function sweep(now: number): void {
		if (now - sweptAt < SWEEP_MS) return;
		sweptAt = now;
		for (const [holder, own] of seen) {
			for (const [proof, until] of own) if (until <= now && own.delete(proof)) seenCount -= 1;
			if (own.size === 0) seen.delete(holder);
		}
	}

	function useFault(
		{ boundTo, holder = boundTo }: ProofDemand,
		{ jti, iat = 0 }: JWTPayload,
		now: number,
	): string | undefined {
		sweep(now);
		const own = seen.get(holder) ?? new Map<string, number>();
		const proof = createHash('sha256').update(`${boundTo} ${jti}`).digest('base64');
		if (own.has(proof)) return 'it was used before';
		if (seenCount >= seenMax || own.size >= ofOneHolderMax)
			return 'too many proofs were used lately; make a new one in a minute';
		// Its time does to the end of the last second that is not too far from it.
		own.set(proof, (Math.floor(iat) + AGE_S_MAX + 1) * 1_000);
		seen.set(holder, own);
		seenCount += 1;
		return undefined;
	}

	function claimsFault(payload: JWTPayload, demand: ProofDemand, nowS: number): string | undefined {
		const { jti, iat, htm, htu, ath } = payload;
		if (typeof jti !== 'string' || jti === '' || jti.length > JTI_LENGTH_MAX)
			return `jti must be a text of 1 to ${JTI_LENGTH_MAX} characters`;
		if (htm !== demand.method) return `htm must be ${demand.method}`;
		if (typeof htu !== 'string' || !isSameAddress(htu, demand.url)) return `htu must be ${demand.url}`;
		if (typeof iat !== 'number' || Math.abs(nowS - iat) > AGE_S_MAX)
			return `iat must lie within ${AGE_S_MAX} s of now`;
		// What was used before the start is not remembered, so nothing from before it is taken.
		if (iat < startedAtS) return 'iat must not lie before the start of the service; make a new proof';
		const hash = createHash('sha256').update(demand.token, 'ascii').digest('base64url');
		return ath === hash ? undefined : 'ath must be the hash of the access token';
	}

	return {
		async fault(proof, demand) {
			if (proof.length > PROOF_LENGTH_MAX) return `it must have at most ${PROOF_LENGTH_MAX} characters`;
			const now = clock.now();
			try {
				const [head = ''] = proof.split('.', 1);
				const known = keys.get(head);
				const keyOf = known === undefined ? EmbeddedJWK : async () => known.key;
				const { payload, protectedHeader, key } = await jwtVerify(proof, keyOf, {
					typ: 'dpop+jwt',
					algorithms: [...DPOP_ALGORITHMS],
					currentDate: new Date(now),
				});
				const { jwk } = protectedHeader;
				if (jwk === undefined) return 'its header must hold the public key';
				const thumbprint = known?.thumbprint ?? (await calculateJwkThumbprint(jwk));
				if (thumbprint !== demand.boundTo) return 'it is signed by another key than the token is bound to';
				const fault = claimsFault(payload, demand, Math.floor(now / 1_000));
				if (fault !== undefined) return fault;
				remember(head, key, thumbprint);
				return useFault(demand, payload, now);
			} catch {
				// What exactly was wrong with it is the sender's to know; a library's words may quote what was sent.
				return 'it is no signed DPoP proof';
			}
		},
	};
}

/** Scheme, host, port and path, after the normalisation of URLs (RFC 9449, 4.3, step 9). */
function isSameAddress(left: string, right: string): boolean {
	const [a, b] = [URL.parse(left), URL.parse(right)];
	return a !== null && b !== null && a.origin === b.origin && a.pathname === b.pathname;
}
