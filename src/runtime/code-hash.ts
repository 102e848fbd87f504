/** Identifies the code that runs. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '..');

/**
 * Returns the SHA-256 of all source files of the service with their names, tests excluded, as 64 hex digits. A clone
 * and an installation have different ones, because the installation's files are compiled.
 */
export function codeHash(): string {
	const hash = createHash('sha256');
	const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
		.filter((name) => /(?<!\.test|\.d)\.[jt]s$/.test(name))
		.map((name) => name.replaceAll('\\', '/'))
		.sort();
	for (const name of names)
		hash
			.update(`${name}\0`)
			.update(readFileSync(join(SOURCES, name)))
			.update('\0');
	return hash.digest('hex');
}
