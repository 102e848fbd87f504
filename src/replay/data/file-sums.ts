/** Computes the hashes by which equal data is recognized on every machine. */

import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../../domain/message-of.ts';
import { DataError, type DataFile } from './dataset.ts';
import { DATA_TEXTS } from './text.ts';

const CHUNK_BYTES = 1_048_576;

/** A file: its path on the machine, and its name in the dataset. */
export type NamedFile = { readonly path: string; readonly name: string };

/** Returns the size and the hash of a file's bytes. @throws DataError */
export async function sumOf({ path, name }: NamedFile): Promise<DataFile> {
	const hash = createHash('sha256');
	try {
		await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), hash);
		return { path: name, bytes: statSync(path).size, sha256: hash.digest('hex') };
	} catch (error) {
		throw new DataError('DATA_UNREADABLE', DATA_TEXTS.unreadable(name, messageOf(error)));
	}
}

/** Returns the hash of a dataset: of the names and hashes of its files, in any order. */
export function hashOf(files: readonly DataFile[]): string {
	const lines = files.map(({ path, sha256 }) => `${basename(path)} ${sha256}\n`);
	const hash = createHash('sha256');
	for (const line of lines.sort()) hash.update(line);
	return hash.digest('hex');
}
