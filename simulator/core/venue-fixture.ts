/** Provides a fixture for HTTP tests of a front end: its exchange behind the real server, with its own clock. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXCHANGES, type ExchangeName } from '../exchanges.ts';
import { openExchange, type SimulatedExchange } from './exchange.ts';
import { createFaultPlan, type FaultPlan } from './fault-plan.ts';
import { createLaggedReads } from './read-lag.ts';
import type { Exchange, FrontEnd } from './types.ts';
import { createVenueServer } from './venue-server.ts';
import { openWorld } from './world.ts';

export const STARTED_AT = Date.UTC(2026, 10, 20, 12, 30);

export const CLIENT = {
	clientId: 'app-1',
	clientSecret: 'a secret of sixteen and more'.replaceAll(' ', '-'),
	name: 'Test & <b>Sons</b>',
	redirectUris: ['http://127.0.0.1:45999/back', 'http://127.0.0.1:45999/other?kept=1'],
} as const;

export const PASSWORD = 'a good password';

export type VenueFixture = {
	readonly exchange: SimulatedExchange;
	/** Origin of the server: `http://127.0.0.1:<port>`. */
	readonly origin: string;
	readonly dataDir: string;
	readonly faults: FaultPlan;
	pass(ms: number): void;
	now(): number;
	/** Restarts the exchange as after a kill, on the same database and at the same address. */
	restart(): Promise<VenueFixture>;
	close(): Promise<void>;
};

/**
 * Opens a fixture with the registered application `CLIENT` and an account `ann`, which logs in with `PASSWORD` and
 * has its own key.
 */
export async function openVenue(
	name: ExchangeName,
	createFrontEnd: (exchange: Exchange) => FrontEnd,
): Promise<VenueFixture> {
	const dataDir = mkdtempSync(join(tmpdir(), `venue-${name}-`));
	let now = STARTED_AT;
	const world = openWorld({ exchanges: EXCHANGES, dataDir, seed: 7, nowMs: STARTED_AT });
	const start = async (port: number): Promise<VenueFixture> => {
		const errors: unknown[] = [];
		const onError = (error: unknown): void => void errors.push(error);
		const exchange = openExchange({ name, world, dataDir, clock: () => now, onError });
		const lagged = createLaggedReads(exchange);
		const faults = createFaultPlan();
		const venue = createVenueServer({
			frontEnd: createFrontEnd(lagged.exchange),
			faults,
			withOrderFault: (fault, act) => exchange.withOrderFault(fault, act),
			withLag: lagged.under,
			port,
			onError,
		});
		const heard = await venue.up();
		const stop = async (): Promise<void> => {
			await venue.close();
			exchange.close();
			if (errors.length > 0) throw errors[0];
		};
		return {
			exchange,
			origin: `http://127.0.0.1:${heard}`,
			dataDir,
			faults,
			pass: (ms) => {
				now += ms;
			},
			now: () => now,
			restart: async () => {
				await stop();
				return start(heard);
			},
			close: async () => {
				await stop();
				rmSync(dataDir, { recursive: true, force: true });
			},
		};
	};
	const venue = await start(0);
	venue.exchange.oauth.clients.register(CLIENT);
	venue.exchange.accounts.ensure({ name: 'ann', password: PASSWORD });
	return venue;
}
