/**
 * The command line as a client of a service's authorization server: what RFC 8628 (device authorization), RFC 6749
 * (section 6, refresh) and RFC 7009 (revocation) ask of it, read 2026-11. Nothing that comes back is believed to be fit for
 * a terminal before it was looked at.
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

/** What the user is asked for in a browser. */
export type TerminalCode = {
	/** Known to this terminal and to the server alone. */
	readonly deviceCode: string;
	/** What the user types in. */
	readonly userCode: string;
	/** Where the user types it in. */
	readonly address: string;
	/** Least pause between two questions, milliseconds. */
	readonly pauseMs: number;
	readonly validMs: number;
};

/** An answer of the token endpoint; `validMs` counts from its receipt. */
export type TokenSet = {
	readonly accessToken: string;
	/** Absent where the server gives none, or leaves the one that was used. */
	readonly refreshToken: string | undefined;
	readonly scopes: readonly string[];
	readonly validMs: number;
};

/** Why there are no tokens yet, or never will be. `silent`: nobody answered; `reason` says how. */
type NoTokens =
	| { readonly kind: 'pending' | 'slow_down' | 'denied' | 'expired' }
	| { readonly kind: 'silent'; readonly reason: string };

/** Each throws Error with a sentence that names the service, and no secret. */
export interface AuthorizationClient {
	/** Begins a login in a terminal. */
	begin(scopes: readonly string[]): Promise<TerminalCode>;
	/** Asks once whether the user has answered. */
	ask(deviceCode: string): Promise<TokenSet | NoTokens>;
	/** Undefined when the login that the token is of has ended. Without `scopes`: all that the user allowed. */
	refresh(refreshToken: string, scopes?: readonly string[]): Promise<TokenSet | undefined>;
	/** Ends the login that the token is of, and every token of it. A token that is unknown has ended already. */
	revoke(refreshToken: string): Promise<void>;
}

/** Reads the server's metadata. Rejects where it cannot be reached or is not one of ours. */
export type ConnectAuthorization = (url: string, clock: Clock) => Promise<AuthorizationClient>;

const ANSWER_MS_MAX = 15_000;
/** Where the server names no pause (RFC 8628, section 3.2). */
const PAUSE_MS = 5_000;
const SHOWN_CODE = /^[\x21-\x7e]{1,64}$/;

/**
 * @param url scheme and authority of the service: https, or http of this machine
 * @throws Error when nobody answers there, or it is no service that gives tokens to terminals
 */
export const connectAuthorization: ConnectAuthorization = async (url, clock) => {
	const server = await discover(url, clock);
	/** The user's answer is awaited for minutes: whoever is silent meanwhile may be back in time. */
	const failure = (error: unknown): Error => {
		const silence = noAnswerUnder(error);
		if (silence !== undefined) return new Error(`${url} ${silence.message}.`);
		if (error instanceof ResponseBodyError)
			return new Error(`${url} refused: ${wordOf(error.error)} (HTTP ${error.status}).`);
		return new Error(`${url} gave an answer that this command line cannot use.`);
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
				throw new Error(`${url} named a code or a page that is not its own.`);
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
			// Of this machine alone: the bounded fetch asks nobody else without TLS.
			execute: url.startsWith('http:') ? [allowInsecureRequests] : [],
			[customFetch]: createBoundedFetch({ clock, timeLimitMs: ANSWER_MS_MAX }),
		});
	} catch (error) {
		const silence = noAnswerUnder(error);
		throw new Error(
			silence === undefined
				? `${url} is no Carrywire service, or is known by another address: use the one that it says it is ready at.`
				: `${url} ${silence.message}.`,
		);
	}
}

/** What an error of the token endpoint means while the user is waited for; undefined for what no waiting helps. */
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

/** An error code as RFC 6749 has them; anything else is somebody's text and is not shown. */
function wordOf(code: string): string {
	return /^[a-z_]{1,64}$/.test(code) ? code : 'no known code';
}
