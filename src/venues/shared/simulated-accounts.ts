/**
 * Opens accounts at the simulated exchanges. The service creates the keys and sends them to the exchange through its
 * admin port. The keys are therefore known before any exchange runs, and a repeated call changes nothing.
 */
import type { VenueName } from '../../domain/instrument.ts';
import type { KeyForm } from '../../domain/venue-facts.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import { postToSimulator, type SimulatorAdmin } from './simulator-admin.ts';
import { notSimulated } from './text.ts';

/** Deposit of a new simulated account, USD. */
export const SIMULATED_DEPOSIT_USD = '10000';

/** Creates random credentials for a simulated exchange, in the form of the real exchange's keys. */
export function newSimulatedCredentials(random: Random, keyForm: KeyForm): VenueCredentials {
	if (keyForm === 'wallet') return { apiKey: `0x${random.hex(20)}`, secret: `0x${random.hex(32)}` };
	return { apiKey: random.hex(12), secret: random.hex(24), passphrase: random.hex(8) };
}

/** Accounts that the service opens for users at simulated exchanges, without a visit to an exchange's page. */
type SimulatedAccounts = {
	/** True if the exchange is simulated in this process. */
	opens(venue: VenueName): boolean;
	/** Opens a new account with its deposit. @throws Error if the exchange is not simulated, or does not respond */
	open(venue: VenueName, userId: string): Promise<VenueCredentials>;
};

/** Creates the functions that open accounts through the simulators' admin ports. */
export function simulatedAccountsOf(options: {
	readonly simulators: Readonly<Record<string, SimulatorAdmin>>;
	readonly keyFormOf: (venue: VenueName) => KeyForm;
	readonly clock: Clock;
	readonly random: Random;
}): SimulatedAccounts {
	const { simulators, keyFormOf, clock, random } = options;
	return {
		opens: (venue) => simulators[venue] !== undefined,
		async open(venue, userId) {
			const admin = simulators[venue];
			if (admin === undefined) throw new Error(notSimulated(venue));
			const keys = newSimulatedCredentials(random, keyFormOf(venue));
			await ensureSimulatedAccount(admin, venue, `${userId}-${random.hex(4)}`, keys, clock);
			return keys;
		},
	};
}

/** Ensures that the account exists with these keys. @throws Error if the admin port refuses or does not respond */
export async function ensureSimulatedAccount(
	admin: SimulatorAdmin,
	venue: VenueName,
	name: string,
	keys: VenueCredentials,
	clock: Clock,
): Promise<void> {
	await postToSimulator(
		admin,
		{
			venue,
			what: `the account ${name}`,
			path: '/accounts',
			body: {
				name,
				key: keys.apiKey,
				secret: keys.secret,
				passphrase: keys.passphrase,
				deposit: SIMULATED_DEPOSIT_USD,
				canTrade: true,
				canWithdraw: false,
				// Transfers between the owner's wallets still need the user's own setting.
				canTransfer: true,
			},
		},
		clock,
	);
}
