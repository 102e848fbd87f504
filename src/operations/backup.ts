/**
 * Implements `carrywire backup`, which copies the data directory as of one instant, whether or not a service is
 * running. The copy is assembled in a temporary directory, verified, and renamed at the very end. A directory with
 * the final name is therefore complete.
 */

import {
	chmodSync,
	closeSync,
	copyFileSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { dataDirectories } from '../app/data-directories.ts';
import { keyFilePath, keySource } from '../app/open-keys.ts';
import type { Config } from '../config/config.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock } from '../ports/clock.ts';
import type { CopyFacts } from '../ports/data-directory.ts';
import { listRecordings, RECORDINGS_DIRECTORY } from '../store/recording-files.ts';
import { describeFile, MANIFEST_FILE, MANIFEST_FORMAT, type Manifest } from './backup-manifest.ts';
import { BACKUP_TEXTS } from './text.ts';

/** Name of the key file in a backup that includes keys. */
export const KEYS_NAME = 'vault.key';
/** Folder in the data directory that holds the simulated exchanges' world and databases. */
export const SIMULATOR_DIRECTORY = 'simulator';

const directories = dataDirectories();
const QUIET_WAIT_MS = 30_000;
const CHECK_AGAIN_MS = 500;

/** Options and dependencies of a backup. */
export type BackupRequest = {
	readonly config: Config;
	/** Target directory, which must not exist. */
	readonly to: string;
	readonly withKeys: boolean;
	readonly recordings: boolean;
	readonly version: string;
	readonly clock: Clock;
	/** Prints a remark during a long wait. */
	readonly remark: (line: string) => void;
	readonly quietWaitMs?: number;
};

/** Creates a backup. @throws Error with a message for the user; no files are left in that case */
export async function makeBackup(request: BackupRequest): Promise<Manifest> {
	const { config, withKeys } = request;
	const to = resolve(request.to);
	requireFree(to, config.dataDir);
	if (withKeys && config.vault.keySource === 'environment')
		throw new Error(BACKUP_TEXTS.keysElsewhere(keySource(config)));
	// Opening throws if there is no data directory or if this program cannot read its schema.
	directories.openToRead(config.dataDir).close();
	const partial = `${to}.partial-${process.pid}`;
	rmSync(partial, { recursive: true, force: true });
	try {
		mkdirSync(partial, { mode: 0o700 });
		const facts = await copyWhenQuiet(request, partial);
		const { openExecutions, exchangeAccounts, ...counts } = facts.counts;
		const files = [directories.file, ...copySimulators(config.dataDir, partial)];
		if (request.recordings) files.push(...copyRecordings(config.dataDir, partial));
		if (withKeys) files.push(copyKeys(config, partial));
		const manifest: Manifest = {
			format: MANIFEST_FORMAT,
			made_at: new Date(request.clock.now()).toISOString(),
			service_version: request.version,
			schema: facts.schema,
			mode: (facts.mode as Manifest['mode'] | undefined) ?? null,
			keys: withKeys ? 'inside' : 'not inside',
			recordings: request.recordings,
			counts: {
				...counts,
				open_executions: openExecutions,
				exchange_accounts: exchangeAccounts,
			},
			files: await Promise.all(files.map((name) => describeFile(partial, name))),
		};
		for (const name of files) {
			chmodSync(join(partial, name), 0o600);
			syncPath(join(partial, name));
		}
		const text = `${JSON.stringify(manifest, null, '\t')}\n`;
		writeFileSync(join(partial, MANIFEST_FILE), text, { mode: 0o600, flush: true });
		syncPath(partial);
		renameSync(partial, to);
		syncPath(dirname(to));
		return manifest;
	} catch (error) {
		rmSync(partial, { recursive: true, force: true });
		throw new Error(BACKUP_TEXTS.failed(sentenceOf(error)), { cause: error });
	}
}

function requireFree(to: string, dataDir: string): void {
	if (existsSync(to)) throw new Error(BACKUP_TEXTS.exists(to));
	if (!existsSync(dirname(to))) throw new Error(BACKUP_TEXTS.noParent(dirname(to)));
	const inside = `${to}/`.startsWith(`${resolve(dataDir)}/`);
	if (inside) throw new Error(BACKUP_TEXTS.inDataDirectory(to));
}

/**
 * Copies the database at an instant when no orders are in flight and the legs of every open execution are equal. A
 * service restored from the copy then has no leg to hedge, so it does not increase any position.
 * @throws Error if no such instant came within the time limit
 */
async function copyWhenQuiet(request: BackupRequest, partial: string): Promise<CopyFacts> {
	const { clock, config, quietWaitMs = QUIET_WAIT_MS } = request;
	const path = join(partial, directories.file);
	for (const until = clock.monotonic() + quietWaitMs; ; ) {
		rmSync(path, { force: true });
		directories.copy(join(config.dataDir, directories.file), path);
		directories.requireSound(path);
		const facts = await directories.factsOf(partial);
		if (facts.unsettled.length === 0) return facts;
		if (clock.monotonic() >= until)
			throw new Error(BACKUP_TEXTS.ordersOpen(quietWaitMs / 1_000, facts.unsettled));
		request.remark(BACKUP_TEXTS.waiting);
		await new Promise<void>((resume) => {
			clock.after(CHECK_AGAIN_MS, resume);
		});
	}
}

/**
 * Copies the simulators after the service's database, so that no simulated exchange's state is older than the
 * journal.
 */
function copySimulators(dataDir: string, partial: string): readonly string[] {
	const from = join(dataDir, SIMULATOR_DIRECTORY);
	const names = existsSync(from)
		? readdirSync(from).filter((name) => name === 'world.json' || /^simulator-[a-z]+\.db$/.test(name))
		: [];
	if (names.length > 0) mkdirSync(join(partial, SIMULATOR_DIRECTORY), { mode: 0o700 });
	return names.map((name) => {
		const to = join(partial, SIMULATOR_DIRECTORY, name);
		if (name.endsWith('.db')) {
			directories.copy(join(from, name), to);
			directories.requireSound(to);
		} else copyFileSync(join(from, name), to);
		return `${SIMULATOR_DIRECTORY}/${name}`;
	});
}

function copyRecordings(dataDir: string, partial: string): readonly string[] {
	const recordings = listRecordings(join(dataDir, RECORDINGS_DIRECTORY));
	mkdirSync(join(partial, RECORDINGS_DIRECTORY), { mode: 0o700 });
	return recordings.map(({ name }) => {
		copyFileSync(join(dataDir, RECORDINGS_DIRECTORY, name), join(partial, RECORDINGS_DIRECTORY, name));
		return `${RECORDINGS_DIRECTORY}/${name}`;
	});
}

function copyKeys(config: Config, partial: string): string {
	const path = keyFilePath(config);
	if (!existsSync(path)) throw new Error(BACKUP_TEXTS.noKeyFile(path));
	writeFileSync(join(partial, KEYS_NAME), readFileSync(path), { mode: 0o600, flush: true });
	return KEYS_NAME;
}

function sentenceOf(error: unknown): string {
	const message = messageOf(error);
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	const isFull = code === 'ENOSPC' || /disk is full/i.test(message);
	return isFull ? BACKUP_TEXTS.diskFull(message) : message;
}

/** Syncs a file, or the entries of a directory, to disk. */
export function syncPath(path: string): void {
	const descriptor = openSync(path, 'r');
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

/** Formats the result as human-readable lines. */
export function backupLines(to: string, manifest: Manifest): readonly string[] {
	const { counts, files } = manifest;
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	return [
		BACKUP_TEXTS.contents(
			basename(resolve(to)),
			{ ...counts, open: counts.open_executions, accounts: counts.exchange_accounts },
			files.length,
			Math.ceil(bytes / 1_000_000),
		),
		manifest.keys === 'inside' ? BACKUP_TEXTS.keysInside : BACKUP_TEXTS.keysNotInside,
	];
}
