/** Reads CSV files row by row, plain or gzipped, without holding a whole file in memory. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { messageOf } from '../../domain/message-of.ts';
import { DataError } from './dataset.ts';

/** A CSV file that is being read. */
export type CsvFile = {
	/** Names of the columns, from the first line. */
	readonly columns: readonly string[];
	/** Yields the rows after the first line, in chunks. Empty lines are skipped. */
	readonly chunks: AsyncGenerator<readonly string[]>;
	/** Returns size and hash of the file once every chunk was read. */
	readonly sum: () => { readonly bytes: number; readonly sha256: string };
};

/** Largest line that is read, characters. A longer one is not CSV. */
const LINE_CHARS_MAX = 65_536;

/** Opens a file and reads its first line. @throws DataError if the file cannot be read or is empty */
export async function openCsv(path: string, name: string): Promise<CsvFile> {
	const hash = createHash('sha256');
	let bytes = 0;
	const raw = createReadStream(path);
	raw.on('data', (chunk) => {
		hash.update(chunk);
		bytes += chunk.length;
	});
	const plain = path.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
	raw.once('error', (error) => plain.destroy(error));
	const chunks = linesOf(plain, name);
	const first = await chunks.next();
	if (first.done === true)
		throw new DataError('DATA_EMPTY', `${name} is empty. Remove it from the folder, or export it again.`);
	const [head = '', ...rest] = first.value;
	return {
		columns: head.split(',').map((column) => column.trim()),
		chunks: (async function* () {
			if (rest.length > 0) yield rest;
			yield* chunks;
		})(),
		sum: () => ({ bytes, sha256: hash.digest('hex') }),
	};
}

async function* linesOf(stream: NodeJS.ReadableStream, name: string): AsyncGenerator<readonly string[]> {
	let held = '';
	stream.setEncoding('utf8');
	try {
		for await (const chunk of stream) {
			const lines = (held + String(chunk)).split('\n');
			held = lines.pop() ?? '';
			if (held.length > LINE_CHARS_MAX)
				throw new DataError(
					'DATA_UNREADABLE',
					`${name} has a line of more than ${LINE_CHARS_MAX} characters. It is not a CSV file; remove it from the folder.`,
				);
			const full = lines.map(withoutReturn).filter((line) => line !== '');
			if (full.length > 0) yield full;
		}
	} catch (error) {
		if (error instanceof DataError) throw error;
		throw new DataError(
			'DATA_UNREADABLE',
			`${name} cannot be read: ${messageOf(error)}. Copy or export it again.`,
		);
	}
	if (held !== '') yield [withoutReturn(held)];
}

function withoutReturn(line: string): string {
	return line.endsWith('\r') ? line.slice(0, -1) : line;
}
