/** Acts as an attacker's application at the authorization server, following RFC 6749 and RFC 7636. */
import { createHash } from 'node:crypto';
import type { Browser, Seen } from './break-in-browser.ts';

export const WEB = {
	clientId: 'web',
	name: 'Web',
	redirectUris: ['https://app.example/back'],
	kind: 'web',
} as const;
export const NATIVE = {
	clientId: 'native',
	name: 'Native',
	redirectUris: ['http://127.0.0.1/back'],
	kind: 'native',
} as const;

/** PKCE code verifier, from the example in RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

export function authorizePath(
	clientId: string,
	redirectUri: string,
	extra: Readonly<Record<string, string>> = {},
): string {
	const query = new URLSearchParams({
		client_id: clientId,
		redirect_uri: redirectUri,
		response_type: 'code',
		scope: 'arb:read arb:trade',
		state: 'st',
		code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
		code_challenge_method: 'S256',
		...extra,
	});
	return `/oauth/authorize?${query}`;
}

/** Submits the consent page that the browser shows. */
export async function answerConsent(
	browser: Browser,
	page: Seen,
	decision: 'grant' | 'refuse',
	scopes: readonly string[] = [],
): Promise<Seen> {
	const [, action] = /action="(\/interaction\/[^"]+)"/.exec(page.text) ?? [];
	if (action === undefined) throw new Error(`This page has no consent form: ${page.text}`);
	const ticked = scopes.map((scope) => ['scope', scope] as const);
	return browser.follow(await browser.post(action, [['decision', decision], ...ticked]));
}

export type Tokens = {
	readonly status: number;
	readonly access_token?: string;
	readonly refresh_token?: string;
	readonly scope?: string;
	readonly error?: string;
};

export async function redeem(
	url: string,
	clientId: string,
	seen: Seen,
	redirectUri: string,
): Promise<Tokens> {
	return tokens(url, {
		grant_type: 'authorization_code',
		client_id: clientId,
		code: seen.to?.searchParams.get('code') ?? '',
		redirect_uri: redirectUri,
		code_verifier: VERIFIER,
	});
}

export function refresh(url: string, clientId: string, refreshToken = ''): Promise<Tokens> {
	return tokens(url, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken });
}

async function tokens(url: string, fields: Record<string, string>): Promise<Tokens> {
	const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
	return { status: response.status, ...((await response.json()) as object) };
}
