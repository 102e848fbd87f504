/**
 * OAuth at the simulated exchanges: the service registers a client of its own through the admin port, and every URL of
 * an exchange leads to its simulator, for the browser and for what the service itself asks.
 */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import { postToSimulator, type SimulatorAdmin } from './simulator-admin.ts';

/** Id and name of the service at every simulator. Registered again, it replaces its secret and its redirect URIs. */
const CLIENT_ID = 'carrywire';
const CLIENT_NAME = 'Carrywire';
const SECRET_BYTES = 32;

/** Identifier and secret of this service as an OAuth client of a simulated exchange. */
export type SimulatedOAuthClient = { readonly clientId: string; readonly clientSecret: string };

/** With a new secret: at a simulator a client is made anew at each start. */
export function newSimulatedOAuthClient(random: Random): SimulatedOAuthClient {
	return { clientId: CLIENT_ID, clientSecret: random.hex(SECRET_BYTES) };
}

/** Makes sure that the simulator knows the client. @throws Error when the admin port refuses or does not answer */
export async function registerSimulatedOAuthClient(
	admin: SimulatorAdmin,
	venue: VenueName,
	client: SimulatedOAuthClient,
	redirectUris: readonly string[],
	clock: Clock,
): Promise<void> {
	const body = { ...client, name: CLIENT_NAME, redirectUris };
	await postToSimulator(admin, { venue, what: 'the OAuth client', path: '/oauth-clients', body }, clock);
}

/** The URL at the simulator of the venue: the same path and query. @throws Error for a venue without a simulator */
export function simulatedReach(
	simulators: Readonly<Record<VenueName, { readonly port: number }>>,
): (venue: VenueName, url: URL) => URL {
	return (venue, { pathname, search }) => {
		const simulator = simulators[venue];
		if (simulator === undefined) throw new Error(`There is no simulator of ${venue}.`);
		return new URL(`http://127.0.0.1:${simulator.port}${pathname}${search}`);
	};
}
