/**
 * Runs the service on an open data directory. It composes the service, listens and writes the run file. `stop` closes
 * everything in reverse order.
 */

import type { DatabaseSync } from 'node:sqlite';
import { startControlServer } from '../api/http/control.ts';
import type { Readiness } from '../api/http/status-routes.ts';
import { METHODS } from '../api/methods/registry.ts';
import type { Config } from '../config/config.ts';
import { exchangesInUse, tradingWarning } from '../config/mode-words.ts';
import { readSecrets, type Secrets } from '../config/read-secrets.ts';
import { createOperatorTokens } from '../identity/operator-tokens.ts';
import { createHighsSolver } from '../planner/solver/highs-solver.ts';
import type { Clock, Random, TurnEnd } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { Output } from '../ports/output.ts';
import { NO_TRACER } from '../ports/tracer.ts';
import { createChatTransport } from '../runtime/chat-transport.ts';
import { createMetrics, type Metrics } from '../runtime/metrics.ts';
import { openTracing, type Tracing } from '../runtime/tracing.ts';
import { VERSION } from '../runtime/version.ts';
import { textOf } from '../sentences/sentence.ts';
import { updateRunFile } from '../store/run-file.ts';
import { createSqliteEngine } from '../store/sqlite/sqlite-engine.ts';
import type { Closers } from './closers.ts';
import { openServiceVault } from './compose-accounts.ts';
import { openRecordingFiles } from './compose-market.ts';
import { composeReplays } from './compose-replays.ts';
import { composeService, type Service } from './compose-service.ts';
import { openStores } from './open-stores.ts';
import type { StartedSimulators } from './simulate.ts';
import { reachVenues } from './venue-access.ts';

/**
 * Maximum time that the service waits for the exchanges at startup, milliseconds. After that, it logs which data is
 * missing and continues.
 */
const READY_WAIT_MS = 10_000;
const READY_POLL_MS = 20;
/** Maximum time that the service waits at shutdown until the outcomes of orders in flight are known, milliseconds. */
const SETTLE_WAIT_MS = 12_000;

/** A listening service. */
export type RunningService = {
	/** Base address, such as `http://127.0.0.1:8080`. */
	readonly url: string;
	/** Resolves with the reason if the service cannot continue; otherwise never resolves. */
	readonly failed: Promise<string>;
	/** Responds to the requests in flight, waits for the outcomes of orders in flight, then closes everything. */
	stop(): Promise<void>;
};

/** Dependencies that the process provides. */
export type StartParts = {
	readonly output: Output;
	/** Environment variables. Some hold secrets, which the settings refer to by variable name. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly clock: Clock;
	readonly random: Random;
	readonly turnEnd: TurnEnd;
};

/** The opened data directory, with the simulators that run or are starting on it. */
type Starting = StartParts & {
	readonly config: Config;
	readonly log: Logger;
	readonly closers: Closers;
	readonly database: DatabaseSync;
	readonly simulators: StartedSimulators;
};

/**
 * Runs the service. `closers` collects resources to close, even if this fails midway. @throws Error with a message
 * for the user
 */
export async function runService(starting: Starting): Promise<RunningService> {
	const { config, output, clock, log, closers, simulators } = starting;
	const service = await composeHere(starting);
	const { server, trading } = service;
	await service.start();
	const url = await listen(starting, service);
	log.info({ url, dataDir: config.dataDir, mode: config.mode, version: VERSION }, 'listening');
	const warning = tradingWarning(config);
	if (warning !== undefined) log.warn({ mode: config.mode, venues: config.venues }, warning);
	sayReady(await waitUntilReady(service.readiness, clock), url, config, output);
	const { orderService } = trading.execution.executionService;
	return {
		url,
		failed: simulators.failed,
		async stop() {
			orderService.halt('The service is stopping.');
			await server.stop();
			await withLimit(orderService.drain(), clock, SETTLE_WAIT_MS, () =>
				log.warn(
					{},
					'stopping while the state of an order is unknown; after the next start, the service queries it again',
				),
			);
			await closers.closeAll();
			log.info({}, 'stopped');
		},
	};
}

/** Opens this machine's resources and composes the service. */
async function composeHere(starting: Starting): Promise<Service> {
	const { config, env, clock, random, turnEnd, log, closers, database } = starting;
	const secrets = readSecrets(config, env);
	const metrics = createMetrics({
		venues: config.venues,
		methods: METHODS,
		build: { version: VERSION, mode: config.mode },
	});
	closers.add(() => metrics.close());
	const stores = openStores(createSqliteEngine(database, turnEnd, metrics.store));
	const vault = await openServiceVault(config, stores.vault, random);
	const tracing = await openTraces(config, secrets, metrics);
	closers.add(() => tracing.close());
	const { tracer } = tracing;
	const simulators = await starting.simulators.ready;
	const requests = { meter: metrics.requests, tracer };
	const replays = composeReplays({ config, env, clock, random, log });
	closers.add(replays.close);
	const planSolver = createHighsSolver({ clock });
	closers.add(planSolver.close);
	return composeService({
		...{ config, secrets, clock, random, turnEnd, log, stores, vault, simulators, metrics, tracer, closers },
		replays,
		planSolver,
		venues: reachVenues({ config, simulators, clock, random, log, requests }),
		chatTransport: createChatTransport({ clock, agent: `carrywire/${VERSION}` }),
		recordings: config.record.enabled ? openRecordingFiles(config, { clock, log }) : undefined,
	});
}

/** Starts listening, writes the address to the run file and returns it. */
async function listen({ config, clock, log, closers }: Starting, service: Service): Promise<string> {
	const { server, identity, tokens, trading } = service;
	const { dataDir } = config;
	const { audit } = identity;
	const control = await startControlServer({
		dataDir,
		tokens: createOperatorTokens({ tokens, audit, clock, logger: log }),
		links: identity.operatorLinks,
		switches: trading.execution.executionService.switches,
		logger: log,
	});
	closers.add(() => control.close());
	const { url, host, port } = await server.listen();
	closers.add(() => server.stop());
	await service.open(url);
	const startedAt = new Date(clock.now()).toISOString();
	updateRunFile(dataDir, {
		recorder: undefined,
		service: { pid: process.pid, host, port, startedAt, controlSocket: control.path },
	});
	closers.add(() => updateRunFile(dataDir, { service: undefined }));
	return url;
}

/** Loads the tracing packages only if an endpoint is set. */
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
			`Carrywire ${VERSION} is listening at ${url}/jsonrpc/ but is not ready: ${readiness.reasons.map(textOf).join(' ')}`,
		);
}

async function waitUntilReady(readiness: () => Readiness, clock: Clock): Promise<Readiness> {
	const until = clock.now() + READY_WAIT_MS;
	let now = readiness();
	while (!now.ready && clock.now() < until) {
		await new Promise<void>((resolve) => {
			clock.after(READY_POLL_MS, resolve);
		});
		now = readiness();
	}
	return now;
}

function withLimit(work: Promise<void>, clock: Clock, limitMs: number, onLimit: () => void): Promise<void> {
	return new Promise((resolve) => {
		const cancel = clock.after(limitMs, () => {
			onLimit();
			resolve();
		});
		work.finally(() => {
			cancel();
			resolve();
		});
	});
}
