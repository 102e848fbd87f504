/** The composition root: the only place that names concrete classes. Starts the service in order and stops it in reverse. */
import { createTokenAuthority, type TokenAuthority } from './auth/tokens.ts';
import type { RunningService } from './cli/run.ts';
import { describeHolder, type RunningSimulator, updateRunFile } from './cli/run-file.ts';
import { findSimulators } from './cli/simulate.ts';
import type { Output } from './cli/token.ts';
import type { Config } from './config.ts';
import { startControlServer } from './http/control.ts';
import { requireFreePort } from './http/free-port.ts';
import { createHttpServer } from './http/server.ts';
import type { Readiness } from './http/status-routes.ts';
import type { Logger } from './ports/logger.ts';
import type { TokenStore } from './ports/token-store.ts';
import { systemClock, systemTurnEnd } from './runtime/clock.ts';
import { createLogger } from './runtime/logger.ts';
import { systemRandom } from './runtime/random.ts';
import { type CredentialsFile, openCredentialsFile } from './store/credentials-file.ts';
import { holdDataDirectory } from './store/data-lock.ts';
import { openDatabase } from './store/database.ts';
import { createSqliteCarryModelStore } from './store/sqlite-carry-model.ts';
import { createSqliteFundingHistory } from './store/sqlite-funding-history.ts';
import { createSqliteHaltStore } from './store/sqlite-halts.ts';
import { createSqliteJournal } from './store/sqlite-journal.ts';
import { createSqliteLifeStore } from './store/sqlite-lives.ts';
import { createSqlitePromiseStore } from './store/sqlite-promises.ts';
import { createSqliteTokenStore, listUsers } from './store/sqlite-tokens.ts';
import { openTradingFloor, type TradingFloor } from './trading-floor.ts';
import { ensureSimulatedAccount, newSimulatedCredentials } from './venues/simulated-accounts.ts';
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

/** @throws Error with a sentence when the service cannot start; then nothing of it is left running. */
export async function startService(
	config: Config,
	{ output }: { readonly output: Output },
): Promise<RunningService> {
	const log = createLogger(config.log.level);
	/** What is open, closed in reverse by a stop or a failed start. */
	const open: (() => Promise<void> | void)[] = [];
	const closeAll = async (): Promise<void> => {
		for (let close = open.pop(); close !== undefined; close = open.pop()) await close();
	};
	try {
		return await start(config, output, log, open, closeAll);
	} catch (error) {
		await closeAll();
		throw error;
	}
}

async function start(
	config: Config,
	output: Output,
	log: Logger,
	open: (() => Promise<void> | void)[],
	closeAll: () => Promise<void>,
): Promise<RunningService> {
	const { dataDir } = config;
	const lock = holdDataDirectory(dataDir, () => describeHolder(dataDir));
	open.push(() => lock.release());
	await requireFreePort(config.server.host, config.server.port);
	const simulators = await findSimulators({ config, clock: systemClock, output });
	open.push(() => simulators.stop());
	const database = openDatabase(dataDir);
	open.push(() => database.close());
	const journal = createSqliteJournal(database, systemTurnEnd);
	const tokenStore = createSqliteTokenStore(database);
	const credentials = openCredentialsFile(dataDir);
	const accounts = createAccountProvider(credentials, simulators.simulators, log);
	const tokens = tokensWithAccounts(
		createTokenAuthority({ store: tokenStore, clock: systemClock, random: systemRandom, logger: log }),
		accounts,
	);
	await tokenStore.ensureUser({
		userId: `user_${systemRandom.hex(12)}`,
		name: DEFAULT_USER,
		createdAt: systemClock.now(),
	});
	await Promise.all(listUsers(database).map((user) => accounts.provide(user.userId, user.name)));
	const floor = openTradingFloor({
		config,
		journal,
		settledRates: createSqliteFundingHistory(database),
		lifeStore: createSqliteLifeStore(database),
		promiseStore: createSqlitePromiseStore(database),
		carryModels: createSqliteCarryModelStore(database),
		haltStore: createSqliteHaltStore(database),
		// Nobody has an agent yet.
		isAgentStopped: () => false,
		credentials,
		log,
		simulators: simulators.simulators,
	});
	open.push(() => floor.close());
	const startedAtMonotonic = systemClock.monotonic();
	const server = createHttpServer({
		services: {
			opportunities: floor.opportunities,
			lives: floor.lives,
			desk: floor.desk,
			controls: floor.controls,
			switches: floor.switches,
			portfolio: floor.portfolio,
			market: floor.market,
			clock: systemClock,
			info: { service: 'carrywire', version: VERSION, startedAtMonotonic },
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
		readiness: () => floor.readiness(),
		metrics: floor.metrics,
	});
	floor.recover();
	const control = await startControlServer({ dataDir, tokens, switches: floor.switches, logger: log });
	open.push(() => control.close());
	const address = await server.listen();
	open.push(() => server.stop());
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

function sayReady(readiness: Readiness, url: string, config: Config, output: Output): void {
	if (readiness.ready)
		output.print(
			`Carrywire ${VERSION} is ready at ${url}/jsonrpc/ (${config.mode} exchanges: ${config.venues.join(', ')}; data in ${config.dataDir}).`,
		);
	else
		output.print(
			`Carrywire ${VERSION} listens at ${url}/jsonrpc/ and is not ready: ${readiness.reasons.join(' ')}`,
		);
}

type AccountProvider = { readonly provide: (userId: string, userName: string) => Promise<void> };

/** Gives each user an account of its own at each simulated exchange. An exchange that is down is asked again at the next start. */
function createAccountProvider(
	credentials: CredentialsFile,
	simulators: Readonly<Record<string, RunningSimulator>>,
	log: Logger,
): AccountProvider {
	async function provideOne(
		userId: string,
		userName: string,
		venue: string,
		simulator: RunningSimulator,
	): Promise<void> {
		const known = credentials.find(userId, venue);
		const keys = known ?? newSimulatedCredentials(systemRandom);
		if (known === undefined) credentials.put(userId, venue, keys);
		try {
			await ensureSimulatedAccount(simulator, venue, userName, keys, systemClock);
		} catch (error) {
			log.error({ venue, userId, error }, 'simulated account could not be provided');
		}
	}
	return {
		async provide(userId, userName) {
			await Promise.all(
				Object.entries(simulators).map(([venue, simulator]) =>
					provideOne(userId, userName, venue, simulator),
				),
			);
		},
	};
}

/** A new user's first token comes with its accounts. */
function tokensWithAccounts(authority: TokenAuthority, accounts: AccountProvider): TokenAuthority {
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
