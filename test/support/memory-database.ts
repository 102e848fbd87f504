/** Databases in memory with the service's schema, and databases as earlier programs left them. */
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../src/store/migration-runner.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';

/** An empty database of this program. */
export function openMemoryDatabase(): DatabaseSync {
	const database = new DatabaseSync(':memory:');
	migrate(database, MIGRATIONS);
	return database;
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
