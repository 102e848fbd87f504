/**
 * Runs the authorization server: `oidc-provider` with our store, users, agents and pages. This file adds what the
 * library cannot be configured to do; `provider-settings.ts` contains the configuration.
 */

import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { AuditTrail } from '../../ports/audit.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { OAuthRecord, OAuthRecordStore, SigningKeyStore } from '../../ports/oauth-record-store.ts';
import type { Vault } from '../../ports/vault.ts';
import { createGuardedFetch } from '../../runtime/guarded-fetch.ts';
import type { AgentAuthority } from '../agents.ts';
import { hashSecret, isSameHash } from '../secrets.ts';
import type { AccessGrant, AccessGrants } from '../tokens.ts';
import { type Application, agentKeyMarkOf, agentMetadata } from './clients.ts';
import { type Consents, createConsents } from './consents.ts';
import { type AuthorizationPages, PUBLIC_PATHS, ROUTES } from './pages-and-paths.ts';
import { providerSettings } from './provider-settings.ts';
import { createRecords, openRecord } from './records.ts';
import { refuseFormPost } from './response-modes.ts';
import { createResumption } from './resumption.ts';
import { loadSigningKeys } from './signing-keys.ts';
import { takeLinkedCode } from './terminal-steps.ts';
import { REFUSAL_TEXT, SERVER_LOG } from './text.ts';

/** The authorization server's stores, keys, pages and limits. */
export type AuthorizationParts = {
	/** Address of the service: only scheme and authority. */
	readonly issuer: string;
	readonly resource: string;
	readonly otherAddresses?: readonly string[];
	readonly records: OAuthRecordStore;
	readonly signingKeys: SigningKeyStore;
	readonly vault: Pick<Vault, 'seal' | 'open' | 'deriveKey'>;
	readonly agents: AgentAuthority;
	readonly keyAttempts: KeyAttempts;
	readonly audit: AuditTrail;
	readonly applications: readonly Application[];
	readonly clientDocuments: boolean;
	readonly pages: AuthorizationPages;
	readonly userExists: (userId: string) => Promise<boolean>;
	/** Maps a caller's address to a network. If absent, each address is its own network. */
	readonly networkOf?: (address: string) => string;
	readonly clock: Clock;
	readonly random: Random;
	readonly logger: Logger;
};

/** Slows down attempts to guess an agent's key. */
export type KeyAttempts = {
	/** @throws CarrywireError RATE_LIMITED while this agent must wait at this address */
	check(agentId: string, address: string): void;
	failed(agentId: string, address: string): void;
	succeeded(agentId: string, address: string): void;
};

/** The authorization server, its consents, and the lookup of its tokens. */
export interface AuthorizationServer {
	/** Responds to a request for one of the server's paths. `address` is the caller's network address. */
	handle(request: IncomingMessage, response: ServerResponse, address: string): void;
	readonly consents: Consents;
	readonly grants: AccessGrants;
	close(): void;
}

const SWEEP_MS = 60_000;
/**
 * Maximum metadata documents per minute that all callers together can make us fetch. The library tries a failed fetch
 * twice, and both attempts count.
 */
const DOCUMENT_FETCHES_MAX = 100;
/** Maximum metadata documents per minute that callers in one network together can make us fetch. */
const DOCUMENT_FETCHES_PER_NETWORK_MAX = 10;

/** Creates the server. @throws VaultError, and the errors of the store */
export async function createAuthorizationServer(parts: AuthorizationParts): Promise<AuthorizationServer> {
	const { issuer, records, vault, agents, clock, logger } = parts;
	const revoked = new Set<() => void>();
	const onEnded = () => {
		for (const listener of revoked) listener();
	};
	const onReused = ({ userId, clientId }: OAuthRecord) =>
		noteReuse(parts, { userId, clientId, address: Provider.ctx?.ip ?? null });
	const isHttps = issuer.startsWith('https:');
	const provider = new Provider(
		issuer,
		providerSettings({
			...parts,
			isHttps,
			keys: await loadSigningKeys({ ...parts, store: parts.signingKeys }),
			cookieKeys: [vault.deriveKey('oauth-cookies')],
			mayFetchDocument: createFetchBudget(clock, parts.networkOf),
			fetch: createGuardedFetch({ clock }),
			agentScopes: async (agentId) => (await agents.findActive(agentId))?.scopes,
			adapter: (model: string) => {
				const adapter = createRecords(model, { store: records, vault, clock, onEnded, onReused });
				return model === 'Client' ? { ...adapter, find: findClient } : adapter;
			},
		}),
	);
	provider.proxy = true;
	const resumption = createResumption({
		...parts,
		key: vault.deriveKey('oauth-resumption'),
		cookie: provider.cookieName('resume'),
	});
	provider.use(takeLinkedCode);
	provider.use(resumption.check);
	provider.use(refuseFormPost(parts.pages));
	compareHashedSecrets(provider, parts.keyAttempts);
	answerErrors(provider, parts);
	noteEvents(provider, parts);
	const answer = provider.callback();

	async function findClient(clientId: string) {
		const agent = await agents.findActive(clientId);
		return agent === undefined ? undefined : agentMetadata(agent);
	}

	const cancelSweep = clock.every(SWEEP_MS, () => {
		records.deleteExpired(clock.now()).catch((error: unknown) => {
			logger.warn({ error }, SERVER_LOG.expiredNotRemoved);
		});
	});

	return {
		handle(request, response, address) {
			trustOnlyOurselves(request, issuer, address);
			void answer(request, response);
		},
		consents: createConsents({ ...parts, provider, resumeUrl: resumption.resumeUrl, onEnded }),
		grants: {
			find: (token) => findGrant(parts, token),
			onRevoked(listener) {
				revoked.add(listener);
			},
		},
		close: cancelSweep,
	};
}

/** Overwrites the headers from which the server builds URLs, so that a caller cannot choose these URLs. */
function trustOnlyOurselves(request: IncomingMessage, issuer: string, address: string): void {
	const { protocol, host } = new URL(issuer);
	const { headers } = request;
	headers.host = host;
	headers['x-forwarded-host'] = host;
	headers['x-forwarded-proto'] = protocol.slice(0, -1);
	headers['x-forwarded-for'] = address;
}

/**
 * Compares agents' keys by their hashes, in constant time, and limits attempts. Every request with an agent's key
 * passes through this function, and only here is the agent known. If several attempts arrive at once, each is counted
 * before the next is checked.
 */
function compareHashedSecrets(provider: Provider, attempts: KeyAttempts): void {
	const { prototype } = provider.Client as unknown as {
		readonly prototype: { compareClientSecret: (sent: string) => boolean };
	};
	prototype.compareClientSecret = function compareHashes(
		this: { readonly clientId: string; readonly clientSecret?: string },
		sent: string,
	): boolean {
		const address = Provider.ctx?.ip ?? '';
		checkAttempts(attempts, this.clientId, address);
		const isRight = this.clientSecret !== undefined && isSameHash(this.clientSecret, hashSecret(sent));
		if (isRight) attempts.succeeded(this.clientId, address);
		else attempts.failed(this.clientId, address);
		return isRight;
	};
}

/** @throws an error that the server turns into HTTP 429 */
function checkAttempts(attempts: KeyAttempts, agentId: string, address: string): void {
	try {
		attempts.check(agentId, address);
	} catch (error) {
		if (!(error instanceof CarrywireError)) throw error;
		Provider.ctx?.set('Retry-After', String(Math.max(1, Math.ceil((error.retryAfterMs ?? 0) / 1_000))));
		const slowed = new errors.OIDCProviderError(429, 'temporarily_unavailable');
		throw Object.assign(slowed, { error_description: error.message });
	}
}

/**
 * Handles errors that the library would leave to its framework, which drops headers and has its own log. Also removes
 * CORS headers that the library sets before it has identified the client.
 */
function answerErrors(provider: Provider, { pages, logger }: AuthorizationParts): void {
	const framework: EventEmitter = provider;
	framework.on('error', (error: unknown) => {
		logger.error({ error }, SERVER_LOG.answerNotSent);
	});
	provider.use(async (ctx, next) => {
		try {
			await next();
		} catch (error) {
			// If the form belongs to an expired session, the library reports a server error. The user gets HTTP 400
			// and a message instead.
			const isOver = ctx.path === ROUTES.code_verification && ctx.oidc?.session?.exp === undefined;
			if (!isOver) logger.error({ error, path: ctx.path }, SERVER_LOG.failed);
			ctx.status = isOver ? 400 : 500;
			ctx.type = 'html';
			ctx.body = isOver
				? pages.failure('invalid_request', REFUSAL_TEXT.pageTooOld())
				: pages.failure('server_error', REFUSAL_TEXT.failed());
		}
		if (!PUBLIC_PATHS.has(ctx.path)) {
			ctx.remove('Access-Control-Allow-Origin');
			ctx.remove('Access-Control-Expose-Headers');
		}
	});
}

async function findGrant(
	{ records, vault, clock, resource }: AuthorizationParts,
	token: string,
): Promise<AccessGrant | undefined> {
	const idHash = hashSecret(token);
	const record =
		(await records.find('AccessToken', idHash)) ?? (await records.find('ClientCredentials', idHash));
	if (record === undefined || record.expiresAt <= clock.now()) return undefined;
	if (record.model === 'AccessToken' && !(await hasGrant(records, record, clock.now()))) return undefined;
	// The sealed payload is authoritative, because the row's other columns could have been tampered with.
	const payload = await openRecord({ vault }, record);
	if (payload.kind !== record.model || payload.clientId === undefined) return undefined;
	// Refuses a token for another resource, and a token that is not valid yet.
	if (payload.aud !== resource || (payload.iat ?? 0) * 1_000 > clock.now() + CLOCK_STEP_MS) return undefined;
	const scopes = typeof payload.scope === 'string' ? payload.scope.split(' ') : [];
	return {
		tokenId:
			record.grantHash === null ? `at_${idHash.slice(0, 16)}` : `grant_${record.grantHash.slice(0, 16)}`,
		userId: record.model === 'AccessToken' ? (record.userId ?? undefined) : undefined,
		clientId: payload.clientId,
		agentKeyMark: agentKeyMarkOf(payload.extra),
		scopes,
		expiresAt: record.expiresAt,
		boundTo: typeof payload.jkt === 'string' ? payload.jkt : undefined,
	};
}

/**
 * Maximum time by which a token's issue time may be ahead of the clock, milliseconds. Records store whole seconds, so
 * up to one second is rounding.
 */
const CLOCK_STEP_MS = 1_000;

/** Checks that the token's grant still exists. A token issued while its grant was being ended is invalid. */
async function hasGrant(records: OAuthRecordStore, token: OAuthRecord, now: number): Promise<boolean> {
	if (token.grantHash === null || token.userId === null) return false;
	const grant = await records.find('Grant', token.grantHash);
	return grant !== undefined && grant.expiresAt > now && grant.userId === token.userId;
}

/** Limits fetches per minute in total and per network, so that one network cannot use up the total. */
function createFetchBudget(
	clock: Clock,
	networkOf = (address: string) => address,
): (address: string) => boolean {
	let minute = 0;
	let spent = 0;
	const spentBy = new Map<string, number>();
	return (address) => {
		const now = Math.floor(clock.monotonic() / 60_000);
		if (now !== minute) {
			[minute, spent] = [now, 0];
			spentBy.clear();
		}
		const network = networkOf(address);
		const own = spentBy.get(network) ?? 0;
		if (spent >= DOCUMENT_FETCHES_MAX || own >= DOCUMENT_FETCHES_PER_NETWORK_MAX) return false;
		spent += 1;
		spentBy.set(network, own + 1);
		return true;
	};
}

function appendSafely(
	{ audit, logger }: Pick<AuthorizationParts, 'audit' | 'logger'>,
	entry: Parameters<AuditTrail['append']>[0],
): void {
	audit.append(entry).catch((error: unknown) => {
		logger.error({ error, action: entry.action }, SERVER_LOG.auditNotWritten);
	});
}

/**
 * Records in the audit trail that the reuse of a code or refresh token ended its grant (RFC 9700, 2.1.1 and 4.14.2).
 * The code or token may be stolen.
 */
function noteReuse(
	parts: AuthorizationParts,
	used: Pick<OAuthRecord, 'userId' | 'clientId'> & { readonly address: string | null },
): void {
	const { userId, clientId, address } = used;
	if (userId === null) return;
	appendSafely(parts, {
		at: parts.clock.now(),
		userId,
		actor: 'application',
		actorId: clientId,
		action: 'application.token_reused',
		subject: clientId,
		outcome: 'ok',
		address,
		details: {},
	});
}

function noteEvents(provider: Provider, parts: AuthorizationParts): void {
	const { agents, clock, logger } = parts;
	provider.on('server_error', (ctx, error) => {
		logger.error({ error, path: ctx.path }, SERVER_LOG.failed);
	});
	provider.on('grant.success', (ctx: KoaContextWithOIDC) => {
		const token = ctx.oidc.entities.ClientCredentials;
		if (token?.clientId === undefined) return;
		const { clientId, scope } = token;
		const { ip } = ctx;
		const note = async (): Promise<void> => {
			const agent = await agents.findActive(clientId);
			if (agent === undefined) return;
			agents.touch(clientId);
			appendSafely(parts, {
				at: clock.now(),
				userId: agent.userId,
				actor: 'agent',
				actorId: clientId,
				action: 'agent.token',
				subject: clientId,
				outcome: 'ok',
				address: ip,
				details: { scope: scope ?? '' },
			});
		};
		note().catch((error: unknown) => {
			logger.error({ error, clientId }, SERVER_LOG.tokenNotRecorded);
		});
	});
	provider.on('grant.revoked', (ctx: KoaContextWithOIDC) => {
		const { Account: account, Client: client } = ctx.oidc.entities;
		if (ctx.oidc.route !== 'token' || account === undefined) return;
		noteReuse(parts, {
			userId: account.accountId,
			clientId: client?.clientId ?? null,
			address: ctx.ip,
		});
	});
}
