/**
 * Composes the service that connects accounts through the exchanges' own OAuth pages. In simulated mode, it registers
 * a new client at each simulator at every start. In other modes, the settings name the clients.
 */

import { callbackPath, createExchangeOAuth } from '../accounts/exchange-oauth.ts';
import type { ConnectByPage } from '../identity/pages/connection-pages.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { ConnectRequest } from '../ports/exchange-accounts.ts';
import type { ExchangeOAuthClient } from '../ports/exchange-oauth.ts';
import type { OAuthPendingStore } from '../ports/oauth-pending-store.ts';
import type { Vault } from '../ports/vault.ts';
import type { RunningSimulator } from '../store/run-file.ts';
import { venueFacts } from '../venues/facts.ts';
import { EXCHANGE_OAUTH_TABLE } from '../venues/modules.ts';
import {
	newSimulatedOAuthClient,
	registerSimulatedOAuthClient,
	simulatedReach,
} from '../venues/shared/simulated-oauth.ts';

/** Creates the connection service. It works only after `register` has supplied the service's address. */
export function composeExchangeOAuth(parts: {
	readonly clients: Readonly<Record<string, ExchangeOAuthClient>>;
	readonly simulators: Readonly<Record<string, RunningSimulator>>;
	readonly pending: OAuthPendingStore;
	readonly vault: Vault;
	readonly connect: (request: ConnectRequest) => Promise<unknown>;
	readonly clock: Clock;
	readonly random: Random;
}): ConnectByPage & {
	/**
	 * Registers the service at the simulators. Call it once the service listens. @throws Error if a simulator refuses
	 */
	readonly register: (baseUrl: string) => Promise<void>;
} {
	const { simulators, vault, clock, random } = parts;
	const simulated = Object.fromEntries(
		Object.keys(simulators)
			.filter((venue) => venueFacts(venue)?.hasOAuthClient)
			.map((venue) => [venue, newSimulatedOAuthClient(random)]),
	);
	let redirectBase = '';
	const oauth = createExchangeOAuth({
		table: EXCHANGE_OAUTH_TABLE,
		clients: { ...parts.clients, ...simulated },
		redirectBase: () => redirectBase,
		pending: parts.pending,
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
