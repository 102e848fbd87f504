/** Copies of databases that are written to meanwhile, and what is asked of a copy before it is taken for one. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isUnsettled } from '../domain/status.ts';
import { DATABASE_FILE } from '../store/database.ts';
import { readSchemaState, type SchemaState } from '../store/migration-runner.ts';
import { createSqliteDirectoryFacts } from '../store/sqlite-directory-facts.ts';
import { createSqliteJournal } from '../store/sqlite-journal.ts';
import type { Manifest } from './backup-manifest.ts';

const BUSY_TIMEOUT_MS = 5_000;

/**
 * The database as it is at one instant, in a new file. `VACUUM INTO` is one reading transaction of a connection of its own: beside
 * a writer in WAL mode neither waits for the other (SQLite, "VACUUM", section 3, and "Write-Ahead Logging", read 2026-11), and what was
 * deleted is not in the copy. @throws Error of SQLite, such as for a full disk
 */
export function copyDatabase(from: string, to: string): void {
	const database = new DatabaseSync(from, { readOnly: true });
	try {
		database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
		database.prepare('VACUUM INTO ?').run(to);
	} finally {
		database.close();
	}
}

/** @throws Error when the file is no whole database */
export function requireSound(path: string): void {
	const database = new DatabaseSync(path, { readOnly: true });
	try {
		const found = String(database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check);
		if (found !== 'ok') throw new Error(`The database ${path} is not whole: ${found}.`);
		if (database.prepare('PRAGMA foreign_key_check').get() !== undefined)
			throw new Error(`The database ${path} names rows that are not there.`);
	} finally {
		database.close();
	}
}

/** How far the schema is of the copy of the service's own database in the directory. */
export function schemaOfCopy(directory: string): SchemaState {
	const database = new DatabaseSync(join(directory, DATABASE_FILE), { readOnly: true });
	try {
		return readSchemaState(database);
	} finally {
		database.close();
	}
}

export type CopyFacts = Pick<Manifest, 'schema' | 'mode' | 'counts'> & {
	/** Open executions of which an order is under way, or whose legs differ. */
	readonly unsettled: readonly string[];
};

/** Of the copy of the service's own database in the directory. */
export async function factsOfCopy(directory: string): Promise<CopyFacts> {
	const database = new DatabaseSync(join(directory, DATABASE_FILE), { readOnly: true });
	try {
		const count = (sql: string): number => Number(database.prepare(sql).get()?.n ?? 0);
		const journal = createSqliteJournal(database);
		const { open } = await journal.atStart(Number.POSITIVE_INFINITY);
		return {
			schema: readSchemaState(database).last,
			mode: ((await createSqliteDirectoryFacts(database).mode()) as Manifest['mode'] | undefined) ?? null,
			counts: {
				events: count('SELECT count(*) AS n FROM journal'),
				executions: count('SELECT count(*) AS n FROM execution'),
				open_executions: open.length,
				users: count('SELECT count(*) AS n FROM account_user'),
				exchange_accounts: count('SELECT count(*) AS n FROM exchange_account WHERE disconnected_at IS NULL'),
			},
			unsettled: open.filter(isUnsettled).map(({ plan }) => plan.executionId),
		};
	} finally {
		database.close();
	}
}
