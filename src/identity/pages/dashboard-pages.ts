/**
 * Serves the dashboard's paths. Each responds with the same shell; a script in the browser renders the page with data
 * from the service's methods. Logged-in browsers get short-lived tokens here, which end with the login.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Html, html } from '../../domain/html.ts';
import { SCOPES, type Scope } from '../scopes.ts';
import type { TokenAuthority } from '../tokens.ts';
import type { AuditNotes } from './audit-notes.ts';
import { type LoggedIn, type Page, type PageAnswer, redirect } from './page.ts';
import { texts } from './page-language.ts';

/** Public paths, each with its navigation entry. */
const PATHS = [
	['/', '/'],
	['/opportunities/:opportunityId', '/'],
	['/opportunities/:opportunityId/execute', '/'],
	['/funding', '/funding'],
	['/portfolio', '/portfolio'],
	['/executions/:executionId', '/portfolio'],
	['/plan', '/plan'],
	['/autopilot', '/autopilot'],
	['/what-if', '/plan'],
	['/backtest', '/backtest'],
	['/alerts', '/alerts'],
	['/status', '/status'],
	['/preferences', '/preferences'],
] as const;
/** Paths that require a login, each with its navigation entry. */
const SETTINGS_PATHS = [
	['/connections', '/connections'],
	['/connections/account/:accountId/disconnect', '/connections'],
	['/tokens', '/tokens'],
	['/agents', '/agents'],
	['/agents/:agentId', '/agents'],
	['/chat', '/chat'],
	['/audit', '/audit'],
	['/account', '/account'],
] as const;
/** Paths of all pages that the dashboard renders. */
export const DASHBOARD_PATHS: readonly string[] = [...PATHS, ...SETTINGS_PATHS].map(([path]) => path);

/** Redirects for paths that users are likely to type. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	'/opportunities': '/',
	'/exchanges': '/connections',
	'/history': '/portfolio#history-title',
	'/positions': '/portfolio',
	'/executions': '/portfolio',
	'/settings': '/account',
};

/**
 * Scopes of the tokens that a dashboard page may hold. A page requests tokens for trading, replays and managing only
 * when it needs them.
 */
const ACCESS: Readonly<Record<string, readonly Scope[]>> = {
	read: ['arb:read'],
	trade: ['arb:read', 'arb:trade'],
	replay: ['arb:read', 'replay:run'],
	// Contains all scopes, because a token can grant agents and other tokens only its own scopes.
	manage: SCOPES,
};
/** Lifetime of a dashboard token, milliseconds. */
export const BROWSER_TOKEN_MS = 15 * 60_000;

/** Returns the shell for each dashboard path, and the path that issues tokens to its script. */
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
				texts().SHELL.badAccess(JSON.stringify(access.slice(0, 40))),
				{
					field: 'access',
				},
			);
		const wish = { name: `dashboard-${access}`, scopes, ttlMs: BROWSER_TOKEN_MS };
		const { token, tokenId, expiresAt } = await parts.tokens.issueToLogin(visitor, visitor.login, wish);
		// Read tokens get no audit entry of their own. Every open page requests one every 15 minutes, and the login's
		// entry covers them.
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

/** Renders the placeholder until the script renders the dashboard, and a note for browsers without scripts. */
export function appBody(): Html {
	return html`<div id="app"><p class="soft">${texts().SHELL.loading}</p>
<noscript><h1>${texts().SHELL.noScript}</h1><p class="notice bad">${texts().SHELL.noScriptNote}</p></noscript></div>`;
}
