/**
 * With which right this page calls the service. A browser that is logged in gets tokens from it, a page may be given one by
 * hand; both are held in memory, and a pasted one in this browser too where somebody asks for it. A page that only looks has a token
 * that only reads; one that trades is asked for when somebody first previews or acts.
 */
import { forgetToken, keepToken, keptToken } from './kept-token.ts';
import type { Shell } from './shell.ts';

export type Access =
	/** Public figures alone. */
	| { readonly kind: 'none' }
	/** Logged in here. */
	| { readonly kind: 'login' }
	/** By a token that was pasted into this page. Scopes are known once the service has answered. */
	| {
			readonly kind: 'token';
			readonly token: string;
			readonly scopes: readonly string[] | undefined;
			/** In this browser: it is there after a reload. */
			readonly isKept: boolean;
	  }
	/** It was there and is not any more. A token that was kept in this browser is removed from it. */
	| { readonly kind: 'ended'; readonly was: 'login' | 'token' | 'kept token'; readonly reason: string };

export type AccessKeeper = {
	readonly access: Access;
	/** Whether there is somebody whose portfolio could be shown. */
	readonly mayRead: boolean;
	readonly mayTrade: boolean;
	/** Says why not, for whoever would act; undefined where they may. */
	readonly whyNoTrading: string | undefined;
	/** @param keep in this browser, until it is forgotten, refused, or somebody logs in */
	useToken(token: string, keep: boolean): void;
	/** The service has said what the pasted token may do. */
	learnScopes(scopes: readonly string[]): void;
	/** The service takes it no more. */
	end(reason: string): void;
	leave(): void;
	/** A token for the live connection. */
	readToken(refused: string | undefined): Promise<string | undefined>;
	/** A token for an act. */
	tradeToken(refused: string | undefined): Promise<string | undefined>;
	/** A token for what settings change: of every scope, where somebody is logged in. */
	manageToken(refused: string | undefined): Promise<string | undefined>;
};

const TOKEN_PATH = '/dashboard/token';
const TRADE = 'arb:trade';

type Wanted = 'read' | 'trade' | 'manage';

export function createAccess({ csrf, userName }: Shell): AccessKeeper {
	// A login takes the place of a kept token, so that nothing is left behind when it ends.
	if (userName !== undefined) forgetToken();
	let access = $state.raw<Access>(userName === undefined ? ofStranger(keptToken()) : { kind: 'login' });

	function end(reason: string): void {
		if (access.kind === 'login') access = { kind: 'ended', was: 'login', reason };
		if (access.kind !== 'token') return;
		if (access.isKept) forgetToken();
		access = { kind: 'ended', was: access.isKept ? 'kept token' : 'token', reason };
	}

	async function ofLogin(wanted: Wanted): Promise<string | undefined> {
		const answer = await fetch(TOKEN_PATH, {
			method: 'POST',
			body: new URLSearchParams({ csrf: csrf ?? '', access: wanted }),
			redirect: 'error',
			cache: 'no-store',
		});
		if (answer.ok) return ((await answer.json()) as { readonly token: string }).token;
		// 401: nobody is logged in here; 403: the page is of a login before this one; anything else of the kind will not pass either.
		if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
			end(
				answer.status === 401 || answer.status === 403
					? 'This browser is not logged in any more.'
					: `The service gave this page no token: HTTP ${answer.status}.`,
			);
			return undefined;
		}
		throw new Error(`The service gave this page no token: HTTP ${answer.status}.`);
	}

	async function tokenFor(wanted: Wanted, refused: string | undefined): Promise<string | undefined> {
		if (access.kind === 'login') return ofLogin(wanted);
		if (access.kind !== 'token') return undefined;
		if (refused !== access.token) return access.token;
		end('The service does not take this token any more: it has expired or was revoked.');
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
		get whyNoTrading() {
			if (mayTrade) return undefined;
			if (access.kind === 'token')
				return access.scopes === undefined
					? 'The service has not said yet what this token may do.'
					: `This token may only look: it has ${access.scopes.join(' ')}, and acting needs ${TRADE}.`;
			return access.kind === 'ended' ? access.reason : 'Log in to trade.';
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
		manageToken: (refused) => tokenFor('manage', refused),
	};
}

function ofStranger(token: string | undefined): Access {
	return token === undefined ? { kind: 'none' } : { kind: 'token', token, scopes: undefined, isKept: true };
}
