/** Databases with the service's schema, in memory and in a folder, and databases of earlier versions. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDirectory } from '../../src/store/data-directory.ts';
import { DATABASE_FILE, openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migration-runner.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';

/**
 * Pages of a database with the current schema: thousands of tests start with one, and a copy costs a hundredth of the
 * migrations.
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

/** An empty database of the current version. */
export function openMemoryDatabase(): DatabaseSync {
	const database = new DatabaseSync(':memory:');
	database.deserialize(emptyPages());
	return database;
}

/** The same in an empty directory, opened like the service's own. */
export function openEmptyDatabase(dataDir: string): DatabaseSync {
	makeDataDirectory(dataDir);
	writeFileSync(join(dataDir, DATABASE_FILE), emptyPages(), { flag: 'wx' });
	return openDatabase(dataDir);
}

/**
 * Writes the schema of a version with the migrations before the named one. Like every version before the table of
 * migrations, it notes only their number.
 */
export function writeSchemaBefore(database: DatabaseSync, name: string): void {
	const at = MIGRATIONS.findIndex((migration) => migration.name === name);
	if (at < 0) throw new Error(`There is no migration named ${name}.`);
	database.exec('BEGIN');
	for (const { sql } of MIGRATIONS.slice(0, at)) database.exec(sql);
	database.exec(`PRAGMA user_version = ${at}; COMMIT;`);
}
