/**
 * Checks that code in the folders that move money makes no decision by an error's text, except in each exchange's
 * errors file. It also checks that no map is keyed by a function, which would hide state. Usage: `node
 * scripts/check-error-texts.ts [root]`; exit code 1 with one line per use.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DECIDING_FOLDERS, faultsOfErrorTexts } from './error-text-rules.ts';
import { filesOnDisk } from './repository-files.ts';

const root = resolve(process.argv[2] ?? '.');
const files = DECIDING_FOLDERS.flatMap((folder) => filesOnDisk(root, folder)).filter((path) =>
	path.endsWith('.ts'),
);
const faults = faultsOfErrorTexts(
	files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
);
for (const fault of faults) console.log(fault);
console.log(`texts of errors: read ${files.length} files, ${faults.length} problems`);
process.exitCode = faults.length > 0 ? 1 : 0;
