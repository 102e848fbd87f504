/** Starts the real HTTP server with the in-memory services and a real token store, on a free port of this machine. */

import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/server';
import type { MetricsPage } from '../../src/api/http/metrics-route.ts';
import {
	createHttpServer,
	type FurtherRoutes,
	type HttpOptions,
	type HttpServer,
} from '../../src/api/http/server.ts';
import type { RateLimits } from '../../src/api/http/session.ts';
import type { StreamLimits } from '../../src/api/http/streams.ts';
import type { DispatchLimits } from '../../src/api/methods/dispatch.ts';
import type { Services } from '../../src/api/rpc/method.ts';
import { createAgentAuthority } from '../../src/identity/agents.ts';
import { SCOPES, type Scope } from '../../src/identity/scopes.ts';
import { hashSecret } from '../../src/identity/secrets.ts';
import { createTokenAuthority, type IssuedToken, type TokenAuthority } from '../../src/identity/tokens.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { LogFacts, Logger } from '../../src/ports/logger.ts';
import type { Meters } from '../../src/ports/metrics.ts';
import type { CallingAgent } from '../../src/ports/order-service.ts';
import { systemClock, systemTurnEnd } from '../../src/runtime/clock.ts';
import { packageRoot } from '../../src/runtime/package-root.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createAgentStore } from '../../src/store/agents.ts';
import { createAuditTrail } from '../../src/store/audit.ts';
import { createIdentityStore } from '../../src/store/identities.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { createTokenStore } from '../../src/store/tokens.ts';
import { agentWith } from '../support/agents.ts';
import { openEmptyDatabase } from '../support/memory-database.ts';
import { NO_EXECUTIONS, newMetrics } from '../support/metrics.ts';
import { inMemoryAccess } from './in-memory-access.ts';
import { type InMemoryFeeds, inMemoryFeeds, STREAM_LIMITS } from './in-memory-feeds.ts';
import { type InMemory, inMemoryServices } from './in-memory-services.ts';
import { NOW_MS } from './in-memory-trading.ts';

/** The machine's timers, with a wall clock fixed at the time of the records. */
export const clockAtRecords: Clock = { ...systemClock, now: () => NOW_MS };

const PLENTY: RateLimits = {
	public: { perSecond: 1_000_000, burst: 1_000_000 },
	read: { perSecond: 1_000_000, burst: 1_000_000 },
	trade: { perSecond: 1_000_000, burst: 1_000_000 },
	stop: { perSecond: 1_000_000, burst: 1_000_000 },
};

export type LogLine = { readonly level: string; readonly facts: LogFacts; readonly message: string };

export type TestServer = AsyncDisposable & {
	readonly url: string;
	readonly server: HttpServer;
	readonly services: InMemory;
	readonly feeds: InMemoryFeeds;
	readonly authority: TokenAuthority;
	/** Tokens by the names that conversations use. */
	readonly tokens: Readonly<Record<string, string>>;
	readonly log: readonly LogLine[];
};

export async function startTestServer(
	options: {
		readonly clock?: Clock;
		readonly rateLimits?: Partial<RateLimits>;
		/** Overrides the tests' common limits on bodies. */
		readonly rpc?: Partial<DispatchLimits>;
		readonly drainMs?: number;
		/** Overrides the tests' common server settings. */
		readonly server?: Partial<HttpOptions>;
		readonly routes?: FurtherRoutes;
		/** Overrides the tests' common WebSocket settings. */
		readonly stream?: Partial<StreamLimits>;
		/** Replaces in-memory services. */
		readonly services?: Partial<Services>;
		readonly furtherMcp?: (server: McpServer) => void;
		readonly readiness?: () => { readonly ready: boolean; readonly reasons: readonly string[] };
		readonly refusal?: () => string | undefined;
	} = {},
): Promise<TestServer> {
	const clock = options.clock ?? clockAtRecords;
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-rpc-'));
	const database = openEmptyDatabase(folder);
	const store = createTokenStore(createSqliteDatabase(database));
	const log: LogLine[] = [];
	const logger = loggerInto(log);
	const agents = await createAgentAuthority({
		store: createAgentStore(createSqliteDatabase(database)),
		clock,
		random: systemRandom,
		logger,
	});
	const authority = createTokenAuthority({ store, clock, random: systemRandom, logger, agents });
	const audit = createAuditTrail(createSqliteDatabase(database, systemTurnEnd));
	const identities = createIdentityStore(createSqliteDatabase(database));
	let annsId = '';
	const access = inMemoryAccess(
		{ tokens: authority, users: { find: identities.findUser, identitiesOf: identities.identitiesOf } },
		() => annsId,
	);
	const services = { ...inMemoryServices(clock, { agents, audit, access }), ...options.services };
	const calling = new Map<string, CallingAgent>();
	const feeds = inMemoryFeeds();
	const server = createHttpServer({
		packageRoot: packageRoot(),
		services,
		tokens: withAgents(authority, calling),
		random: systemRandom,
		logger,
		options: {
			host: '127.0.0.1',
			port: 0,
			publicUrl: null,
			trustedProxies: [],
			bodyBytesMax: 262_144,
			connectionsMax: 100,
			connectionsPerAddressMax: 100,
			headersTimeoutMs: 10_000,
			requestTimeoutMs: 15_000,
			answerTimeoutMs: 60_000,
			unsentBytesPerAddressMax: 268_435_456,
			unsentBytesMax: 268_435_456,
			keepAliveTimeoutMs: 30_000,
			drainMs: options.drainMs ?? 5_000,
			...options.server,
		},
		rpcLimits: {
			batchMax: 50,
			batchAnswerBytesMax: 2_097_152,
			depthMax: 32,
			keptListAgeMsMax: 200,
			...options.rpc,
		},
		rateLimits: { ...PLENTY, ...options.rateLimits },
		readiness: options.readiness ?? (() => ({ ready: true, reasons: [] })),
		...metered(),
		streams: {
			...feeds,
			turnEnd: systemTurnEnd,
			limits: { ...STREAM_LIMITS, ...options.stream },
		},
		...(options.refusal === undefined ? {} : { refusal: options.refusal }),
		...(options.routes === undefined ? {} : { routes: options.routes }),
		...(options.furtherMcp === undefined ? {} : { furtherMcp: options.furtherMcp }),
	});
	const { url } = await server.listen();
	const issued = await issueTokens(authority, store, clock, calling);
	annsId = issued.userId;
	return {
		url,
		server,
		services,
		feeds,
		authority,
		log,
		tokens: issued.tokens,
		async [Symbol.asyncDispose]() {
			await server.stop();
			database.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Creates the real metrics of a service that has opened one execution and sent its orders. */
function metered(): { readonly metrics: MetricsPage; readonly meters: Meters } {
	const metrics = newMetrics();
	metrics.executions.unhedged('open', 0.04);
	metrics.executions.order('bybit', 'filled');
	const byStatus = { ...NO_EXECUTIONS.byStatus, running: 1 };
	metrics.readFrom({ executions: () => ({ ...NO_EXECUTIONS, byStatus, unhedgedNotionalUsd: 12.5 }) });
	return { metrics, meters: metrics };
}

async function issueTokens(
	authority: TokenAuthority,
	store: ReturnType<typeof createTokenStore>,
	clock: Clock,
	agents: Map<string, CallingAgent>,
): Promise<{ readonly userId: string; readonly tokens: Record<string, string> }> {
	const issue = (name: string, scopes: readonly Scope[], userName = 'ann') =>
		authority.issue({ userName, name, scopes, ttlMs: 3_600_000 });
	const issueTo = async (agentId: string): Promise<IssuedToken> => {
		const issued = await issue(agentId, ['arb:read', 'arb:trade']);
		agents.set(issued.tokenId, agentWith({}, agentId));
		return issued;
	};
	const full = await issue('full', ['arb:read', 'arb:trade']);
	const revoked = await issue('revoked', ['arb:read', 'arb:trade']);
	await authority.revoke(revoked.tokenId);
	const expired = `cw_${'x'.repeat(43)}`;
	await store.insertToken(
		{
			tokenId: 'tok_expired',
			userId: full.userId,
			name: 'expired',
			hash: hashSecret(expired),
			scopes: ['arb:read', 'arb:trade'],
			createdAt: clock.now() - 7_200_000,
			expiresAt: clock.now() - 3_600_000,
			revokedAt: null,
			lastUsedAt: null,
			login: null,
		},
		100,
	);
	const ofPage = async (id: string, scopes: readonly Scope[], user = full): Promise<string> => {
		const login = { id, endsAt: clock.now() + 3_600_000 };
		return (await authority.issueToLogin(user, login, { name: 'page', scopes, ttlMs: 900_000 })).token;
	};
	const bob = await issue('other-user', ['agents:manage', 'arb:read', 'arb:trade'], 'bob');
	const tokens = {
		full: full.token,
		read: (await issue('read', ['arb:read'])).token,
		trade: (await issue('trade', ['arb:trade'])).token,
		agent: (await issueTo('agent_1')).token,
		'other-agent': (await issueTo('agent_2')).token,
		connect: (await issue('connect', ['exchange:connect'])).token,
		manage: (await issue('manage', ['agents:manage', 'arb:read', 'arb:trade'])).token,
		'manage-alone': (await issue('manage-alone', ['agents:manage'])).token,
		replay: (await issue('replay', ['replay:run'])).token,
		'other-user': bob.token,
		'replay-of-other-user': (await issue('replay-of-other-user', ['replay:run'], 'carol')).token,
		page: await ofPage('login-of-ann', SCOPES),
		'page-of-reader': await ofPage('login-of-ann', ['arb:read']),
		'page-of-other-user': await ofPage('login-of-bob', SCOPES, bob),
		revoked: revoked.token,
		expired,
		unknown: `cw_${'u'.repeat(43)}`,
	};
	return { userId: full.userId, tokens };
}

/** Returns the token authority with some tokens assigned to agents, by token id. */
function withAgents(authority: TokenAuthority, agents: ReadonlyMap<string, CallingAgent>): TokenAuthority {
	return {
		...authority,
		async verify(token) {
			const verified = await authority.verify(token);
			if (verified === undefined) return undefined;
			const { caller } = verified;
			return { ...verified, caller: { ...caller, agent: agents.get(caller.tokenId) } };
		},
	};
}

function loggerInto(log: LogLine[]): Logger {
	const at = (level: string) => (facts: LogFacts, message: string) => {
		log.push({ level, facts, message });
	};
	return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

export type HttpAnswer = {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
};

/** Sends one HTTP request exactly as given, and adds only the header that frames the body. */
export function send(
	url: string,
	options: {
		readonly method?: string;
		readonly path?: string;
		readonly headers?: Readonly<Record<string, string>>;
		readonly body?: string | Uint8Array;
	},
): Promise<HttpAnswer> {
	const { method = 'POST', path = '/jsonrpc/', headers = {}, body } = options;
	const bytes = body === undefined ? undefined : Buffer.from(body);
	return new Promise((resolve, reject) => {
		const outgoing = request(
			new URL(path, url),
			{
				method,
				agent: false,
				headers: { ...headers, ...(bytes === undefined ? {} : { 'content-length': String(bytes.length) }) },
			},
			(incoming) => {
				const chunks: Buffer[] = [];
				incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
				incoming.on('error', reject);
				incoming.on('end', () =>
					resolve({
						status: incoming.statusCode ?? 0,
						headers: incoming.headers,
						body: Buffer.concat(chunks).toString('utf8'),
					}),
				);
			},
		);
		outgoing.on('error', reject);
		outgoing.end(bytes);
	});
}

/** POSTs one JSON-RPC body. */
export function post(url: string, body: unknown, token?: string): Promise<HttpAnswer> {
	return send(url, {
		headers: {
			'content-type': 'application/json',
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
		},
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
}
