/** Creates the data directory, accessible only to its owner. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates the directory level by level. Node's recursive `mkdir` never returns on a file system that reports a parent
 * directory as missing although it exists (`/proc`).
 * @throws Error from the system, with the path.
 */
export function makeDataDirectory(dataDir: string): void {
	const path = resolve(dataDir);
	if (existsSync(path)) return;
	const parent = dirname(path);
	if (parent !== path) makeDataDirectory(parent);
	mkdirSync(path, { mode: 0o700 });
}
