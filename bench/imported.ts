/**
 * Imports the named files and prints the resident memory of this process: the minimum for a process that needs these
 * files. `node bench/imported.ts FILE …`
 */
import { pathToFileURL } from 'node:url';
import { figuresOf } from './process-figures.ts';

const SETTLED_MS = 3_000;

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
// Waits until Node has collected most of the garbage from loading, as it would in a long-running process.
setTimeout(() => {
	process.stdout.write(`${JSON.stringify(figuresOf(process.pid))}\n`);
	process.exit(0);
}, SETTLED_MS);
