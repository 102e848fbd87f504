/**
 * Finds or installs the browsers before the browser tests run. On failure it prints an explanation and exits with
 * code 1.
 */

import { thisMachine } from './debian-packages.ts';
import { CHROMIUM, FIREFOX, NoProgramError, provideProgram } from './programs.ts';

for (const kind of [CHROMIUM, FIREFOX])
	try {
		const { path, isNew } = provideProgram(kind, thisMachine());
		console.log(`${kind.name}: ${path}${isNew ? ', just installed' : ''}`);
	} catch (error) {
		if (!(error instanceof NoProgramError)) throw error;
		console.error(error.message);
		process.exitCode = 1;
	}
