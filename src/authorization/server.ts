/**
 * The authorization server: `oidc-provider` over our store, users, agents and pages. What it decides itself is what the
 * standards leave to a deployment; the rest is in `provider-settings.ts`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import type { AgentAuthority } from '../auth/agents.ts';
import { hashSecret, isSameHash } from '../auth/secrets.ts';
import type { AccessGrant, AccessGrants } from '../auth/tokens.ts';
import type { AuditTrail } from '../ports/audit.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { OAuthRecord, OAuthRecordStore, SigningKeyStore } from '../ports/oauth-record-store.ts';
import type { Vault } from '../ports/vault.ts';
import { answerByAddress } from './answer-ways.ts';
import { type Application, agentMetadata } from './clients.ts';
import { type Consents, createConsents } from './consents.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { AuthorizationPages } from './pages-and-paths.ts';
import { providerSettings } from './provider-settings.ts';
import { createRecords, openRecord } from './records.ts';
import { loadSigningKeys } from './signing-keys.ts';
import { takeLinkedCode } from './terminal-steps.ts';

export type AuthorizationParts = {
	/** Address of the service, scheme and authority alone. */
	readonly issuer: string;
	readonly resource: string;
	readonly records: OAuthRecordStore;
	readonly signingKeys: SigningKeyStore;
	readonly vault: Pick<Vault, 'seal' | 'open' | 'deriveKey'>;
	readonly agents: AgentAuthority;
	readonly audit: AuditTrail;
	readonly applications: readonly Application[];
	readonly clientDocuments: boolean;
	readonly pages: AuthorizationPages;
	readonly browserUser: (cookies: string | undefined) => Promise<string | undefined>;
	readonly userExists: (userId: string) => Promise<boolean>;
	readonly clock: Clock;
	readonly logger: Logger;
};

export interface AuthorizationServer {
	/** Answers a request to one of its paths. `address` is the caller's. */
	handle(request: IncomingMessage, response: ServerResponse, address: string): void;
	readonly consents: Consents;
	readonly grants: AccessGrants;
	/** Ends every token of the agent. */
	endAgent(agentId: string): Promise<void>;
	close(): void;
}

const SWEEP_MS = 60_000;
/** Metadata documents that strangers may have us fetch. */
const DOCUMENT_FETCHES_PER_MINUTE_MAX = 30;

/** @throws VaultError, and what the store throws */
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
			keys: await loadSigningKeys({ store: parts.signingKeys, vault, clock }),
			cookieKeys: [vault.deriveKey('oauth-cookies')],
			mayFetchDocument: createFetchBudget(clock),
			fetch: createGuardedFetch(),
			agentScopes: async (agentId) => (await agents.findActive(agentId))?.scopes,
			adapter: (model: string) => {
				const adapter = createRecords(model, { store: records, vault, clock, onEnded, onReused });
				return model === 'Client' ? { ...adapter, find: findClient } : adapter;
			},
		}),
	);
	provider.proxy = true;
	provider.use(takeLinkedCode);
	provider.use(answerByAddress(parts.pages));
	compareHashedSecrets(provider);
	noteEvents(provider, parts);
	const answer = provider.callback();

	async function findClient(clientId: string) {
		const agent = await agents.findActive(clientId);
		return agent === undefined ? undefined : agentMetadata(agent);
	}

	const cancelSweep = clock.every(SWEEP_MS, () => {
		records.deleteExpired(clock.now()).catch((error: unknown) => {
			logger.warn({ error }, 'Expired records of the authorization server could not be removed.');
		});
	});

	return {
		handle(request, response, address) {
			trustOnlyOurselves(request, issuer, address);
			void answer(request, response);
		},
		consents: createConsents({ provider, resource: parts.resource, records, vault, clock, onEnded }),
		grants: {
			find: (token) => findGrant(parts, token),
			onRevoked(listener) {
				revoked.add(listener);
			},
		},
		async endAgent(agentId) {
			await records.destroyByClient(agentId);
			onEnded();
		},
		close: cancelSweep,
	};
}

/** The server builds addresses from these headers: whatever a caller wrote there, they say who we are. */
function trustOnlyOurselves(request: IncomingMessage, issuer: string, address: string): void {
	const { protocol, host } = new URL(issuer);
	const { headers } = request;
	headers.host = host;
	headers['x-forwarded-host'] = host;
	headers['x-forwarded-proto'] = protocol.slice(0, -1);
	headers['x-forwarded-for'] = address;
}

/** Agents' keys are kept as hashes, and so they are compared, in constant time. */
function compareHashedSecrets(provider: Provider): void {
	const { prototype } = provider.Client as unknown as {
		readonly prototype: { compareClientSecret: (sent: string) => boolean };
	};
	prototype.compareClientSecret = function compareHashes(
		this: { readonly clientSecret?: string },
		sent: string,
	): boolean {
		return this.clientSecret !== undefined && isSameHash(this.clientSecret, hashSecret(sent));
	};
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
	const payload = await openRecord({ vault }, record);
	// For another resource, or before its time: not for us now.
	if (payload.aud !== resource || (payload.iat ?? 0) * 1_000 > clock.now() + CLOCK_STEP_MS) return undefined;
	const scopes = typeof payload.scope === 'string' ? payload.scope.split(' ') : [];
	return {
		tokenId:
			record.grantHash === null ? `at_${idHash.slice(0, 16)}` : `grant_${record.grantHash.slice(0, 16)}`,
		userId: record.model === 'AccessToken' ? (record.userId ?? undefined) : undefined,
		clientId: record.clientId ?? '',
		scopes,
		expiresAt: record.expiresAt,
		boundTo: typeof payload.jkt === 'string' ? payload.jkt : undefined,
	};
}

/** Times of the records are whole seconds. */
const CLOCK_STEP_MS = 1_000;

/** A token outlives its grant only where it was made while the grant ended: then it counts for nothing. */
async function hasGrant(records: OAuthRecordStore, token: OAuthRecord, now: number): Promise<boolean> {
	if (token.grantHash === null || token.userId === null) return false;
	const grant = await records.find('Grant', token.grantHash);
	return grant !== undefined && grant.expiresAt > now && grant.userId === token.userId;
}

/** So many fetches a minute, over all callers. */
function createFetchBudget(clock: Clock): () => boolean {
	let minute = 0;
	let spent = 0;
	return () => {
		const now = Math.floor(clock.monotonic() / 60_000);
		if (now !== minute) [minute, spent] = [now, 0];
		spent += 1;
		return spent <= DOCUMENT_FETCHES_PER_MINUTE_MAX;
	};
}

function appendSafely(
	{ audit, logger }: Pick<AuthorizationParts, 'audit' | 'logger'>,
	entry: Parameters<AuditTrail['append']>[0],
): void {
	audit.append(entry).catch((error: unknown) => {
		logger.error({ error, action: entry.action }, 'The audit trail could not be written.');
	});
}

/** A code or refresh token that is used again ends its grant (RFC 9700, 2.1.1 and 4.14.2): somebody else may have it. */
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
		logger.error({ error, path: ctx.path }, 'The authorization server failed.');
	});
	provider.on('grant.success', (ctx: KoaContextWithOIDC) => {
		const token = ctx.oidc.entities.ClientCredentials;
		if (token?.clientId === undefined) return;
		const { clientId, scope } = token;
		const { ip } = ctx;
		void agents.findActive(clientId).then((agent) => {
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
