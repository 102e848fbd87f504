/** Databases with the service's schema, in memory and in a folder, and databases as earlier programs left them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDirectory } from '../../src/store/data-directory.ts';
import { DATABASE_FILE, openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migration-runner.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';

/** The pages of a database with this program's schema: thousands of tests begin with one, and a copy costs a hundredth of the migrations. */
let pages: Uint8Array | undefined;

function emptyPages(): Uint8Array {
	if (pages !== undefined) return pages;
	const database = new DatabaseSync(':memory:');
	migrate(database, MIGRATIONS);
	pages = database.serialize();
	database.close();
	return pages;
}

/** An empty database of this program. */
export function openMemoryDatabase(): DatabaseSync {
	const database = new DatabaseSync(':memory:');
	database.deserialize(emptyPages());
	return database;
}

/** The same in a directory that has none, opened as the service opens its own. */
export function openEmptyDatabase(dataDir: string): DatabaseSync {
	makeDataDirectory(dataDir);
	writeFileSync(join(dataDir, DATABASE_FILE), emptyPages(), { flag: 'wx' });
	return openDatabase(dataDir);
}

/**
 * Writes the schema as a program left it that knew the migrations before the one of that name. Like every program before the table
 * of migrations, it notes only how many there were.
 */
export function writeSchemaBefore(database: DatabaseSync, name: string): void {
	const at = MIGRATIONS.findIndex((migration) => migration.name === name);
	if (at < 0) throw new Error(`There is no migration named ${name}.`);
	database.exec('BEGIN');
	for (const { sql } of MIGRATIONS.slice(0, at)) database.exec(sql);
	database.exec(`PRAGMA user_version = ${at}; COMMIT;`);
}
