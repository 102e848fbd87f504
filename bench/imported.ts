/**
 * Imports the named files and prints the resident memory of this process: the minimum for a process that needs these
 * files. `node bench/imported.ts FILE …`
 */
import { pathToFileURL } from 'node:url';
import { figuresOf } from './process-figures.ts';

const SETTLED_MS = 3_000;

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
// Loading leaves garbage behind, which a long-running process eventually collects.
setTimeout(() => {
	process.stdout.write(`${JSON.stringify(figuresOf(process.pid))}\n`);
	process.exit(0);
}, SETTLED_MS);
