/**
 * Manages passkeys (Web Authentication Level 3). A logged-in user creates a passkey and can then log in with it. Each
 * challenge works once, within five minutes, for the login or browser that requested it. The authenticator must
 * verify its user (PIN, finger, face).
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { NonceStore } from '../ports/login-store.ts';
import type { PasskeyStore, StoredPasskey } from '../ports/passkey-store.ts';
import { checkName } from './names.ts';
import { hashOfBrowser, lookupHash, refused } from './proven-identity.ts';
import { PASSKEY_TEXT, shownValue } from './text.ts';

/** Maximum passkeys per user. */
export const PASSKEYS_PER_USER_MAX = 20;
const CHALLENGE_LIFETIME_MS = 5 * 60_000;
const CHALLENGE_BYTES = 32;
const ANSWER_LENGTH_MAX = 16_384;
/** EdDSA, ES256 and RS256, by their numbers in IANA COSE Algorithms. */
const ALGORITHMS = [-8, -7, -257];

/** The library is loaded on the first use of a passkey, because it loads 70 files and uses 8 MB of memory. */
const webAuthentication = () => import('@simplewebauthn/server');

/** Options for `navigator.credentials`, in Web Authentication's JSON form. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

type Owner = {
	readonly userId: string;
	readonly userName: string;
	/** Identifies the browser login that creates the passkey. */
	readonly loginId: string;
};

/** Creates passkeys, logs in with them, and removes them. */
export interface Passkeys {
	listOf(userId: string): Promise<readonly StoredPasskey[]>;
	/** True if any user has a passkey for this site. */
	isAny(): Promise<boolean>;
	beginRegistration(owner: Owner): Promise<PasskeyOptions>;
	/**
	 * @param answer JSON of the new credential
	 * @throws CarrywireError INVALID_PARAMS for an invalid name or response, RISK_LIMIT for too many passkeys,
	 * NOT_FOUND if the service has no origin for passkeys
	 */
	finishRegistration(
		owner: Owner,
		made: { readonly name: string; readonly answer: string },
	): Promise<StoredPasskey>;
	beginLogin(browser: string): Promise<PasskeyOptions>;
	/**
	 * @throws CarrywireError LOGIN_REFUSED with reason `passkey`, NOT_FOUND if the service has no origin for passkeys
	 */
	finishLogin(answer: string, browser: string): Promise<StoredPasskey>;
	/** @throws CarrywireError NOT_FOUND */
	remove(userId: string, passkeyId: string): Promise<void>;
}

type PasskeyParts = {
	readonly store: PasskeyStore;
	readonly nonces: NonceStore;
	/** Scheme and authority of the service; undefined if browsers do not support passkeys there. */
	readonly origin: () => string | undefined;
	readonly clock: Clock;
	readonly random: Random;
};

/** Creates the service's passkeys. The nonce store holds hashes of open challenges. */
export function createPasskeys(parts: PasskeyParts): Passkeys {
	const { store } = parts;
	return {
		listOf: store.listOf,
		async isAny() {
			const origin = parts.origin();
			return origin !== undefined && store.isAnyOf(new URL(origin).hostname);
		},
		beginRegistration: (owner) => beginRegistration(parts, owner),
		finishRegistration: (owner, made) => finishRegistration(parts, owner, made),
		async beginLogin(browser) {
			const { generateAuthenticationOptions } = await webAuthentication();
			const options = await generateAuthenticationOptions({
				rpID: siteOf(parts).site,
				challenge: await newChallenge(parts, 'use', hashOfBrowser(browser)),
				timeout: CHALLENGE_LIFETIME_MS,
				userVerification: 'required',
			});
			return { ...options };
		},
		finishLogin: (answer, browser) => finishLogin(parts, answer, browser),
		async remove(userId, passkeyId) {
			if (await store.remove(userId, passkeyId)) return;
			throw new CarrywireError('NOT_FOUND', PASSKEY_TEXT.unknown({ was: shownValue(passkeyId) }));
		},
	};
}

async function beginRegistration(
	parts: PasskeyParts,
	{ userId, userName, loginId }: Owner,
): Promise<PasskeyOptions> {
	const { site } = siteOf(parts);
	const known = (await parts.store.listOf(userId)).filter((passkey) => passkey.site === site);
	const { generateRegistrationOptions } = await webAuthentication();
	const options = await generateRegistrationOptions({
		rpName: 'Carrywire',
		rpID: site,
		userID: new TextEncoder().encode(userId),
		userName,
		userDisplayName: userName,
		challenge: await newChallenge(parts, 'make', lookupHash('login', loginId)),
		timeout: CHALLENGE_LIFETIME_MS,
		attestationType: 'none',
		excludeCredentials: known.map(({ credentialId, transports }) => ({
			id: credentialId,
			transports: [...transports],
		})),
		authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
		supportedAlgorithmIDs: ALGORITHMS,
	});
	return { ...options };
}

async function finishRegistration(
	parts: PasskeyParts,
	{ userId, loginId }: Owner,
	{ name, answer }: { readonly name: string; readonly answer: string },
): Promise<StoredPasskey> {
	checkName('name', name);
	const { origin, site } = siteOf(parts);
	const response = readAnswer<RegistrationResponseJSON>(answer);
	if (response === undefined) throw notMade();
	const verified = await quietly(async () => {
		if (!(await isWithoutCertificates(response))) return undefined;
		const { verifyRegistrationResponse } = await webAuthentication();
		return verifyRegistrationResponse({
			response,
			expectedChallenge: (challenge) => spend(parts, 'make', lookupHash('login', loginId), challenge),
			expectedOrigin: origin,
			expectedRPID: site,
			requireUserVerification: true,
			supportedAlgorithmIDs: ALGORITHMS,
		});
	});
	if (verified?.verified !== true) throw notMade();
	const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
	return keep(parts.store, {
		passkeyId: `pk_${parts.random.hex(8)}`,
		userId,
		name,
		credentialId: id,
		publicKey,
		counter,
		transports: transports.filter((one) => typeof one === 'string').slice(0, 8),
		site,
		createdAt: parts.clock.now(),
		lastUsedAt: null,
	});
}

async function keep(store: PasskeyStore, passkey: StoredPasskey): Promise<StoredPasskey> {
	if ((await store.findByCredential(passkey.credentialId)) !== undefined) throw notMade();
	if (await store.insert(passkey, PASSKEYS_PER_USER_MAX)) return passkey;
	throw new CarrywireError('RISK_LIMIT', PASSKEY_TEXT.tooMany({ limit: PASSKEYS_PER_USER_MAX }));
}

async function finishLogin(parts: PasskeyParts, answer: string, browser: string): Promise<StoredPasskey> {
	const { store, clock } = parts;
	const { origin, site } = siteOf(parts);
	const response = readAnswer<AuthenticationResponseJSON>(answer);
	const passkey = response === undefined ? undefined : await store.findByCredential(response.id);
	if (response === undefined || passkey === undefined || passkey.site !== site) throw notProven();
	if (!isHandleOf(passkey.userId, response.response?.userHandle)) throw notProven();
	const { verifyAuthenticationResponse } = await webAuthentication();
	const verified = await quietly(() =>
		verifyAuthenticationResponse({
			response,
			expectedChallenge: (challenge) => spend(parts, 'use', hashOfBrowser(browser), challenge),
			expectedOrigin: origin,
			expectedRPID: site,
			credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: passkey.counter },
			requireUserVerification: true,
		}),
	);
	if (verified?.verified !== true) throw notProven();
	if (!(await store.noteUse(passkey.passkeyId, verified.authenticationInfo.newCounter, clock.now())))
		throw notProven();
	return passkey;
}

/** @throws CarrywireError NOT_FOUND if browsers do not support passkeys at the service's address */
function siteOf(parts: PasskeyParts): { readonly origin: string; readonly site: string } {
	const origin = parts.origin();
	if (origin !== undefined) return { origin, site: new URL(origin).hostname };
	throw new CarrywireError('NOT_FOUND', PASSKEY_TEXT.noSite());
}

async function newChallenge(
	{ nonces, clock, random }: PasskeyParts,
	what: 'make' | 'use',
	browserHash: string,
): Promise<Uint8Array<ArrayBuffer>> {
	const challenge = new Uint8Array(Buffer.from(random.hex(CHALLENGE_BYTES), 'hex'));
	await nonces.put({
		nonceHash: challengeHash(what, Buffer.from(challenge).toString('base64url')),
		browserHash,
		expiresAt: clock.now() + CHALLENGE_LIFETIME_MS,
	});
	return challenge;
}

/**
 * Uses up the challenge before the library checks the origin and the signature, so that each challenge allows only
 * one attempt.
 */
function spend(
	{ nonces, clock }: PasskeyParts,
	what: 'make' | 'use',
	browserHash: string,
	challenge: string,
): Promise<boolean> {
	return nonces.take(challengeHash(what, challenge), browserHash, clock.now());
}

function challengeHash(what: 'make' | 'use', challenge: string): string {
	return lookupHash(`passkey to ${what}`, challenge);
}

/** Checks only the fields that are read before the library validates the whole response. */
function readAnswer<T extends { readonly id: string }>(answer: string): T | undefined {
	if (answer.length > ANSWER_LENGTH_MAX) return undefined;
	try {
		const read: unknown = JSON.parse(answer);
		const isCredential =
			typeof read === 'object' && read !== null && 'id' in read && typeof read.id === 'string';
		return isCredential ? (read as unknown as T) : undefined;
	} catch {
		return undefined;
	}
}

/**
 * True if the registration contains no certificates. If attestation is not requested, a browser sends none, or one
 * signed by the key itself (Web Authentication Level 3, 5.1.3). For a certificate, the library would fetch revocation
 * lists from addresses that the sender chooses.
 */
async function isWithoutCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
	const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
	const decoded = decodeAttestationObject(
		new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
	);
	const format = decoded.get('fmt');
	return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/**
 * True if the handle belongs to the user. If the request lists no credentials, the authenticator chooses the passkey
 * and returns its user id as the handle.
 */
function isHandleOf(userId: string, handle: unknown): boolean {
	return typeof handle === 'string' && Buffer.from(handle, 'base64url').toString('utf8') === userId;
}

/** Discards the library's error, which does not help the sender and may repeat the sent data. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
	try {
		return await work();
	} catch {
		return undefined;
	}
}

function notMade(): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', PASSKEY_TEXT.notMade(), { field: 'passkey_answer' });
}

function notProven(): CarrywireError {
	return refused('passkey', PASSKEY_TEXT.notProven());
}
