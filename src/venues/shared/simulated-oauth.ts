/**
 * Provides OAuth at the simulated exchanges. The service registers its own client through the admin port. Every URL
 * of an exchange leads to its simulator, both for the browser and for the service's requests.
 */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import { postToSimulator, type SimulatorAdmin } from './simulator-admin.ts';
import { notSimulated } from './text.ts';

/** The service's client id at every simulator. A new registration replaces the secret and the redirect URIs. */
const CLIENT_ID = 'carrywire';
/** The service's client name at every simulator. */
const CLIENT_NAME = 'Carrywire';
const SECRET_BYTES = 32;

/** Id and secret of this service as an OAuth client of a simulated exchange. */
export type SimulatedOAuthClient = { readonly clientId: string; readonly clientSecret: string };

/** Creates a client with a new secret, because the client is registered again at each start. */
export function newSimulatedOAuthClient(random: Random): SimulatedOAuthClient {
	return { clientId: CLIENT_ID, clientSecret: random.hex(SECRET_BYTES) };
}

/** Registers the client at the simulator. @throws Error if the admin port refuses or does not respond */
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

/**
 * Returns a function that maps a URL to the same path and query at the exchange's simulator. @throws Error for an
 * exchange without a simulator
 */
export function simulatedReach(
	simulators: Readonly<Record<VenueName, { readonly port: number }>>,
): (venue: VenueName, url: URL) => URL {
	return (venue, { pathname, search }) => {
		const simulator = simulators[venue];
		if (simulator === undefined) throw new Error(notSimulated(venue));
		return new URL(`http://127.0.0.1:${simulator.port}${pathname}${search}`);
	};
}
