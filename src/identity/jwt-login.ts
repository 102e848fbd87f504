/**
 * Login by a signed token of an external provider that logs people in on its own page (Privy, Dynamic, Web3Auth): the
 * front end hands the token over once, and it proves who they are. Rules: RFC 8725 (JWT Best Current Practices), read
 * 2026-11.
 */
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import type { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock } from '../ports/clock.ts';
import type { SpentTokenStore } from '../ports/login-store.ts';
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

/** An issuer of tokens as it is configured. */
export type JwtSettings = {
	readonly id: string;
	readonly name: string;
	/** Exactly as in `iss`; not every issuer is a URL. */
	readonly issuer: string;
	readonly jwksUrl: string;
	/** The token must be meant for one of these. */
	readonly audiences: readonly string[];
	/** Asymmetric ones only: the configuration refuses others. */
	readonly algorithms: readonly string[];
	/** Header `typ`, where the issuer sets one of its own. */
	readonly typ: string | undefined;
	/** Since `iat`, whatever `exp` says. */
	readonly maxAgeMs: number;
	readonly subjectClaim: string;
	readonly walletClaim: string | undefined;
};

/** Logins by tokens of one configured provider. */
export interface JwtLogin {
	/**
	 * A token proves an identity once.
	 * @throws CarrywireError LOGIN_REFUSED with its `reason`; LOGIN_UNAVAILABLE when the keys of the issuer cannot be read.
	 */
	finish(request: { readonly token: string; readonly browser: string }): Promise<ProvenIdentity>;
}

const TOKEN_LENGTH_MAX = 16_384;
/** Stricter than the library, which overlooks white space in a signature. */
const SIGNED_JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Between the issuer's clock and ours. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Reads the provider's keys when they are first needed. */
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
				throw refused('token', `The token has ${token.length} characters, limit ${TOKEN_LENGTH_MAX}.`);
			if (!SIGNED_JWT.test(token))
				throw refused('token', 'The token must be three parts in base64url, was not.');
			const claims = await claimsOf(token);
			const subject = subjectOf(claims, settings.subjectClaim);
			const now = clock.now();
			await spentTokens.deleteExpired(now);
			// What was signed names the token, not its signature: of one signature there can be several texts.
			const signed = token.slice(0, token.lastIndexOf('.'));
			const tokenHash = lookupHash('external token', signed);
			if (!(await spentTokens.spend({ tokenHash, expiresAt: endOf(claims, settings) })))
				throw refused('replayed', 'The token was used for a login before. Log in there again.');
			return {
				issuer: settings.issuer,
				subject,
				wallet: walletOf(claims, settings.walletClaim, subject),
				provider: settings.id,
			};
		},
	};
}

/** From when on the token is refused for its times alone, milliseconds. */
function endOf({ exp = 0, iat = 0 }: JWTPayload, { maxAgeMs }: JwtSettings): number {
	return Math.ceil(Math.min(exp * 1_000, iat * 1_000 + maxAgeMs) + (CLOCK_TOLERANCE_SECONDS + 1) * 1_000);
}

/** Refusals by claim; other claims are not looked at by the library. */
const REFUSALS: Readonly<Record<string, LoginRefusal>> = {
	iss: 'issuer',
	aud: 'audience',
	exp: 'time',
	iat: 'time',
	nbf: 'time',
};

function loginErrorOf(error: unknown, { name }: JwtSettings): CarrywireError | unknown {
	const silence = noAnswerUnder(error);
	if (silence !== undefined)
		return unavailable(`The keys of ${name}: its server ${silence.message}. Try again.`);
	if (error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed)
		// The library's sentence names the claim, never its value.
		return refused(REFUSALS[error.claim] ?? 'token', `The token of ${name} was refused: ${error.message}.`);
	if (
		error instanceof errors.JWKSInvalid ||
		(error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')
	)
		return unavailable(`The keys of ${name}: its server answered no key set. Try again.`);
	if (error instanceof errors.JOSEError)
		return refused('token', `The token of ${name} was refused: ${refusalText(error)}.`);
	return error;
}

function refusalText(error: errors.JOSEError): string {
	switch (error.code) {
		case 'ERR_JOSE_ALG_NOT_ALLOWED':
			return 'its algorithm is not one of those configured';
		case 'ERR_JWKS_NO_MATCHING_KEY':
		case 'ERR_JWKS_MULTIPLE_MATCHING_KEYS':
			return 'no one key of the issuer fits it';
		case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
			return 'its signature is not by the issuer';
		default:
			return 'it is no signed JWT of a kind that is understood';
	}
}
