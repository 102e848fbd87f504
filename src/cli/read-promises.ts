/** Reads the sums of the ledger of promises, while a service runs on the data directory or none does. */
import { openDatabaseToRead } from '../store/database.ts';
import { readPromiseGroups } from '../store/sqlite-promises.ts';
import type { ReadPromises } from './calibration.ts';

export const readPromises: ReadPromises = async (dataDir) => {
	const database = openDatabaseToRead(dataDir);
	try {
		return readPromiseGroups(database, undefined);
	} finally {
		database.close();
	}
};
