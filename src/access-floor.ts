/**
 * Wires login, tokens, agents, the authorization server and the pages together. Part of the composition root: `app.ts`
 * brings the store, the vault and what trades.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type AgentAuthority, createAgentAuthority } from './auth/agents.ts';
import { createGuestLogin } from './auth/login/guest-login.ts';
import { createJwtLogin } from './auth/login/jwt-login.ts';
import { createLoginLinks } from './auth/login/login-link.ts';
import { createOpenidLogin } from './auth/login/openid-login.ts';
import { createPasskeys } from './auth/login/passkeys.ts';
import { createWalletLogin } from './auth/login/wallet-login.ts';
import { createOperatorLinks, type OperatorLinks } from './auth/operator-links.ts';
import type { OwnAccess } from './auth/own-access.ts';
import type { AccessGrants, TokenAuthority } from './auth/tokens.ts';
import { createTokenAuthority } from './auth/tokens.ts';
import { createUserDirectory, type UserDirectory } from './auth/users.ts';
import { PUBLIC_PATHS } from './authorization/pages-and-paths.ts';
import {
	type AuthorizationServer,
	createAuthorizationServer,
	type KeyAttempts,
} from './authorization/server.ts';
import { isRehearsal } from './cli/mode-words.ts';
import type { Config } from './config.ts';
import { areGuestsOffered } from './config-guests.ts';
import type { ReadyProvider } from './config-secrets.ts';
import { passkeyOrigin } from './domain/secure-url.ts';
import { isTradedAt } from './domain/venues.ts';
import { CarrywireError } from './errors/carrywire-error.ts';
import { type Attempts, createAttempts } from './http/attempts.ts';
import { MCP_PATH } from './http/failures.ts';
import { addressKey } from './http/rate-limit.ts';
import type { FurtherRoutes } from './http/server.ts';
import { packageRoot } from './package-root.ts';
import type { AuditTrail } from './ports/audit.ts';
import type { Clock, Random, TurnEnd } from './ports/clock.ts';
import type { Logger } from './ports/logger.ts';
import type { LoginStore } from './ports/login-store.ts';
import type { StoreMeter } from './ports/metrics.ts';
import type { Vault } from './ports/vault.ts';
import { createSqliteAgentStore } from './store/sqlite-agents.ts';
import { createSqliteAuditTrail } from './store/sqlite-audit.ts';
import { createSqliteIdentityStore } from './store/sqlite-identities.ts';
import { createSqliteLoginStore } from './store/sqlite-login-store.ts';
import { createSqliteOAuthRecordStore, createSqliteSigningKeyStore } from './store/sqlite-oauth-records.ts';
import { createSqlitePasskeyStore } from './store/sqlite-passkeys.ts';
import { createSqliteTokenStore } from './store/sqlite-tokens.ts';
import { createSqliteWebSessionStore } from './store/sqlite-web-sessions.ts';
import type { SettleSimulated } from './venues/simulated-settlements.ts';
import { accountPages } from './web/account-pages.ts';
import { ASSET_PATHS, addAssets } from './web/asset-routes.ts';
import { auditDownloads } from './web/audit-downloads.ts';
import { createAuditNotes } from './web/audit-notes.ts';
import { authorizationViews } from './web/authorization-views.ts';
import { createBrowserSessions } from './web/browser-sessions.ts';
import { type ConnectByPage, connectionPages } from './web/connection-pages.ts';
import { consentPages } from './web/consent-pages.ts';
import { addDashboardFiles, type DashboardFiles, readDashboard } from './web/dashboard-files.ts';
import { dashboardPages } from './web/dashboard-pages.ts';
import { DOOR_PATH } from './web/door-page.ts';
import { loginLinkPages } from './web/login-link-pages.ts';
import { type LoginMethods, loginPages } from './web/login-pages.ts';
import { addOAuthRoutes, OAUTH_PATHS } from './web/oauth-routes.ts';
import type { Page } from './web/page.ts';
import { addPages } from './web/page-routes.ts';
import { passkeyLoginPages, passkeyMakingPages } from './web/passkey-pages.ts';
import { practicePages } from './web/practice-pages.ts';

export type AccessFloor = {
	readonly tokens: TokenAuthority;
	readonly agents: AgentAuthority;
	readonly users: UserDirectory;
	readonly audit: AuditTrail;
	readonly operatorLinks: OperatorLinks;
	readonly own: OwnAccess;
	/** Pages and the authorization server, over the accounts of the trading floor. */
	readonly routes: (trading: TradingSide) => FurtherRoutes;
	/** Once the service listens: its address names the authorization server. @throws VaultError */
	readonly open: () => Promise<void>;
	readonly close: () => void;
};

export type TradingSide = {
	readonly byPage: ConnectByPage;
	/** Undefined where no exchange is simulated by this service. */
	readonly settle?: SettleSimulated | undefined;
};

export type AccessParts = {
	readonly config: Pick<Config, 'auth' | 'server' | 'rateLimits' | 'venues' | 'mode' | 'transport'>;
	readonly identityProviders: readonly ReadyProvider[];
	readonly database: DatabaseSync;
	readonly vault: Vault;
	/** Somebody has logged in: whatever every user has is provided. */
	readonly welcome: (userId: string, userName: string) => Promise<void>;
	/** Ends what the agent has queued and is opening. */
	readonly stopWork: (userId: string, agentId: string) => Promise<void>;
	readonly clock: Clock;
	readonly turnEnd: TurnEnd;
	readonly storeMeter?: StoreMeter;
	readonly random: Random;
	readonly log: Logger;
};

const SWEEP_MS = 60_000;

export function openAccess(parts: AccessParts): AccessFloor {
	const { config, database, vault, clock, random, log: logger } = parts;
	const common = { clock, random, logger };
	const audit = createSqliteAuditTrail(database, parts.turnEnd, parts.storeMeter);
	const agents = createAgentAuthority({ ...common, store: createSqliteAgentStore(database) });
	/** For whoever may stop one: by a page as by a call. */
	const stoppableAgents = stoppingWork(agents, parts);
	const users = welcoming(
		createUserDirectory({
			...common,
			store: createSqliteIdentityStore(database),
			admitted: config.auth.admitted,
		}),
		parts.welcome,
	);
	const records = createSqliteOAuthRecordStore(database);
	const loginStore = createSqliteLoginStore(database);
	let baseUrl = () => '';
	const passkeysAt = () => passkeyOrigin(baseUrl());
	const passkeys = createPasskeys({
		...common,
		store: createSqlitePasskeyStore(database),
		nonces: loginStore.nonces,
		origin: passkeysAt,
	});
	const links = createLoginLinks({ ...common, store: loginStore.links });
	const late = lateServer();
	const tokenStore = createSqliteTokenStore(database);
	const tokens = createTokenAuthority({
		...common,
		store: tokenStore,
		grants: late.grants,
		agents,
	});
	agents.onChange(async (agentId, tokensEnd) => {
		if (tokensEnd) await records.destroyByClient(agentId);
	});
	const sessionStore = createSqliteWebSessionStore(database);
	const sessions = createBrowserSessions({
		...common,
		store: sessionStore,
		key: vault.deriveKey('forms'),
		isHttps: () => baseUrl().startsWith('https:'),
	});
	const attempts = createAttempts(clock);
	const notes = createAuditNotes({ audit, clock, logger });
	const cancelSweep = clock.every(SWEEP_MS, () => sweepLogins(loginStore, clock, logger));

	function pages({ byPage, settle }: TradingSide): readonly Page[] {
		const venues = config.venues.filter(isTradedAt);
		const consents = () => late.server().consents;
		const base = () => baseUrl();
		const login = { users, sessions, tokens, attempts, notes, baseUrl: base, logger };
		return [
			...dashboardPages({ tokens, notes }),
			...accountPages({ tokens, sessions, sessionStore, notes }),
			...passkeyMakingPages({ passkeys, users, notes, passkeysAt }),
			...loginPages({
				...login,
				passkeys,
				passkeysAt,
				methods: loginMethods(parts, loginStore, base),
				clock,
			}),
			...loginLinkPages({ ...login, links }),
			...passkeyLoginPages({ ...login, passkeys }),
			...consentPages({ consents, notes }),
			...connectionPages({ byPage, venues, notes }),
			...(settle === undefined
				? []
				: practicePages({
						settle,
						isSimulated: (venue) => venues.includes(venue),
						notes,
						clock,
					})),
			...auditDownloads({ audit }),
		];
	}

	return {
		tokens,
		agents: stoppableAgents,
		users,
		audit,
		own: {
			tokens,
			applications: {
				list: async (userId) => late.server().consents.list(userId),
				revoke: async (userId, applicationId) => late.server().consents.revoke(userId, applicationId),
			},
			users,
			passkeys,
		},
		operatorLinks: createOperatorLinks({
			...common,
			users: tokenStore,
			links,
			audit,
			origin: () => {
				if (baseUrl() !== '') return baseUrl();
				throw new CarrywireError('NOT_READY', 'The service does not listen yet. Try again in a moment.');
			},
		}),
		routes(trading) {
			const all = pages(trading);
			const dashboard = readDashboard(packageRoot());
			const { pages: rateLimit } = config.rateLimits;
			return {
				allowed: allowedMethods(all, dashboard),
				crossOrigin: PUBLIC_PATHS,
				add(app, listening) {
					baseUrl = listening;
					addAssets(app);
					addDashboardFiles(app, dashboard);
					addOAuthRoutes(app, { server: late.server, baseUrl: listening, rateLimit, clock });
					addPages(app, {
						pages: all,
						sessions,
						userName: async (userId) => (await users.find(userId))?.name,
						baseUrl: listening,
						tradingMode: config.mode,
						isRehearsal: isRehearsal(config),
						dashboard: dashboard.entry,
						isOwnName: config.server.publicUrl === null,
						rateLimit,
						...common,
					});
				},
			};
		},
		async open() {
			const issuer = baseUrl();
			late.open(
				await createAuthorizationServer({
					...common,
					issuer,
					resource: `${issuer}/jsonrpc/`,
					otherDoors: [`${issuer}${MCP_PATH}`],
					records,
					signingKeys: createSqliteSigningKeyStore(database),
					vault,
					agents,
					keyAttempts: attemptsOfAgents(attempts),
					audit,
					applications: config.auth.applications,
					clientDocuments: config.auth.clientDocuments,
					pages: authorizationViews(config.mode, isRehearsal(config)),
					userExists: async (userId) => (await users.find(userId)) !== undefined,
					networkOf: addressKey,
				}),
			);
		},
		close() {
			cancelSweep();
			sessions.close();
			late.close();
		},
	};
}

/** By agent and address together: a stranger's failures do not keep the agent itself out. */
function attemptsOfAgents(attempts: Attempts): KeyAttempts {
	const keys = (agentId: string, address: string) => [`agent ${agentId} ${addressKey(address)}`];
	return {
		check: (agentId, address) => attempts.check(keys(agentId, address)),
		failed: (agentId, address) => attempts.failed(keys(agentId, address)),
		succeeded: (agentId, address) => attempts.succeeded(keys(agentId, address)),
	};
}

/** The authorization server, which needs the address of the service and so comes after everything that asks it. */
function lateServer() {
	let opened: AuthorizationServer | undefined;
	const listeners: (() => void)[] = [];
	const grants: AccessGrants = {
		find: async (token) => opened?.grants.find(token),
		onRevoked: (listener) => listeners.push(listener),
	};
	return {
		grants,
		open(server: AuthorizationServer): void {
			opened = server;
			for (const listener of listeners) server.grants.onRevoked(listener);
		},
		server(): AuthorizationServer {
			if (opened !== undefined) return opened;
			throw new CarrywireError('NOT_READY', 'The authorization server is starting.');
		},
		close: () => opened?.close(),
	};
}

/** Stopping an agent ends its tokens first, then its work; a second stop ends what the first could not. */
function stoppingWork(agents: AgentAuthority, { stopWork }: AccessParts): AgentAuthority {
	return {
		...agents,
		async stop(userId, agentId) {
			try {
				return await agents.stop(userId, agentId);
			} finally {
				// Where only the disk did not take it, it is stopped all the same.
				if (agents.isStopped(agentId)) await stopWork(userId, agentId);
			}
		},
	};
}

function welcoming(users: UserDirectory, welcome: AccessParts['welcome']): UserDirectory {
	return {
		...users,
		async logIn(identity) {
			const admitted = await users.logIn(identity);
			await welcome(admitted.user.userId, admitted.user.name);
			return admitted;
		},
		async letIn(userId, by) {
			const user = await users.letIn(userId, by);
			await welcome(user.userId, user.name);
			return user;
		},
	};
}

function loginMethods(
	{ config, identityProviders, vault, clock, random }: AccessParts,
	store: LoginStore,
	origin: () => string,
): LoginMethods {
	const binding = { table: 'pending_login', record: '', user: '', field: 'sealed' };
	const seal = {
		seal: (text: string) => vault.seal(text, binding),
		open: async (sealed: string) => (await vault.open(sealed, binding)).toString('utf8'),
	};
	const guest = areGuestsOffered(config) ? createGuestLogin({ random }) : undefined;
	const methods = { wallets: [], openIds: [], jwts: [], guest } as {
		guest: LoginMethods['guest'];
		wallets: LoginMethods['wallets'][number][];
		openIds: LoginMethods['openIds'][number][];
		jwts: LoginMethods['jwts'][number][];
	};
	for (const provider of identityProviders) {
		const { id, name } = provider;
		switch (provider.kind) {
			case 'wallet': {
				const { chains } = provider;
				const login = createWalletLogin({
					provider: id,
					chains,
					origin,
					clock,
					random,
					nonces: store.nonces,
				});
				methods.wallets.push({ id, chains, ...login });
				break;
			}
			case 'openid': {
				const { pendingLogins } = store;
				const login = createOpenidLogin({ settings: provider, clock, random, pendingLogins, seal });
				methods.openIds.push({ id, name, ...login });
				break;
			}
			case 'jwt': {
				const login = createJwtLogin({ settings: provider, clock, spentTokens: store.spentTokens });
				methods.jwts.push({ id, name, ...login });
			}
		}
	}
	return methods;
}

function sweepLogins(store: LoginStore, clock: Clock, logger: Logger): void {
	const now = clock.now();
	Promise.all([
		store.nonces.deleteExpired(now),
		store.pendingLogins.deleteExpired(now),
		store.spentTokens.deleteExpired(now),
		store.links.deleteExpired(now),
	]).catch((error: unknown) => {
		logger.warn({ error }, 'Logins that have expired could not be removed.');
	});
}

/** For 405: of paths without parameters. */
function allowedMethods(pages: readonly Page[], { files }: DashboardFiles): ReadonlyMap<string, string> {
	const methods = new Map<string, Set<string>>(
		[...ASSET_PATHS, ...files.keys()].map((path) => [path, new Set(['GET'])]),
	);
	const rows = [
		...pages.map(({ path, method }) => [path, [method]] as const),
		[DOOR_PATH, ['POST']] as const,
		...[...OAUTH_PATHS].map(([path, of]) => [path, of] as const),
	];
	for (const [path, of] of rows) methods.set(path, new Set([...(methods.get(path) ?? []), ...of]));
	return new Map(
		[...methods].map(([path, of]) => [
			path,
			[...of].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', '),
		]),
	);
}
