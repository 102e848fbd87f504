/** Opens the stores' database over SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { TurnEnd } from '../../ports/clock.ts';
import type { StoreMeter } from '../../ports/metrics.ts';
import { followWhole } from '../journal-follower.ts';
import type { StoreEngine } from '../store-engine.ts';
import { createSqliteJournal } from './journal.ts';
import { createSqliteLedgerEvents } from './ledger-events.ts';
import { createSqliteDatabase } from './sqlite-database.ts';
import { storeSizeReader } from './store-size.ts';

/** Creates the engine. Appends made in one turn of the event loop are committed together. */
export function createSqliteEngine(
	database: DatabaseSync,
	turnEnd: TurnEnd,
	meter?: StoreMeter,
): StoreEngine {
	const journal = createSqliteJournal(database, turnEnd, meter);
	const stores = createSqliteDatabase(database, turnEnd, meter);
	return {
		database: stores,
		journal,
		ledgerEvents: createSqliteLedgerEvents(database, journal),
		size: storeSizeReader(database),
		followerOf: () => followWhole(stores),
	};
}
