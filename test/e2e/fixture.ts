/**
 * A data directory with the service and simulators that use it, started the way users start them (`node cli/main.ts
 * serve …`). A fixture stops only processes that it started itself, by process id, and removes its directory.
 *
 *     await using fixture = openFixture();
 *     const service = await fixture.serve();
 *     const token = await fixture.token('arb:read arb:trade');
 *     await service.call('portfolio_live', {}, token);
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TradedVenue } from '../../src/venues/facts.ts';
import { readVaultContents } from '../support/vault-contents.ts';
import { TestRunError, until } from './polling.ts';
import {
	type FinishedCommand,
	runCommand,
	type StartedProcess,
	startByNpm,
	startProcess,
} from './started-process.ts';
import { postCall, type RpcAnswer, resultOf } from './wire.ts';

export const MAIN = 'cli/main.ts';
const READY_POLL_MS = 25;
/**
 * Time until the first scheduled settlement, seconds. It is long enough that only the settlements requested by a test
 * occur before it.
 */
const NO_SETTLEMENT_SECONDS = '3600';

/** The exchanges that a fixture simulates by default. Most tests do not need all five. */
export const VENUES = ['bybit', 'kucoin'] as const;
export type Venue = (typeof VENUES)[number];

/** A simulator's entry in `run.json`. */
export type RunningSimulator = {
	readonly port: number;
	readonly adminPort: number;
	readonly adminToken: string;
	readonly pid: number;
	readonly hosts: readonly string[];
};

export type Service = {
	readonly url: string;
	readonly port: number;
	/** The service's own process id; `process` is the process that launched the service. */
	readonly pid: number;
	readonly process: StartedProcess;
	answer(method: string, params: object, token?: string): Promise<RpcAnswer>;
	/** Calls a method and returns its result. @throws TestRunError when the service refuses the call */
	call<T>(method: string, params: object, token?: string): Promise<T>;
};

export type Fixture = AsyncDisposable & {
	readonly dataDir: string;
	/** Starts the service on a free port and waits until it is ready. The arguments are passed on to `serve`. */
	serve(...args: readonly string[]): Promise<Service>;
	/** Starts the service like `serve`, but with `npm start`. */
	npmStart(...args: readonly string[]): Promise<Service>;
	/** Starts only the simulated exchanges. `serve('--external')` then uses them, and they outlive the service. */
	simulate(...args: readonly string[]): Promise<StartedProcess>;
	/** Runs `carrywire <args> --data-dir …` to completion. */
	run(...args: readonly string[]): Promise<FinishedCommand>;
	/** Issues a token through the command line. */
	token(scope: string, user?: string): Promise<string>;
	/** Returns the current address and process of a simulated exchange. */
	simulator(venue: TradedVenue): RunningSimulator;
	/** Returns the process ids of the running service and simulators, by role. */
	pids(): Readonly<Record<string, number>>;
	/** Calls a simulator's admin interface. @throws TestRunError when the status is not 2xx */
	admin<T>(venue: TradedVenue, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>;
	/** Sends SIGKILL to the service and to all simulators of the fixture at the same time. */
	killEverything(service: Service): Promise<void>;
	/** Returns everything that this fixture's services and simulators have written to their outputs. */
	written(): string;
	/** Returns all tokens, keys and passwords that the fixture has issued or used so far. */
	secrets(): readonly string[];
};

/**
 * Opens a fixture with `config` as its configuration file. Only exchanges in `venues` are simulated, even if
 * `config.venues` lists more.
 */
export function openFixture(config: object = {}, venues: readonly TradedVenue[] = VENUES): Fixture {
	const root = mkdtempSync(join(tmpdir(), 'carrywire-fixture-'));
	const dataDir = join(root, 'data');
	mkdirSync(dataDir, { mode: 0o700 });
	// All processes run in this directory, so that they find the configuration file as they would for a user.
	const configFile = join(root, 'carrywire.config.json');
	writeFileSync(configFile, JSON.stringify({ venues, ...config }));
	const started: StartedProcess[] = [];
	const issued: string[] = [];
	const secrets = new Set<string>();
	const start = (args: readonly string[]): StartedProcess => {
		const child = startProcess(MAIN, [...args, '--data-dir', dataDir], root);
		started.push(child);
		return child;
	};
	const runFile = (): RunFile => readJson(join(dataDir, 'run.json')) ?? {};
	const collectSecrets = async (): Promise<void> => {
		for (const { adminToken } of Object.values(runFile().simulators ?? {})) secrets.add(adminToken);
		const { keys, accounts } = await readVaultContents(dataDir);
		for (const { key } of keys) secrets.add(key.toString('base64url'));
		for (const account of accounts)
			for (const secret of Object.values(account.keys)) if (secret !== undefined) secrets.add(secret);
	};
	const simulator = (venue: TradedVenue): RunningSimulator => {
		const running = runFile().simulators?.[venue];
		if (running === undefined) throw new TestRunError(`run.json names no simulator of ${venue}.`);
		return running;
	};
	const ready = async (child: StartedProcess, before: number | undefined): Promise<Service> => {
		const { host, port, pid } = await untilReady(child, runFile, before);
		await collectSecrets();
		const url = `http://${host}:${port}`;
		const answer: Service['answer'] = (method, params, token) => postCall(url, method, params, token);
		return {
			url,
			port,
			pid,
			process: child,
			answer,
			call: (method, params, token) => resultOf(answer(method, params, token)),
		};
	};
	const fixture: Fixture = {
		dataDir,
		async serve(...args) {
			const before = runFile().service?.pid;
			return ready(start(['serve', '--port', '0', ...withSettlement(args)]), before);
		},
		async npmStart(...args) {
			const before = runFile().service?.pid;
			const child = startByNpm(
				['--port', '0', ...withSettlement(args), '--data-dir', dataDir, '--config', configFile],
				root,
				() => newPid(runFile(), before),
			);
			started.push(child);
			return ready(child, before);
		},
		async simulate(...args) {
			const before = runFile().simulators;
			const child = start(['simulate', ...withSettlement(args)]);
			const isNew = (venue: TradedVenue): boolean => {
				const running = runFile().simulators?.[venue];
				return running !== undefined && running.pid !== before?.[venue]?.pid;
			};
			await until(
				{
					what: 'all simulators in run.json',
					periodMs: READY_POLL_MS,
					seen: child.written,
				},
				() => {
					failWhenEnded(child);
					return venues.every(isNew) ? true : undefined;
				},
			);
			await collectSecrets();
			return child;
		},
		run: (...args) => runCommand(MAIN, [...args, '--data-dir', dataDir], root),
		async token(scope, user = 'owner') {
			const { exit, stdout, stderr } = await fixture.run('token', '--scope', scope, '--user', user);
			if (exit !== 0) throw new TestRunError(`No token: ${stderr}`);
			const token = stdout.trim();
			issued.push(token);
			await collectSecrets();
			return token;
		},
		simulator,
		pids: () => {
			const { service, simulators } = runFile();
			const all = { service, ...simulators };
			return Object.fromEntries(
				Object.entries(all).flatMap(([name, running]) =>
					running === undefined ? [] : [[name, running.pid]],
				),
			);
		},
		admin: (venue, method, path, body) => askAdmin(simulator(venue), method, path, body),
		async killEverything(service) {
			const simulators = venues.map(simulator);
			// All simulators share one process, and a process can be killed only once.
			for (const pid of new Set([service, ...simulators].map((one) => one.pid))) process.kill(pid, 'SIGKILL');
			await service.process.ended;
			await Promise.all(simulators.map(({ adminPort }) => untilClosed(adminPort)));
		},
		written: () => started.map((child) => child.written()).join(''),
		secrets: () => [...issued, ...secrets],
		async [Symbol.asyncDispose]() {
			// The newest process is stopped first, so that a service stops before its simulators.
			for (const child of started.toReversed()) await child.end('SIGTERM');
			rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
		},
	};
	return fixture;
}

type RunFile = {
	readonly service?: { readonly pid: number; readonly host: string; readonly port: number };
	readonly simulators?: Readonly<Record<string, RunningSimulator>>;
};

function withSettlement(args: readonly string[]): readonly string[] {
	return args.includes('--settle-in') || args.includes('--external')
		? args
		: [...args, '--settle-in', NO_SETTLEMENT_SECONDS];
}

/** Returns the parsed JSON of a file; undefined while the file does not exist. */
function readJson<T>(path: string): T | undefined {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
		throw error;
	}
}

/**
 * Returns the service's process id once the run file has a new one. After a kill, the file still has the id of the
 * killed process.
 */
function newPid({ service }: RunFile, before: number | undefined): number | undefined {
	return service?.pid === before ? undefined : service?.pid;
}

async function untilReady(
	child: StartedProcess,
	runFile: () => RunFile,
	before: number | undefined,
): Promise<NonNullable<RunFile['service']>> {
	let last = 'no answer';
	return until(
		{
			what: 'GET /ready to answer 200',
			periodMs: READY_POLL_MS,
			seen: () => `${last}; the service wrote ${child.written().slice(-4_000)}`,
		},
		async () => {
			failWhenEnded(child);
			const { service } = runFile();
			if (service === undefined || newPid({ service }, before) === undefined) return undefined;
			const response = await fetch(`http://${service.host}:${service.port}/ready`).catch(() => undefined);
			if (response === undefined) return undefined;
			last = `${response.status} ${await response.text()}`;
			return response.status === 200 ? service : undefined;
		},
	);
}

function failWhenEnded(child: StartedProcess): void {
	if (child.hasEnded())
		throw new TestRunError(`The process ended. It wrote: ${child.written().slice(-8_000)}`);
}

async function askAdmin<T>(
	{ adminPort, adminToken }: RunningSimulator,
	method: string,
	path: string,
	body: unknown,
): Promise<T> {
	const response = await fetch(`http://127.0.0.1:${adminPort}${path}`, {
		method,
		headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	if (!response.ok) throw new TestRunError(`${method} ${path} answered ${response.status}: ${text}`);
	return JSON.parse(text) as T;
}

/**
 * Waits until the port is closed, which shows that a killed process is gone. Its id may stay in the process table
 * until its exit status is collected.
 */
function untilClosed(port: number): Promise<true> {
	return until({ what: `port ${port} to close`, periodMs: READY_POLL_MS }, () =>
		fetch(`http://127.0.0.1:${port}/`).then(
			() => undefined,
			() => true as const,
		),
	);
}
