/**
 * Wires the exchanges' own OAuth pages to the users' accounts. Part of the composition root. In mode simulated this service
 * makes a client of its own at each simulator, anew at each start; elsewhere the clients are those of the settings.
 */
import type { DatabaseSync } from 'node:sqlite';
import { callbackPath, createExchangeOAuth } from '../accounts/exchange-oauth.ts';
import { EXCHANGE_OAUTH_TABLE } from '../accounts/exchange-oauth-table.ts';
import type { ExchangeOAuthClient } from '../accounts/exchange-token.ts';
import type { ConnectByPage } from '../identity/pages/connection-pages.ts';
import type { ConnectRequest } from '../ports/exchange-accounts.ts';
import type { Vault } from '../ports/vault.ts';
import { systemClock as clock } from '../runtime/clock.ts';
import { systemRandom as random } from '../runtime/random.ts';
import type { RunningSimulator } from '../store/run-file.ts';
import { createSqliteOAuthPendingStore } from '../store/sqlite-oauth-pending.ts';
import {
	newSimulatedOAuthClient,
	registerSimulatedOAuthClient,
	SIMULATED_OAUTH_VENUES,
	simulatedReach,
} from '../venues/shared/simulated-oauth.ts';

export function openConnectByPage(parts: {
	readonly clients: Readonly<Record<string, ExchangeOAuthClient>>;
	readonly simulators: Readonly<Record<string, RunningSimulator>>;
	readonly database: DatabaseSync;
	readonly vault: Vault;
	readonly connect: (request: ConnectRequest) => Promise<unknown>;
}): ConnectByPage & {
	/** Once the service listens: makes the simulators know it. @throws Error when one does not take it */
	readonly register: (baseUrl: string) => Promise<void>;
} {
	const { simulators, vault } = parts;
	const simulated = Object.fromEntries(
		Object.keys(simulators)
			.filter((venue) => SIMULATED_OAUTH_VENUES.has(venue))
			.map((venue) => [venue, newSimulatedOAuthClient(random)]),
	);
	let redirectBase = '';
	const oauth = createExchangeOAuth({
		table: EXCHANGE_OAUTH_TABLE,
		clients: { ...parts.clients, ...simulated },
		redirectBase: () => redirectBase,
		pending: createSqliteOAuthPendingStore(parts.database),
		seal: vault,
		reach: simulatedReach(simulators),
		clock,
		random,
		complete: parts.connect,
	});
	return {
		...oauth,
		async register(baseUrl) {
			redirectBase = baseUrl;
			await Promise.all(
				Object.entries(simulators).map(([venue, simulator]) => {
					const client = simulated[venue];
					if (client === undefined) return undefined;
					const back = [`${baseUrl}${callbackPath(venue)}`];
					return registerSimulatedOAuthClient(simulator, venue, client, back, clock);
				}),
			);
		},
	};
}
