/** Opens the service's SQLite database: WAL, synchronous FULL, one writer; brings the schema up to date. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDirectory } from './data-directory.ts';
import { MIGRATIONS } from './migrations.ts';

export const DATABASE_FILE = 'carrywire.db';
const BUSY_TIMEOUT_MS = 2_000;

/** @throws Error with the path and the cause when the directory or the file cannot be used. */
export function openDatabase(dataDir: string): DatabaseSync {
	makeDataDirectory(dataDir);
	const database = new DatabaseSync(join(dataDir, DATABASE_FILE));
	database.exec(
		`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;`,
	);
	migrate(database);
	return database;
}

/**
 * Opens the database of a data directory for reading only, beside a service that runs or alone.
 * @throws Error with a sentence when there is none, or its schema is not this program's.
 */
export function openDatabaseToRead(dataDir: string): DatabaseSync {
	const path = join(dataDir, DATABASE_FILE);
	if (!existsSync(path))
		throw new Error(
			`There is no ${DATABASE_FILE} in ${dataDir}: no service has run there. Run carrywire serve, or choose another --data-dir.`,
		);
	const database = new DatabaseSync(path, { readOnly: true });
	try {
		database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
		const present = schemaVersion(database);
		if (present !== MIGRATIONS.length)
			throw new Error(
				`The schema of ${path} is ${present}, this program reads ${MIGRATIONS.length}: ${present < MIGRATIONS.length ? 'run carrywire serve once to bring it up to date.' : 'it was written by a newer version.'}`,
			);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

function schemaVersion(database: DatabaseSync): number {
	return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

function migrate(database: DatabaseSync): void {
	const present = schemaVersion(database);
	if (present > MIGRATIONS.length) {
		throw new Error(
			`The data directory was written by a newer version: its schema is ${present}, this program knows ${MIGRATIONS.length}.`,
		);
	}
	for (let version = present; version < MIGRATIONS.length; version += 1) {
		database.exec('BEGIN IMMEDIATE');
		try {
			database.exec(MIGRATIONS[version] ?? '');
			database.exec(`PRAGMA user_version = ${version + 1}`);
			database.exec('COMMIT');
		} catch (error) {
			database.exec('ROLLBACK');
			throw error;
		}
	}
}

/** Runs `work` in one transaction; rolled back when it throws. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
	database.exec('BEGIN IMMEDIATE');
	try {
		const result = work();
		database.exec('COMMIT');
		return result;
	} catch (error) {
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}
