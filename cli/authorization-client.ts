/**
 * Makes the command line a client of a service's authorization server: device authorization (RFC 8628), refresh (RFC
 * 6749, section 6) and revocation (RFC 7009), read 2026-11. Text from the server is checked before the terminal shows
 * it.
 */
import {
	allowInsecureRequests,
	type Configuration,
	customFetch,
	discovery,
	genericGrantRequest,
	initiateDeviceAuthorization,
	None,
	ResponseBodyError,
	refreshTokenGrant,
	type TokenEndpointResponse,
	tokenRevocation,
} from 'openid-client';
import { RPC_PATH } from '../client/endpoint.ts';
import { COMMAND_LINE_CLIENT, DEVICE_GRANT } from '../src/identity/authorization/clients.ts';
import { createBoundedFetch, noAnswerUnder } from '../src/identity/bounded-fetch.ts';
import type { Clock } from '../src/ports/clock.ts';
import { LOGIN_TEXT } from './text.ts';

/** A terminal login that waits for the user's approval in a browser. */
export type TerminalCode = {
	/** Secret shared by this terminal and the server. */
	readonly deviceCode: string;
	/** Code that the user enters in the browser. */
	readonly userCode: string;
	/** URL of the page where the user enters the code. */
	readonly address: string;
	/** Minimum pause between two polls, milliseconds. */
	readonly pauseMs: number;
	readonly validMs: number;
};

/** Tokens from the token endpoint. `validMs` counts from when they were received. */
export type TokenSet = {
	readonly accessToken: string;
	/**
	 * Refresh token for the next renewal. Undefined if the server issues none, or if the refresh token just used
	 * stays valid.
	 */
	readonly refreshToken: string | undefined;
	readonly scopes: readonly string[];
	readonly validMs: number;
};

/**
 * Why a token request returned no tokens. After `denied` and `expired`, more polling cannot help. `silent` means that
 * no usable response arrived; `reason` continues the sentence "The service …".
 */
type NoTokens =
	| { readonly kind: 'pending' | 'slow_down' | 'denied' | 'expired' }
	| { readonly kind: 'silent'; readonly reason: string };

/**
 * Client of an authorization server. A method that fails rejects with an Error that names the service and contains no
 * secret.
 */
export interface AuthorizationClient {
	/** Starts a terminal login. */
	begin(scopes: readonly string[]): Promise<TerminalCode>;
	/** Polls once for the user's decision. */
	ask(deviceCode: string): Promise<TokenSet | NoTokens>;
	/**
	 * Renews the tokens. Resolves to undefined if the login has ended. Without `scopes`, requests every scope that
	 * the user allowed.
	 */
	refresh(refreshToken: string, scopes?: readonly string[]): Promise<TokenSet | undefined>;
	/**
	 * Ends the login that this token belongs to, with all its tokens. If the server does not know the token, the
	 * login has already ended.
	 */
	revoke(refreshToken: string): Promise<void>;
}

/** Reads the server's metadata. Rejects if the server is unreachable or not a Carrywire service. */
export type ConnectAuthorization = (url: string, clock: Clock) => Promise<AuthorizationClient>;

const ANSWER_MS_MAX = 15_000;
/** Polling interval if the server specifies none (RFC 8628, section 3.2), milliseconds. */
const PAUSE_MS = 5_000;
const SHOWN_CODE = /^[\x21-\x7e]{1,64}$/;

/**
 * @param url scheme and authority of the service: https, or http on this machine
 * @throws Error if the service does not respond or does not issue tokens to terminals
 */
export const connectAuthorization: ConnectAuthorization = async (url, clock) => {
	const server = await discover(url, clock);
	const failure = (error: unknown): Error => {
		const silence = noAnswerUnder(error);
		if (silence !== undefined) return new Error(`${url} ${silence.message}.`);
		if (error instanceof ResponseBodyError)
			return new Error(`${url} refused: ${codeText(error.error)} (HTTP ${error.status}).`);
		return new Error(LOGIN_TEXT.unusableAnswer(url));
	};

	return {
		async begin(scopes) {
			const answer = await initiateDeviceAuthorization(server, {
				scope: scopes.join(' '),
				resource: `${url}${RPC_PATH}`,
			}).catch((error: unknown) => {
				throw failure(error);
			});
			const { device_code, user_code, verification_uri, expires_in, interval } = answer;
			if (!SHOWN_CODE.test(user_code) || URL.parse(verification_uri)?.origin !== url)
				throw new Error(LOGIN_TEXT.invalidCode(url));
			return {
				deviceCode: device_code,
				userCode: user_code,
				address: new URL(verification_uri).href,
				pauseMs: interval === undefined ? PAUSE_MS : interval * 1_000,
				validMs: expires_in * 1_000,
			};
		},

		async ask(deviceCode) {
			try {
				return tokensOf(await genericGrantRequest(server, DEVICE_GRANT, { device_code: deviceCode }));
			} catch (error) {
				const answer = noTokens(error);
				if (answer === undefined) throw failure(error);
				return answer;
			}
		},

		async refresh(refreshToken, scopes) {
			try {
				const asked = scopes === undefined ? {} : { scope: scopes.join(' ') };
				return tokensOf(await refreshTokenGrant(server, refreshToken, asked));
			} catch (error) {
				if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return undefined;
				throw failure(error);
			}
		},

		async revoke(refreshToken) {
			await tokenRevocation(server, refreshToken, { token_type_hint: 'refresh_token' }).catch(
				(error: unknown) => {
					throw failure(error);
				},
			);
		},
	};
};

async function discover(url: string, clock: Clock): Promise<Configuration> {
	try {
		return await discovery(new URL(url), COMMAND_LINE_CLIENT, {}, None(), {
			// In effect, this allows HTTP only to this machine: the bounded fetch connects to all other hosts over
			// TLS.
			execute: url.startsWith('http:') ? [allowInsecureRequests] : [],
			[customFetch]: createBoundedFetch({ clock, timeLimitMs: ANSWER_MS_MAX }),
		});
	} catch (error) {
		const silence = noAnswerUnder(error);
		throw new Error(silence === undefined ? LOGIN_TEXT.otherServer(url) : `${url} ${silence.message}.`);
	}
}

/** Maps a token endpoint error to the state of the pending login; undefined if more polling cannot help. */
function noTokens(error: unknown): NoTokens | undefined {
	const silence = noAnswerUnder(error);
	if (silence !== undefined) return { kind: 'silent', reason: silence.message };
	if (error instanceof ResponseBodyError)
		switch (error.error) {
			case 'authorization_pending':
				return { kind: 'pending' };
			case 'slow_down':
				return { kind: 'slow_down' };
			case 'access_denied':
				return { kind: 'denied' };
			case 'expired_token':
				return { kind: 'expired' };
			case 'temporarily_unavailable':
				return { kind: 'silent', reason: `is busy (HTTP ${error.status})` };
			default:
				return undefined;
		}
	const { cause } = error instanceof Error ? error : {};
	return cause instanceof Response && cause.status >= 500
		? { kind: 'silent', reason: `is not ready (HTTP ${cause.status})` }
		: undefined;
}

function tokensOf(answer: TokenEndpointResponse): TokenSet {
	const { access_token, refresh_token, scope = '', expires_in = 0 } = answer;
	return {
		accessToken: access_token,
		refreshToken: refresh_token,
		scopes: scope.split(' ').filter((word) => word !== ''),
		validMs: expires_in * 1_000,
	};
}

/** Returns an error code that has the form of RFC 6749. Any other text is untrusted, so it is not shown. */
function codeText(code: string): string {
	return /^[a-z_]{1,64}$/.test(code) ? code : 'no known code';
}
