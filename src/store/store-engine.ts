/** Defines what differs between the databases that hold the stores. */
import type { Journal } from '../ports/journal.ts';
import type { LedgerEvents } from '../ports/ledger-export.ts';
import type { StoreSize } from '../ports/metrics.ts';
import type { JournalFollower } from './journal-follower.ts';
import type { SqlDatabase } from './sql-database.ts';

/** An opened database, with the parts that each database has in its own way. */
export type StoreEngine = {
	readonly database: SqlDatabase;
	readonly journal: Journal;
	readonly ledgerEvents: LedgerEvents;
	readonly size: () => StoreSize;
	/** Follows the journal of one user, or of all users. */
	readonly followerOf: (owner: string | undefined) => JournalFollower;
};
