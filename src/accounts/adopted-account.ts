/** Adds accounts that no user connected: simulated accounts, and accounts imported from an earlier version's file. */
import { accountId, journalId } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { ExchangeAccountStore } from '../ports/exchange-accounts.ts';
import type { Vault } from '../ports/vault.ts';
import type { VenueCredentials } from '../ports/venue.ts';
import { type AccountBook, type BookedAccount, credentialsBinding } from './account-book.ts';

/** Returns the functions that compute the keyed hashes of an API key and of an exchange's own account id. */
export function fingerprints(vault: Pick<Vault, 'fingerprint'>) {
	const of = (venue: VenueName, what: 'key' | 'uid', value: string): string =>
		vault.fingerprint('exchange-account', JSON.stringify([venue, what, value]));
	return {
		key: (venue: VenueName, { apiKey }: VenueCredentials): string => of(venue, 'key', apiKey),
		uid: (venue: VenueName, uid: string): string => of(venue, 'uid', uid),
	};
}

/**
 * Stores the account without asking the exchange. The account becomes the one in use if the user has no other account
 * at the venue. An earlier version's accounts had no id, only a journal id built from user and venue. That journal id
 * is reused if it is free, so that accounts from an earlier version's file keep their history.
 * @throws DuplicateAccountError
 */
export async function adoptAccount(
	parts: {
		readonly book: AccountBook;
		readonly store: ExchangeAccountStore;
		readonly vault: Vault;
		readonly clock: Clock;
		readonly random: Random;
	},
	given: {
		readonly userId: string;
		readonly venue: VenueName;
		readonly label: string;
		readonly credentials: VenueCredentials;
	},
): Promise<BookedAccount> {
	const { book, store, vault } = parts;
	const { userId, venue, label, credentials } = given;
	const id = accountId(parts.random.hex(12));
	const named = journalId(userId, venue);
	return book.add(
		{
			accountId: id,
			userId,
			venue,
			label,
			kind: 'api_key',
			journalId: (await store.hasJournalId(named)) ? id : named,
			credentials: await vault.seal(
				JSON.stringify(credentials),
				credentialsBinding({ accountId: id, userId }),
			),
			keyFingerprint: fingerprints(vault).key(venue, credentials),
			uidFingerprint: null,
			permissions: [],
			canTrade: null,
			canWithdraw: null,
			keyExpiresAt: null,
			connectedAt: parts.clock.now(),
			disconnectedAt: null,
			leavingSince: null,
			inUse: book.usedAt(userId, venue) === undefined,
			health: { lastOkAt: null, lastError: null, refusedAt: null },
		},
		credentials,
	);
}
