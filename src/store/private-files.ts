/**
 * Protects the data directory from other users on the machine, because an earlier version or a copy may have left it
 * open.
 */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../ports/logger.ts';
import { DIRECTORY_TEXT } from './text.ts';

const FILES = /^(?:carrywire|lock)\.db(?:-wal|-shm|-journal)?$|^run\.json$/;
const FOLDERS = /^(?:recordings|replays|simulator)$/;
/**
 * Names of all of a service's files. Key files are not protected here, because the code that reads them refuses files
 * that other users can access.
 */
const KNOWN = /^(?:(?:carrywire|lock)\.db|run\.json|vault\.key|credentials\.json|control\.sock|doctor\.\d)/;
const OTHERS = 0o077;
const OWNER = 0o700;

type OpenPath = { readonly path: string; readonly mode: string };

/**
 * Removes all permissions for other users from databases, recordings, simulator state and `run.json`. Does the same
 * for the directory itself if it holds only the service's files. Logs the paths that were open. Does nothing on
 * Windows.
 */
export function closeToOthers(dataDir: string, log: Logger): void {
	if (process.platform === 'win32') return;
	const names = readdirSync(dataDir);
	const own = names.filter((name) => FILES.test(name)).map((name) => join(dataDir, name));
	const folders = names.filter((name) => FOLDERS.test(name)).map((name) => join(dataDir, name));
	const isOurs = names.every((name) => KNOWN.test(name) || FOLDERS.test(name));
	const paths = [...(isOurs ? [dataDir] : []), ...own, ...folders.flatMap(everythingIn)];
	const found = paths.flatMap((path) => openPath(path) ?? []);
	const refused = found.filter(({ path }) => !close(path));
	const closed = found.filter((one) => !refused.includes(one));
	if (closed.length > 0)
		log.warn({ paths: closed.slice(0, PATHS_LOGGED_MAX), count: closed.length }, DIRECTORY_TEXT.wasOpen);
	const left = [...refused, ...(isOurs ? [] : [openPath(dataDir) ?? []].flat())];
	if (left.length > 0)
		log.warn({ paths: left.slice(0, PATHS_LOGGED_MAX), count: left.length }, DIRECTORY_TEXT.isOpen(dataDir));
}

const PATHS_LOGGED_MAX = 20;

/** Returns the folder and everything below it, except links. */
function everythingIn(folder: string): readonly string[] {
	if (!lstatSync(folder).isDirectory()) return [];
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return [
		folder,
		...entries
			.filter((entry) => entry.isFile() || entry.isDirectory())
			.map(({ parentPath, name }) => join(parentPath, name)),
	];
}

/** Returns the path if other users can access it; undefined for a protected or missing path or a link. */
function openPath(path: string): OpenPath | undefined {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (stat === undefined || stat.isSymbolicLink() || (stat.mode & OTHERS) === 0) return undefined;
	return { path, mode: (stat.mode & 0o777).toString(8).padStart(4, '0') };
}

/** Protects a path. Returns false if the system refuses, for instance because the path belongs to another user. */
function close(path: string): boolean {
	try {
		chmodSync(path, lstatSync(path).mode & OWNER);
		return true;
	} catch {
		return false;
	}
}
