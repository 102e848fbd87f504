/**
 * Reads and writes the key file: one key per line, the current one first. Only its owner can read the file. It is
 * replaced atomically, so a crash leaves either the old or the new file.
 */
import {
	closeSync,
	existsSync,
	fsyncSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { VaultError } from '../ports/vault.ts';
import { type RawKey, readRawKeys, writeRawKey } from './raw-keys.ts';

const FILE_MODE = 0o600;

/** Names the source of the keys in messages. */
export function keyFileSource(path: string): string {
	return `the key file ${path}`;
}

/** Reads the keys; undefined if there is no file. @throws VaultError if others can read the file or it is malformed */
export function readKeyFile(path: string): readonly RawKey[] | undefined {
	if (!existsSync(path)) return undefined;
	const mode = statSync(path).mode & 0o777;
	if (process.platform !== 'win32' && (mode & 0o077) !== 0)
		throw new VaultError(
			`The key file ${path} must be readable by its owner only (0600); its mode is ${mode.toString(8).padStart(4, '0')}. Run: chmod 600 ${path}`,
		);
	const lines = readFileSync(path, 'utf8')
		.split('\n')
		.filter((line) => line.trim() !== '');
	return readRawKeys(lines, keyFileSource(path));
}

/** Writes the keys. The file and its directory entry are durable when the function returns. */
export function writeKeyFile(path: string, keys: readonly RawKey[]): void {
	const temporary = `${path}.new`;
	// A file left over from a crash may have another mode, and opening it would keep that mode.
	rmSync(temporary, { force: true });
	const text = keys.map((key) => `${writeRawKey(key)}\n`).join('');
	writeFileSync(temporary, text, { mode: FILE_MODE, flush: true, flag: 'wx' });
	renameSync(temporary, path);
	syncDirectory(dirname(path));
}

/** Syncs a directory, except on Windows, which cannot do this. */
function syncDirectory(path: string): void {
	if (process.platform === 'win32') return;
	const directory = openSync(path, 'r');
	try {
		fsyncSync(directory);
	} finally {
		closeSync(directory);
	}
}
