/**
 * Logs users in by a signed token from an external provider that authenticates users on its own page (Privy, Dynamic,
 * Web3Auth). The front end submits the token, which is valid for one login here. The rules are those of RFC 8725 (JWT
 * Best Current Practices), read 2026-11.
 */
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import type { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock } from '../ports/clock.ts';
import type { SpentTokenStore } from '../ports/login-store.ts';
import type { Words } from '../sentences/sentence.ts';
import { createBoundedFetch, noAnswerUnder } from './bounded-fetch.ts';
import { subjectOf, walletOf } from './identity-claims.ts';
import { PROVIDER_TIME_LIMIT_MS } from './openid-provider.ts';
import {
	hashOfBrowser,
	type LoginRefusal,
	lookupHash,
	type ProvenIdentity,
	refused,
	unavailable,
} from './proven-identity.ts';
import { JWT_TEXT } from './text.ts';

/** A configured issuer of tokens. */
export type JwtSettings = {
	readonly id: string;
	readonly name: string;
	/** The exact value of `iss`; not every issuer is a URL. */
	readonly issuer: string;
	readonly jwksUrl: string;
	/** Accepted audiences. The token's `aud` must contain one of them. */
	readonly audiences: readonly string[];
	/** Accepted signature algorithms, asymmetric only; the configuration refuses others. */
	readonly algorithms: readonly string[];
	/** Required `typ` header; undefined if the issuer sets none of its own. */
	readonly typ: string | undefined;
	/** Maximum age of a token since its `iat`, milliseconds, even if `exp` is later. */
	readonly maxAgeMs: number;
	readonly subjectClaim: string;
	readonly walletClaim: string | undefined;
};

/** Logs users in by tokens from one configured provider. */
export interface JwtLogin {
	/**
	 * Checks a token and returns the identity that it proves. Each token works once.
	 * @throws CarrywireError LOGIN_REFUSED with its `reason`; LOGIN_UNAVAILABLE if the issuer's keys cannot be read
	 */
	finish(request: { readonly token: string; readonly browser: string }): Promise<ProvenIdentity>;
}

const TOKEN_LENGTH_MAX = 16_384;
/** Form of a signed token. The pattern is stricter than the library, which ignores white space in a signature. */
const SIGNED_JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Tolerated difference between the issuer's clock and ours, seconds. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Creates the login, which fetches the provider's keys on first use. */
export function createJwtLogin(parts: {
	readonly settings: JwtSettings;
	readonly clock: Clock;
	readonly spentTokens: SpentTokenStore;
}): JwtLogin {
	const { settings, clock, spentTokens } = parts;
	const keys = createRemoteJWKSet(new URL(settings.jwksUrl), {
		[customFetch]: createBoundedFetch({ clock, timeLimitMs: PROVIDER_TIME_LIMIT_MS }),
	});

	async function claimsOf(token: string): Promise<JWTPayload> {
		try {
			const { payload } = await jwtVerify(token, keys, {
				issuer: settings.issuer,
				audience: [...settings.audiences],
				algorithms: [...settings.algorithms],
				...(settings.typ === undefined ? {} : { typ: settings.typ }),
				requiredClaims: ['exp', 'iat'],
				maxTokenAge: settings.maxAgeMs / 1_000,
				clockTolerance: CLOCK_TOLERANCE_SECONDS,
				currentDate: new Date(clock.now()),
			});
			return payload;
		} catch (error) {
			throw loginErrorOf(error, settings);
		}
	}

	return {
		async finish({ token, browser }) {
			hashOfBrowser(browser);
			if (token.length > TOKEN_LENGTH_MAX)
				throw refused('token', JWT_TEXT.tooLong({ length: token.length, limit: TOKEN_LENGTH_MAX }));
			if (!SIGNED_JWT.test(token)) throw refused('token', JWT_TEXT.malformed());
			const claims = await claimsOf(token);
			const subject = subjectOf(claims, settings.subjectClaim);
			const now = clock.now();
			await spentTokens.deleteExpired(now);
			// The signed part identifies the token. The signature cannot identify it, because one signature has
			// several encodings.
			const signed = token.slice(0, token.lastIndexOf('.'));
			const tokenHash = lookupHash('external token', signed);
			if (!(await spentTokens.spend({ tokenHash, expiresAt: endOf(claims, settings) })))
				throw refused('replayed', JWT_TEXT.replayed());
			return {
				issuer: settings.issuer,
				subject,
				wallet: walletOf(claims, settings.walletClaim, subject),
				provider: settings.id,
			};
		},
	};
}

/** Returns the earliest time at which `exp` or the maximum age makes the token invalid, Unix milliseconds. */
function endOf({ exp = 0, iat = 0 }: JWTPayload, { maxAgeMs }: JwtSettings): number {
	return Math.ceil(Math.min(exp * 1_000, iat * 1_000 + maxAgeMs) + (CLOCK_TOLERANCE_SECONDS + 1) * 1_000);
}

/** Refusal reason for each claim; the library checks no other claims. */
const REFUSALS: Readonly<Record<string, LoginRefusal>> = {
	iss: 'issuer',
	aud: 'audience',
	exp: 'time',
	iat: 'time',
	nbf: 'time',
};

function loginErrorOf(error: unknown, { name }: JwtSettings): CarrywireError | unknown {
	const noAnswer = noAnswerUnder(error);
	if (noAnswer !== undefined)
		return unavailable(JWT_TEXT.keysNotRead({ provider: name, fault: noAnswer.words }));
	if (error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed)
		// The library's message names the claim, but never its value.
		return refused(
			REFUSALS[error.claim] ?? 'token',
			JWT_TEXT.refused({ provider: name, fault: error.message }),
		);
	if (
		error instanceof errors.JWKSInvalid ||
		(error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')
	)
		return unavailable(JWT_TEXT.keysNotRead({ provider: name, fault: JWT_TEXT.noKeySet() }));
	if (error instanceof errors.JOSEError)
		return refused('token', JWT_TEXT.refused({ provider: name, fault: faultOf(error) }));
	return error;
}

function faultOf(error: errors.JOSEError): Words {
	switch (error.code) {
		case 'ERR_JOSE_ALG_NOT_ALLOWED':
			return JWT_TEXT.algorithm();
		case 'ERR_JWKS_NO_MATCHING_KEY':
		case 'ERR_JWKS_MULTIPLE_MATCHING_KEYS':
			return JWT_TEXT.noKey();
		case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
			return JWT_TEXT.signature();
		default:
			return JWT_TEXT.notSigned();
	}
}
