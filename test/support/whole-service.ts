/**
 * Runs the complete service inside the test's process, composed of the same parts as the product. Time is virtual,
 * random numbers come from a seed, and the database is in memory. The exchanges are behind the ports, and requests
 * need no network connection.
 */

import type { DatabaseSync } from 'node:sqlite';
import type { InjectedRequest } from '../../src/api/http/server.ts';
import { type Closers, createClosers } from '../../src/app/closers.ts';
import { composeService, type Service } from '../../src/app/compose-service.ts';
import { openStores } from '../../src/app/open-stores.ts';
import type { ChatTokens } from '../../src/config/chat.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Scope } from '../../src/identity/scopes.ts';
import { loadInThreadSolver } from '../../src/planner/solver/in-thread-solver.ts';
import type { PotPlanner } from '../../src/ports/autopilot.ts';
import type { ChatTransport } from '../../src/ports/chat-transport.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { RecordingSink } from '../../src/ports/recording-sink.ts';
import { NO_TRACER } from '../../src/ports/tracer.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import {
	createVirtualClock,
	loopTurns,
	passTime,
	promisesSettle,
	type VirtualClock,
} from '../../src/runtime/virtual-clock.ts';
import { createSqliteEngine } from '../../src/store/sqlite/sqlite-engine.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { createRawKeyProvider, newRawKey } from '../../src/vault/raw-keys.ts';
import { type InProcessVenues, inProcessVenues, type ListedContract } from './in-process-venues.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { newMetrics } from './metrics.ts';

/** The service's configured address. It does not listen on it. */
const PUBLIC_URL = 'http://127.0.0.1:8080';
const STEPS_MAX = 5_000;
const HOUR_MS = 3_600_000;
/** Reaches no platform. Without tokens, the service uses it for nothing. */
const NO_CHAT_TRANSPORT: ChatTransport = {
	post: async () => ({ kind: 'unanswered', reason: 'this test has no chat platform' }),
	open() {
		throw new Error('This test has no chat platform.');
	},
	close() {},
};
const TOKEN_MS = 30 * 24 * HOUR_MS;

export type WholeService = AsyncDisposable & {
	readonly service: Service;
	readonly venues: InProcessVenues;
	readonly clock: VirtualClock;
	/** Texts of the errors that the service has logged. */
	readonly errors: readonly string[];
	readonly database: DatabaseSync;
	/** Advances virtual time until the promise has settled. */
	readonly during: <T>(promise: Promise<T>) => Promise<T>;
	/** Advances virtual time. */
	readonly pass: (ms: number) => Promise<void>;
	/** Issues a token to the user with this name. */
	readonly token: (userName: string, scopes: readonly Scope[]) => Promise<string>;
	/**
	 * Calls a method over HTTP and lets virtual time pass until it responds. Returns the result. @throws Error for
	 * any response other than a result
	 */
	readonly call: (token: string, method: string, params: object) => Promise<Record<string, unknown>>;
};

type Options = {
	readonly seed: number;
	readonly startAt: number;
	readonly contracts: readonly ListedContract[];
	/** Destination of a recording; by default nothing is recorded. */
	readonly recordings?: RecordingSink;
	/** Plans for pots of the autopilot; by default the portfolio planner. */
	readonly potPlanner?: PotPlanner;
	/** Chat platforms that the service's bots connect to; by default there are none. */
	readonly chats?: { readonly tokens: ChatTokens; readonly transport: (clock: Clock) => ChatTransport };
};

export async function openWholeService(options: Options): Promise<WholeService> {
	/**
	 * Number of calls in progress. Only a call needs turns of the event loop to finish; all other work in the service
	 * waits only for promises and timers.
	 */
	let calls = 0;
	const clock = createVirtualClock(options.startAt, () => (calls > 0 ? loopTurns() : promisesSettle()));
	const closers = createClosers();
	const errors: string[] = [];
	const venues = inProcessVenues(options.contracts, { clock, random: seededRandom(options.seed + 1) });
	const database = openMemoryDatabase();
	closers.add(() => database.close());
	const service = await composeHere(options, { clock, venues, closers, errors, database });
	service.start();
	await service.open(PUBLIC_URL);

	/** Advances virtual time until the promise has settled. */
	async function during<T>(promise: Promise<T>): Promise<T> {
		let done = false;
		calls += 1;
		const finish = (): void => {
			done = true;
			calls -= 1;
		};
		promise.then(finish, finish);
		for (let steps = 0; !done; steps += 1) {
			if (steps > STEPS_MAX) throw new Error('No answer came.');
			await clock.advance(clock.now() + HOUR_MS);
		}
		return promise;
	}

	return {
		service,
		venues,
		clock,
		errors,
		database,
		during,
		pass: (ms) => passTime(clock, ms),
		async token(userName, scopes) {
			const wanted = { userName, name: 'a test', scopes, ttlMs: TOKEN_MS };
			return (await during(service.tokens.issue(wanted))).token;
		},
		async call(token, method, params) {
			const { status, body } = await during(service.server.inject(requestOf(token, method, params)));
			const answer = JSON.parse(body) as { readonly result?: Record<string, unknown> };
			if (status !== 200 || answer.result === undefined) throw new Error(`${method}: ${status} ${body}`);
			return answer.result;
		},
		async [Symbol.asyncDispose]() {
			await during(service.server.stop());
			await during(closers.closeAll());
		},
	};
}

async function composeHere(
	{ seed, contracts, chats, recordings, potPlanner }: Options,
	{
		clock,
		venues,
		closers,
		errors,
		database,
	}: {
		readonly clock: VirtualClock;
		readonly venues: InProcessVenues;
		readonly closers: Closers;
		readonly errors: string[];
		readonly database: DatabaseSync;
	},
): Promise<Service> {
	const random = seededRandom(seed);
	const names = new Set(contracts.map(({ instrument }) => instrument.venue));
	const turnEnd = (task: () => void): void => void process.nextTick(task);
	const stores = openStores(createSqliteEngine(database, turnEnd));
	const keys = createRawKeyProvider([newRawKey(random)], 'the test', random);
	const metrics = newMetrics();
	closers.add(metrics.close);
	return composeService({
		config: configOf([...names]),
		secrets: {
			identityProviders: [],
			exchangeClients: {},
			mailServer: undefined,
			chat: chats?.tokens ?? { telegram: null, slack: null },
		},
		clock,
		random,
		turnEnd,
		log: {
			debug() {},
			info() {},
			warn() {},
			error: (facts, message) => void errors.push(`${message} ${JSON.stringify(facts, textOf)}`),
		},
		stores,
		vault: { vault: await openVault({ keys, store: stores.vault, random }), keys, store: stores.vault },
		venues,
		chatTransport: chats?.transport(clock) ?? NO_CHAT_TRANSPORT,
		recordings,
		...(potPlanner === undefined ? {} : { potPlanner }),
		simulators: {},
		metrics,
		tracer: NO_TRACER,
		planSolver: await loadInThreadSolver(),
		closers,
	});
}

function requestOf(token: string, method: string, params: object): InjectedRequest {
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

function configOf(venues: readonly string[]) {
	const read = readConfig({ venues, server: { publicUrl: PUBLIC_URL }, dataDir: '/nowhere' });
	if ('faults' in read) throw new Error(read.faults.join('\n'));
	return read.config;
}

function textOf(_key: string, value: unknown): unknown {
	if (value instanceof Error) return value.stack;
	return typeof value === 'bigint' ? String(value) : value;
}
