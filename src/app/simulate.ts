/**
 * Implements `carrywire simulate`, which runs the simulated exchanges in one child process and writes their ports to
 * run.json.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Config } from '../config/config.ts';
import { siteOf } from '../config/hosts.ts';
import { isMainSite } from '../domain/venue-sites.ts';
import type { Clock } from '../ports/clock.ts';
import type { Output } from '../ports/output.ts';
import { makeDataDirectory } from '../store/data-directory.ts';
import { type RunningSimulator, readRunFile, updateRunFile } from '../store/run-file.ts';
import { venueFacts } from '../venues/facts.ts';

/** The simulator's entry file: a source file if this code runs from source, otherwise a compiled file. */
const SIMULATOR_MAIN = fileURLToPath(
	new URL(`../../simulator/main${extname(import.meta.filename)}`, import.meta.url),
);
/**
 * Time limit for the simulators to start, milliseconds. A busy machine may start them slowly, so the limit only
 * catches a hang.
 */
const READY_MS_MAX = 180_000;
/** Time that the simulators get after SIGTERM to write their state before they are killed, milliseconds. */
const STOP_MS_MAX = 60_000;

/** Separates one simulator's arguments from the next one's on the command line. */
const NEXT_SIMULATOR = '--and';

/** Schema of the JSON line that a simulator prints when it listens. */
const readySchema = z.object({
	exchange: z.string(),
	port: z.int().min(1).max(65_535),
	adminPort: z.int().min(1).max(65_535),
	adminToken: z.string().default(''),
	hosts: z.array(z.string()).default([]),
});

/**
 * Makes V8 collect garbage before the simulators' heap doubles, because they share the machine with the service.
 * Stream messages are short-lived; with a semi-space of 8 MB, more of them are already dead when V8 collects garbage,
 * so it has fewer to copy.
 */
const SMALL_HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=40'];

/** Simulated exchanges in a child process that may still be starting. */
export type StartedSimulators = {
	/**
	 * The simulators' ports by name, once all simulators listen. Rejects with an Error if one of them does not start;
	 * no simulator keeps running in that case.
	 */
	readonly ready: Promise<Readonly<Record<string, RunningSimulator>>>;
	/** Resolves with a message if the simulators stop unexpectedly. */
	readonly failed: Promise<string>;
	stop(): Promise<void>;
};

type Child = { readonly process: ChildProcess; readonly ended: Promise<string> };

/**
 * Starts the simulators for all venues in one process, because five processes would use five times the memory that
 * Node needs.
 */
export function startSimulators(options: {
	readonly config: Config;
	readonly clock: Clock;
	readonly output: Output;
}): StartedSimulators {
	const { config, clock } = options;
	const { dataDir } = config;
	let stopping = false;
	makeDataDirectory(simulatorDirectory(dataDir));
	const child = startChild(config);
	async function stop(): Promise<void> {
		stopping = true;
		await endChild(child, clock);
		updateRunFile(dataDir, { simulators: undefined });
	}
	const ready = whenReady(child, options).catch(async (error: unknown) => {
		await stop();
		throw error;
	});
	// Prevents an unhandled rejection, because the caller may do other work before it awaits `ready`.
	ready.catch(() => {});
	const failed = new Promise<string>((resolve) => {
		child.ended.then((how) => {
			if (!stopping) resolve(`The simulators stopped unexpectedly: ${how}.`);
		});
	});
	return { ready, failed, stop };
}

async function whenReady(
	child: Child,
	{ config, clock, output }: Parameters<typeof startSimulators>[0],
): Promise<Readonly<Record<string, RunningSimulator>>> {
	const { dataDir, venues } = config;
	const pid = child.process.pid ?? 0;
	const simulators: Record<string, RunningSimulator> = {};
	for (const { exchange, ...ready } of await readyLines(child, venues.length, clock)) {
		// Do not print the line itself: it contains the admin token, which belongs only in run.json.
		output.print(`Simulated ${exchange}: port ${ready.port}, admin port ${ready.adminPort}.`);
		simulators[exchange] = { ...ready, pid };
	}
	updateRunFile(dataDir, { simulators: { ...readRunFile(dataDir).simulators, ...simulators } });
	return simulators;
}

/**
 * Starts the simulators. If `simulation.external` is set, finds running ones instead, which `stop` does not stop.
 * Does nothing in modes without simulators.
 * @throws Error if a running simulator is missing
 */
export function findSimulators(options: Parameters<typeof startSimulators>[0]): StartedSimulators {
	const { mode, dataDir, venues, simulation } = options.config;
	if (mode !== 'simulated') return runningAlready({});
	if (!simulation.external) return startSimulators(options);
	const simulators = readRunFile(dataDir).simulators ?? {};
	const missing = venues.filter((venue) => simulators[venue] === undefined);
	if (missing.length === 0) return runningAlready(simulators);
	throw new Error(
		`simulation.external is true, but run.json in ${dataDir} lists no simulator of ${missing.join(', ')}. Start the simulators with: carrywire simulate --data-dir ${dataDir}`,
	);
}

function runningAlready(simulators: Readonly<Record<string, RunningSimulator>>): StartedSimulators {
	return { ready: Promise.resolve(simulators), failed: new Promise(() => {}), stop: async () => {} };
}

/** Returns the simulators' shared directory, which holds one world file and a database per simulator. */
function simulatorDirectory(dataDir: string): string {
	return join(dataDir, 'simulator');
}

function startChild(config: Config): Child {
	const words = config.venues.flatMap((exchange, index) => [
		...(index === 0 ? [] : [NEXT_SIMULATOR]),
		...simulatorArguments(exchange, config),
	]);
	// The simulators must not see the vault's keys.
	const env = { ...process.env, [config.vault.keyVariable]: undefined };
	const child = spawn(process.execPath, [...SMALL_HEAP, SIMULATOR_MAIN, ...words], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env,
	});
	const ended = new Promise<string>((resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : signal));
	});
	return { process: child, ended };
}

function simulatorArguments(exchange: string, config: Config): readonly string[] {
	const { seed, historyDir, settleInSeconds } = config.simulation;
	return [
		exchange,
		'--data-dir',
		simulatorDirectory(config.dataDir),
		'--port',
		'0',
		'--admin-port',
		'0',
		'--seed',
		String(seed),
		...(historyDir === null ? [] : ['--history', historyDir]),
		...(settleInSeconds === null ? [] : ['--settle-in', String(settleInSeconds)]),
		...siteArguments(exchange, config),
		// The child stops when this process ends, even if this process is killed. No orphan remains.
		'--parent-pipe',
	];
}

/**
 * Returns the simulator's arguments for a configured regional site or test environment. The simulator accepts keys
 * only for that site.
 */
function siteArguments(exchange: string, config: Config): readonly string[] {
	const site = siteOf(config, exchange);
	const facts = venueFacts(exchange);
	if (site === undefined || facts === undefined || isMainSite(facts.sites, site)) return [];
	const hosts = new Set(Object.values(site.hosts).map((origin) => new URL(origin).hostname));
	return ['--hosts', [...hosts].join(','), ...(site.isTest ? ['--test-site'] : [])];
}

/** Reads standard output up to the last simulator's ready line and ignores the rest. */
async function readyLines(
	{ process: { stdout }, ended }: Child,
	count: number,
	clock: Clock,
): Promise<readonly z.output<typeof readySchema>[]> {
	if (stdout === null) throw new Error('The simulators have no standard output.');
	return new Promise((resolve, reject) => {
		const cancel = clock.after(READY_MS_MAX, () =>
			reject(new Error(`The simulators were not ready within ${READY_MS_MAX} ms.`)),
		);
		ended.then((how) => {
			cancel();
			reject(new Error(`The simulators did not start: ${how}.`));
		});
		const ready: z.output<typeof readySchema>[] = [];
		createInterface({ input: stdout }).on('line', (line) => {
			const read = readySchema.safeParse(tryJson(line));
			if (!read.success || ready.push(read.data) < count) return;
			cancel();
			resolve(ready);
		});
	});
}

async function endChild(child: Child, clock: Clock): Promise<void> {
	child.process.kill('SIGTERM');
	const cancel = clock.after(STOP_MS_MAX, () => child.process.kill('SIGKILL'));
	await child.ended;
	cancel();
}

function tryJson(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}
