/**
 * Checks that an exchange is named only in its own folder and in the registries. Usage: `node
 * scripts/check-exchange-names.ts [root]`; exit code 1 with one line per name found elsewhere.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { VENUE_NAMES } from '../src/venues/facts.ts';
import { faultsOfExchangeNames, NAMELESS_FOLDERS } from './exchange-name-rules.ts';
import { filesOnDisk } from './repository-files.ts';

const root = resolve(process.argv[2] ?? '.');
const files = NAMELESS_FOLDERS.flatMap((folder) => filesOnDisk(root, folder)).filter((path) =>
	path.endsWith('.ts'),
);
const faults = faultsOfExchangeNames(
	files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
	VENUE_NAMES,
);
for (const fault of faults) console.log(fault);
console.log(`names of exchanges: read ${files.length} files, ${faults.length} problems`);
process.exitCode = faults.length > 0 ? 1 : 0;
