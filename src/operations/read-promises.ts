/** Reads the sums of the ledger of promises, whether or not a service runs on the data directory. */
import type { ScoreTally } from '../domain/promise-scores.ts';
import type { PromiseGroup } from '../domain/track-record.ts';
import { openDatabaseToRead } from '../store/database.ts';
import { readPromiseGroups, readScoreTallies } from '../store/sqlite-promises.ts';

/** The sums over all forecasts (promises) that a data directory keeps. @throws Error with a sentence when it cannot be read */
export function readPromises(dataDir: string): {
	readonly groups: readonly PromiseGroup[];
	readonly tallies: readonly ScoreTally[];
} {
	const database = openDatabaseToRead(dataDir);
	try {
		return { groups: readPromiseGroups(database, undefined), tallies: readScoreTallies(database) };
	} finally {
		database.close();
	}
}
