/**
 * Starts the service as an attacker sees it: login, tokens, agents, the authorization server, pages and JSON-RPC over
 * HTTP, on its own database and vault. Trading and exchange accounts are in memory.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createHttpServer } from '../../src/api/http/server.ts';
import { composeIdentity, type Identity, stoppingWork } from '../../src/app/compose-identity.ts';
import { openIdentityStores } from '../../src/app/open-stores.ts';
import { authSchema } from '../../src/config/identity.ts';
import type { ConnectByPage } from '../../src/identity/pages/connection-pages.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { LogFacts, Logger } from '../../src/ports/logger.ts';
import type { SealBinding } from '../../src/ports/vault.ts';
import { systemClock, systemTurnEnd } from '../../src/runtime/clock.ts';
import { packageRoot } from '../../src/runtime/package-root.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { createVaultStore } from '../../src/store/vault.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { createRawKeyProvider, newRawKey } from '../../src/vault/raw-keys.ts';
import { inMemoryServices } from '../rpc/in-memory-services.ts';
import { openEmptyDatabase } from '../support/memory-database.ts';
import { newMetrics } from '../support/metrics.ts';

const PLENTY = { perSecond: 1_000_000, burst: 1_000_000 };

export type BreakInService = AsyncDisposable & {
	readonly url: string;
	readonly database: DatabaseSync;
	readonly access: Identity;
	/** Every stop that reached the trading services, as the user id and the agent id, separated by a space. */
	readonly stoppedWork: readonly string[];
	readonly log: readonly { readonly level: string; readonly facts: LogFacts; readonly message: string }[];
};

export async function startBreakInService(
	options: {
		readonly clock?: Clock;
		/** Fields of the `auth` section in the settings. */
		readonly auth?: object;
		readonly byPage?: Partial<ConnectByPage>;
		/** The vault waits for this before it seals, as it would wait for keys on another machine. */
		readonly beforeSeal?: (binding: SealBinding) => Promise<void>;
		readonly trustedProxies?: readonly string[];
		readonly pagesPerSecond?: { readonly perSecond: number; readonly burst: number };
	} = {},
): Promise<BreakInService> {
	const clock = options.clock ?? systemClock;
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-break-in-'));
	const database = openEmptyDatabase(folder);
	const log: BreakInService['log'][number][] = [];
	const logger = loggerInto(log);
	const stoppedWork: string[] = [];
	const rateLimits = {
		public: PLENTY,
		read: PLENTY,
		trade: PLENTY,
		stop: PLENTY,
		pages: options.pagesPerSecond ?? PLENTY,
	};
	const httpOptions = {
		host: '127.0.0.1',
		port: 0,
		publicUrl: null,
		trustedProxies: options.trustedProxies ?? [],
		bodyBytesMax: 262_144,
		connectionsMax: 1_000,
		connectionsPerAddressMax: 1_000,
		headersTimeoutMs: 10_000,
		requestTimeoutMs: 15_000,
		answerTimeoutMs: 15_000,
		unsentBytesPerAddressMax: 16_777_216,
		unsentBytesMax: 134_217_728,
		keepAliveTimeoutMs: 30_000,
		acceptPlainHttp: false,
		publicFigures: true,
		drainMs: 5_000,
	};
	const random = systemRandom;
	const vault = await openVault({
		keys: createRawKeyProvider([newRawKey(random)], 'a test', random),
		store: createVaultStore(createSqliteDatabase(database)),
		random,
	});
	const access = await composeIdentity({
		welcome: async () => {},
		config: {
			auth: authSchema.parse(options.auth ?? {}),
			server: httpOptions,
			rateLimits,
			venues: ['bybit', 'kucoin'],
			mode: 'simulated',
			transport: { redirect: [] },
		},
		identityProviders: [
			{
				id: 'wallet',
				kind: 'wallet',
				name: 'Ethereum wallet',
				chains: [{ chainId: 1, name: 'Ethereum', rpcUrl: undefined }],
			},
			{
				id: 'elsewhere',
				kind: 'openid',
				name: 'Elsewhere',
				issuer: 'https://login.example',
				clientId: 'carrywire',
				clientSecret: undefined,
				clientAuthentication: 'basic',
				scopes: ['openid'],
				algorithms: ['ES256'],
				subjectClaim: 'sub',
				walletClaim: undefined,
			},
		],
		stores: openIdentityStores(createSqliteDatabase(database, systemTurnEnd)),
		vault: {
			...vault,
			async seal(plaintext, binding) {
				await options.beforeSeal?.(binding);
				return vault.seal(plaintext, binding);
			},
		},
		clock,
		random,
		log: logger,
	});
	const services = inMemoryServices(clock, {
		agents: stoppingWork(access.agents, async (userId, agentId) => {
			stoppedWork.push(`${userId} ${agentId}`);
		}),
		audit: access.audit,
		access: access.own,
	});
	const metrics = newMetrics();
	const server = createHttpServer({
		packageRoot: packageRoot(),
		services,
		tokens: access.tokens,
		random,
		logger,
		options: httpOptions,
		rpcLimits: { batchMax: 50, batchAnswerBytesMax: 2_097_152, depthMax: 32, keptListAgeMsMax: 0 },
		rateLimits,
		readiness: () => ({ ready: true, reasons: [] }),
		metrics,
		meters: metrics,
		routes: access.routes({
			byPage: {
				offers: () => true,
				begin: async () => ({ url: 'https://exchange.example/authorize' }),
				finish: async () => ({ label: 'x' }),
				...options.byPage,
			},
			replays: services.replays,
		}),
	});
	const { url } = await server.listen();
	await access.open();
	return {
		url,
		database,
		access,
		stoppedWork,
		log,
		async [Symbol.asyncDispose]() {
			await server.stop();
			access.close();
			database.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function loggerInto(log: BreakInService['log'][number][]): Logger {
	const at = (level: string) => (facts: LogFacts, message: string) => {
		log.push({ level, facts, message });
	};
	return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
