/**
 * Manages this page's permissions. A logged-in browser gets its tokens from the service; otherwise a user can paste
 * one. The page holds tokens in memory, and stores a pasted one in this browser only if the user chooses that. A page
 * has only a read-only token until the user first requests a preview or an action.
 */
import { forgetToken, keepToken, keptToken } from './kept-token.ts';
import type { Shell } from './shell.ts';
import { text } from './text.ts';

export type Access =
	/** There is no token, so only public figures are available. */
	| { readonly kind: 'none' }
	/** This browser is logged in. */
	| { readonly kind: 'login' }
	/** The user pasted a token. Its scopes are undefined until the service has answered. */
	| {
			readonly kind: 'token';
			readonly token: string;
			readonly scopes: readonly string[] | undefined;
			/** True if this browser stores the token, so that it survives a reload. */
			readonly isKept: boolean;
	  }
	/** Access has ended; a stored token has been removed from this browser. */
	| { readonly kind: 'ended'; readonly was: 'login' | 'token' | 'kept token'; readonly reason: string };

export type PageAccess = {
	readonly access: Access;
	/** True if the visitor is logged in or has pasted a token, and so may read a portfolio. */
	readonly mayRead: boolean;
	readonly mayTrade: boolean;
	/** Whether backtests are allowed; undefined until the service has confirmed the scopes of a pasted token. */
	readonly mayReplay: boolean | undefined;
	/** Why trading is not allowed, as a sentence; undefined if it is allowed. */
	readonly whyNoTrading: string | undefined;
	/** @param keep stores the token in this browser until the user removes it or logs in, or the service refuses it */
	useToken(token: string, keep: boolean): void;
	/** Stores the scopes that the service reports for the pasted token. */
	learnScopes(scopes: readonly string[]): void;
	/** Ends access, because the service no longer accepts it. */
	end(reason: string): void;
	/** Discards a pasted token, or dismisses the message that access has ended. */
	leave(): void;
	/** Returns a token for the live connection. @param refused the token that the service has just refused */
	readToken(refused: string | undefined): Promise<string | undefined>;
	/** Returns a token for trading and previews. */
	tradeToken(refused: string | undefined): Promise<string | undefined>;
	/** Returns a token for backtests. */
	replayToken(refused: string | undefined): Promise<string | undefined>;
	/** Returns a token for settings. It has every scope if the browser is logged in. */
	manageToken(refused: string | undefined): Promise<string | undefined>;
};

const TOKEN_PATH = '/dashboard/token';
const TRADE = 'arb:trade';
const REPLAY = 'replay:run';

type Purpose = 'read' | 'trade' | 'replay' | 'manage';

/** Creates the page's access from the login or from a stored token. */
export function createAccess({ csrf, userName }: Shell): PageAccess {
	// A login removes a stored token, so that no token remains after logout.
	if (userName !== undefined) forgetToken();
	let access = $state.raw<Access>(
		userName === undefined ? accessWithoutLogin(keptToken()) : { kind: 'login' },
	);

	function end(reason: string): void {
		if (access.kind === 'login') access = { kind: 'ended', was: 'login', reason };
		if (access.kind !== 'token') return;
		if (access.isKept) forgetToken();
		access = { kind: 'ended', was: access.isKept ? 'kept token' : 'token', reason };
	}

	async function tokenOfLogin(purpose: Purpose): Promise<string | undefined> {
		const answer = await fetch(TOKEN_PATH, {
			method: 'POST',
			body: new URLSearchParams({ csrf: csrf ?? '', access: purpose }),
			redirect: 'error',
			cache: 'no-store',
		});
		if (answer.ok) return ((await answer.json()) as { readonly token: string }).token;
		// 401: not logged in. 403: the page belongs to an earlier login. Repeating the request would not help after
		// other 4xx statuses either.
		if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
			end(answer.status === 401 || answer.status === 403 ? text.loggedOut : text.noToken(answer.status));
			return undefined;
		}
		throw new Error(text.noToken(answer.status));
	}

	async function tokenFor(purpose: Purpose, refused: string | undefined): Promise<string | undefined> {
		if (access.kind === 'login') return tokenOfLogin(purpose);
		if (access.kind !== 'token') return undefined;
		if (refused !== access.token) return access.token;
		end(text.tokenRefused);
		return undefined;
	}

	const mayTrade = $derived(
		access.kind === 'login' || (access.kind === 'token' && (access.scopes ?? []).includes(TRADE)),
	);

	return {
		get access() {
			return access;
		},
		get mayRead() {
			return access.kind === 'login' || access.kind === 'token';
		},
		get mayTrade() {
			return mayTrade;
		},
		get mayReplay() {
			return access.kind === 'token' ? access.scopes?.includes(REPLAY) : access.kind === 'login';
		},
		get whyNoTrading() {
			if (mayTrade) return undefined;
			if (access.kind === 'token')
				return access.scopes === undefined
					? text.scopesUnknown
					: text.readOnly(access.scopes.join(' '), TRADE);
			return access.kind === 'ended' ? access.reason : text.logInToTrade;
		},
		useToken(token, keep) {
			access = { kind: 'token', token, scopes: undefined, isKept: keep && keepToken(token) };
		},
		learnScopes(scopes) {
			if (access.kind === 'token') access = { ...access, scopes };
		},
		end,
		leave() {
			forgetToken();
			access = userName === undefined ? { kind: 'none' } : { kind: 'login' };
		},
		readToken: (refused) => tokenFor('read', refused),
		tradeToken: (refused) => tokenFor('trade', refused),
		replayToken: (refused) => tokenFor('replay', refused),
		manageToken: (refused) => tokenFor('manage', refused),
	};
}

function accessWithoutLogin(token: string | undefined): Access {
	return token === undefined ? { kind: 'none' } : { kind: 'token', token, scopes: undefined, isKept: true };
}
