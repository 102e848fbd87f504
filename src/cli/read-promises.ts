/** Reads the sums of the ledger of promises, whether or not a service runs on the data directory. */
import { openDatabaseToRead } from '../store/database.ts';
import { readPromiseGroups, readScoreTallies } from '../store/sqlite-promises.ts';
import type { ReadPromises } from './calibration.ts';

export const readPromises: ReadPromises = async (dataDir) => {
	const database = openDatabaseToRead(dataDir);
	try {
		return { groups: readPromiseGroups(database, undefined), tallies: readScoreTallies(database) };
	} finally {
		database.close();
	}
};
