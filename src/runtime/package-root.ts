/** Where the package begins: the folder with what is read beside the code, in a clone and where it is installed alike. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The code may lie compiled, in a folder with a package.json of its own: a page of the documentation says it instead. */
const MARK = join('docs', 'rpc.md');

/** @throws Error where no folder above the code holds the documentation */
export function packageRoot(): string {
	for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
		if (existsSync(join(folder, MARK))) return folder;
		if (dirname(folder) === folder)
			throw new Error(`${MARK} lies in no folder above ${import.meta.dirname}.`);
	}
}
