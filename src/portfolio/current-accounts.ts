/** Reads a user's accounts from their venues, and explains why an older snapshot is shown. */

import type { VenueName } from '../domain/instrument.ts';
import type { TradingAccounts } from '../ports/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import { JournalError } from '../ports/journal.ts';
import { VenueRateLimitError } from '../ports/venue-error.ts';
import type { Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import type { AccountSnapshots } from './account-snapshot.ts';
import type { createFailedReads } from './failed-reads.ts';
import type { AccountSnapshot } from './open-accounts.ts';
import { noAnswerText, PORTFOLIO_TEXT } from './text.ts';

/** Accounts, their snapshots, and the time limit for a read. */
export type SnapshotReading = {
	readonly accounts: TradingAccounts;
	readonly snapshots: AccountSnapshots;
	readonly failedReads: ReturnType<typeof createFailedReads>;
	readonly clock: Clock;
	/** Maximum age of a snapshot that is shown without a request to the venue, milliseconds. */
	readonly snapshotAgeMsMax: number;
	/** Time limit for a response, milliseconds. After it, the venue's last snapshot is shown and marked stale. */
	readonly venueWaitMs: number;
};

/** The reason why a figure is missing or old, in the wire format. */
export type Reason = { readonly field: string; readonly code: string; readonly message: Words };

/** Result of reading one account. `account` is the account's journal id. */
export type Read = {
	readonly account: string;
	readonly snapshot: AccountSnapshot | undefined;
	readonly stale: boolean;
};
/** One user's accounts, by venue. */
export type Reads = ReadonlyMap<VenueName, Read>;

/** Reads all of the user's accounts in parallel. Each stale account adds its reason. */
export async function readSnapshots(
	reader: SnapshotReading,
	userId: string,
	reasons: Reason[],
): Promise<Reads> {
	const readOf = async (venue: VenueName) =>
		[venue, await readSnapshot(reader, userId, venue, reasons)] as const;
	return new Map(await Promise.all(reader.accounts.connected(userId).map(readOf)));
}

async function readSnapshot(
	reader: SnapshotReading,
	userId: string,
	venue: VenueName,
	reasons: Reason[],
): Promise<Read> {
	const { accounts, snapshots, failedReads } = reader;
	const account = accounts.journalId(userId, venue);
	try {
		const trading = accounts.trading(userId, venue);
		if (trading === undefined) return { account, snapshot: undefined, stale: true };
		const read = snapshots.read(userId, venue, trading, reader.snapshotAgeMsMax);
		const snapshot = await withDeadline(reader, read);
		failedReads.answered(userId, venue);
		return { account, snapshot, stale: false };
	} catch (error) {
		failedReads.failed(userId, venue, error);
		const snapshot = snapshots.last(userId, venue, account);
		reasons.push({ field: `accounts.${venue}`, ...whyStale(venue, error, snapshot) });
		return { account, snapshot, stale: true };
	}
}

function withDeadline<T>({ clock, venueWaitMs }: SnapshotReading, work: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		const cancel = clock.after(venueWaitMs, () => reject(new Error(noAnswerText(venueWaitMs))));
		work.then(resolve, reject).finally(cancel);
	});
}

function whyStale(
	venue: VenueName,
	error: unknown,
	snapshot: AccountSnapshot | undefined,
): Omit<Reason, 'field'> {
	const facts = { exchange: shownNameOf(venue), known: snapshot !== undefined };
	if (error instanceof JournalError)
		return {
			code: 'STORE_UNAVAILABLE',
			message: PORTFOLIO_TEXT.staleStore(facts),
		};
	if (error instanceof VenueRateLimitError)
		return {
			code: 'VENUE_RATE_LIMITED',
			message: PORTFOLIO_TEXT.staleRateLimited({ ...facts, retryAfterMs: error.retryAfterMs }),
		};
	return { code: 'VENUE_UNAVAILABLE', message: PORTFOLIO_TEXT.staleUnavailable(facts) };
}
