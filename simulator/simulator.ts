/** Runs one simulator: the world, its exchange, the front end, and the two ports. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SimulatorOptions } from './command-line.ts';
import { startAdminServer } from './core/admin-server.ts';
import { lockDataDir } from './core/data-lock.ts';
import { openExchange } from './core/exchange.ts';
import { createFaultPlan } from './core/fault-plan.ts';
import { createLaggedReads } from './core/read-lag.ts';
import { createSiteKeys } from './core/site.ts';
import { createVenueServer } from './core/venue-server.ts';
import { openWorld } from './core/world.ts';
import { EXCHANGES, type ExchangeName, exchangeNamed } from './exchanges.ts';

/** Data that a simulator announces when it is ready, on standard output and in its run file. */
export type ReadyNotice = {
	readonly event: 'ready';
	readonly exchange: ExchangeName;
	readonly port: number;
	readonly adminPort: number;
	readonly adminToken: string;
	readonly pid: number;
	readonly hosts: readonly string[];
	readonly historySource: string | null;
};

export type Simulator = {
	readonly ready: ReadyNotice;
	close(): Promise<void>;
};

/**
 * Starts one simulator. `open` opens its world; pass `sharedWorlds()` for several simulators in one process.
 * @throws DataLockError, WorldError, StoreError, or an error from listening on the ports
 */
export async function startSimulator(
	options: SimulatorOptions,
	onError: (error: unknown) => void,
	open: typeof openWorld = openWorld,
): Promise<Simulator> {
	const { exchange: name, dataDir } = options;
	const createFrontEnd = await exchangeNamed(name).loadFrontEnd();
	const undo: (() => void | Promise<void>)[] = [];
	const close = async (): Promise<void> => {
		for (const step of undo.splice(0).reverse()) await step();
	};
	try {
		const lock = lockDataDir(dataDir, name);
		undo.push(() => lock.release());
		const world = open({
			exchanges: EXCHANGES,
			dataDir,
			seed: options.seed,
			nowMs: Date.now(),
			settleInSeconds: options.settleInSeconds,
			historyDir: options.historyDir,
		});
		let clockAheadMs = 0;
		const exchange = openExchange({ name, world, dataDir, clock: () => Date.now() + clockAheadMs, onError });
		undo.push(() => exchange.close());
		const lagged = createLaggedReads(exchange);
		const siteKeys = createSiteKeys(lagged.exchange, options.site);
		const frontEnd = createFrontEnd(siteKeys.exchange, options.site.isTest);
		const faults = createFaultPlan();
		const venue = createVenueServer({
			frontEnd,
			faults,
			withOrderFault: (fault, act) => exchange.withOrderFault(fault, act),
			withLag: lagged.under,
			atHost: siteKeys.at,
			port: options.port,
			onError,
		});
		undo.push(() => venue.close());
		const port = await venue.up();
		const { seed } = options;
		const context = {
			exchange,
			venue,
			faults,
			seed,
			startedAt: exchange.now(),
			hosts: frontEnd.hosts,
			askedHosts: siteKeys.asked,
			setClockAhead: (aheadMs: number) => {
				clockAheadMs = aheadMs;
			},
		};
		const admin = await startAdminServer(context, options.adminPort, onError);
		undo.push(() => admin.close());
		exchange.start();
		const ready: ReadyNotice = {
			event: 'ready',
			exchange: name,
			port,
			adminPort: admin.port,
			adminToken: admin.token,
			pid: process.pid,
			hosts: frontEnd.hosts,
			historySource: exchange.historySource ?? null,
		};
		const runFile = join(dataDir, `simulator-${name}.run.json`);
		rmSync(runFile, { force: true });
		writeFileSync(runFile, `${JSON.stringify(ready)}\n`, { mode: 0o600 });
		undo.push(() => rmSync(runFile, { force: true }));
		return { ready, close };
	} catch (error) {
		await close();
		throw error;
	}
}
