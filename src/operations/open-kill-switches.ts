/** Opens the kill switches of a data directory for the command line, while no service runs there. */

import { createHalts } from '../engine/drive/halts.ts';
import type { Clock } from '../ports/clock.ts';
import type { KillSwitches } from '../ports/halts.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { holdDataDirectory } from '../store/data-lock.ts';
import { openDatabase } from '../store/database.ts';
import { describeHolder } from '../store/run-file.ts';
import { createSqliteHaltStore } from '../store/sqlite-halts.ts';

/** A switch set here holds from the next start on. @throws DataDirectoryHeldError while a service holds the directory */
export async function openKillSwitches(
	dataDir: string,
	clock: Clock,
): Promise<{ readonly switches: KillSwitches; readonly close: () => void }> {
	const lock = holdDataDirectory(dataDir, () => describeHolder(dataDir));
	const database = openDatabase(dataDir);
	const store = createSqliteHaltStore(database);
	const halts = createHalts({
		standing: await store.load(),
		store,
		clock,
		log: SILENT_LOGGER,
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
}
