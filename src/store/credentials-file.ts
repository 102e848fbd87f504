/**
 * Reads the file in which earlier versions stored exchange keys. At its first start, a later version moves the keys
 * into the vault and erases the file.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from '../ports/venue.ts';
import { DIRECTORY_TEXT } from './text.ts';

/** Name of earlier versions' key file in the data directory. */
export const CREDENTIALS_FILE = 'credentials.json';

/** The key for one account in that file. */
export type FiledCredentials = {
	readonly userId: string;
	readonly venue: VenueName;
	readonly credentials: VenueCredentials;
};

/**
 * Reads the keys. Returns none if there is no such file. @throws Error if the file is unreadable, malformed, or
 * readable by other users
 */
export function readCredentialsFile(dataDir: string): readonly FiledCredentials[] {
	const path = join(dataDir, CREDENTIALS_FILE);
	if (!existsSync(path)) return [];
	const mode = statSync(path).mode & 0o777;
	if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
		throw new Error(DIRECTORY_TEXT.credentialsMode(path, mode.toString(8).padStart(4, '0')));
	}
	const users = parsed(path) as Readonly<Record<string, Readonly<Record<VenueName, VenueCredentials>>>>;
	return Object.entries(users).flatMap(([userId, venues]) =>
		Object.entries(venues).map(([venue, credentials]) => ({ userId, venue, credentials })),
	);
}

/** Parses the file. The error has no `cause`, because the parser's message could repeat keys from the file. */
function parsed(path: string): unknown {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch {
		throw new Error(DIRECTORY_TEXT.credentialsNotJson(path));
	}
}

/** Erases the file. Call it only after its content has been synced to disk elsewhere. */
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
