/** Makes the data directory, for its owner only. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * One level after the other: Node's recursive `mkdir` never returns where a file system says of a directory that is
 * there that it cannot hold another (`/proc`).
 * @throws Error of the system, with the path.
 */
export function makeDataDirectory(dataDir: string): void {
	const path = resolve(dataDir);
	if (existsSync(path)) return;
	const parent = dirname(path);
	if (parent !== path) makeDataDirectory(parent);
	mkdirSync(path, { mode: 0o700 });
}
