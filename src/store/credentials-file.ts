/**
 * The file in which earlier versions kept the keys of exchange accounts. It is read once, by the start that takes its keys
 * into the vault, and erased.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from '../ports/venue.ts';

/** Name of a file of keys that earlier versions left in the data directory. */
export const CREDENTIALS_FILE = 'credentials.json';

/** The key of one account, as that file has it. */
export type FiledCredentials = {
	readonly userId: string;
	readonly venue: VenueName;
	readonly credentials: VenueCredentials;
};

/** Empty where there is no such file. @throws Error when it is unreadable, malformed, or readable by others. */
export function readCredentialsFile(dataDir: string): readonly FiledCredentials[] {
	const path = join(dataDir, CREDENTIALS_FILE);
	if (!existsSync(path)) return [];
	const mode = statSync(path).mode & 0o777;
	if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
		throw new Error(
			`The credentials file ${path} may be read by its owner only (0600), was ${mode.toString(8).padStart(4, '0')}. Run: chmod 600 ${path}`,
		);
	}
	const users = parsed(path) as Readonly<Record<string, Readonly<Record<VenueName, VenueCredentials>>>>;
	return Object.entries(users).flatMap(([userId, venues]) =>
		Object.entries(venues).map(([venue, credentials]) => ({ userId, venue, credentials })),
	);
}

/** The sentence has nothing of what stands in it. */
function parsed(path: string): unknown {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch {
		throw new Error(`The credentials file ${path} is not JSON.`);
	}
}

/** To be called once everything that stood in it is on disk elsewhere. */
export function eraseCredentialsFile(dataDir: string): void {
	const path = join(dataDir, CREDENTIALS_FILE);
	const names = [path, `${path}.new`].filter((name) => existsSync(name));
	if (names.length === 0) return;
	for (const name of names) rmSync(name, { force: true });
	if (process.platform === 'win32') return;
	const directory = openSync(dataDir, 'r');
	try {
		fsyncSync(directory);
	} finally {
		closeSync(directory);
	}
}
