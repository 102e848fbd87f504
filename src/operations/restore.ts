/**
 * `carrywire restore`: a data directory out of a backup. Everything is checked before anything is changed; the new directory
 * is put together beside its place and moved there at the end, and one that was there is moved aside, never removed.
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

const directories = dataDirectories();
const MARK_BYTES = 8;

/** Which backup is restored, and to where. */
export type RestoreRequest = {
	readonly config: Config;
	readonly from: string;
	/** What is in the data directory may be moved aside. */
	readonly replace: boolean;
	readonly clock: Clock;
	readonly random: Random;
};

/** The result of a restore. */
export type Restored = {
	readonly manifest: Manifest;
	/** Where what was there has been moved; undefined: nothing was. */
	readonly movedTo: string | undefined;
	/** Where the keys must be put before a start; undefined: they are there. */
	readonly keysMissing: string | undefined;
};

/** @throws Error with a sentence; then the data directory is as it was */
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

/** @throws Error where only a newer program may run on what is in the backup */
function requireKnownSchema(from: string, { schema, service_version }: Manifest): void {
	const { schemaKnown } = directories;
	if (schema <= schemaKnown) return;
	const { last, compatibleFrom } = directories.schemaOf(from);
	if (last === schema && compatibleFrom <= schemaKnown) return;
	throw new Error(
		`The backup was made by a newer version (${service_version}): its schema is ${schema}, this program knows ${schemaKnown}.`,
	);
}

/** The name of the key file below the data directory. @throws Error where it lies elsewhere and would have to be written over */
function keyNameIn(config: Config): string {
	const path = keyFilePath(config);
	if (config.vault.keySource === 'environment' || dirname(path) !== resolve(config.dataDir))
		throw new Error(
			`The settings say that the keys are in ${keySource(config)}, outside of the data directory: restore with settings that have vault.keyFile in it, or take the keys out of the backup yourself.`,
		);
	return path.slice(resolve(config.dataDir).length + 1);
}

/**
 * Nobody runs there while it is replaced.
 * @throws Error while a service or a simulated exchange runs there, or something is there that may not be moved
 */
function holdFreeTarget(dataDir: string, replace: boolean): () => void {
	if (!existsSync(dataDir)) return () => {};
	const present = readdirSync(dataDir);
	if (present.length === 0) return () => {};
	const lock = holdDataDirectory(dataDir, () => describeHolder(dataDir));
	try {
		const held = heldSimulators(join(dataDir, SIMULATOR_DIRECTORY));
		if (held.length > 0)
			throw new Error(`Simulated exchanges run in ${dataDir}: ${held.join(', ')}. Stop them first.`);
		if (!replace && present.some((name) => !name.startsWith(LOCK_FILE)))
			throw new Error(
				`${dataDir} is not empty. Choose another --data-dir, or --replace: then what is there is moved aside, and nothing of it is removed.`,
			);
	} catch (error) {
		lock.release();
		throw error;
	}
	return () => lock.release();
}

/** Simulated exchanges that run there, by the locks that they hold as long as they live. */
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

/** Nothing is opened before somebody has looked; no order is named as one that was sent after the backup. */
async function markRestored(
	building: string,
	{ made_at }: Manifest,
	{ clock, random }: RestoreRequest,
): Promise<void> {
	const stores = directories.open(building);
	try {
		await stores.directory.putRestoreMark(random.hex(MARK_BYTES), clock.now());
		const { halts } = stores;
		// One that stands already is somebody's word, and stays.
		if ((await halts.load()).some(({ target }) => target.scope === 'service')) return;
		await halts.put({
			target: { scope: 'service' },
			reason: `Restored from the backup of ${made_at}: look at what the exchanges hold, then carrywire resume.`,
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

/** What a person reads of it. */
export function restoreLines(
	dataDir: string,
	{ manifest, movedTo, keysMissing }: Restored,
): readonly string[] {
	return [
		`${dataDir} is as it was on ${manifest.made_at}: ${manifest.counts.executions} executions, ${manifest.counts.open_executions} of them open.`,
		...(movedTo === undefined ? [] : [`What was there is in ${movedTo} now.`]),
		...(keysMissing === undefined
			? []
			: [`The keys were not in the backup: put the key file at ${keysMissing} before the start, mode 0600.`]),
		'What was done after the backup is not known there. Trading is halted: start the service, look at the portfolio, and end the halt with carrywire resume. Never run it beside the service that the backup is of.',
	];
}
