/**
 * Keys of exchange accounts in one file of mode 0600, until the vault comes. The file is written whole and renamed
 * into place, so that a crash leaves the old one or the new one.
 */
import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from '../ports/venue.ts';

const CREDENTIALS_FILE = 'credentials.json';
const FILE_MODE = 0o600;

/** By user id, then venue. */
type Credentials = Readonly<Record<string, Readonly<Record<VenueName, VenueCredentials>>>>;

export type CredentialsFile = {
	readonly users: () => readonly string[];
	readonly venues: (userId: string) => readonly VenueName[];
	readonly find: (userId: string, venue: VenueName) => VenueCredentials | undefined;
	/** Durable when it returns. */
	readonly put: (userId: string, venue: VenueName, credentials: VenueCredentials) => void;
};

/** @throws Error when the file is unreadable, malformed, or readable by others. */
export function openCredentialsFile(dataDir: string): CredentialsFile {
	const path = join(dataDir, CREDENTIALS_FILE);
	let present = read(path);
	return {
		users: () => Object.keys(present),
		venues: (userId) => Object.keys(present[userId] ?? {}).sort(),
		find: (userId, venue) => present[userId]?.[venue],
		put(userId, venue, credentials) {
			present = { ...present, [userId]: { ...present[userId], [venue]: credentials } };
			const temporary = `${path}.new`;
			writeFileSync(temporary, `${JSON.stringify(present, null, '\t')}\n`, { mode: FILE_MODE, flush: true });
			chmodSync(temporary, FILE_MODE);
			renameSync(temporary, path);
		},
	};
}

function read(path: string): Credentials {
	if (!existsSync(path)) return {};
	const mode = statSync(path).mode & 0o777;
	if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
		throw new Error(
			`The credentials file ${path} may be read by its owner only (0600), was ${mode.toString(8).padStart(4, '0')}. Run: chmod 600 ${path}`,
		);
	}
	try {
		return JSON.parse(readFileSync(path, 'utf8')) as Credentials;
	} catch (error) {
		throw new Error(`The credentials file ${path} is not JSON.`, { cause: error });
	}
}
