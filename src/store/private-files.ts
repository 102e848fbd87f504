/** Keeps other users of the machine out of the data directory: an earlier version, or a copy, may have left it open. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../ports/logger.ts';

const FILES = /^(?:carrywire|lock)\.db(?:-wal|-shm|-journal)?$|^run\.json$/;
const FOLDERS = /^(?:recordings|simulator)$/;
/** Everything that a service keeps; keys that are open are not mended but refused where they are read. */
const KNOWN = /^(?:(?:carrywire|lock)\.db|run\.json|vault\.key|credentials\.json|control\.sock|doctor\.\d)/;
const OTHERS = 0o077;
const OWNER = 0o700;

type OpenPath = { readonly path: string; readonly mode: string };

/**
 * Takes every permission of others from databases, recordings, the state of simulators and `run.json`, and from the
 * directory itself where it holds nothing else. Logs what was open. Does nothing on Windows.
 */
export function closeToOthers(dataDir: string, log: Logger): void {
	if (process.platform === 'win32') return;
	const names = readdirSync(dataDir);
	const own = names.filter((name) => FILES.test(name)).map((name) => join(dataDir, name));
	const folders = names.filter((name) => FOLDERS.test(name)).map((name) => join(dataDir, name));
	const isOurs = names.every((name) => KNOWN.test(name) || FOLDERS.test(name));
	const paths = [...(isOurs ? [dataDir] : []), ...own, ...folders.flatMap(everythingIn)];
	const found = paths.flatMap((path) => openPath(path) ?? []);
	const kept = found.filter(({ path }) => !close(path));
	const mended = found.filter((one) => !kept.includes(one));
	if (mended.length > 0)
		log.warn(
			{ paths: mended.slice(0, PATHS_LOGGED_MAX), count: mended.length },
			'Other users of this machine could read the data directory. Now only its owner can.',
		);
	const left = [...kept, ...(isOurs ? [] : [openPath(dataDir) ?? []].flat())];
	if (left.length > 0)
		log.warn(
			{ paths: left.slice(0, PATHS_LOGGED_MAX), count: left.length },
			`Other users of this machine can enter the data directory. Run: chmod 700 ${dataDir}`,
		);
}

const PATHS_LOGGED_MAX = 20;

/** The folder and all below it, but no link. */
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

/** Undefined for a path that is closed, a link, or gone by now. */
function openPath(path: string): OpenPath | undefined {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (stat === undefined || stat.isSymbolicLink() || (stat.mode & OTHERS) === 0) return undefined;
	return { path, mode: (stat.mode & 0o777).toString(8).padStart(4, '0') };
}

/** False where the system does not let us: the path is somebody else's. */
function close(path: string): boolean {
	try {
		chmodSync(path, lstatSync(path).mode & OWNER);
		return true;
	} catch {
		return false;
	}
}
