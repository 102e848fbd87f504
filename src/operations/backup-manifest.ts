/** What a backup says of itself, and whether its files are what it says. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { TRADING_MODES } from '../domain/trading-mode.ts';

/** Written last: a directory without it is no backup. */
export const MANIFEST_FILE = 'manifest.json';
/** Version of the form of a manifest. */
export const MANIFEST_FORMAT = 1;

/** Below the backup's directory, and nowhere else. */
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

/** A backup's statement about itself: schema, mode, counts, and each file with its checksum. */
export type Manifest = z.output<typeof manifestSchema>;

/** A file of a backup: name below its directory, bytes, and SHA-256 in hex. */
export type BackupFile = Manifest['files'][number];

/** @throws Error with a sentence when there is none, or it is of another form */
export function readManifest(directory: string): Manifest {
	const path = join(directory, MANIFEST_FILE);
	if (!existsSync(path))
		throw new Error(
			`There is no ${MANIFEST_FILE} in ${directory}: it is no backup, or one that was not finished.`,
		);
	let value: unknown;
	try {
		value = JSON.parse(readFileSync(path, 'utf8'));
	} catch (error) {
		throw new Error(`${path} must be JSON; the backup is damaged.`, { cause: error });
	}
	const format = z.object({ format: z.number() }).safeParse(value);
	if (format.success && format.data.format > MANIFEST_FORMAT)
		throw new Error(
			`The backup has format ${format.data.format}, this program reads ${MANIFEST_FORMAT}: take a newer one.`,
		);
	const read = manifestSchema.safeParse(value);
	if (!read.success)
		throw new Error(
			`${path} has an unknown form at ${read.error.issues[0]?.path.join('.') || 'its root'}; the backup is damaged.`,
		);
	return read.data;
}

/** Reads a file of the directory whole, for its size and checksum. Rejects where it cannot be read. */
export async function describeFile(directory: string, name: string): Promise<BackupFile> {
	const hash = createHash('sha256');
	for await (const chunk of createReadStream(join(directory, name))) hash.update(chunk as Buffer);
	return { name, bytes: statSync(join(directory, name)).size, sha256: hash.digest('hex') };
}

/** @throws Error that names the first file that is gone or not what it was */
export async function requireWhole(directory: string, files: readonly BackupFile[]): Promise<void> {
	for (const file of files) {
		if (!existsSync(join(directory, file.name)))
			throw new Error(`The backup ${directory} lacks ${file.name}; it is damaged, and nothing was restored.`);
		const found = await describeFile(directory, file.name);
		if (found.bytes !== file.bytes || found.sha256 !== file.sha256)
			throw new Error(
				`${file.name} of the backup ${directory} is not what was written; it is damaged, and nothing was restored.`,
			);
	}
}
