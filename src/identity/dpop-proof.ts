/**
 * Checks, with DPoP proofs, that the sender of a bound token holds the token's key (RFC 9449, section 4.3). Section
 * 7.1 defines the hash of the access token.
 */
import { createHash } from 'node:crypto';
import { type CryptoKey, calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../ports/clock.ts';
import { DPOP_FAULT } from './text.ts';

/** Accepted algorithms. All are asymmetric, as section 4.2 requires. */
export const DPOP_ALGORITHMS = ['ES256', 'ES384', 'EdDSA', 'Ed25519', 'RS256', 'PS256'] as const;
/** Maximum difference between a proof's `iat` and our clock, seconds. */
const AGE_S_MAX = 60;
const PROOF_LENGTH_MAX = 8_192;
const JTI_LENGTH_MAX = 256;
/**
 * Maximum number of remembered proofs, which is more than the service can check before they expire. At this number,
 * the service refuses a new proof rather than forget an old one.
 */
const SEEN_MAX = 1_000_000;
/**
 * Maximum number of used, unexpired proofs per holder, across all of the holder's keys. It exceeds what the holder's
 * rate limit allows.
 */
export const PROOFS_PER_HOLDER_MAX = 5_000;
const SWEEP_MS = 1_000;
/** Maximum number of cached keys, each about a kilobyte. The oldest are evicted. */
const KEYS_MAX = 1_000;

/** The request and token that a proof must match. */
export type ExpectedProof = {
	/** HTTP method of the request. */
	readonly method: string;
	/** URL of the request, without query and fragment. */
	readonly url: string;
	readonly token: string;
	/** Thumbprint of the key that the token is bound to (RFC 7638). */
	readonly boundTo: string;
	/** Owner of the token. All keys of one holder share a limit. If absent, the key itself counts as the holder. */
	readonly holder?: string;
};

/** Checks proofs and remembers those that were used. */
export interface DpopVerifier {
	/** Returns undefined for a valid proof, otherwise why it is refused. Each proof is valid once. */
	fault(proof: string, expected: ExpectedProof): Promise<string | undefined>;
}

type Verifier = {
	readonly clock: Clock;
	readonly seenMax: number;
	readonly perHolderMax: number;
	readonly startedAtS: number;
	/**
	 * Used proofs, keyed by holder and then by the hash of key and `jti`. The value is when a replay begins to fail
	 * the time check, milliseconds.
	 */
	readonly seen: Map<string, Map<string, number>>;
	seenCount: number;
	sweptAt: number;
	/**
	 * Cached keys, keyed by proof header, which is the same in every proof by one key. Importing a key costs as much
	 * as the rest of the check. Only keys of valid proofs are cached.
	 */
	readonly keys: Map<string, { readonly key: CryptoKey; readonly thumbprint: string }>;
};

/** Creates a verifier. It refuses proofs made before its own start, because it cannot tell whether they were used. */
export function createDpopVerifier(
	clock: Clock,
	limits = { seenMax: SEEN_MAX, perHolderMax: PROOFS_PER_HOLDER_MAX },
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
		async fault(proof, expected) {
			if (proof.length > PROOF_LENGTH_MAX) return DPOP_FAULT.tooLong(PROOF_LENGTH_MAX);
			try {
				return await proofFault(verifier, proof, expected);
			} catch {
				// The library's message may quote the proof, so it is not included.
				return DPOP_FAULT.notSigned;
			}
		},
	};
}

/** @throws Error from the library for a malformed proof or a wrong signature */
async function proofFault(
	verifier: Verifier,
	proof: string,
	expected: ExpectedProof,
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
	if (jwk === undefined) return DPOP_FAULT.noKey;
	const thumbprint = known?.thumbprint ?? (await calculateJwkThumbprint(jwk));
	if (thumbprint !== expected.boundTo) return DPOP_FAULT.otherKey;
	const fault = claimsFault(payload, expected, Math.floor(now / 1_000), verifier.startedAtS);
	if (fault !== undefined) return fault;
	remember(verifier, head, key, thumbprint);
	return useFault(verifier, expected, payload, now);
}

function claimsFault(
	{ jti, iat, htm, htu, ath }: JWTPayload,
	expected: ExpectedProof,
	nowS: number,
	startedAtS: number,
): string | undefined {
	if (typeof jti !== 'string' || jti === '' || jti.length > JTI_LENGTH_MAX)
		return DPOP_FAULT.jti(JTI_LENGTH_MAX);
	if (htm !== expected.method) return DPOP_FAULT.htm(expected.method);
	if (typeof htu !== 'string' || !isSameAddress(htu, expected.url)) return DPOP_FAULT.htu(expected.url);
	if (typeof iat !== 'number' || Math.abs(nowS - iat) > AGE_S_MAX) return DPOP_FAULT.iat(AGE_S_MAX);
	// The verifier does not know which proofs were used before it started, so it refuses every proof from before that
	// time.
	if (iat < startedAtS) return DPOP_FAULT.beforeStart;
	const hash = createHash('sha256').update(expected.token, 'ascii').digest('base64url');
	return ath === hash ? undefined : DPOP_FAULT.ath;
}

function remember({ keys }: Verifier, head: string, key: CryptoKey | Uint8Array, thumbprint: string): void {
	if (key instanceof Uint8Array || keys.has(head)) return;
	const oldest = keys.size >= KEYS_MAX ? keys.keys().next() : undefined;
	if (oldest?.done === false) keys.delete(oldest.value);
	keys.set(head, { key, thumbprint });
}

function useFault(
	verifier: Verifier,
	{ boundTo, holder = boundTo }: ExpectedProof,
	{ jti, iat = 0 }: JWTPayload,
	now: number,
): string | undefined {
	sweep(verifier, now);
	const { seen, seenMax, perHolderMax } = verifier;
	const own = seen.get(holder) ?? new Map<string, number>();
	const proof = createHash('sha256').update(`${boundTo} ${jti}`).digest('base64');
	if (own.has(proof)) return DPOP_FAULT.used;
	if (verifier.seenCount >= seenMax || own.size >= perHolderMax) return DPOP_FAULT.tooMany;
	// The time check accepts `iat` until the end of the last second within the limit.
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

/** Compares scheme, host, port and path after URL normalisation (RFC 9449, 4.3, step 9). */
function isSameAddress(left: string, right: string): boolean {
	const [a, b] = [URL.parse(left), URL.parse(right)];
	return a !== null && b !== null && a.origin === b.origin && a.pathname === b.pathname;
}
