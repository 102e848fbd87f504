/**
 * Serves the authorization page (RFC 6749 section 4.1), which presents the application and its scopes and asks the
 * user for a decision.
 *
 * The request stays in the URL and is validated at every step; nothing is stored between steps. For an unregistered
 * client or redirect URI, the user gets an error page, because a redirect would make the page an open redirector.
 */
import { html } from './html.ts';
import type { Consent, OAuthClient } from './oauth.ts';
import { type PageStyle, page, seeOther } from './page-frame.ts';
import type { Account, Exchange, FrontEndRequest, FrontEndResponse } from './types.ts';
import {
	foreignForm,
	formToken,
	type LoginFrame,
	loggedInAs,
	loginPage,
	openVisit,
	problemPage,
	serveLogin,
	type Visit,
} from './visit.ts';

/** The differences between exchanges on the authorization page. */
export type AuthorizeDialect = {
	readonly style: PageStyle;
	/** The only scope that the exchange accepts. */
	readonly scope: string;
	/** Actions that a key permits, as sentences for the user. */
	readonly may: readonly string[];
	/** Actions that a key does not permit, as sentences for the user. */
	readonly mayNot: readonly string[];
	/** Path of the page that lists the user's keys. */
	readonly keysPath: string;
	/** Redirect parameters in addition to `code` and `state`. */
	readonly callback: Readonly<Record<string, string>>;
};

const STATE_CHARS_MAX = 512;
const ONCE = [
	'client_id',
	'redirect_uri',
	'response_type',
	'scope',
	'state',
	'code_challenge',
	'code_challenge_method',
] as const;

type Asked = {
	readonly client: OAuthClient;
	readonly redirectUri: string;
	readonly state: string | undefined;
	readonly challenge: string | undefined;
	/**
	 * Error code from RFC 6749 section 4.1.2.1 that the application gets for an invalid request; undefined for a
	 * valid one.
	 */
	readonly error: string | undefined;
};

export function serveAuthorize(
	exchange: Exchange,
	dialect: AuthorizeDialect,
	request: FrontEndRequest,
): FrontEndResponse {
	const { style } = dialect;
	if (request.method !== 'GET' && request.method !== 'POST') {
		return problemPage(style, `The page is read with GET, was ${request.method}.`, 405);
	}
	const asked = readRequest(exchange, dialect, new URLSearchParams(request.query));
	if (typeof asked === 'string') return problemPage(style, asked);
	if (asked.error !== undefined) return seeOther(backTo(asked, { error: asked.error }));
	const visit = openVisit(exchange, style, request);
	return request.method === 'POST' ? answerForm(visit, dialect, asked) : ask(visit, dialect, asked);
}

function ask(visit: Visit, dialect: AuthorizeDialect, asked: Asked): FrontEndResponse {
	const { account } = visit;
	if (account !== undefined) return consentPage(visit, dialect, asked, account);
	return loginPage(visit, loginFrame(visit, asked));
}

function answerForm(visit: Visit, dialect: AuthorizeDialect, asked: Asked): FrontEndResponse {
	const foreign = foreignForm(visit);
	if (foreign !== undefined) return foreign;
	const login = serveLogin(visit, loginFrame(visit, asked));
	if (login !== undefined) return login;
	switch (visit.form.get('action')) {
		case 'refuse':
			return seeOther(backTo(asked, { error: 'access_denied' }));
		case 'allow': {
			const { account } = visit;
			if (account === undefined) return ask(visit, dialect, asked);
			const consent: Consent = {
				clientId: asked.client.clientId,
				accountId: account.id,
				scope: dialect.scope,
				redirectUri: asked.redirectUri,
				challenge: asked.challenge,
			};
			const code = visit.exchange.oauth.grants.issueCode(consent);
			return seeOther(backTo(asked, { ...dialect.callback, code }));
		}
		default:
			return problemPage(dialect.style, 'The form had no answer in it.');
	}
}

/** Parses the request. Returns a message for the page instead if the user must not be redirected. */
function readRequest(exchange: Exchange, dialect: AuthorizeDialect, query: URLSearchParams): Asked | string {
	const repeated = ONCE.find((name) => query.getAll(name).length > 1);
	if (repeated !== undefined) return `The link names ${repeated} more than once.`;
	const client = exchange.oauth.clients.find(query.get('client_id') ?? '');
	if (client === undefined) return 'The application that sent you here is not registered.';
	const redirectUri = query.get('redirect_uri') ?? '';
	if (!client.redirectUris.includes(redirectUri)) {
		return `The link would send you back to an address that ${client.name} has not registered.`;
	}
	const state = query.get('state') ?? undefined;
	if (state !== undefined && state.length > STATE_CHARS_MAX) {
		return `The link’s state is too long, was ${state.length} characters, limit ${STATE_CHARS_MAX}.`;
	}
	const challenge = query.get('code_challenge') ?? undefined;
	return { client, redirectUri, state, challenge, error: errorOf(dialect, query) };
}

/**
 * Returns the error code of an invalid request, or undefined for a valid one. Both exchanges with OAuth document
 * `state` as a parameter, so a missing `state` is an error.
 */
function errorOf(dialect: AuthorizeDialect, query: URLSearchParams): string | undefined {
	if (query.get('response_type') !== 'code') return 'unsupported_response_type';
	if (query.get('scope') !== dialect.scope) return 'invalid_scope';
	if ((query.get('state') ?? '') === '') return 'invalid_request';
	const challenge = query.get('code_challenge');
	const method = query.get('code_challenge_method');
	if (challenge === null && method === null) return undefined;
	return method === 'S256' && /^[\w-]{43}$/.test(challenge ?? '') ? undefined : 'invalid_request';
}

function backTo({ redirectUri, state }: Asked, params: Readonly<Record<string, string>>): string {
	const address = new URL(redirectUri);
	for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
	if (state !== undefined) address.searchParams.set('state', state);
	return address.href;
}

function loginFrame(visit: Visit, { client, redirectUri }: Asked): LoginFrame {
	return {
		lead: html`<p><b>${client.name}</b> requests access to your account. Log in to see the permissions.</p>`,
		footer: html`<form method="post">${formToken(visit)}<button class="plain" name="action" value="refuse">Refuse and return</button></form>`,
		leadsTo: redirectUri,
	};
}

function consentPage(
	visit: Visit,
	dialect: AuthorizeDialect,
	{ client, redirectUri }: Asked,
	account: Account,
): FrontEndResponse {
	const items = (lines: readonly string[]) => lines.map((line) => html`<li>${line}</li>`);
	const main = html`<p><b>${client.name}</b> requests a key to your account <b>${account.name}</b> (scope <code>${dialect.scope}</code>).</p>
<h2>With it, ${client.name} may</h2>
<ul>${items(dialect.may)}</ul>
<h2>It may not</h2>
<ul>${items(dialect.mayNot)}</ul>
<form method="post">
${formToken(visit)}
<p class="buttons"><button class="main" name="action" value="allow">Allow</button> <button name="action" value="refuse">Refuse</button></p>
</form>
<p>Either way you go back to <code>${new URL(redirectUri).origin}</code>.</p>`;
	const footer = html`${loggedInAs(visit, account)}
<p>You can revoke the key at any time under <a href="${dialect.keysPath}">API keys</a>.</p>`;
	return page(
		dialect.style,
		`Allow ${client.name}?`,
		{ main, footer },
		{ cookie: visit.cookie, leadsTo: redirectUri },
	);
}
