/** `carrywire simulate`: one child process per simulated exchange, and their ports in run.json. */
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

/** Source beside source, compiled beside compiled. */
const SIMULATOR_MAIN = fileURLToPath(
	new URL(`../../simulator/main${extname(import.meta.filename)}`, import.meta.url),
);
/** Five of them may start at once on a machine that is busy with other work: the limit is for one that hangs. */
const READY_MS_MAX = 180_000;
/** Time for a simulator to write its state after SIGTERM; then it is killed. */
const STOP_MS_MAX = 60_000;

/** The line of JSON that a simulator prints when it listens. */
const readySchema = z.object({
	port: z.int().min(1).max(65_535),
	adminPort: z.int().min(1).max(65_535),
	adminToken: z.string().default(''),
	hosts: z.array(z.string()).default([]),
});

/** V8 collects a simulator's heap (16 MB live) before it doubles: five of them run beside a service. */
const SMALL_HEAP = ['--max-semi-space-size=2', '--heap-growing-percent=20'];

/** Simulated exchanges that run as child processes, by name, with their ports. */
export type RunningSimulators = {
	readonly simulators: Readonly<Record<string, RunningSimulator>>;
	/** Resolves when one of them ends without having been told to: its name and exit code or signal. */
	readonly failed: Promise<string>;
	stop(): Promise<void>;
};

type Child = { readonly exchange: string; readonly process: ChildProcess; readonly ended: Promise<string> };

/** Starts the simulators of all venues. @throws Error when one does not come up; then none is left running. */
export async function startSimulators(options: {
	readonly config: Config;
	readonly clock: Clock;
	readonly output: Output;
}): Promise<RunningSimulators> {
	const { config, clock, output } = options;
	const { dataDir, venues } = config;
	let stopping = false;
	makeDataDirectory(simulatorDirectory(dataDir));
	const children = venues.map((exchange) => startChild(exchange, config));
	async function stop(): Promise<void> {
		stopping = true;
		await Promise.all(children.map((child) => endChild(child, clock)));
		updateRunFile(dataDir, { simulators: undefined });
	}
	try {
		const started = await Promise.all(
			children.map(async (child): Promise<[string, RunningSimulator]> => {
				const ready = await readyLine(child, clock);
				// Not the line itself: it holds the admin token, which only run.json may.
				output.print(`Simulated ${child.exchange}: port ${ready.port}, admin port ${ready.adminPort}.`);
				return [child.exchange, { ...ready, pid: child.process.pid ?? 0 }];
			}),
		);
		const simulators = Object.fromEntries(started);
		updateRunFile(dataDir, { simulators: { ...readRunFile(dataDir).simulators, ...simulators } });
		const failed = new Promise<string>((resolve) => {
			for (const child of children)
				child.ended.then((how) => {
					if (!stopping) resolve(`The simulator of ${child.exchange} ended by itself: ${how}.`);
				});
		});
		return { simulators, failed, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/**
 * Starts the simulators, or finds those that run already, which a stop leaves alone; none in the modes that have no use for them.
 * @throws Error when one is missing.
 */
export async function findSimulators(options: {
	readonly config: Config;
	readonly clock: Clock;
	readonly output: Output;
}): Promise<RunningSimulators> {
	const { mode, dataDir, venues, simulation } = options.config;
	if (mode !== 'simulated') return { simulators: {}, failed: new Promise(() => {}), stop: async () => {} };
	if (!simulation.external) return startSimulators(options);
	const simulators = readRunFile(dataDir).simulators ?? {};
	const missing = venues.filter((venue) => simulators[venue] === undefined);
	if (missing.length > 0) {
		throw new Error(
			`simulation.external is true, and run.json in ${dataDir} names no simulator of ${missing.join(', ')}. Start them with: carrywire simulate --data-dir ${dataDir}`,
		);
	}
	return { simulators, failed: new Promise(() => {}), stop: async () => {} };
}

/** One directory for all: they share the world, and each keeps a database of its own. */
function simulatorDirectory(dataDir: string): string {
	return join(dataDir, 'simulator');
}

function startChild(exchange: string, config: Config): Child {
	const { dataDir, simulation, vault } = config;
	const { seed, historyDir, settleInSeconds } = simulation;
	const args = [
		SIMULATOR_MAIN,
		exchange,
		'--data-dir',
		simulatorDirectory(dataDir),
		'--port',
		'0',
		'--admin-port',
		'0',
		'--seed',
		String(seed),
		...(historyDir === null ? [] : ['--history', historyDir]),
		...(settleInSeconds === null ? [] : ['--settle-in', String(settleInSeconds)]),
		...siteArguments(exchange, config),
		// The child ends when this process does, however that ends: no orphan is left.
		'--parent-pipe',
	];
	// The keys of the vault are none of its business.
	const env = { ...process.env, [vault.keyVariable]: undefined };
	const child = spawn(process.execPath, [...SMALL_HEAP, ...args], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env,
	});
	const ended = new Promise<string>((resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : signal));
	});
	return { exchange, process: child, ended };
}

/** It stands for the site that the settings name, a regional one or a test environment, and knows keys there alone. */
function siteArguments(exchange: string, config: Config): readonly string[] {
	const site = siteOf(config, exchange);
	const facts = venueFacts(exchange);
	if (site === undefined || facts === undefined || isMainSite(facts.sites, site)) return [];
	const hosts = new Set(Object.values(site.hosts).map((origin) => new URL(origin).hostname));
	return ['--hosts', [...hosts].join(','), ...(site.isTest ? ['--test-site'] : [])];
}

/** Reads standard output up to the ready line, and lets the rest pass unread. */
async function readyLine(child: Child, clock: Clock): Promise<z.output<typeof readySchema>> {
	const { stdout } = child.process;
	if (stdout === null) throw new Error(`The simulator of ${child.exchange} has no standard output.`);
	return new Promise((resolve, reject) => {
		const cancel = clock.after(READY_MS_MAX, () =>
			reject(new Error(`The simulator of ${child.exchange} was not ready within ${READY_MS_MAX} ms.`)),
		);
		child.ended.then((how) => {
			cancel();
			reject(new Error(`The simulator of ${child.exchange} did not start: ${how}.`));
		});
		createInterface({ input: stdout }).on('line', (line) => {
			const ready = readySchema.safeParse(tryJson(line));
			if (!ready.success) return;
			cancel();
			resolve(ready.data);
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
