/**
 * Creates databases with the service's schema, in memory or in a folder, and databases with an earlier version's
 * schema.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDirectory } from '../../src/store/data-directory.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { DATABASE_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { migrate } from '../../src/store/sqlite/migration-runner.ts';

/**
 * Bytes of a database with the current schema. Thousands of tests start with one, and copying the bytes takes a
 * hundredth of the time of the migrations.
 */
let pages: Uint8Array | undefined;

function emptyPages(): Uint8Array {
	if (pages !== undefined) return pages;
	const database = new DatabaseSync(':memory:');
	migrate(database, MIGRATIONS);
	pages = database.serialize();
	database.close();
	return pages;
}

/** Opens an empty in-memory database with the current schema. */
export function openMemoryDatabase(): DatabaseSync {
	const database = new DatabaseSync(':memory:');
	database.deserialize(emptyPages());
	return database;
}

/** Creates a database with the current schema in a new data directory, and opens it as the service does. */
export function openEmptyDatabase(dataDir: string): DatabaseSync {
	makeDataDirectory(dataDir);
	writeFileSync(join(dataDir, DATABASE_FILE), emptyPages(), { flag: 'wx' });
	return openDatabase(dataDir);
}

/**
 * Creates the schema as it was before the named migration. It records only the number of applied migrations, as all
 * versions did before there was a table of migrations.
 */
export function writeSchemaBefore(database: DatabaseSync, name: string): void {
	const at = MIGRATIONS.findIndex((migration) => migration.name === name);
	if (at < 0) throw new Error(`There is no migration named ${name}.`);
	database.exec('BEGIN');
	for (const { sql } of MIGRATIONS.slice(0, at)) database.exec(sql);
	database.exec(`PRAGMA user_version = ${at}; COMMIT;`);
}
