/** Reads a backup's manifest and compares the backup's files with it. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { TRADING_MODES } from '../domain/trading-mode.ts';
import { BACKUP_TEXTS } from './text.ts';

/** Name of the manifest file. It is written last, so a directory without it is not a backup. */
export const MANIFEST_FILE = 'manifest.json';
/** Version of the manifest format. */
export const MANIFEST_FORMAT = 1;

/** Allows only files in the backup's directory or in a folder directly below it. */
const FILE_NAME = /^(?:[\w-]+\/)?[\w-]+(?:\.[\w-]+)*$/;

const manifestSchema = z.strictObject({
	format: z.literal(MANIFEST_FORMAT),
	made_at: z.iso.datetime(),
	service_version: z.string(),
	schema: z.int().min(1),
	mode: z.enum(TRADING_MODES).nullable(),
	keys: z.enum(['inside', 'not inside']),
	recordings: z.boolean(),
	counts: z.strictObject({
		events: z.int(),
		executions: z.int(),
		open_executions: z.int(),
		users: z.int(),
		exchange_accounts: z.int(),
	}),
	files: z
		.array(z.strictObject({ name: z.string().regex(FILE_NAME), bytes: z.int(), sha256: z.string() }))
		.min(1),
});

/** Description of a backup: schema, mode, counts, and each file with its checksum. */
export type Manifest = z.output<typeof manifestSchema>;

/** A file in a backup: name below the backup's directory, size in bytes, and SHA-256 in hex. */
export type BackupFile = Manifest['files'][number];

/** Reads the manifest. @throws Error with a message for the user if it is missing or has another format */
export function readManifest(directory: string): Manifest {
	const path = join(directory, MANIFEST_FILE);
	if (!existsSync(path)) throw new Error(BACKUP_TEXTS.noManifest(MANIFEST_FILE, directory));
	let value: unknown;
	try {
		value = JSON.parse(readFileSync(path, 'utf8'));
	} catch (error) {
		throw new Error(BACKUP_TEXTS.manifestNotJson(path), { cause: error });
	}
	const format = z.object({ format: z.number() }).safeParse(value);
	if (format.success && format.data.format > MANIFEST_FORMAT)
		throw new Error(BACKUP_TEXTS.newerFormat(format.data.format, MANIFEST_FORMAT));
	const read = manifestSchema.safeParse(value);
	if (!read.success)
		throw new Error(BACKUP_TEXTS.badManifest(path, read.error.issues[0]?.path.join('.') || 'its root'));
	return read.data;
}

/** Reads a whole file to get its size and checksum. Rejects if the file cannot be read. */
export async function describeFile(directory: string, name: string): Promise<BackupFile> {
	const hash = createHash('sha256');
	for await (const chunk of createReadStream(join(directory, name))) hash.update(chunk as Buffer);
	return { name, bytes: statSync(join(directory, name)).size, sha256: hash.digest('hex') };
}

/** Compares the files with the manifest. @throws Error that names the first missing or changed file */
export async function requireWhole(directory: string, files: readonly BackupFile[]): Promise<void> {
	for (const file of files) {
		if (!existsSync(join(directory, file.name)))
			throw new Error(BACKUP_TEXTS.fileMissing(directory, file.name));
		const found = await describeFile(directory, file.name);
		if (found.bytes !== file.bytes || found.sha256 !== file.sha256)
			throw new Error(BACKUP_TEXTS.fileChanged(directory, file.name));
	}
}
