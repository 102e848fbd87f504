/** Composes identity: users, logins, tokens, agents, the authorization server, and their pages. */

import { createAttempts } from '../api/http/attempts.ts';
import { MCP_PATH } from '../api/http/failures.ts';
import { addressKey } from '../api/http/rate-limit.ts';
import type { FurtherRoutes } from '../api/http/server.ts';
import { REQUEST_TEXT } from '../api/http/text.ts';
import { isRehearsal } from '../config/mode-words.ts';
import { CarrywireError } from '../domain/carrywire-error.ts';
import { passkeyOrigin } from '../domain/secure-url.ts';
import { type AgentAuthority, createAgentAuthority } from '../identity/agents.ts';
import { createAuthorizationServer } from '../identity/authorization/server.ts';
import { createLoginLinks } from '../identity/login-link.ts';
import { createOperatorLinks, type OperatorLinks } from '../identity/operator-links.ts';
import type { OwnAccess } from '../identity/own-access.ts';
import { createAuditNotes } from '../identity/pages/audit-notes.ts';
import { authorizationViews } from '../identity/pages/authorization-views.ts';
import { createBrowserSessions } from '../identity/pages/browser-sessions.ts';
import { createPasskeys } from '../identity/passkeys.ts';
import { createTokenAuthority, type TokenAuthority } from '../identity/tokens.ts';
import { createUserDirectory, type UserDirectory } from '../identity/users.ts';
import type { AuditTrail } from '../ports/audit.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { LoginStore } from '../ports/login-store.ts';
import { type IdentityAuthorities, identityRoutes, type TradingSide } from './identity-pages.ts';
import type { IdentityParts } from './identity-parts.ts';
import { attemptsOfAgents, type LateAuthorization, lateAuthorization } from './late-authorization.ts';

/** The parts of identity that the rest of the service uses. */
export type Identity = {
	readonly tokens: TokenAuthority;
	/** Stopping an agent here ends only its tokens; see `stoppingWork`. */
	readonly agents: AgentAuthority;
	readonly users: UserDirectory;
	readonly audit: AuditTrail;
	readonly operatorLinks: OperatorLinks;
	/** Tokens, applications and passkeys with access to the user's account, for the user to view and revoke. */
	readonly own: OwnAccess;
	/** Creates the routes of the pages and of the authorization server, which use the trading services. */
	readonly routes: (trading: TradingSide) => FurtherRoutes;
	/**
	 * Opens the authorization server. Call it once the service listens, because the server's identifier is the
	 * service's address. @throws VaultError
	 */
	readonly open: () => Promise<void>;
	readonly close: () => void;
};

const SWEEP_MS = 60_000;

/** Composes identity. A later call to `open` opens the authorization server. */
export async function composeIdentity(parts: IdentityParts): Promise<Identity> {
	const { config, stores, vault, clock, random, log: logger } = parts;
	const common = { clock, random, logger };
	const { audit } = stores;
	const agents = await createAgentAuthority({ ...common, store: stores.agents });
	/**
	 * Returns the service's address; empty until the server listens. The function is set when the routes are added to
	 * a server.
	 */
	let listening = () => '';
	const baseUrl = () => listening();
	const late = lateAuthorization();
	const authorities = composeAuthorities(parts, agents, late, baseUrl);
	const { users, links, tokens, passkeys, attempts, sessions } = authorities;
	const cancelSweep = clock.every(SWEEP_MS, () => sweepLogins(stores.logins, clock, logger));
	return {
		tokens,
		agents,
		users,
		audit,
		own: { tokens, applications: applicationsOf(late), users, passkeys, preferences: stores.preferences },
		operatorLinks: createOperatorLinks({
			...common,
			users: stores.tokens,
			links,
			audit,
			origin: () => {
				if (baseUrl() !== '') return baseUrl();
				throw new CarrywireError('NOT_READY', REQUEST_TEXT.notListening());
			},
		}),
		routes: (trading) =>
			identityRoutes(parts, authorities, trading, (next) => {
				listening = next;
			}),
		async open() {
			const issuer = baseUrl();
			late.open(
				await createAuthorizationServer({
					...common,
					issuer,
					resource: `${issuer}/jsonrpc/`,
					otherAddresses: [`${issuer}${MCP_PATH}`],
					records: stores.oauthRecords,
					signingKeys: stores.signingKeys,
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

function composeAuthorities(
	{ config, stores, vault, welcome, clock, random, log: logger }: IdentityParts,
	agents: AgentAuthority,
	late: LateAuthorization,
	baseUrl: () => string,
): IdentityAuthorities {
	const common = { clock, random, logger };
	const passkeysAt = () => passkeyOrigin(baseUrl());
	const users = createUserDirectory({
		...common,
		store: stores.identities,
		admitted: config.auth.admitted,
	});
	const tokens = createTokenAuthority({ ...common, store: stores.tokens, grants: late.grants, agents });
	agents.onChange(async (agentId, tokensEnd) => {
		if (tokensEnd) await stores.oauthRecords.destroyByClient(agentId);
	});
	return {
		tokens,
		users: welcoming(users, welcome),
		passkeys: createPasskeys({
			...common,
			store: stores.passkeys,
			nonces: stores.logins.nonces,
			origin: passkeysAt,
		}),
		passkeysAt,
		links: createLoginLinks({ ...common, store: stores.logins.links }),
		sessions: createBrowserSessions({
			...common,
			store: stores.webSessions,
			key: vault.deriveKey('forms'),
			isHttps: () => baseUrl().startsWith('https:'),
		}),
		attempts: createAttempts(clock),
		notes: createAuditNotes({ audit: stores.audit, clock, logger }),
		late,
		baseUrl,
	};
}

/**
 * Lists and revokes the applications that users have authorized. Rejects with NOT_READY until the authorization
 * server is open.
 */
function applicationsOf(late: LateAuthorization): OwnAccess['applications'] {
	return {
		list: async (userId) => late.server().consents.list(userId),
		revoke: async (userId, applicationId) => late.server().consents.revoke(userId, applicationId),
	};
}

/**
 * Returns an agent authority that ends a stopped agent's tokens first, then its work. A second stop retries failed
 * parts.
 */
export function stoppingWork(
	agents: AgentAuthority,
	stopWork: (userId: string, agentId: string) => Promise<unknown>,
): AgentAuthority {
	return {
		...agents,
		async stop(userId, agentId) {
			try {
				return await agents.stop(userId, agentId);
			} finally {
				// If only the write to disk failed, the agent is stopped nevertheless, so its work must end too.
				if (agents.isStopped(agentId)) await stopWork(userId, agentId);
			}
		},
	};
}

function welcoming(users: UserDirectory, welcome: IdentityParts['welcome']): UserDirectory {
	return {
		...users,
		async logIn(identity) {
			const admitted = await users.logIn(identity);
			await welcome(admitted.user.userId, admitted.user.name);
			return admitted;
		},
		async admitKnown(userId, by) {
			const user = await users.admitKnown(userId, by);
			await welcome(user.userId, user.name);
			return user;
		},
	};
}

function sweepLogins(store: LoginStore, clock: Clock, logger: Logger): void {
	const now = clock.now();
	Promise.all([
		store.nonces.deleteExpired(now),
		store.pendingLogins.deleteExpired(now),
		store.spentTokens.deleteExpired(now),
		store.links.deleteExpired(now),
	]).catch((error: unknown) => {
		logger.warn({ error }, 'expired logins could not be deleted');
	});
}
