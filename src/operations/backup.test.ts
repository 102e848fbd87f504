/** Tests backups of a data directory during writes, refused backups, and restores. */

import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testPlan } from '../../test/support/execution-plans.ts';
import { writeSchemaBefore } from '../../test/support/memory-database.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { ExecutionEvent } from '../domain/event.ts';
import { systemClock } from '../runtime/clock.ts';
import { systemRandom } from '../runtime/random.ts';
import { holdDataDirectory } from '../store/data-lock.ts';
import { holdDataMode } from '../store/data-mode.ts';
import { createDirectoryFacts } from '../store/directory-facts.ts';
import { createHaltStore } from '../store/halts.ts';
import { MIGRATIONS } from '../store/migrations.ts';
import { openDatabase, openDatabaseToRead } from '../store/sqlite/database.ts';
import { createSqliteJournal } from '../store/sqlite/journal.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { type BackupRequest, backupLines, makeBackup } from './backup.ts';
import { describeFile } from './backup-manifest.ts';
import { type RestoreRequest, restoreBackup, restoreLines } from './restore.ts';

let root = '';
let database: DatabaseSync;

beforeEach(async () => {
	root = mkdtempSync(join(tmpdir(), 'carrywire-backup-'));
	database = openDatabase(join(root, 'data'));
	await holdDataMode(createDirectoryFacts(createSqliteDatabase(database)), join(root, 'data'), 'paper');
});
afterEach(() => {
	if (database.isOpen) database.close();
	rmSync(root, { recursive: true, force: true });
});

function configOf(dataDir: string): Config {
	const read = readConfig({ dataDir: join(root, dataDir), mode: 'paper' });
	if ('faults' in read) throw new Error('The settings can be read.');
	return read.config;
}

const said: string[] = [];
function backup(change: Partial<BackupRequest> = {}) {
	return makeBackup({
		config: configOf('data'),
		to: join(root, 'copy'),
		withKeys: false,
		recordings: false,
		version: '0.2.0',
		clock: systemClock,
		remark: (line) => said.push(line),
		quietWaitMs: 0,
		...change,
	});
}

function restore(change: Partial<RestoreRequest> = {}) {
	return restoreBackup({
		config: configOf('again'),
		from: join(root, 'copy'),
		replace: false,
		clock: systemClock,
		random: systemRandom,
		...change,
	});
}

/** Adds an execution that has failed or, with `isOpen`, is queued. */
async function add(digit: string, isOpen = false): Promise<void> {
	const plan = testPlan({ seedHex: digit.repeat(24), longLot: '0.1', shortLot: '0.1', quantity: '12' });
	const ended: readonly ExecutionEvent[] = isOpen
		? []
		: [{ type: 'ExecutionFailed', reason: 'Nothing was opened.' }];
	await createSqliteJournal(database).appendExecution({
		executionId: plan.executionId,
		expectedSeq: 0,
		events: [{ type: 'ExecutionPlanned', plan }, ...ended],
		recordedAt: 1,
		summary: {
			executionId: plan.executionId,
			jobId: plan.jobId,
			userId: plan.userId,
			agentId: null,
			exchangepair: plan.exchangepair,
			symbol: plan.symbol,
			phase: isOpen ? 'queued' : 'failed',
			ended: !isOpen,
			createdAt: 1,
			closedAt: null,
		},
	});
}

const left = (): readonly string[] =>
	readdirSync(root)
		.filter((name) => name !== 'data')
		.sort();

describe('a backup', () => {
	test('is a snapshot of one instant during writes, with a summary of its contents', async () => {
		await add('1');
		await add('2');
		mkdirSync(join(root, 'data', 'recordings'));
		writeFileSync(join(root, 'data', 'recordings', '2026-11-22T09-000.txt.gz'), 'x');
		// A writer in mid-transaction does not block readers.
		database.exec('BEGIN IMMEDIATE');
		database.exec("INSERT INTO account_user (user_id, name, created_at) VALUES ('u', 'ann', 1)");
		const manifest = await backup();
		database.exec('COMMIT');
		expect(manifest).toMatchObject({
			format: 1,
			service_version: '0.2.0',
			schema: MIGRATIONS.length,
			mode: 'paper',
			keys: 'not inside',
			recordings: false,
			counts: { events: 4, executions: 2, open_executions: 0, users: 0, exchange_accounts: 0 },
		});
		expect(manifest.files.map(({ name }) => name)).toEqual(['carrywire.db']);
		expect(left()).toEqual(['copy']);
		expect(statSync(join(root, 'copy')).mode & 0o777).toBe(0o700);
		expect(statSync(join(root, 'copy', 'carrywire.db')).mode & 0o777).toBe(0o600);
		expect(backupLines('copy', manifest).join(' ')).toMatch(/2 executions .*does NOT contain the vault keys/);
	});

	test('has keys and recordings only on request', async () => {
		writeFileSync(join(root, 'data', 'vault.key'), 'k1 secret\n', { mode: 0o600 });
		mkdirSync(join(root, 'data', 'recordings'));
		writeFileSync(join(root, 'data', 'recordings', '2026-11-22T09-000.txt.gz'), 'x');
		await backup({ to: join(root, 'without') });
		expect(readdirSync(join(root, 'without')).sort()).toEqual(['carrywire.db', 'manifest.json']);
		const manifest = await backup({ withKeys: true, recordings: true });
		expect(readdirSync(join(root, 'copy')).sort()).toEqual([
			'carrywire.db',
			'manifest.json',
			'recordings',
			'vault.key',
		]);
		expect(backupLines('copy', manifest).join(' ')).toContain('This backup CONTAINS the vault keys');
	});

	test('fails while an order is in flight and leaves no files', async () => {
		await add('1', true);
		await expect(backup()).rejects.toThrow(/No backup was made.*Orders were in flight.*exec_1{24}/);
		expect(left()).toEqual([]);
	});

	test.each([
		['that exists', 'data', /already exists/],
		['inside the data directory', 'data/copy', /is inside the data directory/],
		['without a parent', 'none/copy', /does not exist\. Create it first/],
	])('refuses a directory %s', async (_which, to, sentence) => {
		await expect(backup({ to: join(root, to) })).rejects.toThrow(sentence);
		expect(left()).toEqual([]);
	});

	test('fails for a damaged database', async () => {
		for (let at = 0; at < 10; at += 1) await add(at.toString(16));
		database.close();
		const path = join(root, 'data', 'carrywire.db');
		const bytes = readFileSync(path);
		bytes.fill(0xff, 8_192, bytes.length - 8_192);
		writeFileSync(path, bytes);
		await expect(backup()).rejects.toThrow();
		expect(left()).toEqual([]);
	});

	test('fails with keys if there is no key file', async () => {
		await expect(backup({ withKeys: true })).rejects.toThrow(/There is no key file/);
		expect(left()).toEqual([]);
	});
});

describe('a restore', () => {
	test('restores the data, halted and marked, and says where the keys belong', async () => {
		await add('1');
		await backup();
		const restored = await restore();
		expect([restored.movedTo, restored.keysMissing]).toEqual([undefined, join(root, 'again', 'vault.key')]);
		expect(restoreLines('again', restored).join(' ')).toMatch(/1 executions.*Put the key file.*halted/);
		const again = openDatabase(join(root, 'again'));
		try {
			expect(await createSqliteJournal(again).readExecution(`exec_${'1'.repeat(24)}`)).toHaveLength(2);
			expect(await createDirectoryFacts(createSqliteDatabase(again)).restoreMark()).toMatch(/^[0-9a-f]{16}$/);
			expect(await createHaltStore(createSqliteDatabase(again)).load()).toMatchObject([
				{ target: { scope: 'service' }, by: 'restore', closeAll: false },
			]);
		} finally {
			again.close();
		}
		// A second restore of the same backup gets a different restore mark.
		await restore({ config: configOf('third') });
		const marks = new Set<string | undefined>();
		for (const name of ['again', 'third']) {
			const opened = openDatabase(join(root, name));
			marks.add(await createDirectoryFacts(createSqliteDatabase(opened)).restoreMark());
			opened.close();
		}
		expect(marks.size).toBe(2);
	});

	test('moves present files aside only on request, and never while a service runs there', async () => {
		await add('1');
		await backup();
		database.close();
		const config = configOf('data');
		await expect(restore({ config })).rejects.toThrow(/is not empty.*--replace/);
		const lock = holdDataDirectory(config.dataDir, () => 'process 1');
		await expect(restore({ config, replace: true })).rejects.toThrow(/in use by another service/);
		lock.release();
		mkdirSync(join(config.dataDir, 'simulator'));
		const simulator = new DatabaseSync(join(config.dataDir, 'simulator', 'simulator-bybit.lock'));
		simulator.exec('BEGIN EXCLUSIVE');
		await expect(restore({ config, replace: true })).rejects.toThrow(
			/Simulated exchanges are running .*simulator-bybit/,
		);
		simulator.close();
		const { movedTo } = await restore({ config, replace: true });
		expect(existsSync(join(movedTo ?? '', 'carrywire.db'))).toBe(true);
		expect(existsSync(join(config.dataDir, 'simulator'))).toBe(false);
	});

	test.each<[string, () => void, RegExp]>([
		['is damaged', () => writeFileSync(join(root, 'copy', 'carrywire.db'), 'none'), /has changed/],
		['lacks a file', () => rmSync(join(root, 'copy', 'carrywire.db')), /lacks carrywire\.db/],
		['is incomplete', () => rmSync(join(root, 'copy', 'manifest.json')), /not a complete backup/],
		[
			'has an unreadable manifest',
			() => writeFileSync(join(root, 'copy', 'manifest.json'), '{'),
			/is not JSON/,
		],
		['has another format', () => changeManifest({ format: 2 }), /format 2; this program reads format 1/],
		['is from a newer version', () => changeManifest({ schema: 10_000 }), /newer version.*schema is 10000/],
		[
			'lists a file outside',
			() => changeManifest({ files: [{ name: '../x', bytes: 1, sha256: '' }] }),
			/unknown structure at files/,
		],
	])('changes nothing if the backup %s', async (_which, damage, sentence) => {
		await add('1');
		await backup();
		damage();
		await expect(restore()).rejects.toThrow(sentence);
		expect(left()).toEqual(['copy']);
	});

	test('upgrades an older schema', async () => {
		database.close();
		rmSync(join(root, 'data'), { recursive: true });
		mkdirSync(join(root, 'data'), { mode: 0o700 });
		const old = new DatabaseSync(join(root, 'data', 'carrywire.db'));
		writeSchemaBefore(old, MIGRATIONS.at(-1)?.name ?? '');
		old.close();
		// A backup needs this program's own schema, but an older program wrote this database.
		await expect(backup()).rejects.toThrow(/Run carrywire serve once/);
		database = openDatabase(join(root, 'data'));
		await backup();
		const copy = join(root, 'copy', 'carrywire.db');
		rmSync(copy);
		const older = new DatabaseSync(copy);
		writeSchemaBefore(older, MIGRATIONS.at(-1)?.name ?? '');
		older.close();
		const files = [await describeFile(join(root, 'copy'), 'carrywire.db')];
		changeManifest({ schema: MIGRATIONS.length - 1, files });
		await restore();
		expect(() => openDatabaseToRead(join(root, 'again')).close()).not.toThrow();
	});

	test('puts keys from the backup where the settings expect them', async () => {
		writeFileSync(join(root, 'data', 'vault.key'), 'k1 secret\n', { mode: 0o600 });
		await backup({ withKeys: true });
		chmodSync(join(root, 'copy', 'vault.key'), 0o644);
		expect((await restore()).keysMissing).toBeUndefined();
		const path = join(root, 'again', 'vault.key');
		expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['k1 secret\n', 0o600]);
	});
});

function changeManifest(change: object): void {
	const path = join(root, 'copy', 'manifest.json');
	writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }));
}
