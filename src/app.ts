/** The composition root: the only place that names concrete classes. Starts the service in order and stops it in reverse. */

import { openAccess } from './access-floor.ts';
import {
	type AccountFloor,
	openAccountFloor,
	openSelfChecks,
	openServiceVault,
	rewrapInBackground,
} from './account-floor.ts';
import { openAlertFloor } from './alert-floor.ts';
import { GUEST_ISSUER } from './auth/login/guest-login.ts';
import { createOperatorTokens } from './auth/operator-tokens.ts';
import type { TokenAuthority } from './auth/tokens.ts';
import type { RunningService } from './cli/cli-parts.ts';
import { exchangesInUse, isRehearsal, tradingWarning } from './cli/mode-words.ts';
import { readSecrets, type Secrets } from './cli/read-secrets.ts';
import { describeHolder, updateRunFile } from './cli/run-file.ts';
import { findSimulators } from './cli/simulate.ts';
import type { Output } from './cli/token.ts';
import type { Config } from './config.ts';
import { sitesOf } from './config-hosts.ts';
import { limitsInForce } from './config-limits.ts';
import { openConnectByPage } from './connect-by-page.ts';
import { accountOffers } from './connections/account-offers.ts';
import { createExchangeAccounts } from './connections/exchange-accounts.ts';
import { isTradedAt } from './domain/venues.ts';
import { startControlServer } from './http/control.ts';
import { requireFreePort } from './http/free-port.ts';
import { createHttpServer } from './http/server.ts';
import type { Readiness } from './http/status-routes.ts';
import { packageRoot } from './package-root.ts';
import type { Logger } from './ports/logger.ts';
import type { TokenStore } from './ports/token-store.ts';
import { NO_TRACER } from './ports/tracer.ts';
import { METHODS } from './rpc/registry.ts';
import { systemClock, systemTurnEnd } from './runtime/clock.ts';
import { createLogger } from './runtime/logger.ts';
import { createMetrics, type Metrics } from './runtime/metrics.ts';
import { systemRandom } from './runtime/random.ts';
import { createServiceWatch } from './runtime/service-watch.ts';
import { openTracing, type Tracing } from './runtime/tracing.ts';
import { holdDataDirectory } from './store/data-lock.ts';
import { holdDataMode } from './store/data-mode.ts';
import { openDatabase } from './store/database.ts';
import { closeToOthers } from './store/private-files.ts';
import { readRestoreMark } from './store/restore-mark.ts';
import { createSqliteCarryModelStore } from './store/sqlite-carry-model.ts';
import { createSqliteExchangeAccountStore } from './store/sqlite-exchange-accounts.ts';
import { createSqliteFundingHistory } from './store/sqlite-funding-history.ts';
import { createSqliteHaltStore } from './store/sqlite-halts.ts';
import { hasIdentityBut } from './store/sqlite-identities.ts';
import { createSqliteJournal } from './store/sqlite-journal.ts';
import { createSqliteLedgerEvents } from './store/sqlite-ledger-events.ts';
import { createSqliteLifeStore } from './store/sqlite-lives.ts';
import { createSqlitePaperStore } from './store/sqlite-paper.ts';
import { createSqlitePromiseStore } from './store/sqlite-promises.ts';
import { createSqliteSelfCheckStore } from './store/sqlite-self-checks.ts';
import { createSqliteTokenStore, listUsers } from './store/sqlite-tokens.ts';
import { createSqliteVaultStore } from './store/sqlite-vault.ts';
import { openTradingFloor, type TradingFloor } from './trading-floor.ts';
import { simulatedAccountsOf } from './venues/simulated-accounts.ts';
import { simulatedSettlementsOf } from './venues/simulated-settlements.ts';
import { VERSION } from './version.ts';

/** The user that exists from the first start, so that the service can read account facts such as fees. */
export const DEFAULT_USER = 'owner';

/** How long a start waits for both exchanges before it says what is missing and goes on. */
const READY_WAIT_MS = 10_000;
const READY_POLL_MS = 20;
/** How long a stop waits for orders on their way to be proven. */
const SETTLE_WAIT_MS = 12_000;

/** Opens the token store of a data directory that no service holds. @throws DataDirectoryHeldError */
export async function openTokenStore(
	dataDir: string,
): Promise<{ readonly store: TokenStore; readonly close: () => void }> {
	const lock = holdDataDirectory(dataDir, () => describeHolder(dataDir));
	const database = openDatabase(dataDir);
	return {
		store: createSqliteTokenStore(database),
		close() {
			database.close();
			lock.release();
		},
	};
}

type StartParts = {
	readonly output: Output;
	/** Where secrets lie that the settings name. */
	readonly env: Readonly<Record<string, string | undefined>>;
};

/** @throws Error with a sentence when the service cannot start; then nothing of it is left running. */
export async function startService(config: Config, { output, env }: StartParts): Promise<RunningService> {
	const log = createLogger(config.log.level);
	/** What is open, closed in reverse by a stop or a failed start. */
	const open: (() => Promise<void> | void)[] = [];
	const closeAll = async (): Promise<void> => {
		for (let close = open.pop(); close !== undefined; close = open.pop()) await close();
	};
	try {
		return await start(config, { output, env }, log, open, closeAll);
	} catch (error) {
		await closeAll();
		throw error;
	}
}

async function start(
	config: Config,
	{ output, env }: StartParts,
	log: Logger,
	open: (() => Promise<void> | void)[],
	closeAll: () => Promise<void>,
): Promise<RunningService> {
	const { dataDir } = config;
	const secrets = readSecrets(config, env);
	const lock = holdDataDirectory(dataDir, () => describeHolder(dataDir));
	open.push(() => lock.release());
	await requireFreePort(config.server.host, config.server.port);
	const database = openDatabase(dataDir);
	open.push(() => database.close());
	closeToOthers(dataDir, log);
	holdDataMode(database, dataDir, config.mode);
	const serviceVault = await openServiceVault(config, createSqliteVaultStore(database));
	const simulators = await findSimulators({ config, clock: systemClock, output });
	open.push(() => simulators.stop());
	const paperStore = createSqlitePaperStore(database);
	const metrics = createMetrics({
		venues: config.venues,
		methods: METHODS,
		build: { version: VERSION, mode: config.mode },
	});
	open.push(() => metrics.close());
	const tracing = await openTraces(config, secrets, metrics);
	open.push(() => tracing.close());
	const journal = createSqliteJournal(database, systemTurnEnd, metrics.store);
	const tokenStore = createSqliteTokenStore(database);
	const accounts = await openAccountFloor({
		dataDir,
		vault: serviceVault.vault,
		store: createSqliteExchangeAccountStore(database),
		simulators: simulators.simulators,
		isLocalUser: (userId) => !hasIdentityBut(GUEST_ISSUER, database, userId),
		paper:
			config.mode === 'paper'
				? { store: paperStore, venues: config.venues.filter(isTradedAt), deposit: config.paper.depositUsd }
				: undefined,
		log,
	});
	open.push(rewrapInBackground(serviceVault, log));
	const access = openAccess({
		config,
		identityProviders: secrets.identityProviders,
		database,
		vault: serviceVault.vault,
		welcome: (userId, userName) => accounts.provide(userId, userName),
		stopWork: async (userId, agentId) => {
			await floor.controls.stopAgent(userId, agentId);
		},
		clock: systemClock,
		turnEnd: systemTurnEnd,
		random: systemRandom,
		log,
		storeMeter: metrics.store,
	});
	open.push(() => access.close());
	const tokens = tokensWithAccounts(access.tokens, accounts);
	await tokenStore.ensureUser({
		userId: `user_${systemRandom.hex(12)}`,
		name: DEFAULT_USER,
		createdAt: systemClock.now(),
	});
	await Promise.all(listUsers(database).map((user) => accounts.provide(user.userId, user.name)));
	const floor: TradingFloor = openTradingFloor({
		config,
		journal,
		ledgerEvents: createSqliteLedgerEvents(database, journal),
		restoreMark: readRestoreMark(database),
		settledRates: createSqliteFundingHistory(database),
		lifeStore: createSqliteLifeStore(database),
		promiseStore: createSqlitePromiseStore(database),
		carryModels: createSqliteCarryModelStore(database),
		haltStore: createSqliteHaltStore(database),
		paperStore,
		isAgentStopped: access.agents.isStopped,
		selfChecks: {
			refusal: (userId, venue) => selfChecks.refusal(userId, venue),
			hearStream: (userId, venue) => selfChecks.hearStream(userId, venue),
		},
		accounts: accounts.book.opened,
		log,
		simulators: simulators.simulators,
		metrics,
		requests: { meter: metrics.requests, tracer: tracing.tracer },
	});
	open.push(() => floor.close());
	const selfChecks = await openSelfChecks({
		config,
		book: accounts.book,
		store: createSqliteSelfCheckStore(database),
		floor,
		log,
	});
	open.push(() => selfChecks.close());
	const alerts = openAlertFloor({
		config,
		database,
		vault: serviceVault.vault,
		journal,
		floor,
		accounts: accounts.book.opened,
		log,
		meter: metrics.alerts,
	});
	open.push(() => alerts.close());
	const exchangeAccounts = createExchangeAccounts({
		book: accounts.book,
		vault: serviceVault.vault,
		trade: floor.accountTrade,
		openKey: floor.openKey,
		selfChecks,
		mode: config.mode,
		clock: systemClock,
		random: systemRandom,
		log,
		disconnectWaitMs: config.execution.closeWaitMs,
	});
	open.push(() => exchangeAccounts.close());
	floor.accountReads.onState(exchangeAccounts.health.heardOk);
	floor.accountReads.onFailure(exchangeAccounts.health.heardError);
	const byPage = openConnectByPage({
		// On paper nobody is sent to an exchange, and the page of consent is of real accounts alone.
		clients: config.mode === 'paper' || config.mode === 'testnet' ? {} : secrets.exchangeClients,
		simulators: simulators.simulators,
		database,
		vault: serviceVault.vault,
		connect: (request) => exchangeAccounts.connect(request),
	});
	const simulated = simulatedAccountsOf({
		simulators: simulators.simulators,
		hasPage: byPage.offers,
		clock: systemClock,
		random: systemRandom,
	});
	const startedAtMonotonic = systemClock.monotonic();
	const server = createHttpServer({
		packageRoot: packageRoot(),
		services: {
			opportunities: floor.opportunities,
			lives: floor.lives,
			desk: floor.desk,
			controls: floor.controls,
			switches: floor.switches,
			portfolio: floor.portfolio,
			figures: floor.figures,
			ledger: floor.ledger,
			exchangeAccounts,
			market: floor.market,
			agents: access.agents,
			access: access.own,
			offers: accountOffers({
				mode: config.mode,
				venues: config.venues.filter(isTradedAt),
				hasPage: byPage.offers,
				simulated,
			}),
			audit: access.audit,
			alerts: alerts.desk,
			clock: systemClock,
			info: {
				service: 'carrywire',
				version: VERSION,
				tradingMode: config.mode,
				isRehearsal: isRehearsal(config),
				sites: sitesOf(config),
				startedAtMonotonic,
			},
			watch: createServiceWatch({
				metrics,
				readiness: floor.readiness,
				limits: limitsInForce(config),
				areSumsPublic: config.server.publicFigures,
				clock: systemClock,
			}),
			limits: {
				leverageMax: config.execution.leverageMax,
				maxSlippageBpsMax: config.execution.maxSlippageBpsMax,
			},
		},
		tokens,
		random: systemRandom,
		logger: log,
		options: config.server,
		rpcLimits: config.rpc,
		rateLimits: config.rateLimits,
		streams: {
			executions: floor.executionFeed,
			alerts: alerts.desk,
			turnEnd: systemTurnEnd,
			limits: config.stream,
		},
		readiness: () => floor.readiness(),
		metrics,
		meters: metrics,
		tracer: tracing.tracer,
		routes: access.routes({
			byPage,
			settle:
				config.mode === 'simulated' ? simulatedSettlementsOf(simulators.simulators, systemClock) : undefined,
		}),
	});
	metrics.readFrom({ streams: server.streamCounts });
	floor.recover();
	alerts.start();
	exchangeAccounts.start();
	selfChecks.start();
	const control = await startControlServer({
		dataDir,
		tokens: createOperatorTokens({ tokens, audit: access.audit, clock: systemClock, logger: log }),
		links: access.operatorLinks,
		switches: floor.switches,
		logger: log,
	});
	open.push(() => control.close());
	const address = await server.listen();
	open.push(() => server.stop());
	await access.open();
	await byPage.register(address.url);
	updateRunFile(dataDir, {
		recorder: undefined,
		service: {
			pid: process.pid,
			host: address.host,
			port: address.port,
			startedAt: new Date(systemClock.now()).toISOString(),
			controlSocket: control.path,
		},
	});
	open.push(() => updateRunFile(dataDir, { service: undefined }));
	log.info({ url: address.url, dataDir, mode: config.mode, version: VERSION }, 'listening');
	const warning = tradingWarning(config);
	if (warning !== undefined) log.warn({ mode: config.mode, venues: config.venues }, warning);
	sayReady(await waitUntilReady(floor), address.url, config, output);
	return {
		url: address.url,
		failed: simulators.failed,
		async stop() {
			floor.desk.halt('The service is stopping.');
			await server.stop();
			await withLimit(floor.desk.drain(), SETTLE_WAIT_MS, () =>
				log.warn({}, 'stopping while an order is unproven; the next start goes on with it'),
			);
			await closeAll();
			log.info({}, 'stopped');
		},
	};
}

/** Without an endpoint nothing of it is loaded. */
async function openTraces(
	{ tracing: { endpoint, samplingShare }, mode }: Config,
	{ tracingHeaders: headers }: Secrets,
	{ traces: meter }: Metrics,
): Promise<Tracing> {
	if (endpoint === null) return { tracer: NO_TRACER, close: async () => {} };
	return openTracing({ endpoint, samplingShare, headers, version: VERSION, mode, meter });
}

function sayReady(readiness: Readiness, url: string, config: Config, output: Output): void {
	if (readiness.ready)
		output.print(
			`Carrywire ${VERSION} is ready at ${url}/jsonrpc/ (${exchangesInUse(config)}; data in ${config.dataDir}). The dashboard is at ${url}/`,
		);
	else
		output.print(
			`Carrywire ${VERSION} listens at ${url}/jsonrpc/ and is not ready: ${readiness.reasons.join(' ')}`,
		);
}

/** A new user's first token comes with its accounts. */
function tokensWithAccounts(
	authority: TokenAuthority,
	accounts: Pick<AccountFloor, 'provide'>,
): TokenAuthority {
	return {
		...authority,
		async issue(request) {
			const issued = await authority.issue(request);
			await accounts.provide(issued.userId, issued.userName);
			return issued;
		},
	};
}

async function waitUntilReady(floor: TradingFloor): Promise<Readiness> {
	const until = systemClock.now() + READY_WAIT_MS;
	let readiness = floor.readiness();
	while (!readiness.ready && systemClock.now() < until) {
		await new Promise<void>((resolve) => {
			systemClock.after(READY_POLL_MS, resolve);
		});
		readiness = floor.readiness();
	}
	return readiness;
}

function withLimit(work: Promise<void>, limitMs: number, onLimit: () => void): Promise<void> {
	return new Promise((resolve) => {
		const cancel = systemClock.after(limitMs, () => {
			onLimit();
			resolve();
		});
		work.finally(() => {
			cancel();
			resolve();
		});
	});
}
