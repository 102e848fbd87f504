/**
 * Starts the real HTTP server with the real identity (store, vault, tokens, agents, authorization server, pages) on a
 * free port of this machine. Trading is in memory unless a test supplies it. The fixture records all traffic. When it
 * closes, it fails if a secret appears in the log, audit trail, database or errors.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, vi } from 'vitest';
import { createExchangeOAuth } from '../../src/accounts/exchange-oauth.ts';
import { createHttpServer } from '../../src/api/http/server.ts';
import type { Services } from '../../src/api/rpc/method.ts';
import { composeIdentity, type Identity, stoppingWork } from '../../src/app/compose-identity.ts';
import { openIdentityStores } from '../../src/app/open-stores.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import type { Application } from '../../src/identity/authorization/clients.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Logger } from '../../src/ports/logger.ts';
import type { Vault } from '../../src/ports/vault.ts';
import { systemClock, systemTurnEnd } from '../../src/runtime/clock.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import { packageRoot } from '../../src/runtime/package-root.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createOAuthPendingStore } from '../../src/store/oauth-pending.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { createVaultStore } from '../../src/store/vault.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { createRawKeyProvider, newRawKey } from '../../src/vault/raw-keys.ts';
import { EXCHANGE_OAUTH_TABLE } from '../../src/venues/modules.ts';
import { inMemoryFeeds, STREAM_LIMITS } from '../rpc/in-memory-feeds.ts';
import { inMemoryServices } from '../rpc/in-memory-services.ts';
import { scriptedAlertService } from '../support/alert-service.ts';
import { type FormBrowser, formBrowser } from '../support/form-browser.ts';
import { openEmptyDatabase } from '../support/memory-database.ts';
import { type WatchedTraffic, watchedTraffic } from './watched-traffic.ts';

/** Applications that may request access, as an operator would configure them. */
export const APPLICATIONS = {
	notebook: {
		clientId: 'notebook',
		name: 'Notebook',
		redirectUris: ['https://notebook.example/back', 'https://notebook.example/back/again'],
		kind: 'web',
	},
	rival: { clientId: 'rival', name: 'Rival', redirectUris: ['https://rival.example/back'], kind: 'web' },
	terminal: {
		clientId: 'terminal',
		name: 'Terminal',
		redirectUris: ['http://127.0.0.1/back'],
		kind: 'native',
	},
} as const satisfies Record<string, Application>;

/** URL of every exchange. Nothing listens there, so no request leaves this machine. */
const NO_EXCHANGE = 'http://127.0.0.1:9';
const PLENTY = { perSecond: 1_000_000, burst: 1_000_000 };

/** Trading services for a fixture that does not use the in-memory ones. */
export type Trading = {
	readonly services: Services;
	readonly stopWork: (userId: string, agentId: string) => Promise<void>;
};

export type TradingNeeds = Pick<Identity, 'agents' | 'audit' | 'own'> & {
	readonly clock: Clock;
	readonly database: DatabaseSync;
	readonly vault: Vault;
	readonly log: Logger;
};

export type FixtureOptions = {
	/** Public URL of the service. If absent, its listening address is used. */
	readonly publicUrl?: string;
	readonly trustedProxies?: readonly string[];
	readonly mode?: Config['mode'];
	readonly rateLimits?: Partial<Config['rateLimits']>;
	readonly openTrading?: (needs: TradingNeeds) => Promise<Trading>;
};

export type Fixture = AsyncDisposable & {
	/** Listening address: scheme and authority. `publicUrl` is the URL that the service gives to clients. */
	readonly url: string;
	readonly publicUrl: string;
	/** URL of the protected resource. */
	readonly resource: string;
	readonly access: Identity;
	readonly services: Services;
	readonly database: DatabaseSync;
	readonly vault: Vault;
	readonly traffic: WatchedTraffic;
	readonly fetch: typeof fetch;
	/** Maps every path except JSON-RPC and the status routes to its HTTP methods. */
	readonly paths: ReadonlyMap<string, string>;
	/** Log lines as the service writes them. */
	readonly log: readonly string[];
	/** Opens a new browser without cookies. */
	readonly browser: () => FormBrowser;
	/**
	 * Returns the number of stored tokens, codes, grants, logins and agents, which a refused request must not change.
	 */
	readonly given: () => number;
	/** Advances the service's wall and monotonic clocks, and the clock that its libraries read. */
	readonly passTime: (ms: number) => void;
	/** Waits until the service has finished the writes that follow a response. */
	readonly settled: () => Promise<void>;
};

export async function openFixture(options: FixtureOptions = {}): Promise<Fixture> {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-security-'));
	const database = openEmptyDatabase(folder);
	const vault = await openVault({
		keys: createRawKeyProvider([newRawKey(systemRandom)], 'the test', systemRandom),
		store: createVaultStore(createSqliteDatabase(database)),
		random: systemRandom,
	});
	const lines: string[] = [];
	const log = createLogger('debug', { write: (line) => void lines.push(line) });
	const { clock, passTime } = movingClock();
	const config = configOf(options);
	const access = await composeIdentity({
		welcome: async () => {},
		config,
		identityProviders: [
			{
				id: 'wallet',
				kind: 'wallet',
				name: 'Wallet',
				chains: [{ chainId: 1, name: 'Ethereum', rpcUrl: undefined }],
			},
		],
		stores: openIdentityStores(createSqliteDatabase(database, systemTurnEnd)),
		vault,
		clock,
		random: systemRandom,
		log,
	});
	const { audit, own } = access;
	const needs = { clock, agents: access.agents, audit, own, database, vault, log };
	const trading = await (options.openTrading?.(needs) ?? {
		services: inMemoryServices(clock, {
			agents: access.agents,
			audit,
			access: own,
			alerts: scriptedAlertService(clock, { database, vault, log }),
		}),
		stopWork: async () => {},
	});
	const agents = stoppingWork(access.agents, trading.stopWork);
	const services: Services = { ...trading.services, agents };
	let redirectBase = '';
	const byPage = createExchangeOAuth({
		table: EXCHANGE_OAUTH_TABLE,
		clients: { bybit: { clientId: 'carrywire', clientSecret: 'a-secret-of-the-operator' } },
		redirectBase: () => redirectBase,
		pending: createOAuthPendingStore(createSqliteDatabase(database)),
		seal: vault,
		reach: (_venue, address) => new URL(`${address.pathname}${address.search}`, NO_EXCHANGE),
		clock,
		random: systemRandom,
		complete: (request) => services.exchangeAccounts.connect(request),
	});
	const routes = access.routes({
		byPage,
		replays: services.replays,
	});
	const server = createHttpServer({
		packageRoot: packageRoot(),
		services,
		tokens: access.tokens,
		random: systemRandom,
		logger: log,
		options: config.server,
		rpcLimits: config.rpc,
		rateLimits: config.rateLimits,
		readiness: () => ({ ready: true, reasons: [] }),
		metrics: { contentType: 'text/plain', render: async () => '' },
		streams: { ...inMemoryFeeds(), turnEnd: systemTurnEnd, limits: STREAM_LIMITS },
		routes,
	});
	const { port } = await server.listen();
	await access.open();
	const url = `http://127.0.0.1:${port}`;
	const publicUrl = options.publicUrl ?? url;
	redirectBase = publicUrl;
	const traffic = watchedTraffic();
	traffic.note('a-secret-of-the-operator', 'the settings');
	/** Acts as a TLS-terminating proxy, which forwards requests for the public URL to the listening address. */
	const reach: typeof fetch = (input, init) => {
		const address = input instanceof Request ? input.url : String(input);
		return traffic.fetch(
			address.startsWith(publicUrl) ? url + address.slice(publicUrl.length) : address,
			init,
		);
	};
	return {
		url,
		publicUrl,
		resource: `${publicUrl}/jsonrpc/`,
		access,
		services,
		database,
		vault,
		traffic,
		fetch: reach,
		paths: routes.allowed,
		log: lines,
		browser: () => formBrowser(url, { publicOrigin: publicUrl, fetch: reach }),
		given: () => countGiven(database),
		passTime,
		settled,
		async [Symbol.asyncDispose]() {
			await settled();
			const kept = databaseText(folder);
			await server.stop();
			access.close();
			database.close();
			rmSync(folder, { recursive: true, force: true });
			vi.useRealTimers();
			expectNoSecretTold(traffic, { log: lines.join('\n'), database: kept });
		},
	};
}

/**
 * Expects no secret anywhere. The database stores the audit trail unencrypted, so a search through the database file
 * covers it too.
 */
function expectNoSecretTold(
	traffic: WatchedTraffic,
	texts: { readonly log: string; readonly database: string },
) {
	expect(traffic.secrets.size, 'secrets that were watched').toBeGreaterThan(0);
	expect(texts.database, 'the audit trail is part of what is searched').toContain('CREATE TABLE audit');
	expect(traffic.foundIn(texts.log), 'secrets in the log').toEqual([]);
	expect(traffic.foundIn(texts.database), 'secrets in the database').toEqual([]);
	expect(traffic.toldInErrors).toEqual([]);
}

function configOf({
	publicUrl,
	trustedProxies = [],
	mode = 'simulated',
	rateLimits = {},
}: FixtureOptions): Config {
	const read = readConfig({});
	if ('faults' in read) throw new Error('The default settings are invalid.');
	const { config } = read;
	return {
		...config,
		mode,
		auth: {
			...config.auth,
			applications: Object.values(APPLICATIONS).map((one) => ({
				...one,
				redirectUris: [...one.redirectUris],
			})),
		},
		server: {
			...config.server,
			port: 0,
			publicUrl: publicUrl ?? null,
			trustedProxies: [...trustedProxies],
		},
		rateLimits: { public: PLENTY, read: PLENTY, trade: PLENTY, stop: PLENTY, pages: PLENTY, ...rateLimits },
	};
}

/**
 * Creates a clock with real timers and a wall clock that vitest moves, because the libraries read it too. The
 * monotonic clock, which rate limits use, advances only with `passTime`. Otherwise a busy machine would restore
 * credits between two requests.
 */
function movingClock(): Pick<Fixture, 'passTime'> & { readonly clock: Clock } {
	let monotonic = Math.round(systemClock.monotonic());
	return {
		clock: { ...systemClock, monotonic: () => monotonic },
		passTime(ms) {
			vi.setSystemTime(Date.now() + ms);
			monotonic += ms;
		},
	};
}

function countGiven(database: DatabaseSync): number {
	const counts = [
		"SELECT count(*) AS n FROM oauth_record WHERE model IN ('AccessToken', 'RefreshToken', 'ClientCredentials', 'AuthorizationCode', 'Grant')",
		'SELECT count(*) AS n FROM token',
		'SELECT count(*) AS n FROM web_session',
		'SELECT count(*) AS n FROM agent',
	].map((sql) => Number(database.prepare(sql).get()?.n));
	return counts.reduce((sum, count) => sum + count, 0);
}

function databaseText(folder: string): string {
	const files = readdirSync(folder).filter((name) => name.startsWith('carrywire.db'));
	return files.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n');
}

const TURNS = 20;

async function settled(): Promise<void> {
	for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
