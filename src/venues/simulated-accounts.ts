/**
 * Accounts at the simulated exchanges. The keys are made here and adopted by the exchange through its admin port, so
 * that they are known before any exchange runs, and asking twice changes nothing.
 */
import type { VenueName } from '../domain/instrument.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { VenueCredentials } from '../ports/venue.ts';

/** Where a simulator's admin port listens (loopback), with its bearer token. */
export type SimulatorAdmin = { readonly adminPort: number; readonly adminToken: string };

/** USD that a new simulated account starts with. */
export const SIMULATED_DEPOSIT_USD = '10000';
const ADMIN_TIMEOUT_MS = 5_000;

export function newSimulatedCredentials(random: Random): VenueCredentials {
	return { apiKey: random.hex(12), secret: random.hex(24), passphrase: random.hex(8) };
}

/** Makes sure that the account exists with these keys. @throws Error when the admin port refuses or does not answer. */
export async function ensureSimulatedAccount(
	admin: SimulatorAdmin,
	venue: VenueName,
	name: string,
	keys: VenueCredentials,
	clock: Clock,
): Promise<void> {
	const abort = new AbortController();
	const cancel = clock.after(ADMIN_TIMEOUT_MS, () => abort.abort());
	const response = await fetch(`http://127.0.0.1:${admin.adminPort}/accounts`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.adminToken}` },
		body: JSON.stringify({
			name,
			key: keys.apiKey,
			secret: keys.secret,
			passphrase: keys.passphrase,
			deposit: SIMULATED_DEPOSIT_USD,
			canTrade: true,
			canWithdraw: false,
		}),
		signal: abort.signal,
	}).finally(cancel);
	if (!response.ok)
		throw new Error(
			`The simulated ${venue} refused the account ${name}: HTTP ${response.status} ${(await response.text()).slice(0, 200)}`,
		);
}
