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
/** Unexpired proofs that one holder may have used. */
export const OF_ONE_HOLDER_MAX = 5_000;
const SWEEP_MS = 1_000;
/** Keys that are remembered, about a kilobyte each; the oldest make room. */
const KEYS_MAX = 1_000;

/** The request and the token that a proof must be about. */
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

/** Checks proofs and remembers those that were used. */
export interface DpopVerifier {
	/** Undefined when the proof holds; else the sentence why not. Each proof holds once. */
	fault(proof: string, demand: ProofDemand): Promise<string | undefined>;
}

type Verifier = {
	readonly clock: Clock;
	readonly seenMax: number;
	readonly ofOneHolderMax: number;
	readonly startedAtS: number;
	/** Holder → hash of key and `jti` → until when it could be used again, milliseconds. */
	readonly seen: Map<string, Map<string, number>>;
	seenCount: number;
	sweptAt: number;
	/**
	 * Keys by the head of the proofs they have signed, which names the key and nothing that changes: reading a key costs
	 * as much as the rest of the check. Whose proof did not hold is not remembered.
	 */
	readonly keys: Map<string, { readonly key: CryptoKey; readonly thumbprint: string }>;
};

/** Refuses proofs made before its own start, since it remembers none of them. */
export function createDpopVerifier(
	clock: Clock,
	limits = { seenMax: SEEN_MAX, ofOneHolderMax: OF_ONE_HOLDER_MAX },
): DpopVerifier {
	const verifier: Verifier = {
		clock,
		...limits,
		startedAtS: Math.floor(clock.now() / 1_000),
		seen: new Map(),
		seenCount: 0,
		sweptAt: 0,
		keys: new Map(),
	};
	return {
		async fault(proof, demand) {
			if (proof.length > PROOF_LENGTH_MAX) return `it must have at most ${PROOF_LENGTH_MAX} characters`;
			try {
				return await proofFault(verifier, proof, demand);
			} catch {
				// What exactly was wrong with it is the sender's to know; a library's words may quote what was sent.
				return 'it is no signed DPoP proof';
			}
		},
	};
}

/** @throws Error of the library for a proof that is not signed as it says */
async function proofFault(
	verifier: Verifier,
	proof: string,
	demand: ProofDemand,
): Promise<string | undefined> {
	const now = verifier.clock.now();
	const [head = ''] = proof.split('.', 1);
	const known = verifier.keys.get(head);
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
	const fault = claimsFault(payload, demand, Math.floor(now / 1_000), verifier.startedAtS);
	if (fault !== undefined) return fault;
	remember(verifier, head, key, thumbprint);
	return useFault(verifier, demand, payload, now);
}

function claimsFault(
	{ jti, iat, htm, htu, ath }: JWTPayload,
	demand: ProofDemand,
	nowS: number,
	startedAtS: number,
): string | undefined {
	if (typeof jti !== 'string' || jti === '' || jti.length > JTI_LENGTH_MAX)
		return `jti must be a text of 1 to ${JTI_LENGTH_MAX} characters`;
	if (htm !== demand.method) return `htm must be ${demand.method}`;
	if (typeof htu !== 'string' || !isSameAddress(htu, demand.url)) return `htu must be ${demand.url}`;
	if (typeof iat !== 'number' || Math.abs(nowS - iat) > AGE_S_MAX)
		return `iat must lie within ${AGE_S_MAX} s of now`;
	// Proofs used before the start are not remembered, so no proof from before it is taken.
	if (iat < startedAtS) return 'iat must not lie before the start of the service; make a new proof';
	const hash = createHash('sha256').update(demand.token, 'ascii').digest('base64url');
	return ath === hash ? undefined : 'ath must be the hash of the access token';
}

function remember({ keys }: Verifier, head: string, key: CryptoKey | Uint8Array, thumbprint: string): void {
	if (key instanceof Uint8Array || keys.has(head)) return;
	const oldest = keys.size >= KEYS_MAX ? keys.keys().next() : undefined;
	if (oldest?.done === false) keys.delete(oldest.value);
	keys.set(head, { key, thumbprint });
}

function useFault(
	verifier: Verifier,
	{ boundTo, holder = boundTo }: ProofDemand,
	{ jti, iat = 0 }: JWTPayload,
	now: number,
): string | undefined {
	sweep(verifier, now);
	const { seen, seenMax, ofOneHolderMax } = verifier;
	const own = seen.get(holder) ?? new Map<string, number>();
	const proof = createHash('sha256').update(`${boundTo} ${jti}`).digest('base64');
	if (own.has(proof)) return 'it was used before';
	if (verifier.seenCount >= seenMax || own.size >= ofOneHolderMax)
		return 'too many proofs were used lately; make a new one in a minute';
	// Its time does to the end of the last second that is not too far from it.
	own.set(proof, (Math.floor(iat) + AGE_S_MAX + 1) * 1_000);
	seen.set(holder, own);
	verifier.seenCount += 1;
	return undefined;
}

function sweep(verifier: Verifier, now: number): void {
	const { seen } = verifier;
	if (now - verifier.sweptAt < SWEEP_MS) return;
	verifier.sweptAt = now;
	for (const [holder, own] of seen) {
		for (const [proof, until] of own) if (until <= now && own.delete(proof)) verifier.seenCount -= 1;
		if (own.size === 0) seen.delete(holder);
	}
}

/** Scheme, host, port and path, after the normalisation of URLs (RFC 9449, 4.3, step 9). */
function isSameAddress(left: string, right: string): boolean {
	const [a, b] = [URL.parse(left), URL.parse(right)];
	return a !== null && b !== null && a.origin === b.origin && a.pathname === b.pathname;
}
