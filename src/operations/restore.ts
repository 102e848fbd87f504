/**
 * Implements `carrywire restore`, which creates a data directory from a backup. Everything is checked before anything
 * changes. The new directory is assembled beside its final place and moved there at the end. An existing directory is
 * moved aside, never deleted.
 */
import {
	chmodSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	renameSync,
	rmdirSync,
	rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { dataDirectories } from '../app/data-directories.ts';
import { keyFilePath, keySource } from '../app/open-keys.ts';
import type { Config } from '../config/config.ts';
import type { Clock, Random } from '../ports/clock.ts';
import { holdDataDirectory, isLockHeld, LOCK_FILE } from '../store/data-lock.ts';
import { describeHolder } from '../store/run-file.ts';
import { KEYS_NAME, SIMULATOR_DIRECTORY, syncPath } from './backup.ts';
import { type Manifest, readManifest, requireWhole } from './backup-manifest.ts';
import { RESTORE_TEXTS } from './text.ts';

const directories = dataDirectories();
const MARK_BYTES = 8;

/** The backup to restore and its target. */
export type RestoreRequest = {
	readonly config: Config;
	readonly from: string;
	/** True if the existing files in the data directory may be moved aside. */
	readonly replace: boolean;
	readonly clock: Clock;
	readonly random: Random;
};

/** The result of a restore. */
export type Restored = {
	readonly manifest: Manifest;
	/** Path to which the previous files were moved; undefined if there were none. */
	readonly movedTo: string | undefined;
	/** Path where the keys must be put before the service starts; undefined if they are already there. */
	readonly keysMissing: string | undefined;
};

/** Restores a backup. @throws Error with a message for the user; the data directory is then unchanged */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
	const { config, replace } = request;
	const from = resolve(request.from);
	const dataDir = resolve(config.dataDir);
	const manifest = readManifest(from);
	await requireWhole(from, manifest.files);
	requireKnownSchema(from, manifest);
	const release = holdFreeTarget(dataDir, replace);
	const building = `${dataDir}.restoring-${process.pid}`;
	try {
		rmSync(building, { recursive: true, force: true });
		copyFiles(from, building, manifest, manifest.keys === 'inside' ? keyNameIn(config) : KEYS_NAME);
		directories.requireSound(join(building, directories.file));
		await markRestored(building, manifest, request);
		const movedTo = moveAside(dataDir, request.clock);
		renameSync(building, dataDir);
		syncPath(dirname(dataDir));
		const hasKeys = config.vault.keySource === 'environment' || existsSync(keyFilePath(config));
		return { manifest, movedTo, keysMissing: hasKeys ? undefined : keyFilePath(config) };
	} catch (error) {
		rmSync(building, { recursive: true, force: true });
		throw error;
	} finally {
		release();
	}
}

/** @throws Error if only a newer version can use the backup */
function requireKnownSchema(from: string, { schema, service_version }: Manifest): void {
	const { schemaKnown } = directories;
	if (schema <= schemaKnown) return;
	const { last, compatibleFrom } = directories.schemaOf(from);
	if (last === schema && compatibleFrom <= schemaKnown) return;
	throw new Error(RESTORE_TEXTS.newerVersion(service_version, schema, schemaKnown));
}

/**
 * Returns the key file's name in the data directory. @throws Error if the file lies elsewhere, where it must not be
 * overwritten
 */
function keyNameIn(config: Config): string {
	const path = keyFilePath(config);
	if (config.vault.keySource === 'environment' || dirname(path) !== resolve(config.dataDir))
		throw new Error(RESTORE_TEXTS.keysElsewhere(keySource(config)));
	return path.slice(resolve(config.dataDir).length + 1);
}

/**
 * Locks the target directory, so that no service can run there while it is replaced.
 * @throws Error while a service or a simulated exchange runs there, or if the directory has files that may not be
 * moved
 */
function holdFreeTarget(dataDir: string, replace: boolean): () => void {
	if (!existsSync(dataDir)) return () => {};
	const present = readdirSync(dataDir);
	if (present.length === 0) return () => {};
	const lock = holdDataDirectory(dataDir, () => describeHolder(dataDir));
	try {
		const held = heldSimulators(join(dataDir, SIMULATOR_DIRECTORY));
		if (held.length > 0) throw new Error(RESTORE_TEXTS.simulatorsRun(dataDir, held));
		if (!replace && present.some((name) => !name.startsWith(LOCK_FILE)))
			throw new Error(RESTORE_TEXTS.notEmpty(dataDir));
	} catch (error) {
		lock.release();
		throw error;
	}
	return () => lock.release();
}

/** Returns the simulated exchanges that run on the directory, found by the locks that they hold. */
function heldSimulators(directory: string): readonly string[] {
	const locks = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.lock')) : [];
	return locks
		.filter((name) => isLockHeld(join(directory, name)))
		.map((name) => name.slice(0, -'.lock'.length));
}

function copyFiles(from: string, building: string, { files }: Manifest, keyName: string): void {
	mkdirSync(building, { mode: 0o700 });
	for (const { name } of files) {
		const to = join(building, name === KEYS_NAME ? keyName : name);
		if (!existsSync(dirname(to))) mkdirSync(dirname(to), { mode: 0o700 });
		copyFileSync(join(from, name), to);
		chmodSync(to, 0o600);
		syncPath(to);
	}
}

/**
 * Halts trading until an operator resumes it. Marks the restore, so that new order ids never repeat ids sent after
 * the backup.
 */
async function markRestored(
	building: string,
	{ made_at }: Manifest,
	{ clock, random }: RestoreRequest,
): Promise<void> {
	const stores = directories.open(building);
	try {
		await stores.directory.putRestoreMark(random.hex(MARK_BYTES), clock.now());
		const { halts } = stores;
		// A halt that is already active was set by an operator, so it stays unchanged.
		if ((await halts.load()).some(({ target }) => target.scope === 'service')) return;
		await halts.put({
			target: { scope: 'service' },
			reason: RESTORE_TEXTS.haltReason(made_at),
			at: clock.now(),
			by: 'restore',
			closeAll: false,
		});
	} finally {
		stores.close();
	}
}

function moveAside(dataDir: string, clock: Clock): string | undefined {
	if (!existsSync(dataDir)) return undefined;
	if (readdirSync(dataDir).length === 0) {
		rmdirSync(dataDir);
		return undefined;
	}
	const movedTo = `${dataDir}.replaced-${new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-')}`;
	renameSync(dataDir, movedTo);
	return movedTo;
}

/** Formats the result as human-readable lines. */
export function restoreLines(
	dataDir: string,
	{ manifest, movedTo, keysMissing }: Restored,
): readonly string[] {
	return [
		RESTORE_TEXTS.restored(
			dataDir,
			manifest.made_at,
			manifest.counts.executions,
			manifest.counts.open_executions,
		),
		...(movedTo === undefined ? [] : [RESTORE_TEXTS.moved(movedTo)]),
		...(keysMissing === undefined ? [] : [RESTORE_TEXTS.keysMissing(keysMissing)]),
		RESTORE_TEXTS.next,
	];
}
