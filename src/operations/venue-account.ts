/**
 * Finds the account and its exchange's address for `carrywire venue`. It reads them from the data directory, whether
 * or not a service is running.
 */
import { openCredentials } from '../accounts/account-book.ts';
import { dataDirectories } from '../app/data-directories.ts';
import { openKeyProvider, readKeys } from '../app/open-keys.ts';
import type { Config } from '../config/config.ts';
import { siteOf } from '../config/hosts.ts';
import { usesOwnKeys } from '../domain/trading-mode.ts';
import type { VenueSite } from '../domain/venue-sites.ts';
import type { Random } from '../ports/clock.ts';
import type { TokenStore } from '../ports/token-store.ts';
import type { VenueCredentials } from '../ports/venue.ts';
import { readRunFile } from '../store/run-file.ts';
import { openVaultToRead } from '../vault/open-vault.ts';
import { redirectPorts } from '../venues/shared/redirect-ports.ts';
import { OPERATOR_TEXTS } from './text.ts';

/** A user's exchange account, and the address of its exchange. */
export type VenueAccount = {
	readonly credentials: VenueCredentials;
	/** Local port that replaces the exchange; undefined if the real exchange is used. */
	readonly redirectPort: number | undefined;
	readonly site: VenueSite | undefined;
};

type Place = Pick<Config, 'dataDir' | 'mode' | 'vault' | 'hosts' | 'transport'>;

/**
 * Returns the user's account in use at the exchange.
 * @throws Error that names the missing part: the data directory, the user, the account, its key, or the simulated
 * exchange
 */
export async function findVenueAccount(
	place: Place,
	venue: string,
	userName: string,
	random: Random,
): Promise<VenueAccount> {
	const { dataDir, mode } = place;
	if (mode === 'paper') throw new Error(OPERATOR_TEXTS.paperAccount(venue, dataDir));
	const stores = dataDirectories().openToRead(dataDir);
	try {
		const userId = await userIdOf(stores.tokens, userName);
		const connected = await stores.exchangeAccounts.listConnected();
		const account = connected.find((one) => one.inUse && one.userId === userId && one.venue === venue);
		if (account === undefined) throw new Error(OPERATOR_TEXTS.noActiveAccount(userName, venue));
		const redirectPort = portOf(place, venue);
		const sealer = await openVaultToRead({
			keys: openKeyProvider(place, readKeys(place), random),
			store: stores.vault,
			random,
		});
		return {
			credentials: await openCredentials(sealer, account),
			redirectPort,
			site: siteOf(place, venue),
		};
	} finally {
		stores.close();
	}
}

/**
 * Returns the local port that replaces the exchange. In testnet and live mode, only a rehearsal has such a port.
 * @throws Error if no simulated exchange runs
 */
function portOf({ dataDir, mode, transport }: Place, venue: string): number | undefined {
	if (usesOwnKeys(mode)) return redirectPorts(transport.redirect)[venue];
	const simulator = readRunFile(dataDir).simulators?.[venue];
	if (simulator !== undefined) return simulator.port;
	throw new Error(OPERATOR_TEXTS.noSimulator(venue, dataDir));
}

async function userIdOf(tokens: TokenStore, userName: string): Promise<string> {
	const user = await tokens.findUserByName(userName);
	if (user === undefined) throw new Error(OPERATOR_TEXTS.noUser(userName));
	return user.userId;
}
