/** Tests which files the service protects from other users when it starts, and which it leaves alone. */

import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { closeToOthers } from './private-files.ts';
import { openDatabase } from './sqlite/database.ts';

let root: string;
let dataDir: string;
let warned: { readonly facts: unknown; readonly message: string }[];
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'carrywire-private-'));
	dataDir = join(root, 'data');
	mkdirSync(dataDir);
	chmodSync(dataDir, 0o755);
	warned = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const log = {
	...SILENT_LOGGER,
	warn: (facts: unknown, message: string) => void warned.push({ facts, message }),
};
const modeOf = (...names: string[]) => (statSync(join(dataDir, ...names)).mode & 0o777).toString(8);
function write(mode: number, ...names: string[]): void {
	writeFileSync(join(dataDir, ...names), '');
	chmodSync(join(dataDir, ...names), mode);
}

test('protects the directory, databases, recordings and simulators, and lists the open ones', () => {
	openDatabase(dataDir).close();
	chmodSync(join(dataDir, 'carrywire.db'), 0o644);
	for (const folder of ['recordings', 'simulator']) {
		mkdirSync(join(dataDir, folder));
		chmodSync(join(dataDir, folder), 0o755);
		write(0o664, folder, 'one');
	}
	write(0o600, 'run.json');
	closeToOthers(dataDir, log);
	expect([modeOf(), modeOf('carrywire.db'), modeOf('run.json')]).toEqual(['700', '600', '600']);
	for (const folder of ['recordings', 'simulator'])
		expect([modeOf(folder), modeOf(folder, 'one')]).toEqual(['700', '600']);
	const paths = [dataDir, ...['carrywire.db', 'recordings', 'simulator'].map((name) => join(dataDir, name))];
	expect(warned).toEqual([
		{
			facts: {
				paths: expect.arrayContaining(paths.map((path) => expect.objectContaining({ path }))),
				count: 6,
			},
			message: expect.stringContaining('Now only its owner can.'),
		},
	]);
	warned.length = 0;
	closeToOthers(dataDir, log);
	expect(warned).toEqual([]);
});

test('protects the files that SQLite adds to a protected database', () => {
	const database = openDatabase(dataDir);
	closeToOthers(dataDir, log);
	database.close();
	const again = openDatabase(dataDir);
	again.exec('CREATE TABLE added (one)');
	expect([modeOf('carrywire.db-wal'), modeOf('carrywire.db-shm')]).toEqual(['600', '600']);
	again.close();
});

test('leaves a directory with other content alone, and explains how to protect it', () => {
	write(0o755, 'program.sh');
	write(0o644, 'lock.db');
	closeToOthers(dataDir, log);
	expect([modeOf(), modeOf('program.sh'), modeOf('lock.db')]).toEqual(['755', '755', '600']);
	expect(warned.map(({ message }) => message)).toEqual([
		expect.stringContaining('Now only its owner can.'),
		expect.stringContaining(`Run: chmod 700 ${dataDir}`),
	]);
});

test('neither follows a link out of the directory nor protects an open key file', () => {
	const elsewhere = join(root, 'elsewhere');
	mkdirSync(elsewhere);
	chmodSync(elsewhere, 0o755);
	symlinkSync(elsewhere, join(dataDir, 'recordings'));
	write(0o644, 'vault.key');
	closeToOthers(dataDir, log);
	expect((statSync(elsewhere).mode & 0o777).toString(8)).toBe('755');
	expect(modeOf('vault.key')).toBe('644');
});
