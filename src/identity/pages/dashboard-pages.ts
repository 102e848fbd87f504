/**
 * The paths of the dashboard, which is drawn in the browser: each answers the same shell. What it shows comes from the
 * methods of the service; a browser that is logged in gets tokens for them here, short ones that end with the login.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { SCOPES, type Scope } from '../scopes.ts';
import type { TokenAuthority } from '../tokens.ts';
import type { AuditNotes } from './audit-notes.ts';
import { html } from './html.ts';
import { type LoggedIn, type Page, type PageAnswer, redirect } from './page.ts';

/** Each with the part of the navigation it belongs to. */
const PATHS = [
	['/', '/'],
	['/opportunities/:opportunityId', '/'],
	['/opportunities/:opportunityId/execute', '/'],
	['/portfolio', '/portfolio'],
	['/executions/:executionId', '/portfolio'],
	['/status', '/status'],
] as const;
/** The same, of somebody who is logged in: anybody else is led to the login first. */
const SETTINGS_PATHS = [
	['/connections', '/connections'],
	['/connections/account/:accountId/disconnect', '/connections'],
	['/tokens', '/tokens'],
	['/agents', '/agents'],
	['/agents/:agentId', '/agents'],
	['/audit', '/audit'],
	['/account', '/account'],
] as const;

/** Addresses that people type, and where what they look for is. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	'/opportunities': '/',
	'/exchanges': '/connections',
	'/alerts': '/portfolio#alerts-title',
	'/history': '/portfolio#history-title',
	'/positions': '/portfolio',
	'/executions': '/portfolio',
	'/settings': '/account',
};

/** The tokens that a page of the dashboard may hold: one to look with, and one to trade or to manage with, asked for when it is needed. */
const ACCESS: Readonly<Record<string, readonly Scope[]>> = {
	read: ['arb:read'],
	trade: ['arb:read', 'arb:trade'],
	// Accounts, agents and tokens; to give a scope to an agent or a token one must have it.
	manage: SCOPES,
};
/** Lifetime of a token that the dashboard holds. */
export const BROWSER_TOKEN_MS = 15 * 60_000;

/** The shell for each path of the dashboard, and the path that gives its script a token. */
export function dashboardPages(parts: {
	readonly tokens: Pick<TokenAuthority, 'issueToLogin'>;
	readonly notes: AuditNotes;
}): readonly Page[] {
	async function issueToken(visitor: LoggedIn): Promise<PageAnswer> {
		const access = visitor.form.get('access') ?? '';
		const scopes = Object.hasOwn(ACCESS, access) ? ACCESS[access] : undefined;
		if (scopes === undefined)
			throw new CarrywireError(
				'INVALID_PARAMS',
				`access must be read, trade or manage, was ${JSON.stringify(access.slice(0, 40))}.`,
				{ field: 'access' },
			);
		const wish = { name: `dashboard-${access}`, scopes, ttlMs: BROWSER_TOKEN_MS };
		const { token, tokenId, expiresAt } = await parts.tokens.issueToLogin(visitor, visitor.login, wish);
		// One to look with is asked for every quarter of an hour by every open page, and the login is noted.
		if (access !== 'read') {
			const { userId, address } = visitor;
			const details = { scopes, dashboard: true };
			await parts.notes.note({ userId, address, action: 'token.create', subject: tokenId, details });
		}
		return { kind: 'json', content: { token, scopes, expires_at: new Date(expiresAt).toISOString() } };
	}

	return [
		...PATHS.map(
			([path, nav]): Page => ({
				method: 'GET',
				path,
				nav,
				access: 'anyone',
				isOpen: true,
				answer: async () => ({ kind: 'app' }),
			}),
		),
		...SETTINGS_PATHS.map(
			([path, nav]): Page => ({
				method: 'GET',
				path,
				nav,
				access: 'user',
				answer: async () => ({ kind: 'app' }),
			}),
		),
		...Object.entries(OTHER_NAMES).map(
			([path, to]): Page => ({
				method: 'GET',
				path,
				access: 'anyone',
				isOpen: true,
				answer: async () => redirect(to),
			}),
		),
		{ method: 'POST', path: '/dashboard/token', access: 'user', answer: issueToken },
	];
}

/** What stands where the dashboard will be, and where it cannot be. */
export const APP_BODY = html`<div id="app"><p class="soft">Loading the dashboard …</p>
<noscript><h1>The dashboard needs a script</h1><p class="notice bad">The dashboard is drawn by a script, and this browser runs none. Everything that it does is in the JSON-RPC methods and on the command line too.</p></noscript></div>`;
