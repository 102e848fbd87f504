/**
 * Logs users in at an external OpenID provider, with authorization code, PKCE (S256), state, nonce and the response's
 * issuer. RFC 9700 (Best Current Practice for OAuth 2.0 Security) and OpenID Connect Core 1.0 require these (read
 * 2026-11). `openid-client` checks token times on the machine's clock.
 */
import { decodeProtectedHeader } from 'jose';
import {
	AuthorizationResponseError,
	authorizationCodeGrant,
	buildAuthorizationUrl,
	ClientError,
	type Configuration,
	calculatePKCECodeChallenge,
	type IDToken,
	ResponseBodyError,
	WWWAuthenticateChallengeError,
} from 'openid-client';
import type { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { PendingLoginStore } from '../ports/login-store.ts';
import { noAnswerUnder } from './bounded-fetch.ts';
import { subjectOf, walletOf } from './identity-claims.ts';
import { createOpenidDiscovery, type OpenidSettings } from './openid-provider.ts';
import { hashOfBrowser, lookupHash, type ProvenIdentity, refused, unavailable } from './proven-identity.ts';
import { OPENID_TEXT } from './text.ts';

/** Time that a user has to return from the provider, milliseconds. */
export const OPENID_LOGIN_LIFETIME_MS = 600_000;
const SECRET_BYTES = 32;
const CALLBACK_LENGTH_MAX = 8_192;

/** Encrypts and decrypts the secrets of waiting logins; `open` throws if it cannot decrypt. */
export type Seal = {
	readonly seal: (text: string) => string | Promise<string>;
	readonly open: (sealed: string) => string | Promise<string>;
};

/** Logs users in at one configured provider. */
export interface OpenidLogin {
	/**
	 * Starts a login and returns the URL to open in the browser. The store keeps the login until `pending.expiresAt`.
	 * @param redirectUri return URL for the browser, without query and fragment
	 * @throws CarrywireError LOGIN_UNAVAILABLE if the provider gives no usable response
	 */
	begin(request: {
		readonly redirectUri: string;
		readonly browser: string;
	}): Promise<{ readonly url: string; readonly pending: { readonly expiresAt: number } }>;
	/**
	 * @param callbackUrl URL that the browser returned with; only its query is read
	 * @throws CarrywireError LOGIN_REFUSED with its `reason`; LOGIN_UNAVAILABLE if the provider gives no usable
	 * response. Either ends the login.
	 */
	finish(request: { readonly callbackUrl: string; readonly browser: string }): Promise<ProvenIdentity>;
}

type Pending = { readonly redirectUri: string; readonly verifier: string; readonly nonce: string };

/** Creates the login. It reads the provider's metadata on first use and seals the secrets of waiting logins. */
export function createOpenidLogin(parts: {
	readonly settings: OpenidSettings;
	readonly clock: Clock;
	readonly random: Random;
	readonly pendingLogins: PendingLoginStore;
	readonly seal: Seal;
}): OpenidLogin {
	const { settings, clock, random, pendingLogins, seal } = parts;
	const provider = createOpenidDiscovery(settings, clock);
	/**
	 * The hash includes the provider, so that a state is valid only at that provider (mix-up attack, RFC 9700 4.4).
	 */
	const stateHashOf = (state: string) => lookupHash(`state ${settings.id}`, state);

	return {
		async begin({ redirectUri, browser }) {
			const browserHash = hashOfBrowser(browser);
			if (/[?#]/.test(redirectUri))
				throw new Error('Invariant broken: a redirect URI has no query and no fragment.');
			const configuration = await provider();
			const state = random.hex(SECRET_BYTES);
			const pending: Pending = {
				redirectUri,
				verifier: random.hex(SECRET_BYTES),
				nonce: random.hex(SECRET_BYTES),
			};
			const now = clock.now();
			const expiresAt = now + OPENID_LOGIN_LIFETIME_MS;
			await pendingLogins.deleteExpired(now);
			await pendingLogins.put({
				stateHash: stateHashOf(state),
				browserHash,
				sealed: await seal.seal(JSON.stringify(pending)),
				expiresAt,
			});
			const url = buildAuthorizationUrl(configuration, {
				redirect_uri: redirectUri,
				scope: settings.scopes.join(' '),
				state,
				nonce: pending.nonce,
				code_challenge: await calculatePKCECodeChallenge(pending.verifier),
				code_challenge_method: 'S256',
			});
			return { url: url.href, pending: { expiresAt } };
		},

		async finish({ callbackUrl, browser }) {
			const browserHash = hashOfBrowser(browser);
			const answer = answerIn(callbackUrl);
			const state = answer.get('state') ?? '';
			const sealed = await pendingLogins.take(stateHashOf(state), browserHash, clock.now());
			if (sealed === undefined) throw refused('state', OPENID_TEXT.unknownState());
			const pending = await opened(sealed, seal);
			const claims = await claimsOf(await provider(), settings, pending, answer, state);
			const subject = subjectOf(claims, settings.subjectClaim);
			return {
				issuer: settings.issuer,
				subject,
				wallet: walletOf(claims, settings.walletClaim, subject),
				provider: settings.id,
			};
		},
	};
}

async function opened(sealed: string, seal: Seal): Promise<Pending> {
	try {
		return JSON.parse(await seal.open(sealed)) as Pending;
	} catch {
		throw refused('state', OPENID_TEXT.keyGone());
	}
}

/**
 * Returns the parameters of the provider's response. @throws CarrywireError LOGIN_REFUSED unless it has exactly one
 * state
 */
function answerIn(callbackUrl: string): URLSearchParams {
	if (callbackUrl.length > CALLBACK_LENGTH_MAX)
		throw refused(
			'answer',
			OPENID_TEXT.callbackTooLong({ length: callbackUrl.length, limit: CALLBACK_LENGTH_MAX }),
		);
	const query = callbackUrl.indexOf('?');
	const [found] = callbackUrl.slice(query < 0 ? callbackUrl.length : query + 1).split('#');
	const parameters = new URLSearchParams(found);
	const states = parameters.getAll('state').length;
	if (states !== 1) throw refused('state', OPENID_TEXT.stateCount({ was: states }));
	return parameters;
}

/** Exchanges the code for claims, and checks the response and the ID token completely. */
async function claimsOf(
	configuration: Configuration,
	settings: OpenidSettings,
	pending: Pending,
	answer: URLSearchParams,
	state: string,
): Promise<IDToken> {
	// The code is redeemed with the original redirect URI, because a proxy may have changed the one in the callback.
	const url = new URL(pending.redirectUri);
	url.search = answer.toString();
	let tokens: Awaited<ReturnType<typeof authorizationCodeGrant>>;
	try {
		tokens = await authorizationCodeGrant(configuration, url, {
			expectedState: state,
			expectedNonce: pending.nonce,
			pkceCodeVerifier: pending.verifier,
			idTokenExpected: true,
		});
	} catch (error) {
		throw loginErrorOf(error, settings.name);
	}
	const claims = tokens.claims();
	const { alg } = decodeProtectedHeader(tokens.id_token ?? '');
	if (claims === undefined || alg === undefined || !settings.algorithms.includes(alg))
		throw refused(
			'answer',
			OPENID_TEXT.idTokenAlgorithm({ provider: settings.name, allowed: settings.algorithms }),
		);
	return claims;
}

/**
 * Error codes of an authorization response that mean that the user or the provider refused the login: RFC 6749
 * 4.1.2.1, OpenID Connect Core 3.1.2.6.
 */
const DENIALS = new Set([
	'access_denied',
	'login_required',
	'consent_required',
	'interaction_required',
	'account_selection_required',
]);
const PASSING_FAULTS = new Set(['server_error', 'temporarily_unavailable']);
/** `openid-client` codes for a failed check of the response or of the ID token. */
const FAILED_CHECKS = new Set([
	'OAUTH_INVALID_RESPONSE',
	'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
	'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
	'OAUTH_KEY_SELECTION_FAILED',
	'OAUTH_UNSUPPORTED_OPERATION',
]);

function loginErrorOf(error: unknown, name: string): CarrywireError {
	const noAnswer = noAnswerUnder(error);
	if (noAnswer !== undefined)
		return unavailable(OPENID_TEXT.noAnswer({ provider: name, fault: noAnswer.words }));
	if (error instanceof AuthorizationResponseError) return errorOfAnswer(error.error, name);
	if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
		return refused('answer', OPENID_TEXT.codeRefused({ provider: name }));
	if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError)
		return unavailable(OPENID_TEXT.serviceRefused({ provider: name, status: error.status }));
	if (error instanceof ClientError && FAILED_CHECKS.has(error.code ?? ''))
		return refused('answer', OPENID_TEXT.checkFailed({ provider: name, fault: causeText(error) }));
	return unavailable(OPENID_TEXT.noAnswer({ provider: name, fault: OPENID_TEXT.unusable() }));
}

function errorOfAnswer(code: string, name: string): CarrywireError {
	if (DENIALS.has(code)) return refused('denied', OPENID_TEXT.declined({ provider: name, code }));
	if (PASSING_FAULTS.has(code))
		return unavailable(OPENID_TEXT.noAnswer({ provider: name, fault: OPENID_TEXT.notAvailable({ code }) }));
	return refused('answer', OPENID_TEXT.requestRefused({ provider: name, code: shownCode(code) }));
}

/**
 * Returns an error code that has the form of RFC 6749. Anybody could have written any other text, so it is not
 * repeated; the answer is null then.
 */
function shownCode(code: string): string | null {
	return /^[a-z_]{1,64}$/.test(code) ? code : null;
}

/** Returns the library's message about the failed check. It names parameters and claims, never their values. */
function causeText(error: ClientError): string {
	return error.cause instanceof Error ? error.cause.message : error.message;
}
