/** Opens a data directory's kill switches for the command line while no service runs there. */

import { dataDirectories } from '../app/data-directories.ts';
import { createHalts } from '../engine/drive/halts.ts';
import type { Clock } from '../ports/clock.ts';
import type { KillSwitches } from '../ports/halts.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';

/**
 * Opens the kill switches. A switch set here takes effect when the service next starts. @throws
 * DataDirectoryHeldError while a service holds the directory
 */
export async function openKillSwitches(
	dataDir: string,
	clock: Clock,
): Promise<{ readonly switches: KillSwitches; readonly close: () => void }> {
	const { halts: store, close } = dataDirectories().hold(dataDir);
	const halts = createHalts({
		standing: await store.load(),
		store,
		clock,
		log: SILENT_LOGGER,
	});
	return {
		switches: {
			...halts,
			// No engine runs here, so the service closes the executions when it next starts.
			halt: async (wanted) => ({ halt: await halts.set(wanted), closing: [], canceling: [] }),
		},
		close,
	};
}
