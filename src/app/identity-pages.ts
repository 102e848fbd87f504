/**
 * Composes the server pages (login, passkeys, consent, connecting an exchange account), and the routes for them and
 * the dashboard.
 */

import type { Attempts } from '../api/http/attempts.ts';
import type { FurtherRoutes } from '../api/http/server.ts';
import { isRehearsal } from '../config/mode-words.ts';
import { PUBLIC_PATHS } from '../identity/authorization/pages-and-paths.ts';
import type { createLoginLinks } from '../identity/login-link.ts';
import { accountPages } from '../identity/pages/account-pages.ts';
import { ASSET_PATHS, addAssets } from '../identity/pages/asset-routes.ts';
import { auditDownloads } from '../identity/pages/audit-downloads.ts';
import type { createAuditNotes } from '../identity/pages/audit-notes.ts';
import type { createBrowserSessions } from '../identity/pages/browser-sessions.ts';
import { type ConnectByPage, connectionPages } from '../identity/pages/connection-pages.ts';
import { consentPages } from '../identity/pages/consent-pages.ts';
import { addDashboardFiles, type DashboardFiles, readDashboard } from '../identity/pages/dashboard-files.ts';
import { dashboardPages } from '../identity/pages/dashboard-pages.ts';
import {
	addDocumentationFiles,
	type DocumentationFiles,
	documentationMethods,
	documentationPages,
	readDocumentation,
} from '../identity/pages/documentation-files.ts';
import { DOOR_PATH } from '../identity/pages/door-page.ts';
import { loginLinkPages } from '../identity/pages/login-link-pages.ts';
import { loginPages } from '../identity/pages/login-pages.ts';
import { addOAuthRoutes, OAUTH_PATHS } from '../identity/pages/oauth-routes.ts';
import type { Page } from '../identity/pages/page.ts';
import { pageHeaders } from '../identity/pages/page-headers.ts';
import { addPages } from '../identity/pages/page-routes.ts';
import { passkeyLoginPages, passkeyMakingPages } from '../identity/pages/passkey-pages.ts';
import { practicePages } from '../identity/pages/practice-pages.ts';
import { reportPages } from '../identity/pages/report-pages.ts';
import type { createPasskeys } from '../identity/passkeys.ts';
import type { TokenAuthority } from '../identity/tokens.ts';
import type { UserDirectory } from '../identity/users.ts';
import type { Replays } from '../ports/replays.ts';
import { packageRoot } from '../runtime/package-root.ts';
import { isTradedAt } from '../venues/facts.ts';
import type { SettleSimulated } from '../venues/shared/simulated-settlements.ts';
import type { IdentityParts } from './identity-parts.ts';
import type { LateAuthorization } from './late-authorization.ts';
import { loginMethods } from './login-methods.ts';

/** The trading services that the pages use. */
export type TradingSide = {
	readonly byPage: ConnectByPage;
	/** Triggers settlements at the simulated exchanges; undefined if this service simulates no exchange. */
	readonly settle?: SettleSimulated | undefined;
	/** Replays of callers, whose reports have a page. */
	readonly replays: Pick<Replays, 'report'>;
};

/** The identity services that the pages use. */
export type IdentityAuthorities = {
	readonly tokens: TokenAuthority;
	readonly users: UserDirectory;
	readonly passkeys: ReturnType<typeof createPasskeys>;
	readonly links: ReturnType<typeof createLoginLinks>;
	readonly sessions: ReturnType<typeof createBrowserSessions>;
	readonly attempts: Attempts;
	readonly notes: ReturnType<typeof createAuditNotes>;
	readonly late: LateAuthorization;
	/** Returns the service's scheme and authority; empty before the service listens. */
	readonly baseUrl: () => string;
	/**
	 * Returns the scheme and authority for passkeys; undefined if browsers do not support passkeys at that address.
	 */
	readonly passkeysAt: Parameters<typeof loginPages>[0]['passkeysAt'];
};

/**
 * Creates the routes. Once the server listens, `onListening` receives a function that returns the server's address.
 */
export function identityRoutes(
	parts: IdentityParts,
	identity: IdentityAuthorities,
	trading: TradingSide,
	onListening: (baseUrl: () => string) => void,
): FurtherRoutes {
	const { config, clock, random, log: logger } = parts;
	const { users, sessions, late } = identity;
	const dashboard = readDashboard(packageRoot());
	const documentation = readDocumentation(packageRoot());
	const all = [
		...loginSide(parts, identity),
		...tradingSide(parts, identity.notes, trading),
		...documentationPages(documentation),
	];
	const { pages: rateLimit } = config.rateLimits;
	return {
		allowed: allowedMethods(all, dashboard, documentation),
		crossOrigin: PUBLIC_PATHS,
		add(app, listening) {
			onListening(listening);
			addAssets(app);
			addDashboardFiles(app, dashboard);
			addDocumentationFiles(app, documentation, () =>
				pageHeaders({ script: true, formTargets: [], baseUrl: listening(), calls: 'own paths' }),
			);
			addOAuthRoutes(app, { server: late.server, baseUrl: listening, rateLimit, clock });
			addPages(app, {
				pages: all,
				sessions,
				userName: async (userId) => (await users.find(userId))?.name,
				baseUrl: listening,
				tradingMode: config.mode,
				isRehearsal: isRehearsal(config),
				dashboard: dashboard.entries,
				isOwnName: config.server.publicUrl === null,
				rateLimit,
				clock,
				random,
				logger,
			});
		},
	};
}

/** Returns the pages for a user: login, passkeys, consent, audit trail downloads, and the dashboard frame. */
function loginSide(
	parts: IdentityParts,
	{
		tokens,
		users,
		passkeys,
		passkeysAt,
		links,
		sessions,
		attempts,
		notes,
		late,
		baseUrl,
	}: IdentityAuthorities,
): readonly Page[] {
	const { clock, stores, log: logger } = parts;
	const consents = () => late.server().consents;
	const login = { users, sessions, tokens, attempts, notes, baseUrl, logger };
	return [
		...dashboardPages({ tokens, notes }),
		...loginPages({
			...login,
			passkeys,
			passkeysAt,
			methods: loginMethods(parts, baseUrl),
			clock,
		}),
		...loginLinkPages({ ...login, links }),
		...passkeyLoginPages({ ...login, passkeys }),
		...consentPages({ consents, notes }),
		...accountPages({ tokens, sessions, sessionStore: stores.webSessions, notes }),
		...passkeyMakingPages({ passkeys, users, notes, passkeysAt }),
		...auditDownloads({ audit: stores.audit }),
	];
}

/**
 * Returns the pages for connecting through an exchange's own page, those with reports of replays, and those for
 * practice accounts if this service simulates exchanges.
 */
function tradingSide(
	{ config, clock }: IdentityParts,
	notes: IdentityAuthorities['notes'],
	{ byPage, settle, replays }: TradingSide,
): readonly Page[] {
	const venues: readonly string[] = config.venues.filter(isTradedAt);
	return [
		...connectionPages({ byPage, venues, notes }),
		...reportPages({ replays }),
		...(settle === undefined
			? []
			: practicePages({ settle, isSimulated: (venue) => venues.includes(venue), notes, clock })),
	];
}

/** Returns the `Allow` header for each path without parameters. Responses with status 405 send it. */
function allowedMethods(
	pages: readonly Page[],
	{ files }: DashboardFiles,
	documentation: DocumentationFiles,
): ReadonlyMap<string, string> {
	const methods = new Map<string, Set<string>>(
		[...ASSET_PATHS, ...files.keys()].map((path) => [path, new Set(['GET'])]),
	);
	const rows = [
		...pages.map(({ path, method }) => [path, [method]] as const),
		[DOOR_PATH, ['POST']] as const,
		...[...OAUTH_PATHS].map(([path, of]) => [path, of] as const),
	];
	for (const [path, of] of rows) methods.set(path, new Set([...(methods.get(path) ?? []), ...of]));
	return new Map([
		...documentationMethods(documentation),
		...[...methods].map(
			([path, of]) =>
				[path, [...of].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ')] as const,
		),
	]);
}
