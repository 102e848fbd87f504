/** Runs one process of the service: composed of the product's parts, on a data directory that survives it. */

import type { DatabaseSync } from 'node:sqlite';
import type { InjectedRequest } from '../../../src/api/http/server.ts';
import { METHODS } from '../../../src/api/methods/registry.ts';
import { createClosers } from '../../../src/app/closers.ts';
import { composeService, type Service } from '../../../src/app/compose-service.ts';
import { openStores, type Stores } from '../../../src/app/open-stores.ts';
import { type ServicePace, USUAL_PACE } from '../../../src/app/service-pace.ts';
import type { VenueAccess } from '../../../src/app/venue-access.ts';
import { readConfig } from '../../../src/config/config.ts';
import { NumberText } from '../../../src/domain/exact-json.ts';
import { loadInThreadSolver } from '../../../src/planner/solver/in-thread-solver.ts';
import { NO_TRACER } from '../../../src/ports/tracer.ts';
import { createMetrics } from '../../../src/runtime/metrics.ts';
import { seededRandom } from '../../../src/runtime/seeded-random.ts';
import { openDatabase } from '../../../src/store/sqlite/database.ts';
import { createSqliteEngine } from '../../../src/store/sqlite/sqlite-engine.ts';
import { openVault } from '../../../src/vault/open-vault.ts';
import { createRawKeyProvider, newRawKey } from '../../../src/vault/raw-keys.ts';
import type { Incarnation } from '../incarnation.ts';
import { VENUES } from './draw.ts';

/** The service's configured address. It does not listen on it. */
const PUBLIC_URL = 'http://127.0.0.1:8080';
const KEY_SEED = 77;
const MINUTE_MS = 60_000;

export type Process = {
	readonly life: Incarnation;
	readonly service: Service;
	readonly database: DatabaseSync;
};

/** Periods of reads and limits of age, as an operator would set them for a slow machine. */
const { config: CONFIG } = configOf();

function configOf() {
	const read = readConfig({
		mode: 'simulated',
		venues: VENUES,
		server: { publicUrl: PUBLIC_URL },
		dataDir: '/nowhere',
		record: { enabled: false },
		marketData: inMs({ tickerPeriodMs: 20_000, tickerStaleMs: 90_000, bookStaleMs: 90_000 }),
		execution: inMs({ accountPollMs: 20_000, accountIdlePollMs: 60_000, accountAgeMsMax: 25_000 }),
	});
	if ('faults' in read) throw new Error(JSON.stringify(read.faults));
	return read;
}

function inMs(values: Readonly<Record<string, number>>): Record<string, NumberText> {
	return Object.fromEntries(Object.entries(values).map(([name, ms]) => [name, new NumberText(String(ms))]));
}

/** The settings of the service. */
export const SETTINGS = CONFIG;

/** Work that no order depends on is done less often, as in replays. */
const PACE: ServicePace = {
	...USUAL_PACE,
	sampleMs: 10 * MINUTE_MS,
	forecastEveryMs: 60 * MINUTE_MS,
	scoreMs: 60 * MINUTE_MS,
	refits: false,
};

/** Starts a process. Its work stops once it is killed. */
export async function startProcess(options: {
	readonly number: number;
	readonly seed: number;
	readonly dataDir: string;
	readonly life: Incarnation;
	readonly venues: VenueAccess;
	/** Binds the stores to this run of the process. */
	readonly bind: (stores: Stores) => Stores;
	readonly onError: (text: string) => void;
}): Promise<Process> {
	const { life, bind, seed, number } = options;
	const { clock } = life;
	const random = seededRandom(Math.imul(seed, 131) + number);
	const database = openDatabase(options.dataDir);
	// The machine never dies, only the process, so the operating system may write the file when it likes.
	database.exec('PRAGMA synchronous = OFF');
	const turnEnd = (task: () => void): void =>
		void process.nextTick(() => {
			if (life.isAlive()) task();
		});
	const stores = bind(openStores(createSqliteEngine(database, turnEnd)));
	// Each process reads the same key.
	const keys = createRawKeyProvider([newRawKey(seededRandom(KEY_SEED))], 'the test', random);
	const service = await composeService({
		config: CONFIG,
		secrets: {
			identityProviders: [],
			exchangeClients: {},
			mailServer: undefined,
			chat: { telegram: null, slack: null },
		},
		clock,
		random,
		turnEnd,
		log: {
			debug() {},
			info() {},
			warn() {},
			error: (facts, message) => options.onError(`${message} ${JSON.stringify(facts, textOf)}`),
		},
		stores,
		vault: { vault: await openVault({ keys, store: stores.vault, random }), keys, store: stores.vault },
		venues: options.venues,
		chatTransport: {
			post: async () => ({ kind: 'unanswered', reason: 'this test has no chat platform' }),
			open() {
				throw new Error('This test has no chat platform.');
			},
			close() {},
		},
		recordings: undefined,
		simulators: {},
		metrics: createMetrics({ venues: VENUES, methods: METHODS, build: { version: '0', mode: 'simulated' } }),
		tracer: NO_TRACER,
		planSolver: await loadInThreadSolver(),
		closers: createClosers(),
		pace: PACE,
	});
	await service.start();
	await service.open(PUBLIC_URL);
	return { life, service, database };
}

/** Returns the HTTP request of a call. */
export function requestOf(token: string, method: string, params: object): InjectedRequest {
	return {
		method: 'POST',
		path: '/jsonrpc/',
		headers: {
			host: new URL(PUBLIC_URL).host,
			'content-type': 'application/json',
			authorization: `Bearer ${token}`,
		},
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
	};
}

function textOf(_key: string, value: unknown): unknown {
	if (value instanceof Error) return value.stack;
	return typeof value === 'bigint' ? String(value) : value;
}
