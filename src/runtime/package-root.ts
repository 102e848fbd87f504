/**
 * Finds the root folder of the package, in a clone or in an installation. This folder contains the files that are
 * read in addition to the code.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file that exists only in the root. `package.json` and the pages of `docs/` also exist in the compiled folder. */
const MARK = 'CHANGELOG.md';

/** @throws Error if no folder above the code is the root of the package */
export function packageRoot(): string {
	for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
		if (existsSync(join(folder, MARK))) return folder;
		if (dirname(folder) === folder)
			throw new Error(`No folder above ${import.meta.dirname} has the file ${MARK}.`);
	}
}
