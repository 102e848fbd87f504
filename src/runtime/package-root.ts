/** The root folder of the package, with the files read beside the code, in a clone and in an installation. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A page of the documentation marks the root, because compiled code may lie in a folder with its own package.json.
 */
const MARK = join('docs', 'rpc.md');

/** @throws Error if no folder above the code contains the documentation */
export function packageRoot(): string {
	for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
		if (existsSync(join(folder, MARK))) return folder;
		if (dirname(folder) === folder)
			throw new Error(`${MARK} was not found in any folder above ${import.meta.dirname}.`);
	}
}
