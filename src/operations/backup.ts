/**
 * `carrywire backup`: the data directory as it is at one instant, beside a service that runs or alone. It is put together in a
 * directory of another name, checked, and given its own name at the very end: what has that name is whole.
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

/** In a backup that has the keys inside. */
export const KEYS_NAME = 'vault.key';
/** The simulated exchanges' world and databases, in the data directory. */
export const SIMULATOR_DIRECTORY = 'simulator';

const directories = dataDirectories();
const QUIET_WAIT_MS = 30_000;
const CHECK_AGAIN_MS = 500;

/** The parts that a backup is made of, and how it is made. */
export type BackupRequest = {
	readonly config: Config;
	/** Where it is made; must not be there yet. */
	readonly to: string;
	readonly withKeys: boolean;
	readonly recordings: boolean;
	readonly version: string;
	readonly clock: Clock;
	/** Told of what takes long. */
	readonly remark: (line: string) => void;
	readonly quietWaitMs?: number;
};

/** @throws Error with a sentence; then nothing of it is left */
export async function makeBackup(request: BackupRequest): Promise<Manifest> {
	const { config, withKeys } = request;
	const to = resolve(request.to);
	requireFree(to, config.dataDir);
	if (withKeys && config.vault.keySource === 'environment')
		throw new Error(
			`The keys are in ${keySource(config)}, not in a file: keep them yourself, and leave --with-keys out.`,
		);
	// Says whether there is a data directory, and whether this program reads its schema.
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
		throw new Error(`No backup was made, and nothing of it is left: ${sentenceOf(error)}`, { cause: error });
	}
}

function requireFree(to: string, dataDir: string): void {
	if (existsSync(to)) throw new Error(`${to} is there already; a backup is written to a new directory.`);
	if (!existsSync(dirname(to))) throw new Error(`${dirname(to)} is not there; make it first.`);
	const inside = `${to}/`.startsWith(`${resolve(dataDir)}/`);
	if (inside) throw new Error(`${to} lies in the data directory itself; choose another place.`);
}

/**
 * At an instant at which no order was under way and all legs were equal: what is restored later then increases nothing.
 * @throws Error when there was none in time
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
			throw new Error(
				`Orders were under way, or one leg stood without the other, for ${quietWaitMs / 1_000} s: ${facts.unsettled.join(', ')}. Try again when they have settled; carrywire halt keeps new ones away.`,
			);
		request.remark('Orders are under way; waiting for an instant without.');
		await new Promise<void>((resume) => {
			clock.after(CHECK_AGAIN_MS, resume);
		});
	}
}

/** After the service's own, so that no exchange is behind the journal. */
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
	if (!existsSync(path)) throw new Error(`There is no key file ${path}; leave --with-keys out.`);
	writeFileSync(join(partial, KEYS_NAME), readFileSync(path), { mode: 0o600, flush: true });
	return KEYS_NAME;
}

function sentenceOf(error: unknown): string {
	const message = messageOf(error);
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	const isFull = code === 'ENOSPC' || /disk is full/i.test(message);
	return isFull ? `the disk is full (${message}).` : message;
}

/** A file, or the entries of a directory, are on disk when this returns. */
export function syncPath(path: string): void {
	const descriptor = openSync(path, 'r');
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

/** What a person reads of it. */
export function backupLines(to: string, manifest: Manifest): readonly string[] {
	const { counts, files } = manifest;
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	return [
		`${basename(resolve(to))}: ${counts.executions} executions (${counts.open_executions} open) with ${counts.events} events, ${counts.users} users, ${counts.exchange_accounts} exchange accounts; ${files.length} files, ${Math.ceil(bytes / 1_000_000)} MB, checked.`,
		manifest.keys === 'inside'
			? 'The keys of the vault ARE inside: whoever has this backup can read the secrets of every exchange account. Keep it like them.'
			: 'The keys of the vault are NOT inside: exchange accounts, alert targets and logins cannot be opened without them. Keep vault.key (or the variable that holds the keys) elsewhere.',
	];
}
