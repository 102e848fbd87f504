/** Root folder of the package, in a clone and in an installation: it holds files read beside the code. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** File of the root only. `package.json` and the pages of `docs/` are in the compiled folder too. */
const MARK = 'CHANGELOG.md';

/** @throws Error if no folder above the code is the root of the package */
export function packageRoot(): string {
	for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
		if (existsSync(join(folder, MARK))) return folder;
		if (dirname(folder) === folder)
			throw new Error(`No folder above ${import.meta.dirname} has the file ${MARK}.`);
	}
}
