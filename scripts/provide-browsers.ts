/**
 * Finds or installs the browsers before the browser tests run. On failure it prints an explanation and exits with
 * code 1.
 */
import { CHROMIUM, FIREFOX, NoBrowserError, provideBrowser, thisMachine } from './browsers.ts';

for (const kind of [CHROMIUM, FIREFOX])
	try {
		const { path, isNew } = provideBrowser(kind, thisMachine());
		console.log(`${kind.name}: ${path}${isNew ? ', just installed' : ''}`);
	} catch (error) {
		if (!(error instanceof NoBrowserError)) throw error;
		console.error(error.message);
		process.exitCode = 1;
	}
