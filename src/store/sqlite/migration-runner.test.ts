/** Tests databases that a program migrates, databases that it refuses with a message, and the state after a crash. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMemoryDatabase, writeSchemaBefore } from '../../../test/support/memory-database.ts';
import { checksumOf } from '../applied-migrations.ts';
import type { Migration } from '../migrations/migration.ts';
import { MIGRATIONS } from '../migrations.ts';
import { DATABASE_FILE, openDatabase, openDatabaseToRead } from './database.ts';
import { migrate, readSchemaState } from './migration-runner.ts';

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FIRST: Migration = { id: 1, name: 'first', compatibleFrom: 1, sql: 'CREATE TABLE one (a INTEGER)' };
const SECOND: Migration = { id: 2, name: 'second', compatibleFrom: 2, sql: 'CREATE TABLE two (a INTEGER)' };
/** A migration that adds a table. The previous program does not read that table. */
const ADDED: Migration = { id: 3, name: 'added', compatibleFrom: 2, sql: 'CREATE TABLE three (a INTEGER)' };

const open = (): DatabaseSync => new DatabaseSync(join(folder, DATABASE_FILE));

function tablesOf(database: DatabaseSync): readonly string[] {
	return database
		.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
		.all()
		.map(({ name }) => String(name))
		.filter((name) => name !== 'schema_migration');
}

function rowsOf(database: DatabaseSync) {
	return database.prepare('SELECT * FROM schema_migration ORDER BY id').all();
}

function schemaOf(database: DatabaseSync) {
	return database
		.prepare(
			"SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name",
		)
		.all();
}

describe('the migrations of this program', () => {
	test('are numbered without a gap, each in a file of its number and name', () => {
		expect(MIGRATIONS.map(({ id }) => id)).toEqual(MIGRATIONS.map((_, index) => index + 1));
		const files = readdirSync(join(import.meta.dirname, '../migrations'))
			.filter((file) => file !== 'migration.ts')
			.sort();
		expect(files).toEqual(MIGRATIONS.map(({ id, name }) => `${String(id).padStart(3, '0')}-${name}.ts`));
	});

	test('admit no older program than their predecessors do', () => {
		for (const { id, compatibleFrom } of MIGRATIONS) {
			expect(compatibleFrom).toBeGreaterThan(0);
			expect(compatibleFrom).toBeLessThanOrEqual(id);
		}
	});

	test('equal the released ones exactly', () => {
		expect(MIGRATIONS.slice(0, RELEASED.length).map((one) => [one.name, checksumOf(one)])).toEqual(RELEASED);
	});

	test('are listed in a new database, with their times', () => {
		const database = openDatabase(folder);
		expect(rowsOf(database)).toEqual(
			MIGRATIONS.map((one) => ({
				id: one.id,
				name: one.name,
				checksum: checksumOf(one),
				compatible_from: one.compatibleFrom,
				applied_at: expect.any(Number),
			})),
		);
		expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: MIGRATIONS.length });
		database.close();
	});

	test.each(MIGRATIONS.map(({ name, id }) => [id - 1, name] as const))(
		'bring a database of schema %i up to date, as programs before the table of migrations left it',
		(before, name) => {
			const old = open();
			writeSchemaBefore(old, name);
			old.close();
			const database = openDatabase(folder);
			const fresh = openMemoryDatabase();
			expect(schemaOf(database)).toEqual(schemaOf(fresh));
			const rows = rowsOf(database);
			expect(rows.map((row) => [row.id, row.checksum])).toEqual(
				MIGRATIONS.map((one) => [one.id, checksumOf(one)]),
			);
			// Another program applied the earlier migrations, at an unknown time.
			expect(rows.filter((row) => row.applied_at === null).map(({ id }) => id)).toEqual(
				MIGRATIONS.slice(0, before).map(({ id }) => id),
			);
			fresh.close();
			database.close();
			expect(() => openDatabaseToRead(folder).close()).not.toThrow();
		},
	);

	test('are listed for a database that was up to date before the table existed', () => {
		const old = open();
		for (const { sql } of MIGRATIONS) old.exec(sql);
		old.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
		old.close();
		// A read-only program leaves the database unchanged.
		expect(() => openDatabaseToRead(folder).close()).not.toThrow();
		const database = openDatabase(folder);
		expect(rowsOf(database).map(({ id, applied_at }) => [id, applied_at])).toEqual(
			MIGRATIONS.map(({ id }) => [id, null]),
		);
		database.close();
	});
});

describe('an applied migration', () => {
	test.each([
		['with changed statements', { ...SECOND, sql: `${SECOND.sql} -- edited` }],
		['with another name', { ...SECOND, name: 'renamed' }],
	])('%s is refused with both checksums, and nothing is applied', (_which, changed) => {
		const database = open();
		migrate(database, [FIRST, SECOND]);
		expect(() => migrate(database, [FIRST, changed, ADDED])).toThrow(
			`Migration 2 of the data directory was "second" with checksum ${checksumOf(SECOND).slice(0, 12)}; in this program it is "${changed.name}" with checksum ${checksumOf(changed).slice(0, 12)}. An applied migration must not change.`,
		);
		expect(tablesOf(database)).toEqual(['one', 'two']);
		database.close();
	});

	test('is also checked by read-only programs', () => {
		const database = openDatabase(folder);
		database.exec("UPDATE schema_migration SET checksum = 'abc' WHERE id = 3");
		database.close();
		const sentence = /^Migration 3 of .* was "settled-rates" with checksum abc;.*must not change/;
		expect(() => openDatabaseToRead(folder)).toThrow(sentence);
		expect(() => openDatabase(folder)).toThrow(sentence);
	});

	test('is not applied twice', () => {
		const database = open();
		migrate(database, [FIRST, SECOND]);
		const before = rowsOf(database);
		migrate(database, [FIRST, SECOND]);
		migrate(database, [FIRST, SECOND, ADDED]);
		expect(rowsOf(database).slice(0, 2)).toEqual(before);
		expect(tablesOf(database)).toEqual(['one', 'three', 'two']);
		database.close();
	});
});

describe('a database of a newer program', () => {
	test('is refused by an older program that must not run on it', () => {
		const database = open();
		migrate(database, [FIRST, SECOND]);
		expect(() => migrate(database, [FIRST])).toThrow(
			'The schema of the data directory is version 2, written by a newer version of carrywire. This one supports version 1, but the database needs at least version 2.',
		);
		database.close();
	});

	test('is accepted and left unchanged by an older program that all newer migrations admit', () => {
		const database = open();
		migrate(database, [FIRST, SECOND, ADDED]);
		const before = rowsOf(database);
		migrate(database, [FIRST, SECOND]);
		expect(rowsOf(database)).toEqual(before);
		expect(readSchemaState(database)).toEqual({ last: 3, compatibleFrom: 2 });
		expect(() => migrate(database, [FIRST])).toThrow(/the database needs at least version 2/);
		database.close();
	});

	test('is refused if it raised the version without the table', () => {
		const database = openDatabase(folder);
		database.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
		database.close();
		expect(() => openDatabase(folder)).toThrow(/newer version/);
		expect(() => openDatabaseToRead(folder)).toThrow(/newer version/);
	});
});

describe('an interrupted migration', () => {
	const BROKEN: Migration = {
		id: 2,
		name: 'second',
		compatibleFrom: 2,
		sql: 'CREATE TABLE two (a INTEGER); INSERT INTO one VALUES (1); SELECT 1 FROM nowhere;',
	};

	test('leaves the earlier schema after an error, and the next start continues from there', () => {
		const database = open();
		migrate(database, [FIRST]);
		expect(() => migrate(database, [FIRST, BROKEN])).toThrow(/nowhere/);
		expect(tablesOf(database)).toEqual(['one']);
		expect(database.prepare('SELECT * FROM one').all()).toEqual([]);
		expect(readSchemaState(database).last).toBe(1);
		migrate(database, [FIRST, SECOND]);
		expect(readSchemaState(database).last).toBe(2);
		database.close();
	});

	test('leaves an empty database empty after an error, and the next start makes the whole schema', () => {
		const database = open();
		expect(() => migrate(database, [FIRST, BROKEN])).toThrow(/nowhere/);
		expect(schemaOf(database)).toEqual([]);
		expect(readSchemaState(database)).toEqual({ last: 0, compatibleFrom: 0 });
		migrate(database, [FIRST, SECOND, ADDED]);
		expect(rowsOf(database).map(({ id }) => id)).toEqual([1, 2, 3]);
		expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 3 });
		database.close();
	});

	test('leaves the earlier schema after a kill, and the next start continues from there', () => {
		const runner = pathToFileURL(join(import.meta.dirname, 'migration-runner.ts')).href;
		const script = `
			import { DatabaseSync } from 'node:sqlite';
			import { migrate } from ${JSON.stringify(runner)};
			const database = new DatabaseSync(${JSON.stringify(join(folder, DATABASE_FILE))});
			database.exec('PRAGMA journal_mode = WAL');
			database.function('die', () => process.kill(process.pid, 'SIGKILL') ? 1 : 0);
			migrate(database, [${JSON.stringify(FIRST)}]);
			migrate(database, [${JSON.stringify(FIRST)}, {
				...${JSON.stringify(SECOND)}, sql: 'CREATE TABLE two (a INTEGER); INSERT INTO one VALUES (die());',
			}]);
		`;
		const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
		expect(ended.signal).toBe('SIGKILL');
		const database = open();
		expect(tablesOf(database)).toEqual(['one']);
		expect(rowsOf(database).map(({ id }) => id)).toEqual([1]);
		expect(readSchemaState(database).last).toBe(1);
		migrate(database, [FIRST, SECOND, ADDED]);
		expect(tablesOf(database)).toEqual(['one', 'three', 'two']);
		expect(readSchemaState(database).last).toBe(3);
		database.close();
	});
});

/** Names and checksums of released migrations. Add lines; never change one. */
const RELEASED: readonly (readonly [string, string])[] = [
	['journal', '5f259019dfa5f2cccf19e282775ecf11b3a9d0f7021222537ce7bf38946926ea'],
	['settlements', 'aad6c76b7feecf0e8f0e13264cde8caffb24974b20b8e2cbe193089c87a116a9'],
	['settled-rates', '1102aa1ec4ba31aa3ddd64eb23ee45003d54bd565b0492120a916d3549a48298'],
	['forecasts', 'e694c5cae24f3423f6a58652c454f487f7af63e3e62b23dfe8dce6ad362aa131'],
	['lifetimes', '2ce0963f886a7a2b2b9db549474d3d5fda44699c7d05e376f42c34e8dc0317dc'],
	['carry-model', '5d3f075cd8ef17ca6aebe0c0161d7d78fb656ce69cae3c57a558b769fe0efe1d'],
	['halts', '551e248788fefb19c603627a9cb36e7f789f13191917328b5921ad5ad9d42ae9'],
	['identities', '1a386ab8bd1b9068e09aa8c1fc4c95b44820e3b0006e4f5ec38ec4a6c2e3545f'],
	['begun-logins', 'a5ce20e352241d100cd61d66495af2e00e72be5c72f6b84586291cdb02200e1d'],
	['begun-connections', '94305f21be4b2a282ac59ac83827152a0a68f8596b80edc4fc1a7241073ec3cc'],
	['agents-in-executions', '8d556c6c757357b97db398939b4aef4d6c29ac02326dc81d51bcbeeea49698be'],
	['exchange-accounts', 'cae9934e135cf65c5f2d31b44aa410def086ce1f99222881283979c26092cd4d'],
	['oauth-records-of-nobody', '49975156d72c7eb253a4e7be9de46c83427dfee09525a01eef1701c61916d5b6'],
	['audit-without-replace', '409abfa4087da8fa7f7def0ece09000f488d8fd67b44263dc454d566ce99eb53'],
	['data-mode', 'ed17ca59fe3f0d87145594def8791004de1c654cf8a15b4b0fe8cb29a3190e7a'],
	['self-checks', 'e696c4b993b1f727faf077901b59627946c58b64343b721f24dc0ac09c98f33e'],
	['alerts', 'd6294ff5bf5cde73605c75dcc6e885a92f26dc8001ebd3dfdf57ff2509979e28'],
	['restore-mark', '470cda1ef176de9bd0c4bf20ae92dea20b247ec2cae30482731d6b1a767a20c1'],
	['tokens-of-logins', 'b69c9d66453f0e234d245ca124a6ab66cbed63efdcb4f5145e07257a8e91126b'],
	['login-links', 'a066d10c04935fe6129de4676e4180144a66efe6cf032779ba2ed2318905d5e7'],
	['mode-testnet', 'c2848fe695541cb86d14a1a4c3e4453c42ef17b43d5ed6de96573ffa7a5c6343'],
	['login-origins', '71394d2a9c66cb134926c3d4a88f38cda13c463f115e1e5899255cf15921da22'],
	['passkeys', '8b588b4dd12be3681c5ceaa0678a4cee64fb4d270912a0c9db03944659b531c5'],
	['forecast-scores', '4470fc83090242a78d0404f24d59e9b9a7c9697c77a8596f36f5e6ed316f95cd'],
];
