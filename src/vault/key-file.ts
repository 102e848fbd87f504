/**
 * The key file: a key in each line, the current one first. For its owner only, and replaced whole: a crash leaves the file
 * as it was, or as it is to be.
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

/** Names the source of keys in sentences. */
export function keyFileSource(path: string): string {
	return `the key file ${path}`;
}

/** Undefined where there is no file. @throws VaultError when it is readable by others, or malformed */
export function readKeyFile(path: string): readonly RawKey[] | undefined {
	if (!existsSync(path)) return undefined;
	const mode = statSync(path).mode & 0o777;
	if (process.platform !== 'win32' && (mode & 0o077) !== 0)
		throw new VaultError(
			`The key file ${path} may be read by its owner only (0600), was ${mode.toString(8).padStart(4, '0')}. Run: chmod 600 ${path}`,
		);
	const lines = readFileSync(path, 'utf8')
		.split('\n')
		.filter((line) => line.trim() !== '');
	return readRawKeys(lines, keyFileSource(path));
}

/** Durable when it returns, the file and its place in the directory. */
export function writeKeyFile(path: string, keys: readonly RawKey[]): void {
	const temporary = `${path}.new`;
	// One that a crash left may have another mode, which opening it would keep.
	rmSync(temporary, { force: true });
	const text = keys.map((key) => `${writeRawKey(key)}\n`).join('');
	writeFileSync(temporary, text, { mode: FILE_MODE, flush: true, flag: 'wx' });
	renameSync(temporary, path);
	syncDirectory(dirname(path));
}

/** Windows knows no sync of a directory. */
function syncDirectory(path: string): void {
	if (process.platform === 'win32') return;
	const directory = openSync(path, 'r');
	try {
		fsyncSync(directory);
	} finally {
		closeSync(directory);
	}
}
