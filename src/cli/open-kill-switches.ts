/** Opens the kill switches of a data directory for the command line, while no service runs there. */
import { createHalts } from '../execution/halts.ts';
import { systemClock } from '../runtime/clock.ts';
import { holdDataDirectory } from '../store/data-lock.ts';
import { openDatabase } from '../store/database.ts';
import { createSqliteHaltStore } from '../store/sqlite-halts.ts';
import type { OpenKillSwitches } from './halt.ts';
import { describeHolder } from './run-file.ts';

/** Rejects with DataDirectoryHeldError while a service holds the directory. */
export const openKillSwitches: OpenKillSwitches = async (dataDir) => {
	const lock = holdDataDirectory(dataDir, () => describeHolder(dataDir));
	const database = openDatabase(dataDir);
	const store = createSqliteHaltStore(database);
	const halts = createHalts({
		standing: await store.load(),
		store,
		clock: systemClock,
		log: { debug() {}, info() {}, warn() {}, error() {} },
	});
	return {
		switches: {
			...halts,
			// No engine runs here: what is to be closed is closed by the next start.
			halt: async (wanted) => ({ halt: await halts.set(wanted), closing: [], canceling: [] }),
		},
		close() {
			database.close();
			lock.release();
		},
	};
};
